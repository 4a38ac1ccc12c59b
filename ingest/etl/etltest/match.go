package etltest

import (
	"encoding/binary"
	"math/bits"
)

// Compression is how the buffers of a file are stored; the numbers are those
// of the first buffer's state.
type Compression uint8

// Compressions.
const (
	Plain         Compression = 0
	LZNT1         Compression = 2
	Xpress        Compression = 3 // plain LZ77
	XpressHuffman Compression = 4
)

// compressions are the methods, by Compression; nil where there is none. Each
// appends the compressed form of src to dst.
var compressions = [...]func(p *packer, dst, src []byte) []byte{
	Plain: func(_ *packer, dst, src []byte) []byte { return append(dst, src...) },
	LZNT1: (*packer).lznt1, Xpress: (*packer).xpress, XpressHuffman: (*packer).huffman,
}

// Compress is src compressed by one of the methods: the part of a compressed buffer after its
// header. An unknown method leaves src plain.
func Compress(c Compression, src []byte) []byte {
	var p packer
	return p.pack(nil, src, c)
}

// packer compresses. It keeps its tables from one buffer to the next.
type packer struct {
	table  [1 << tableBits]int32 // position after the last one with this hash
	tokens []token
}

// token is a literal byte, or a match when length is not 0.
type token struct {
	length, distance uint16
	literal          byte
}

const tableBits = 14

// minMatch is the shortest match searched for: four bytes are compared at a time.
const minMatch = 4

func (p *packer) pack(dst, src []byte, c Compression) []byte {
	if int(c) >= len(compressions) || compressions[c] == nil {
		c = Plain
	}
	return compressions[c](p, dst, src)
}

// find searches for an earlier copy of what begins at src[at], at most reach bytes back and ending
// before end. A length of 0 means that there is none. The position is remembered for later ones.
func (p *packer) find(src []byte, at, reach, end int) (length, distance int) {
	if at+minMatch > end {
		return 0, 0
	}
	word := binary.LittleEndian.Uint32(src[at:])
	slot := &p.table[word*2654435761>>(32-tableBits)]
	from := int(*slot) - 1
	*slot = int32(at + 1)
	if from < 0 || at-from > reach || binary.LittleEndian.Uint32(src[from:]) != word {
		return 0, 0
	}
	n := minMatch
	for at+n+8 <= end {
		diff := binary.LittleEndian.Uint64(src[at+n:]) ^ binary.LittleEndian.Uint64(src[from+n:])
		if diff != 0 {
			return n + bits.TrailingZeros64(diff)/8, at - from
		}
		n += 8
	}
	for at+n < end && src[at+n] == src[from+n] {
		n++
	}
	return n, at - from
}
