package xca

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// noise is data without repetitions, except by chance.
func noise(n int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// records is data like that of a trace: records of some kinds with increasing times and a few
// changing fields.
func records(n int) []byte {
	r := rand.New(rand.NewPCG(3, 4))
	var b []byte
	for at := uint64(0x1122334455); len(b) < n; {
		at += uint64(r.IntN(5000))
		kind := r.IntN(4)
		b = append(b, 2, 0, 0x11, 0xC0, byte(24+16*kind), 0, byte(kind), 5)
		for i := range 8 {
			b = append(b, byte(at>>(8*i)))
		}
		b = append(b, byte(r.IntN(40)), byte(r.IntN(4)), 0, 0)
		b = append(b, bytes.Repeat([]byte{0, 0, 0xFF, 0xFF, byte(kind), 8, 0, 0}, 1+2*kind)...)
	}
	return b[:n]
}

// samples is data of many sizes and sorts.
func samples() map[string][]byte {
	all := map[string][]byte{
		"empty":   nil,
		"noise":   noise(200_000),
		"records": records(200_000),
		"zeros":   make([]byte, 200_000),
		"text":    []byte(strings.Repeat(tune+alphabet, 300)),
		"mixed":   append(append(noise(5000), make([]byte, 66_000)...), records(70_000)...),
	}
	for _, n := range []int{1, 2, 3, 4, 8, 31, 32, 33, 47, 48, 49, 63, 64, 65, 100, 4095, 4096, 4097, 65535, 65536, 65537} {
		all[fmt.Sprintf("noise %d", n)] = noise(n)
		all[fmt.Sprintf("records %d", n)] = records(n)
		all[fmt.Sprintf("zeros %d", n)] = make([]byte, n)
	}
	// A period of each length up to 20, which a copy in steps of 8 or 16 bytes
	// could get wrong.
	for n := 1; n <= 20; n++ {
		all[fmt.Sprintf("period %d", n)] = bytes.Repeat(noise(n), 1+500/n)
	}
	return all
}

func TestRoundTrip(t *testing.T) {
	for _, form := range forms {
		for name, data := range samples() {
			t.Run(form.name+" "+name, func(t *testing.T) { check(t, form.expand, form.pack(data), data) })
		}
	}
}

// TestLengths has a match of each form that a length can have, at its limits,
// near and far, and the shared length byte of XPRESS in both states.
func TestLengths(t *testing.T) {
	lengths := []int{
		3, 9, // 3 bits
		10, 17, 18, 24, // 4 more; of XPRESS-Huffman from 18 on a byte
		25, 26, 272, 273, 279, 280, // a byte; two bytes
		281, 65537, 65538, // the largest in two
		65539, 65540, 150_000, // four
	}
	start := noise(9000)
	for _, length := range lengths {
		for _, dist := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 300, 8191, 8192} {
			list := lits(string(start))
			for range 3 {
				list = append(list, item{dist: dist, length: length}, item{lit: 'x'}, item{dist: 5, length: 12})
			}
			list = append(list, lits(string(start[:100]))...)
			want := expand(list)
			check(t, XPRESS, packXPRESS(list), want)
			check(t, XPRESSHuffman, packHuffman(list), want)
		}
	}
}

// TestFarthest reaches back as far as each format can.
func TestFarthest(t *testing.T) {
	far := append(lits(string(noise(8192))), item{dist: 8192, length: 100})
	check(t, XPRESS, packXPRESS(far), expand(far))

	far = append(lits(string(noise(70_000))), item{dist: 65535, length: 100}, item{dist: 32768, length: 3})
	check(t, XPRESSHuffman, packHuffman(far), expand(far))

	// A chunk of LZNT1: at each limit of the table, as far back and as long as
	// the bits allow.
	for n := 4; n <= 12; n++ {
		for _, at := range []int{1<<n - 1, 1 << n, 1<<n + 1} {
			if at > 4090 {
				continue
			}
			_, length := lznt1Limits(at)
			list := append(lits(string(noise(at))), item{dist: min(at, 1<<n), length: min(length, 4096-at)})
			groups := packGroups(list)
			src := append(lznt1Header(nil, 0xB000, len(groups)), groups...)
			check(t, LZNT1, src, expand(list))
		}
	}
}

// TestBehindTheEnd: input after the completed output is not read, and nothing is written beyond it.
func TestBehindTheEnd(t *testing.T) {
	all := [][]byte{records(4096), records(70_000), noise(100)}
	for n := range 41 {
		for k := range 20 {
			// A match that ends k bytes before the end.
			for _, dist := range []int{1, 6, 8, 20} {
				match := []item{{dist: dist, length: n}}
				list := slices.Concat(lits(string(noise(40))), match, lits(string(noise(k))))
				all = append(all, expand(list))
			}
		}
	}
	for _, form := range forms {
		for _, data := range all {
			src := append(form.pack(data), noise(100)...)
			room := bytes.Repeat([]byte{0xA5}, len(data)+100)
			if err := form.expand(room[:len(data)], src); err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(room[:len(data)], data) {
				t.Errorf("%s: %d bytes: not the data", form.name, len(data))
			}
			if bytes.Trim(room[len(data):], "\xA5") != nil {
				t.Errorf("%s: %d bytes: written behind the end", form.name, len(data))
			}
		}
	}
}

// TestNothing: no output needs no input.
func TestNothing(t *testing.T) {
	for _, form := range forms {
		for _, src := range [][]byte{nil, {0}, noise(1000)} {
			if err := form.expand(nil, src); err != nil {
				t.Errorf("%s: %d bytes: %v", form.name, len(src), err)
			}
		}
	}
}

func TestNoAllocation(t *testing.T) {
	data := records(100_000)
	dst := make([]byte, len(data))
	for _, form := range forms {
		src := form.pack(data)
		n := testing.AllocsPerRun(10, func() {
			if err := form.expand(dst, src); err != nil {
				t.Fatal(err)
			}
		})
		if n != 0 {
			t.Errorf("%s: %v allocations", form.name, n)
		}
	}
}
