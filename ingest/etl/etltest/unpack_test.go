package etltest

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// unpack expands a compressed body to n bytes with decoders that know only MS-XCA, and trust their
// input.
func unpack(t *testing.T, state uint32, b []byte, n int) []byte {
	t.Helper()
	var out []byte
	switch Compression(state & 0xFFFF) {
	case LZNT1:
		out = unpackLZNT1(b, n)
	case Xpress:
		out = unpackXpress(b, n)
	case XpressHuffman:
		out = unpackHuffman(b, n)
	default:
		t.Fatalf("a compressed buffer in a file of state %d", state)
	}
	if len(out) != n {
		t.Fatalf("unpacked %d bytes of %d", len(out), n)
	}
	return out
}

// repeat copies n bytes from distance back, which may overlap what it writes.
func repeat(out []byte, distance, n int) []byte {
	for range n {
		out = append(out, out[len(out)-distance])
	}
	return out
}

func unpackXpress(b []byte, n int) (out []byte) {
	le := binary.LittleEndian
	at, nibble := 0, -1
	var flags uint32
	for left := 0; len(out) < n; left-- {
		if left == 0 {
			flags, left = le.Uint32(b[at:]), 32
			at += 4
		}
		if flags>>(left-1)&1 == 0 {
			out = append(out, b[at])
			at++
			continue
		}
		m := int(le.Uint16(b[at:]))
		at += 2
		length := m & 7
		if length == 7 {
			if nibble < 0 {
				nibble = at
				length += int(b[at] & 15)
				at++
			} else {
				length += int(b[nibble] >> 4)
				nibble = -1
			}
			if length == 22 {
				length += int(b[at])
				at++
				if length == 277 {
					length = int(le.Uint16(b[at:]))
					at += 2
					if length == 0 {
						length = int(le.Uint32(b[at:]))
						at += 4
					}
				}
			}
		}
		out = repeat(out, m>>3+1, length+3)
	}
	return out
}

func unpackLZNT1(b []byte, n int) (out []byte) {
	le := binary.LittleEndian
	for len(out) < n {
		header := int(le.Uint16(b))
		chunk := b[2 : header&0xFFF+3]
		b = b[header&0xFFF+3:]
		if header&0x8000 == 0 {
			out = append(out, chunk...)
			continue
		}
		start := len(out)
		for at := 0; at < len(chunk); {
			flags := chunk[at]
			at++
			for bit := 0; bit < 8 && at < len(chunk); bit++ {
				if flags>>bit&1 == 0 {
					out = append(out, chunk[at])
					at++
					continue
				}
				token, distanceBits := int(le.Uint16(chunk[at:])), 4
				for 1<<distanceBits < len(out)-start {
					distanceBits++
				}
				at += 2
				lengthBits := 16 - distanceBits
				out = repeat(out, token>>lengthBits+1, token&(1<<lengthBits-1)+3)
			}
		}
	}
	return out
}

// bitReader holds the next 32 bits of an XPRESS-Huffman block.
type bitReader struct {
	b     []byte
	at    int
	bits  uint32
	extra int
}

func (r *bitReader) word() uint32 {
	v := uint32(binary.LittleEndian.Uint16(r.b[r.at:]))
	r.at += 2
	return v
}

func (r *bitReader) take(n int) uint32 {
	v := uint32(uint64(r.bits) >> (32 - n))
	r.bits <<= n
	if r.extra -= n; r.extra < 0 {
		r.bits |= r.word() << -r.extra
		r.extra += 16
	}
	return v
}

func unpackHuffman(b []byte, n int) (out []byte) {
	r := bitReader{b: b}
	for block := 0; len(out) < n; block += 65536 {
		// Codes as text, by symbol: slow, and obviously right.
		symbols := map[string]int{}
		code := 0
		for length := 1; length < 16; length++ {
			for s := range 512 {
				if int(b[r.at+s/2]>>(s%2*4)&15) == length {
					symbols[fmt.Sprintf("%0*b", length, code)] = s
					code++
				}
			}
			code <<= 1
		}
		r.at += 256
		r.bits, r.extra = r.word()<<16, 16
		r.bits |= r.word()
		for len(out) < min(n, block+65536) {
			key := ""
			s, ok := 0, false
			for !ok {
				key += fmt.Sprint(r.take(1))
				s, ok = symbols[key]
			}
			if s < 256 {
				out = append(out, byte(s))
				continue
			}
			length, size := s&15, s>>4&15
			if length == 15 {
				length += int(b[r.at])
				r.at++
				if length == 270 {
					length = int(r.word())
				}
			}
			out = repeat(out, 1<<size+int(r.take(size)), length+3)
		}
	}
	return out
}

// TestCompress expands the compressors' output for texts of all sorts.
func TestCompress(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	random := make([]byte, 5000)
	for i := range random {
		random[i] = byte(rng.IntN(256))
	}
	mixed := bytes.Repeat([]byte("abcdefgh"), 3)
	for len(mixed) < 200_000 {
		switch rng.IntN(3) {
		case 0:
			mixed = append(mixed, random[rng.IntN(4000):][:rng.IntN(900)]...)
		case 1:
			mixed = append(mixed, bytes.Repeat([]byte{byte(rng.IntN(4))}, rng.IntN(2000))...)
		default:
			from := rng.IntN(len(mixed))
			mixed = append(mixed, mixed[from:min(len(mixed), from+rng.IntN(400))]...)
		}
	}
	inputs := map[string][]byte{
		"one byte": {7}, "zeroes": make([]byte, 300_000), "random": random, "mixed": mixed,
		"words":   []byte(strings.Repeat("a switch, a wake and a switch; ", 3000)),
		"aligned": mixed[:131072], "literals": random[:64], "short run": make([]byte, 30),
	}
	for name, in := range inputs {
		for _, c := range []Compression{Plain, LZNT1, Xpress, XpressHuffman} {
			packed := Compress(c, in)
			got := packed
			if c != Plain {
				got = unpack(t, uint32(c), packed, len(in))
			}
			if !bytes.Equal(got, in) {
				t.Errorf("%s by method %d: does not come back", name, c)
			}
			if c != Plain && name == "zeroes" && len(packed) > 1500 {
				t.Errorf("%s by method %d: %d bytes", name, c, len(packed))
			}
		}
	}
}

// TestCodeLengths checks a code that a plain Huffman tree makes too long: its frequencies grow like
// Fibonacci numbers.
func TestCodeLengths(t *testing.T) {
	var p packer
	var count [huffmanSymbols]int
	for i, a, b := 0, 1, 1; i < 22; i++ {
		count[i] = a
		p.tokens = append(p.tokens, slices.Repeat([]token{{literal: byte(i)}}, a)...)
		a, b = b, a+b
	}
	if deep := huffmanLengths(&count); slices.Max(deep[:]) <= huffmanLongest {
		t.Fatal("the plain tree is not too deep")
	}
	lengths := p.codeLengths()
	sum := 0
	for _, n := range lengths {
		if n > 0 {
			sum += 1 << (15 - n)
		}
	}
	if longest := slices.Max(lengths[:]); longest > 15 || sum != 1<<15 {
		t.Errorf("codes of at most %d bits, %d of %d used", longest, sum, 1<<15)
	}
}
