package wire

import (
	"bytes"
	"errors"
	"testing"
)

func TestOrders(t *testing.T) {
	b := []byte{1, 2, 3, 4, 5, 6, 7, 8}
	if g := Little.U16(b); g != 0x0201 {
		t.Errorf("little U16 = %#x", g)
	}
	if g := Big.U16(b); g != 0x0102 {
		t.Errorf("big U16 = %#x", g)
	}
	if g := Little.U32(b); g != 0x04030201 {
		t.Errorf("little U32 = %#x", g)
	}
	if g := Big.U32(b); g != 0x01020304 {
		t.Errorf("big U32 = %#x", g)
	}
	if g := Little.U64(b); g != 0x0807060504030201 {
		t.Errorf("little U64 = %#x", g)
	}
	if g := Big.U64(b); g != 0x0102030405060708 {
		t.Errorf("big U64 = %#x", g)
	}
}

func TestAppendRoundTrip(t *testing.T) {
	for _, o := range []Order{Little, Big} {
		b := o.AppendU16(nil, 0x1234)
		b = o.AppendU32(b, 0x56789abc)
		b = o.AppendU64(b, 0xdef0123456789abc)
		c := NewCursor(b, o)
		if v := c.U16(); v != 0x1234 {
			t.Errorf("order %v: U16 = %#x", o, v)
		}
		if v := c.U32(); v != 0x56789abc {
			t.Errorf("order %v: U32 = %#x", o, v)
		}
		if v := c.U64(); v != 0xdef0123456789abc {
			t.Errorf("order %v: U64 = %#x", o, v)
		}
		if c.Err() != nil || c.Left() != 0 || c.Pos() != len(b) {
			t.Errorf("order %v: err %v, left %d, pos %d", o, c.Err(), c.Left(), c.Pos())
		}
	}
}

func TestCursorShort(t *testing.T) {
	reads := map[string]func(*Cursor){
		"U8":      func(c *Cursor) { c.Skip(3); c.U8() },
		"U16":     func(c *Cursor) { c.Skip(2); c.U16() },
		"U32":     func(c *Cursor) { c.U32() },
		"U64":     func(c *Cursor) { c.U64() },
		"Bytes":   func(c *Cursor) { c.Bytes(4) },
		"minus":   func(c *Cursor) { c.Bytes(-1) },
		"Block":   func(c *Cursor) { c.Block(1 << 63) },
		"CString": func(c *Cursor) { c.CString() },
	}
	for name, read := range reads {
		c := NewCursor([]byte{1, 2, 3}, Little)
		read(c)
		if !errors.Is(c.Err(), ErrShort) {
			t.Errorf("%s: error %v, want ErrShort", name, c.Err())
		}
		if c.Left() != 0 || c.U8() != 0 || c.U16() != 0 || c.U32() != 0 || c.U64() != 0 || c.CString() != nil || c.Block(0) != nil {
			t.Errorf("%s: reads after the error yield data", name)
		}
	}
}

func TestStrings(t *testing.T) {
	c := NewCursor([]byte("ab\x00\x00cd"), Little)
	if s := c.CString(); string(s) != "ab" {
		t.Errorf("CString = %q", s)
	}
	if s := c.CString(); len(s) != 0 {
		t.Errorf("empty CString = %q", s)
	}
	if s := c.Block(2); string(s) != "cd" {
		t.Errorf("Block = %q", s)
	}
	for in, want := range map[string]string{"": "", "x": "x", "x\x00y": "x", "\x00": ""} {
		if g := Text([]byte(in)); !bytes.Equal(g, []byte(want)) {
			t.Errorf("Text(%q) = %q, want %q", in, g, want)
		}
	}
}
