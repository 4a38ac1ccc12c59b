package etltest

import "encoding/binary"

// lzntChunk is how much of the input a chunk of LZNT1 holds, bytes.
const lzntChunk = 4096

// lznt1 writes chunks that are compressed separately: a header of 16 bits (size less 3, signature
// 3, and bit 15 for a compressed chunk), then bytes of 8 flags, from the least significant bit up,
// with the literals and matches that they announce.
func (p *packer) lznt1(dst, src []byte) []byte {
	for start := 0; start < len(src); start += lzntChunk {
		chunk := src[start:min(start+lzntChunk, len(src))]
		at := len(dst)
		dst = p.lzntPack(append(dst, 0, 0), chunk)
		header := 0xB000
		if len(dst)-at-2 >= len(chunk) { // no gain: stored as it is
			dst = append(dst[:at+2], chunk...)
			header = 0x3000
		}
		binary.LittleEndian.PutUint16(dst[at:], uint16(header|(len(dst)-at-3)))
	}
	return dst
}

func (p *packer) lzntPack(dst, chunk []byte) []byte {
	clear(p.table[:])
	flagsAt, count := 0, 8
	for at := 0; at < len(chunk); count++ {
		if count == 8 {
			flagsAt, count = len(dst), 0
			dst = append(dst, 0)
		}
		// The further into the chunk, the more of a match's 16 bits its distance takes, and the
		// fewer are left for its length.
		lengthBits := 12
		for i := at - 1; i >= 16; i >>= 1 {
			lengthBits--
		}
		longest := 1<<lengthBits + 2
		n, distance := p.find(chunk, at, at, min(len(chunk), at+longest))
		if n == 0 {
			dst = append(dst, chunk[at])
			at++
			continue
		}
		dst[flagsAt] |= 1 << count
		dst = binary.LittleEndian.AppendUint16(dst, uint16((distance-1)<<lengthBits|(n-3)))
		at += n
	}
	return dst
}
