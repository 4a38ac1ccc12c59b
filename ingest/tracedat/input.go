package tracedat

import (
	"errors"
	"fmt"
	"io"

	"threadlens/ingest/internal/infile"
	"threadlens/ingest/internal/wire"
)

// input is the file, or an unpacked part of it: bytes in memory where the caller has mapped it,
// otherwise read piece by piece.
type input struct {
	r    io.ReaderAt
	size int64
	mem  []byte
}

func newInput(r io.ReaderAt, size int64) *input {
	return &input{r: r, size: size, mem: infile.Mapped(r, size)}
}

// inside reports whether the file has n bytes at off.
func (in *input) inside(off, n int64) bool {
	return off >= 0 && n >= 0 && off <= in.size && n <= in.size-off
}

// read returns n bytes at off for keeping; they are put into room if the file is not in memory and
// room is large enough.
func (in *input) read(off, n int64, room []byte) ([]byte, error) {
	switch {
	case !in.inside(off, n):
		return nil, fmt.Errorf("reading %d bytes at offset %#x: %w", n, off, io.ErrUnexpectedEOF)
	case in.mem != nil:
		return in.mem[off : off+n : off+n], nil
	case int64(cap(room)) < n:
		room = make([]byte, n)
	}
	b := room[:n]
	k, err := in.r.ReadAt(b, off)
	switch {
	case int64(k) == n:
		return b, nil
	case err == nil || errors.Is(err, io.EOF):
		return nil, fmt.Errorf("reading %d bytes at offset %#x: %w", n, off, io.ErrUnexpectedEOF)
	}
	return nil, fmt.Errorf("reading %d bytes at offset %#x: %w: %w", n, off, infile.ErrRead, err)
}

// cursor reads a part of an input from front to back. After the first read that fails every read
// returns zero and err says why, so that a structure can be read whole and checked once.
type cursor struct {
	in    *input
	at    int64
	order wire.Order
	err   error
}

// textStep is how many bytes are read at a time to find the end of a text.
const textStep = 64

// block consumes n bytes.
func (c *cursor) block(n uint64) []byte {
	if c.err != nil {
		return nil
	}
	if n > maxSection {
		c.err = fmt.Errorf("a section of %d bytes at offset %#x is larger than the limit of %d bytes", n, c.at, maxSection)
		if !c.in.inside(c.at, int64(min(n, 1<<62))) {
			c.err = fmt.Errorf("reading %d bytes at offset %#x: %w", n, c.at, io.ErrUnexpectedEOF)
		}
		return nil
	}
	var b []byte
	if b, c.err = c.in.read(c.at, int64(n), nil); c.err == nil {
		c.at += int64(n)
	}
	return b
}

// skip consumes n bytes without reading them.
func (c *cursor) skip(n uint64) {
	if c.err != nil {
		return
	}
	if n > 1<<62 || !c.in.inside(c.at, int64(n)) {
		c.err = fmt.Errorf("reading %d bytes at offset %#x: %w", n, c.at, io.ErrUnexpectedEOF)
		return
	}
	c.at += int64(n)
}

func (c *cursor) u8() uint8 {
	if b := c.block(1); b != nil {
		return b[0]
	}
	return 0
}

func (c *cursor) u16() uint16 {
	if b := c.block(2); b != nil {
		return c.order.U16(b)
	}
	return 0
}

func (c *cursor) u32() uint32 {
	if b := c.block(4); b != nil {
		return c.order.U32(b)
	}
	return 0
}

func (c *cursor) u64() uint64 {
	if b := c.block(8); b != nil {
		return c.order.U64(b)
	}
	return 0
}

// text consumes bytes up to and including a NUL and returns those before it, at most most.
func (c *cursor) text(most int) string {
	var text []byte
	for start := c.at; c.err == nil; {
		b := c.block(uint64(max(1, min(textStep, c.in.size-c.at))))
		t := wire.Text(b)
		if text = append(text, t...); len(text) > most {
			c.err = fmt.Errorf("the text at %#x is longer than the limit of %d bytes", start, most)
		}
		if len(t) < len(b) {
			c.at -= int64(len(b) - len(t) - 1)
			break
		}
	}
	if c.err != nil {
		return ""
	}
	return string(text)
}
