package etltest

import (
	"encoding/binary"
	"unicode/utf16"
)

// payload composes the bytes after a record's header. Its methods append and return the payload, so
// that they can be chained.
type payload struct {
	b   []byte
	ptr int // size of a pointer; 0 means 8
}

func (p *payload) u8(vs ...uint8) *payload {
	p.b = append(p.b, vs...)
	return p
}

func (p *payload) u16(vs ...uint16) *payload {
	for _, v := range vs {
		p.b = binary.LittleEndian.AppendUint16(p.b, v)
	}
	return p
}

func (p *payload) u32(vs ...uint32) *payload {
	for _, v := range vs {
		p.b = binary.LittleEndian.AppendUint32(p.b, v)
	}
	return p
}

func (p *payload) u64(vs ...uint64) *payload {
	for _, v := range vs {
		p.b = binary.LittleEndian.AppendUint64(p.b, v)
	}
	return p
}

func (p *payload) i64(vs ...int64) *payload {
	for _, v := range vs {
		p.b = binary.LittleEndian.AppendUint64(p.b, uint64(v))
	}
	return p
}

// pointer appends addresses; 4-byte ones keep their lower half.
func (p *payload) pointer(vs ...uint64) *payload {
	for _, v := range vs {
		if p.ptr == 4 {
			p.u32(uint32(v))
		} else {
			p.u64(v)
		}
	}
	return p
}

func (p *payload) raw(b []byte) *payload {
	p.b = append(p.b, b...)
	return p
}

func (p *payload) zero(n int) *payload {
	p.b = append(p.b, make([]byte, n)...)
	return p
}

// align adds zeroes up to a multiple of n bytes of the payload.
func (p *payload) align(n int) *payload {
	for len(p.b)%n != 0 {
		p.b = append(p.b, 0)
	}
	return p
}

// narrow appends s and a zero, one byte a character.
func (p *payload) narrow(s string) *payload {
	for _, r := range s {
		if r > 0xFF {
			r = '?'
		}
		p.b = append(p.b, uint8(r))
	}
	return p.u8(0)
}

// wide appends s in UTF-16 and a zero.
func (p *payload) wide(s string) *payload {
	return p.u16(utf16.Encode([]rune(s))...).u16(0)
}

// chars appends s in a field of n UTF-16 units, truncated or padded with zeroes.
func (p *payload) chars(s string, n int) *payload {
	units := utf16.Encode([]rune(s))
	units = units[:min(len(units), n-1)]
	return p.u16(units...).zero(2 * (n - len(units)))
}
