package etltest

import "encoding/binary"

// Size of a buffer's header, and flags in it.
const (
	bufferHeader = 72

	flagFlush      = 0x01
	flagEventsLost = 0x02
	flagBufferLost = 0x04
	flagIndex      = 0x20 // the CPU is a 16-bit index
	flagCompressed = 0x40

	typeHeader = 4

	// leftover is the compression state of a buffer that is not compressed: most real files have
	// it.
	leftover = 3
)

// bufferInfo is the content of a buffer's header.
type bufferInfo struct {
	size, saved, offset int // stored size, ends of the valid data
	time, sequence      int64
	cpu                 int
	state               uint32
	flags, kind         uint16
}

// put writes the header into the first 72 bytes of b.
func (h *bufferInfo) put(b []byte, wideCPU bool) {
	le := binary.LittleEndian
	clear(b[:bufferHeader])
	le.PutUint32(b[0x00:], uint32(h.size))
	le.PutUint32(b[0x04:], uint32(h.saved))
	le.PutUint32(b[0x08:], uint32(h.offset+h.size)) // larger than the buffer, as in many real files
	le.PutUint64(b[0x10:], uint64(h.time))
	le.PutUint64(b[0x18:], uint64(h.sequence))
	if wideCPU {
		le.PutUint16(b[0x28:], uint16(h.cpu))
		h.flags |= flagIndex
	} else {
		b[0x28], b[0x29] = uint8(h.cpu), 8
	}
	le.PutUint16(b[0x2A:], 1)
	le.PutUint32(b[0x2C:], h.state)
	le.PutUint32(b[0x30:], uint32(h.offset))
	le.PutUint16(b[0x34:], h.flags)
	le.PutUint16(b[0x36:], h.kind)
}

// wideCPU reports whether buffers have a 16-bit CPU number, as Windows writes from version 6.2 on.
func (c *Config) wideCPU() bool {
	return c.CPUs > 256 || c.Major > 6 || c.Major == 6 && c.Minor >= 2
}

// headerBuffer composes the first buffer of a file: it holds the log-file
// header, and on new systems the partition record.
func (c *Config) headerBuffer(end int64, buffers uint32) []byte {
	r := Record{
		Form: FormSystem, Ptr: c.PointerSize, Time: c.Start, Group: GroupTrace,
		Version: 2, TID: 7092, PID: 2452, Payload: c.logFileHeader(end, buffers),
	}
	b := r.append(make([]byte, bufferHeader))
	saved := len(b)
	if c.Major >= 10 || c.Relogged {
		partition := Record{
			Form: FormSystem, Ptr: c.PointerSize, Time: c.Start, Group: GroupTrace,
			Opcode: 80, Version: 2, TID: 7092, PID: 2452, Payload: make([]byte, 48),
		}
		b = partition.append(b)
	}
	offset := len(b)
	if !c.Relogged {
		saved = offset
	}
	size := c.BufferSize
	if c.Compression != Plain {
		size = (offset + 511) &^ 511 // the only buffer that compression leaves short and plain
	}
	for len(b) < size {
		b = append(b, 0xFF)
	}
	state := uint32(leftover)
	if c.Compression != Plain {
		state = uint32(c.Compression)
	}
	h := bufferInfo{size: len(b), saved: saved, offset: offset, state: state, flags: flagFlush, kind: typeHeader}
	h.put(b, c.wideCPU())
	return b
}

// logFileHeader is the payload of a file's first record.
func (c *Config) logFileHeader(end int64, buffers uint32) []byte {
	p := payload{ptr: c.PointerSize}
	sub := [2]uint8{1, 5}
	if c.Relogged {
		sub = [2]uint8{2, 0}
	}
	p.u32(uint32(c.BufferSize)).u8(c.Major, c.Minor, sub[0], sub[1])
	p.u32(c.Build, uint32(c.CPUs)).i64(c.wallAt(end))
	p.u32(156250, 0, c.Mode, buffers, 1)
	p.u32(uint32(c.PointerSize), c.EventsLost, c.MHz)
	p.pointer(0, 0)
	p.timeZone()
	p.align(8)
	p.i64(filetime(c.Boot), c.PerfFreq, filetime(c.Wall))
	p.u32(uint32(c.Clock), c.BuffersLost)
	p.wide(c.Session).wide(c.File)
	return p.b
}

// wallAt is the FILETIME of a tick, 0 for none.
func (c *Config) wallAt(ticks int64) int64 {
	if ticks == 0 {
		return 0
	}
	return filetime(c.Wall) + mulDiv(ticks-c.Start, 10_000_000, c.Frequency(), false)
}

// timeZone adds the zone of UTC: bias, and two names with a date and a bias.
func (p *payload) timeZone() {
	p.u32(0)
	for range 2 {
		p.chars("UTC", 32)
		p.zero(16)
		p.u32(0)
	}
}
