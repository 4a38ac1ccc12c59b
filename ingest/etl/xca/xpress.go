package xca

import (
	"encoding/binary"
	"math/bits"
)

const (
	// noFlags is the flag register when its 32 flags are used up. The flags are taken from bit 63
	// down, and this bit follows the last.
	noFlags = 1 << 63

	// Forms of a match length, less minMatch: 3 bits, 4 more, 8 more.
	threeBits = 7
	sevenBits = threeBits + 15
	maxByte   = 255

	// roomIn is the input that one round of fast may read: 32 literals, then 4 bytes of flags, or 4
	// of a match.
	roomIn = 32 + 4
	// roomOut is the output that one round may write before a match: 32 literals. One byte more, so
	// that the last item of an output is left to step.
	roomOut = 32 + 1
	// roomMatch is how far a match may write beyond its end: it is written 16 bytes at a time.
	roomMatch = 16
)

// fill[d] times a number of d bytes repeats that number up to 8 bytes, and
// stride[d] is how many of these are whole repetitions.
var (
	fill = [8]uint64{
		1: 0x0101010101010101,
		2: 0x0001000100010001,
		3: 0x0001000001000001,
		4: 0x0000000100000001,
		5: 0x0000010000000001,
		6: 0x0001000000000001,
		7: 0x0100000000000001,
	}
	stride = [8]int{1: 8, 2: 8, 3: 6, 4: 8, 5: 5, 6: 6, 7: 7}
)

// xpress is the state between two items, each a literal or a match.
type xpress struct {
	input
	output
	flags uint64 // upcoming flags from bit 63 down, and the bit of noFlags
	half  int    // high half of a length byte, used by the next match; or -1
}

func newXPRESS(dst, src []byte) xpress {
	return xpress{input: input{src: src}, output: output{dst: dst}, flags: noFlags, half: -1}
}

// XPRESS expands src, which is plain LZ77 of MS-XCA, to exactly len(dst) bytes. For its errors see
// the package comment.
func XPRESS(dst, src []byte) error {
	x := newXPRESS(dst, src)
	for x.out < len(dst) {
		x.fast()
		at := x.in
		if err := x.step(); err != nil {
			return fail("XPRESS", at, x.out, err)
		}
	}
	return nil
}

// step decodes one item, or reads the flags of the next 32, with all checks. There must be room for
// a byte of output.
func (x *xpress) step() error {
	if x.flags == noFlags {
		x.flags = uint64(x.u32())<<32 | noFlags>>32
		if x.short {
			return errEnds
		}
		return nil
	}
	isMatch := x.flags&noFlags != 0
	x.flags <<= 1
	if !isMatch {
		b := x.u8()
		if x.short {
			return errEnds
		}
		x.dst[x.out] = byte(b)
		x.out++
		return nil
	}
	m := int(x.u16())
	length, err := x.length(m & threeBits)
	if err != nil {
		return err
	}
	return x.match(m>>3+1, length)
}

// length completes a match length of which the first 3 bits are known.
func (x *xpress) length(first int) (int, error) {
	length := first
	if first == threeBits {
		if x.half < 0 {
			b := int(x.u8())
			length, x.half = length+b&15, b>>4
		} else {
			length, x.half = length+x.half, -1
		}
	}
	switch {
	case x.short:
		return 0, errEnds
	case length == sevenBits:
		return x.longLength(sevenBits)
	}
	return length + minMatch, nil
}

// fast decodes as long as input and output have room for the most that a round can read and write,
// and returns before the first item that is rare (a length of more than 8 bits) or invalid: step
// handles it.
func (x *xpress) fast() {
	dst, src := x.dst, x.src
	in, out, flags, half := x.in, x.out, x.flags, x.half
	for in <= len(src)-roomIn && out <= len(dst)-roomOut {
		// The literals before the next match, with some excess. Few are 8.
		run := bits.LeadingZeros64(flags) & 63
		*(*[8]byte)(dst[out:]) = *(*[8]byte)(src[in:])
		if run > 8 {
			*(*[32]byte)(dst[out:]) = *(*[32]byte)(src[in:])
		}
		in += run
		out += run
		flags <<= run
		if flags == noFlags {
			flags = uint64(binary.LittleEndian.Uint32(src[in:]))<<32 | noFlags>>32
			in += 4
			continue
		}

		m := int(binary.LittleEndian.Uint16(src[in:]))
		dist, length := m>>3+1, m&threeBits
		next, rest := in+2, half
		if length == threeBits {
			if rest < 0 {
				b := int(src[next])
				next++
				length, rest = length+b&15, b>>4
			} else {
				length, rest = length+rest, -1
			}
			if length == sevenBits {
				length += int(src[next])
				next++
			}
		}
		if length == sevenBits+maxByte || dist > out || length+minMatch > len(dst)-out-roomMatch {
			break
		}
		in, half = next, rest
		flags <<= 1
		end := out + length + minMatch
		repeat(dst, out, dist, end)
		out = end
	}
	x.in, x.out, x.flags, x.half = in, out, flags, half
}

// repeat fills dst from out to end with what is dist bytes back. It may write up to roomMatch bytes
// beyond end.
func repeat(dst []byte, out, dist, end int) {
	from := out - dist
	if dist >= 8 {
		// Eight bytes at a time never read what they write.
		for ; out < end; out, from = out+16, from+16 {
			a, b := dst[out:out+16], dst[from:from+16]
			binary.LittleEndian.PutUint64(a, binary.LittleEndian.Uint64(b))
			binary.LittleEndian.PutUint64(a[8:], binary.LittleEndian.Uint64(b[8:]))
		}
		return
	}
	word := binary.LittleEndian.Uint64(dst[from:]) & (1<<(8*dist&63) - 1) * fill[dist&7]
	for ; out < end; out += stride[dist&7] {
		binary.LittleEndian.PutUint64(dst[out:], word)
	}
}
