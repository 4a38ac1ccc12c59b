package xca

import (
	"encoding/binary"
	"math/bits"
)

const (
	// chunkSize is the output of every chunk but the last, and how far a match
	// can reach.
	chunkSize = 4096

	// Chunk header: size of what follows less 1, signature, kind.
	chunkHeader     = 2
	chunkSizeMask   = 0x0FFF
	chunkSignature  = 0x3000
	chunkSigMask    = 0x7000
	chunkCompressed = 0x8000

	// minDistBits is the minimum number of bits of a match's distance.
	minDistBits = 4
)

// LZNT1 expands src to exactly len(dst) bytes. For its errors see the package comment. A chunk that
// is too short and not the last is an error too: Windows fills up with zeros there, but never
// writes such a chunk.
func LZNT1(dst, src []byte) error {
	l := lznt1{input: input{src: src}}
	for base := 0; base < len(dst); base += chunkSize {
		l.output = output{dst: dst[base:min(base+chunkSize, len(dst))]}
		at, err := l.chunk()
		if err == nil && l.out < len(l.dst) {
			err = errChunk
		}
		if err != nil {
			return fail("LZNT1", at, base+l.out, err)
		}
	}
	return nil
}

// lznt1 is the state between two items of a chunk. Its output is that of the
// chunk alone.
type lznt1 struct {
	input
	output
}

// chunk expands one chunk. at is where the last item began.
func (l *lznt1) chunk() (at int, err error) {
	at = l.in
	header := int(l.u16())
	size := header&chunkSizeMask + 1
	switch {
	case header == 0 || size > len(l.src)-l.in: // also where there is no header
		return at, errEnds
	case header&chunkSigMask != chunkSignature:
		return at, errSignature
	}
	end := l.in + size
	if header&chunkCompressed != 0 {
		return l.groups(end)
	}
	if size > len(l.dst) {
		return at, errBeyond
	}
	l.out = copy(l.dst, l.src[l.in:end])
	l.in = end
	return at, nil
}

// groups expands the items of a chunk that ends at end in the input. A byte of
// flags, used from the lowest bit up, precedes each 8 of them.
func (l *lznt1) groups(end int) (at int, err error) {
	for l.in < end {
		flags := l.src[l.in]
		l.in++
		for i := 0; i < 8 && l.in < end; i++ {
			at = l.in
			switch {
			case flags>>i&1 != 0:
				if err := l.pair(end); err != nil {
					return at, err
				}
			case l.out == len(l.dst):
				return at, errBeyond
			default:
				l.dst[l.out] = l.src[l.in]
				l.in++
				l.out++
			}
		}
	}
	return at, nil
}

// pair executes a match. Its distance has as many bits as it takes to reach the start of the chunk,
// and its length has the rest.
func (l *lznt1) pair(end int) error {
	if end-l.in < 2 {
		return errEnds
	}
	if l.out == 0 {
		return errBefore
	}
	m := int(binary.LittleEndian.Uint16(l.src[l.in:]))
	l.in += 2
	n := 16 - max(minDistBits, bits.Len(uint(l.out-1)))
	return l.match(m>>n+1, m&(1<<n-1)+minMatch)
}
