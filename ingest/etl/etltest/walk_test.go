package etltest

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// rawRecord is a record in a test's own parser: independent of the code that wrote it, and only as
// clever as the tests need.
type rawRecord struct {
	buffer, cpu int
	kind        byte
	b           []byte // without padding
}

func (r *rawRecord) u16(at int) uint16 { return binary.LittleEndian.Uint16(r.b[at:]) }
func (r *rawRecord) u32(at int) uint32 { return binary.LittleEndian.Uint32(r.b[at:]) }
func (r *rawRecord) i64(at int) int64  { return int64(binary.LittleEndian.Uint64(r.b[at:])) }

// time is the timestamp of the record.
func (r *rawRecord) time() int64 {
	if r.kind == 0x10 || r.kind == 0x11 {
		return r.i64(8)
	}
	return r.i64(16)
}

// hook is group and opcode of a kernel record, else 0xFFFF.
func (r *rawRecord) hook() uint16 {
	switch r.kind {
	case 0x01, 0x02, 0x03, 0x04, 0x10, 0x11:
		return r.u16(6)
	}
	return 0xFFFF
}

// payload is the part of a kernel record after its header.
func (r *rawRecord) payload() []byte {
	switch r.kind {
	case 0x01, 0x02:
		return r.b[32:]
	case 0x03, 0x04:
		return r.b[24:]
	case 0x0A, 0x14:
		return r.b[48:]
	case 0x0B, 0x15:
		return r.b[72:]
	case 0x10, 0x11:
		return r.b[16:]
	}
	return r.b[80:]
}

// rawBuffer is the content of a buffer's header.
type rawBuffer struct {
	size, saved, offset int
	cpu                 int
	state               uint32
	flags, kind         uint16
	time, sequence      int64
}

func parseBuffer(b []byte) rawBuffer {
	le := binary.LittleEndian
	h := rawBuffer{
		size: int(le.Uint32(b)), saved: int(le.Uint32(b[4:])), offset: int(le.Uint32(b[0x30:])),
		time: int64(le.Uint64(b[0x10:])), sequence: int64(le.Uint64(b[0x18:])), state: le.Uint32(b[0x2C:]),
		flags: le.Uint16(b[0x34:]), kind: le.Uint16(b[0x36:]), cpu: int(b[0x28]),
	}
	if h.flags&0x20 != 0 {
		h.cpu = int(le.Uint16(b[0x28:]))
	}
	return h
}

// walk parses a file and checks what every file must satisfy: sizes that add up, records that begin
// on multiples of 8, padding of 0xFF, times that never decrease on one CPU.
func walk(t *testing.T, file []byte) (buffers []rawBuffer, records []rawRecord) {
	t.Helper()
	for len(file) > 0 {
		if len(file) < 72 {
			t.Fatalf("%d bytes behind buffer %d", len(file), len(buffers))
		}
		h := parseBuffer(file)
		if h.size < 72 || h.size > len(file) {
			t.Fatalf("buffer %d of %d bytes, %d are left", len(buffers), h.size, len(file))
		}
		body := file[72:h.size]
		file = file[h.size:]
		end := max(h.saved, h.offset) - 72
		if h.flags&0x40 != 0 {
			body = unpack(t, buffers[0].state, body, end)
		}
		if end > len(body) {
			t.Fatalf("buffer %d: data up to %d in %d bytes", len(buffers), end, len(body))
		}
		if rest := body[end:]; bytes.Count(rest, []byte{0xFF}) != len(rest) {
			t.Errorf("buffer %d: the rest behind %d is not all 0xFF", len(buffers), end)
		}
		records = append(records, walkBuffer(t, len(buffers), h.cpu, body[:end])...)
		buffers = append(buffers, h)
	}
	return buffers, records
}

// walkBuffer cuts the records of a buffer.
func walkBuffer(t *testing.T, buffer, cpu int, body []byte) []rawRecord {
	t.Helper()
	var rs []rawRecord
	for at := 0; at < len(body); {
		r := rawRecord{buffer: buffer, cpu: cpu, kind: body[at+2]}
		if body[at+3] != 0xC0 {
			t.Fatalf("buffer %d at %d: no record", buffer, at)
		}
		sizeAt, least := 4, map[byte]int{
			0x01: 32, 0x02: 32, 0x03: 24, 0x04: 24, 0x0A: 48, 0x14: 48,
			0x0B: 72, 0x15: 72, 0x10: 16, 0x11: 16, 0x12: 80, 0x13: 80,
		}[r.kind]
		if least >= 48 {
			sizeAt = 0
		}
		size := int(binary.LittleEndian.Uint16(body[at+sizeAt:]))
		next := at + (size+7)/8*8
		if least == 0 || size < least || next > len(body) {
			t.Fatalf("buffer %d at %d: record of kind %#x with %d bytes", buffer, at, r.kind, size)
		}
		if pad := body[at+size : next]; bytes.Count(pad, []byte{0}) != len(pad) {
			t.Errorf("buffer %d at %d: padding is not zero", buffer, at)
		}
		r.b = body[at : at+size]
		rs = append(rs, r)
		at = next
	}
	return rs
}

// monotone checks that the times of each CPU never decrease.
func monotone(t *testing.T, records []rawRecord) {
	t.Helper()
	last := map[int]int64{}
	for i := range records {
		r := &records[i]
		if r.time() < last[r.cpu] {
			t.Fatalf("record %d on cpu %d at %d, the one before at %d", i, r.cpu, r.time(), last[r.cpu])
		}
		last[r.cpu] = r.time()
	}
}
