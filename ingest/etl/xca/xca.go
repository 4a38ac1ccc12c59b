package xca

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// Why an input cannot be expanded.
var (
	errEnds      = errors.New("the compressed data is cut off")
	errBefore    = errors.New("a back-reference (match) points before the start of the unpacked data")
	errBeyond    = errors.New("the data unpacks to more bytes than expected")
	errLength    = errors.New("the length of a back-reference (match) is encoded in the long form, but fits the short form")
	errCode      = errors.New("the code lengths do not form a complete Huffman code")
	errSignature = errors.New("the header of a compressed chunk has no valid signature")
	errChunk     = errors.New("a compressed chunk other than the last one unpacks to less than 4096 bytes")
)

// minMatch is the length of the shortest match in all three formats, which
// they store as 0.
const minMatch = 3

// fail is the error of a format, with the offsets where it occurred.
func fail(format string, in, out int, cause error) error {
	return fmt.Errorf("%s: cannot unpack: error at %#x of the compressed data (%#x of the unpacked data): %w", format, in, out, cause)
}

// input reads little-endian integers and remembers whether there were enough bytes.
type input struct {
	src   []byte
	in    int  // offset of the next byte in src
	short bool // something beyond the end of src was requested
}

func (r *input) u8() uint32 {
	if r.in >= len(r.src) {
		r.short = true
		return 0
	}
	r.in++
	return uint32(r.src[r.in-1])
}

func (r *input) u16() uint32 {
	if len(r.src)-r.in < 2 {
		r.short = true
		return 0
	}
	r.in += 2
	return uint32(binary.LittleEndian.Uint16(r.src[r.in-2:]))
}

func (r *input) u32() uint32 {
	if len(r.src)-r.in < 4 {
		r.short = true
		return 0
	}
	r.in += 4
	return binary.LittleEndian.Uint32(r.src[r.in-4:])
}

// longLength reads the bytes that follow where a match length, less minMatch,
// is base or more: what to add to base in one byte or, if that is 255, all of
// it in two bytes or, if those are 0, in four (for LZ77+Huffman only the
// compressor of MS-XCA, in 2.1.4.3, has those). The result includes minMatch.
func (r *input) longLength(base uint32) (int, error) {
	length := base + r.u8()
	if length == base+255 {
		if length = r.u16(); length == 0 {
			length = r.u32()
		}
	}
	switch {
	case r.short:
		return 0, errEnds
	case length < base:
		return 0, errLength
	}
	return int(min(uint64(length), math.MaxInt-minMatch)) + minMatch, nil
}

// output is what is being filled.
type output struct {
	dst []byte
	out int // offset of the next byte in dst
}

// match repeats length bytes from dist bytes back. The two may overlap: then what was just written
// is repeated as well.
func (w *output) match(dist, length int) error {
	switch {
	case dist > w.out:
		return errBefore
	case length > len(w.dst)-w.out:
		return errBeyond
	}
	// Each round copies everything from the start of the match on, so that source and target of a
	// round never overlap.
	from := w.out - dist
	for end := w.out + length; w.out < end; {
		w.out += copy(w.dst[w.out:end], w.dst[from:w.out])
	}
	return nil
}
