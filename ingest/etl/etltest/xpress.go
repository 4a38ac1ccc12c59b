package etltest

import "encoding/binary"

// xpressReach is how far back a match of plain LZ77 XPRESS may begin, bytes.
const xpressReach = 8192

// xpressCoder writes a stream of plain LZ77 XPRESS: words of 32 flags, each
// followed by the literals and matches that its flags announce from the most
// significant bit down.
type xpressCoder struct {
	b       []byte
	flags   uint32
	count   int // flags in the current word
	flagsAt int // where that word goes
	nibble  int // byte whose upper half is free for a length, 0 for none
}

func (p *packer) xpress(dst, src []byte) []byte {
	clear(p.table[:])
	c := xpressCoder{b: dst, flagsAt: len(dst)}
	c.b = append(c.b, 0, 0, 0, 0)
	for at := 0; at < len(src); {
		n, distance := p.find(src, at, xpressReach, len(src))
		if n == 0 {
			c.b = append(c.b, src[at])
			c.flag(0)
			at++
			continue
		}
		c.match(n, distance)
		c.flag(1)
		at += n
	}
	// The unused flags are ones: a match that the end of the input cuts off marks the end.
	left := 32 - c.count
	c.flags = uint32(uint64(c.flags)<<left | (1<<left - 1))
	binary.LittleEndian.PutUint32(c.b[c.flagsAt:], c.flags)
	return c.b
}

func (c *xpressCoder) flag(bit uint32) {
	c.flags = c.flags<<1 | bit
	c.count++
	if c.count == 32 {
		binary.LittleEndian.PutUint32(c.b[c.flagsAt:], c.flags)
		c.flags, c.count, c.flagsAt = 0, 0, len(c.b)
		c.b = append(c.b, 0, 0, 0, 0)
	}
}

// match writes a distance of 13 bits and a length that begins in 3 bits and continues in a nibble
// shared by two matches, a byte, and 2 or 4 bytes.
func (c *xpressCoder) match(n, distance int) {
	le := binary.LittleEndian
	n -= 3
	c.b = le.AppendUint16(c.b, uint16((distance-1)<<3|min(n, 7)))
	if n < 7 {
		return
	}
	half := byte(min(n-7, 15))
	if c.nibble == 0 {
		c.nibble = len(c.b)
		c.b = append(c.b, half)
	} else {
		c.b[c.nibble] |= half << 4
		c.nibble = 0
	}
	if half < 15 {
		return
	}
	if n-22 < 255 {
		c.b = append(c.b, byte(n-22))
		return
	}
	c.b = append(c.b, 255)
	if n < 1<<16 {
		c.b = le.AppendUint16(c.b, uint16(n))
		return
	}
	c.b = le.AppendUint32(le.AppendUint16(c.b, 0), uint32(n))
}
