package perfetto

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// This file takes apart the wire format of protobuf, as its specification has it
// (protobuf.dev/programming-guides/encoding). Package protowire of Go's protobuf module does the
// same; but it brings packages that read the program's own file at each start. A test compares with it.

// fieldNum is the number of a field, from 1.
type fieldNum int32

// wireType is how the value of a field is encoded.
type wireType uint8

const (
	varintType  wireType = 0
	fixed64Type wireType = 1
	bytesType   wireType = 2
	groupStart  wireType = 3
	groupEnd    wireType = 4
	fixed32Type wireType = 5
)

// Instead of a length, where no value follows.
const (
	endsEarly = -1 // the bytes end within it
	damaged   = -2
)

// takeVarint returns the number at the start of b, and its length in bytes.
func takeVarint(b []byte) (v uint64, n int) {
	switch {
	case len(b) > 0 && b[0] < 0x80:
		return uint64(b[0]), 1
	case len(b) > 1 && b[1] < 0x80:
		return uint64(b[0]&0x7f) | uint64(b[1])<<7, 2
	case len(b) >= 8:
		v = binary.LittleEndian.Uint64(b)
		if ends := ^v & 0x8080808080808080; ends != 0 { // the highest bit of the last byte is 0
			v &= ends ^ (ends - 1)
			v = v&0x007f007f007f007f | v&0x7f007f007f007f00>>1
			v = v&0x00003fff00003fff | v&0x3fff00003fff0000>>2
			v = v&0x000000000fffffff | v&0x0fffffff00000000>>4
			return v, bits.TrailingZeros64(ends)/8 + 1
		}
	}
	switch v, n = binary.Uvarint(b); {
	case n > 0:
		return v, n
	case n == 0 && len(b) < binary.MaxVarintLen64:
		return 0, endsEarly
	}
	return 0, damaged
}

// takeTag returns the number and the type of the field at the start of b, and the length of its tag.
func takeTag(b []byte) (num fieldNum, typ wireType, n int) {
	v, n := takeVarint(b)
	if n < 0 {
		return 0, 0, n
	}
	if v>>3 == 0 || v>>3 > math.MaxInt32 {
		return 0, 0, damaged
	}
	return fieldNum(v >> 3), wireType(v & 7), n
}

// takeBytes returns the bytes after the length at the start of b, and the length of both.
func takeBytes(b []byte) (data []byte, n int) {
	size, n := takeVarint(b)
	if n < 0 {
		return nil, n
	}
	if size > uint64(len(b)-n) {
		return nil, endsEarly
	}
	return b[n:][:size], n + int(size)
}

// takeFixed returns the number of size bytes, 4 or 8, at the start of b.
func takeFixed(b []byte, size int) (v uint64, n int) {
	switch {
	case len(b) < size:
		return 0, endsEarly
	case size == 4:
		return uint64(binary.LittleEndian.Uint32(b)), size
	}
	return binary.LittleEndian.Uint64(b), size
}

// valueLen is the length of a field's value at the start of b. Groups, which no trace has, are damage.
func valueLen(typ wireType, b []byte) (n int) {
	switch typ {
	case varintType:
		_, n = takeVarint(b)
	case fixed64Type:
		_, n = takeFixed(b, 8)
	case bytesType:
		_, n = takeBytes(b)
	case fixed32Type:
		_, n = takeFixed(b, 4)
	default:
		n = damaged
	}
	return n
}

// unzigzag decodes a signed number.
func unzigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }
