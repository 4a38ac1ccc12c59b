package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
)

// ErrShort is the error of a Cursor from which more was requested than it holds.
var ErrShort = errors.New("data ends too early")

// Order is the byte order of a source.
type Order bool

// The two byte orders.
const (
	Little Order = false
	Big    Order = true
)

// U16 decodes the first 2 bytes of b, which must be there.
func (o Order) U16(b []byte) uint16 {
	if o {
		return binary.BigEndian.Uint16(b)
	}
	return binary.LittleEndian.Uint16(b)
}

// U32 decodes the first 4 bytes of b, which must be there.
func (o Order) U32(b []byte) uint32 {
	if o {
		return binary.BigEndian.Uint32(b)
	}
	return binary.LittleEndian.Uint32(b)
}

// U64 decodes the first 8 bytes of b, which must be there.
func (o Order) U64(b []byte) uint64 {
	if o {
		return binary.BigEndian.Uint64(b)
	}
	return binary.LittleEndian.Uint64(b)
}

// AppendU16 appends v to b.
func (o Order) AppendU16(b []byte, v uint16) []byte {
	if o {
		v = bits.ReverseBytes16(v)
	}
	return binary.LittleEndian.AppendUint16(b, v)
}

// AppendU32 appends v to b.
func (o Order) AppendU32(b []byte, v uint32) []byte {
	if o {
		v = bits.ReverseBytes32(v)
	}
	return binary.LittleEndian.AppendUint32(b, v)
}

// AppendU64 appends v to b.
func (o Order) AppendU64(b []byte, v uint64) []byte {
	if o {
		v = bits.ReverseBytes64(v)
	}
	return binary.LittleEndian.AppendUint64(b, v)
}

// Cursor reads a block from front to back. After the first read beyond the end every read returns
// zero and Err holds where it happened, so that a structure can be read whole and checked once.
type Cursor struct {
	data  []byte
	pos   int
	order Order
	err   error
}

// NewCursor starts at the first byte of data.
func NewCursor(data []byte, order Order) *Cursor {
	return &Cursor{data: data, order: order}
}

// Err is ErrShort with the place of the first read beyond the end, or nil.
func (c *Cursor) Err() error { return c.err }

// Pos is the number of bytes consumed.
func (c *Cursor) Pos() int { return c.pos }

// Left is the number of bytes not consumed yet, 0 after an error.
func (c *Cursor) Left() int {
	if c.err != nil {
		return 0
	}
	return len(c.data) - c.pos
}

// Bytes consumes n bytes and returns them without copying; nil when there are
// fewer or n is negative.
func (c *Cursor) Bytes(n int) []byte {
	if c.err != nil {
		return nil
	}
	if n < 0 || n > len(c.data)-c.pos {
		c.err = fmt.Errorf("%w: %d bytes should follow offset %#x, but only %d are left", ErrShort, n, c.pos, len(c.data)-c.pos)
		return nil
	}
	b := c.data[c.pos : c.pos+n : c.pos+n]
	c.pos += n
	return b
}

// Skip consumes n bytes.
func (c *Cursor) Skip(n int) { c.Bytes(n) }

// U8 consumes one byte.
func (c *Cursor) U8() uint8 {
	if b := c.Bytes(1); b != nil {
		return b[0]
	}
	return 0
}

// U16 consumes 2 bytes.
func (c *Cursor) U16() uint16 {
	if b := c.Bytes(2); b != nil {
		return c.order.U16(b)
	}
	return 0
}

// U32 consumes 4 bytes.
func (c *Cursor) U32() uint32 {
	if b := c.Bytes(4); b != nil {
		return c.order.U32(b)
	}
	return 0
}

// U64 consumes 8 bytes.
func (c *Cursor) U64() uint64 {
	if b := c.Bytes(8); b != nil {
		return c.order.U64(b)
	}
	return 0
}

// Block consumes n bytes where n comes from the data itself and may be absurd.
func (c *Cursor) Block(n uint64) []byte {
	if c.err == nil && n > uint64(len(c.data)-c.pos) {
		c.err = fmt.Errorf("%w: a block of %d bytes begins at offset %#x, but only %d bytes are left", ErrShort, n, c.pos, len(c.data)-c.pos)
	}
	if c.err != nil {
		return nil
	}
	return c.Bytes(int(n))
}

// CString consumes bytes up to and including a NUL and returns those before it.
func (c *Cursor) CString() []byte {
	if c.err != nil {
		return nil
	}
	for i, b := range c.data[c.pos:] {
		if b == 0 {
			s := c.data[c.pos : c.pos+i]
			c.pos += i + 1
			return s
		}
	}
	c.err = fmt.Errorf("%w: the string at offset %#x is not terminated", ErrShort, c.pos)
	return nil
}

// Text is the part of b before its first NUL: a fixed-size character array.
func Text(b []byte) []byte {
	for i, x := range b {
		if x == 0 {
			return b[:i]
		}
	}
	return b
}
