package tracedat

import (
	"errors"
	"fmt"
	"io"

	"threadlens/ingest/internal/infile"
)

// windowSize is about how many bytes are read at a time of pages that are neither compressed nor in
// memory.
const windowSize = 1 << 17

// source delivers the pages of a CPU in pieces of whole pages.
type source struct {
	m    *meta
	part part
	page int // bytes of a page

	at     int64
	chunks uint32 // compressed ones still to come
	rooms  [2][]byte
	packed []byte // room for what is unpacked next
	room   int
	read   int64 // bytes of the file

	// kept are the unpacked chunks if all of them are kept; keep is set while they are collected.
	kept [][]byte
	keep bool

	// bad counts pieces that could not be unpacked, lastBad says why the last of them could not.
	bad     int64
	lastBad error
	// err is why pages at the end are missing.
	err error
}

// survey goes over the heads of the compressed chunks and sets how many there are. total is how many
// bytes they unpack to, most how many one of them does.
func (s *source) survey() (total, most int64) {
	if !s.part.packed {
		return 0, 0
	}
	c := &cursor{in: s.m.in, at: s.part.off, order: s.m.order}
	n := c.u32()
	start := c.at
	for s.chunks = 0; s.chunks < n; s.chunks++ {
		packed, whole := c.u32(), int64(c.u32())
		c.skip(uint64(packed))
		if c.err == nil && whole > maxChunk {
			c.err = fmt.Errorf("compressed events at offset %#x unpack to %d bytes, more than the limit of %d", c.at, whole, maxChunk)
		}
		if c.err != nil {
			break
		}
		total += whole
		most = max(most, whole)
	}
	s.err, s.part.size = c.err, max(0, c.at-start)
	return total, most
}

// rewind goes to the first page.
func (s *source) rewind() {
	s.at = s.part.off
	if s.part.packed {
		s.at += 4 // the number of chunks
	}
}

// next returns the next piece, whose last page may be cut short; false at the end. keep is set while
// the piece before is still needed.
func (s *source) next(keep bool) (pages []byte, ok bool) {
	if keep {
		s.room ^= 1
	}
	switch {
	case s.part.packed && s.chunks > 0 && len(s.kept) > 0 && !s.keep:
		pages, s.kept = s.kept[0], s.kept[1:]
		s.read += (s.part.size - s.read) / int64(s.chunks)
		s.chunks--
		return pages, true
	case s.part.packed && s.chunks > 0:
		pages = s.nextChunk()
		if s.keep {
			s.kept, s.rooms[s.room] = append(s.kept, pages), nil
		}
		return pages, true
	case s.part.packed:
		return nil, false
	}
	n := s.part.off + s.part.size - s.at
	if s.m.in.mem == nil {
		n = min(n, int64(max(windowSize/s.page, 1)*s.page))
	}
	if n == 0 || s.err != nil {
		return nil, false
	}
	pages, err := s.m.in.read(s.at, n, s.rooms[s.room])
	if err != nil {
		s.err = err
		return nil, false
	}
	if s.m.in.mem == nil {
		s.rooms[s.room] = pages
	}
	s.at += n
	s.read += n
	return pages, true
}

// nextChunk unpacks a chunk; nil where that is impossible.
func (s *source) nextChunk() []byte {
	s.chunks--
	c := &cursor{in: s.m.in, at: s.at, order: s.m.order}
	packed, whole := int64(c.u32()), int(c.u32())
	if c.err != nil {
		s.chunks, s.err = 0, c.err
		return nil
	}
	data, err := s.m.in.read(c.at, packed, s.packed)
	s.at = c.at + packed
	s.read += packed + 8
	if err != nil {
		s.chunks, s.err = 0, err
		return nil
	}
	if s.m.in.mem == nil {
		s.packed = data
	}
	pages, err := s.m.unpacker.unpack(data, whole, s.rooms[s.room])
	if err != nil {
		s.bad++
		s.lastBad = fmt.Errorf("compressed events at offset %#x: %w", c.at, err)
		return nil
	}
	s.rooms[s.room] = pages
	return pages
}

// missing is why pages at the end are missing, nil if none are.
func (s *source) missing() error {
	if s.err == nil && s.part.cut {
		return io.ErrUnexpectedEOF
	}
	return s.err
}

// unreadable reports whether the file itself could not be read.
func (s *source) unreadable() bool { return errors.Is(s.err, infile.ErrRead) }
