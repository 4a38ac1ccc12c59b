package xca

import (
	"encoding/binary"
	"math/bits"
)

// The tests' compressors implement the formats a second time and share nothing with the code under
// test. They take a list of items, so that a test can request any item, and items makes such a list
// from data.

// item is a literal, or a match where dist is not 0.
type item struct {
	lit    byte
	dist   int
	length int
}

func lits(s string) []item {
	var list []item
	for i := range len(s) {
		list = append(list, item{lit: s[i]})
	}
	return list
}

// size is the output of an item.
func (it item) size() int {
	if it.dist == 0 {
		return 1
	}
	return it.length
}

// expand is what a list of items means.
func expand(list []item) []byte {
	var out []byte
	for _, it := range list {
		if it.dist == 0 {
			out = append(out, it.lit)
			continue
		}
		for range it.length {
			out = append(out, out[len(out)-it.dist])
		}
	}
	return out
}

// items splits data into literals and the matches found at the last place with the same three
// bytes. limits is, for an offset, how far back and how long a match may be.
func items(data []byte, limits func(at int) (dist, length int)) []item {
	var list []item
	last := map[[3]byte]int{}
	for at := 0; at < len(data); {
		it := item{lit: data[at]}
		if at+3 <= len(data) {
			dist, length := limits(at)
			if from, ok := last[[3]byte(data[at:])]; ok && at-from <= dist {
				n := 3
				for n < length && at+n < len(data) && data[from+n] == data[at+n] {
					n++
				}
				it = item{dist: at - from, length: n}
			}
		}
		for range it.size() {
			if at+3 <= len(data) {
				last[[3]byte(data[at:])] = at
			}
			at++
		}
		list = append(list, it)
	}
	return list
}

func xpressLimits(int) (dist, length int) { return 8192, 1 << 30 }

func huffmanLimits(int) (dist, length int) { return 65535, 1 << 30 }

// lznt1Limits are the limits at an offset in a chunk, from the table of
// MS-XCA: the more has been written, the more bits the distance takes.
func lznt1Limits(at int) (dist, length int) {
	n := 4
	for 1<<n < at {
		n++
	}
	return 1 << n, 1<<(16-n) + 2
}

// lengthBytes appends the long forms of a match length, less 3, that is base
// or more.
func lengthBytes(b []byte, length, base int) []byte {
	switch {
	case length < base+255:
		return append(b, byte(length-base))
	case length <= 0xFFFF:
		return binary.LittleEndian.AppendUint16(append(b, 255), uint16(length))
	}
	return binary.LittleEndian.AppendUint32(append(b, 255, 0, 0), uint32(length))
}

// packXPRESS compresses items to plain LZ77, with the end mark: the unused flags are all ones.
func packXPRESS(list []item) []byte {
	b := make([]byte, 4)
	flagsAt, used := 0, 0
	var flags uint32
	halfAt := -1 // the byte whose high half is free
	for _, it := range list {
		if used == 32 {
			binary.LittleEndian.PutUint32(b[flagsAt:], flags)
			flagsAt, used, flags = len(b), 0, 0
			b = append(b, 0, 0, 0, 0)
		}
		if it.dist != 0 {
			flags |= 1 << (31 - used)
		}
		used++
		if it.dist == 0 {
			b = append(b, it.lit)
			continue
		}
		n := it.length - 3
		b = binary.LittleEndian.AppendUint16(b, uint16((it.dist-1)<<3|min(n, 7)))
		if n < 7 {
			continue
		}
		half := byte(min(n-7, 15))
		if halfAt < 0 {
			halfAt = len(b)
			b = append(b, half)
		} else {
			b[halfAt] |= half << 4
			halfAt = -1
		}
		if half == 15 {
			b = lengthBytes(b, n, 22)
		}
	}
	flags |= uint32(1<<(32-used) - 1)
	binary.LittleEndian.PutUint32(b[flagsAt:], flags)
	if used == 32 {
		b = append(b, 0xFF, 0xFF, 0xFF, 0xFF)
	}
	return b
}

// packLZNT1 compresses data in chunks, storing those that would grow.
func packLZNT1(data []byte) []byte {
	var b []byte
	for len(data) > 0 {
		chunk := data[:min(4096, len(data))]
		data = data[len(chunk):]
		packed := packGroups(items(chunk, lznt1Limits))
		if len(packed) < len(chunk) {
			b = append(lznt1Header(b, 0xB000, len(packed)), packed...)
		} else {
			b = append(lznt1Header(b, 0x3000, len(chunk)), chunk...)
		}
	}
	return b
}

func lznt1Header(b []byte, kind, size int) []byte {
	return binary.LittleEndian.AppendUint16(b, uint16(kind|(size-1)))
}

// packGroups compresses the items of one chunk.
func packGroups(list []item) []byte {
	var b []byte
	at, flagsAt := 0, 0
	for i, it := range list {
		if i%8 == 0 {
			flagsAt = len(b)
			b = append(b, 0)
		}
		if it.dist == 0 {
			b = append(b, it.lit)
		} else {
			b[flagsAt] |= 1 << (i % 8)
			far, _ := lznt1Limits(at)
			n := 16 - bits.TrailingZeros(uint(far))
			b = binary.LittleEndian.AppendUint16(b, uint16((it.dist-1)<<n|(it.length-3)))
		}
		at += it.size()
	}
	return b
}
