package etl

import (
	"context"
	"fmt"

	"threadlens/ingest/etl/payload"
	"threadlens/ingest/etl/xca"
	"threadlens/model"
)

// Size of a buffer's header, and its fields.
const (
	bufferHeader = 72

	flagEventsLost = 0x02
	flagBufferLost = 0x04
	flagWideCPU    = 0x20
	flagCompressed = 0x40
)

// part is one of the files.
type part struct {
	input
	name     string
	head     fileHeader
	switches int64
}

// wrapped reports whether newer buffers of a recording may have replaced its oldest ones. A file of
// limited size has not wrapped while there was room for one more buffer.
func (p *part) wrapped() bool {
	switch h := &p.head; {
	case h.LogFileMode&payload.ModeBuffering != 0:
		return true
	case h.LogFileMode&payload.ModeCircular == 0:
		return false
	default:
		return h.MaxFileSize == 0 || p.size+2*int64(h.BufferSize) > int64(h.MaxFileSize)<<20
	}
}

// buffer is where the records of a CPU are for a while.
type buffer struct {
	off         int64
	first, last model.Time // of its records; the second pass needs them in order
	told        model.Time // of the last record about the machine, see cutter.aside
	size        uint32     // in the file
	used        uint32     // valid bytes when expanded, header included
	cpu         model.CPU
	part        uint16
	flags       uint16
	empty       bool // it has no record with a time
}

func (b *buffer) lossy() bool { return b.flags&(flagEventsLost|flagBufferLost) != 0 }

// findBuffers lists the buffers of a part, in the order of the file.
func (s *scan) findBuffers(ctx context.Context, number int) error {
	p := &s.parts[number]
	limit := uint32(max(minBufferLimit, min(p.head.BufferSize, maxBuffer)))
	var own []byte
	for off := int64(0); off+bufferHeader <= p.size; {
		if len(s.bufs)&0xFFF == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		h, err := p.read(off, bufferHeader, &own)
		if err != nil {
			return fmt.Errorf("etl: buffer: %w", err)
		}
		size := le.Uint32(h)
		if size < bufferHeader || size > maxBuffer {
			s.diags.warn("damaged-buffer", fmt.Sprintf("etl: buffer at %#x: invalid size %d", off, size))
			if p.head.stride < bufferHeader || p.head.stride > maxBuffer {
				return nil
			}
			off += int64(p.head.stride)
			continue
		}
		b := readBuffer(h, off, size)
		b.part = uint16(number)
		if rest := p.size - off; int64(size) > rest {
			s.diags.warn("truncated", fmt.Sprintf("etl: buffer at %#x: %d of its %d bytes are missing", off, int64(size)-rest, size))
			b.size = uint32(rest)
		}
		s.addBuffer(&b, limit)
		off += int64(size)
	}
	return nil
}

// readBuffer reads a buffer's header.
func readBuffer(h []byte, off int64, size uint32) buffer {
	b := buffer{off: off, size: size, flags: le.Uint16(h[0x34:])}
	b.cpu = model.CPU(h[0x28])
	if b.flags&flagWideCPU != 0 {
		b.cpu = model.CPU(le.Uint16(h[0x28:]))
	}
	b.used = le.Uint32(h[4:])
	if b.flags&flagCompressed == 0 {
		b.used = max(b.used, le.Uint32(h[0x30:]))
	}
	return b
}

// addBuffer adds a valid buffer.
func (s *scan) addBuffer(b *buffer, limit uint32) {
	s.buffers++
	packed := b.flags&flagCompressed != 0
	if packed {
		s.compressed++
	} else {
		b.used = min(b.used, b.size)
	}
	switch {
	case b.cpu >= model.MaxCPUs:
		s.diags.warn("bad-cpu", fmt.Sprintf("etl: buffer at %#x: impossible CPU number %d", b.off, b.cpu))
		return
	case b.used > limit && packed:
		s.diags.warn("damaged-buffer", fmt.Sprintf("etl: buffer at %#x: expands to %d bytes, more than the limit of %d", b.off, b.used, limit))
		return
	}
	if s.unpacked += int64(b.used); packed && s.unpacked > unpackLimit(s.size) {
		s.diags.warn("too-large", fmt.Sprintf("etl: buffer at %#x: the file expands to more than %d bytes: compressed buffers from here on are left out", b.off, unpackLimit(s.size)))
		return
	}
	if b.used > bufferHeader {
		s.bufs = append(s.bufs, *b)
	}
}

// Numbers of the compressions, as the first buffer's state has them.
const (
	packedLZNT1   = 2
	packedXPRESS  = 3 // used for any other number
	packedHuffman = 4
)

// load makes the expanded bytes of a buffer available in p.data. They may be those of the mapped
// file.
func (p *prepared) load(f *part, b *buffer) error {
	raw, err := f.read(b.off, int(b.size), &p.raw)
	if err != nil {
		return fmt.Errorf("etl: buffer: %w", err)
	}
	if b.flags&flagCompressed == 0 {
		p.data = raw[:min(len(raw), int(b.used))]
		return nil
	}
	if cap(p.own) < int(b.used) {
		p.own = make([]byte, b.used)
	}
	p.data = p.own[:b.used]
	copy(p.data, raw[:min(len(raw), bufferHeader)])
	src, dst := raw[min(len(raw), bufferHeader):], p.data[bufferHeader:]
	switch f.head.compression {
	case packedLZNT1:
		err = xca.LZNT1(dst, src)
	case packedHuffman:
		err = xca.XPRESSHuffman(dst, src)
	default:
		err = xca.XPRESS(dst, src)
	}
	if err != nil {
		p.data = nil
		return fmt.Errorf("etl: buffer at %#x: %w", b.off, err)
	}
	return nil
}

// compressionName is the name of a compression, for people.
func compressionName(n uint16) string {
	switch n {
	case packedLZNT1:
		return "LZNT1"
	case packedHuffman:
		return "XPRESS-Huffman"
	}
	return "XPRESS"
}

// clockName is the name of a clock type, for people.
func clockName(n uint32) string {
	switch n {
	case payload.ClockSystem:
		return "system time"
	case payload.ClockCPU:
		return "CPU cycles"
	}
	return "performance counter (QPC)"
}
