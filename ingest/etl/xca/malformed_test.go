package xca

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// join appends the parts of an input.
func join(parts ...[]byte) []byte {
	var b []byte
	for _, p := range parts {
		b = append(b, p...)
	}
	return b
}

// malformed is an input with one thing wrong.
type malformed struct {
	name    string
	src     []byte
	size    int
	cause   error
	in, out int // where it must be noticed
}

// checkMalformed expands each input: the error must name the cause and the place.
func checkMalformed(t *testing.T, expand func(dst, src []byte) error, tests []malformed) {
	t.Helper()
	for _, tt := range tests {
		err := expand(make([]byte, tt.size), tt.src)
		where := fmt.Sprintf(": cannot unpack: error at %#x of the compressed data (%#x of the unpacked data): %v", tt.in, tt.out, tt.cause)
		switch {
		case !errors.Is(err, tt.cause):
			t.Errorf("%s: error %v, want %v", tt.name, err, tt.cause)
		case !strings.HasSuffix(err.Error(), where):
			t.Errorf("%s: error %q, want the end %q", tt.name, err, where)
		}
	}
}

func TestMalformedXPRESS(t *testing.T) {
	h := func(s string) []byte { return fromHex(t, s) }
	far := packXPRESS(append(lits(string(noise(500))), item{dist: 501, length: 3}))
	checkMalformed(t, XPRESS, []malformed{
		{"no input", nil, 1, errEnds, 0, 0},
		{"flags cut", h("000000"), 1, errEnds, 0, 0},
		{"literal cut", h("00000000 61"), 2, errEnds, 5, 1},
		{"end mark", h("ffffff7f 61"), 2, errEnds, 5, 1},
		{"match cut", h("ffffff7f 61 00"), 9, errEnds, 5, 1},
		{"half byte cut", h("ffffff7f 61 0700"), 99, errEnds, 5, 1},
		{"byte cut", h("ffffff7f 61 0700 0f"), 99, errEnds, 5, 1},
		{"two bytes cut", h("ffffff7f 61 0700 0f ff 00"), 999, errEnds, 5, 1},
		{"four bytes cut", h("ffffff7f 61 0700 0f ff 0000 000000"), 999, errEnds, 5, 1},
		{"two bytes too small", h("ffffff7f 61 0700 0f ff 1500"), 999, errLength, 5, 1},
		{"four bytes too small", h("ffffff7f 61 0700 0f ff 0000 15000000"), 999, errLength, 5, 1},
		{"huge length", h("ffffff7f 61 0700 0f ff 0000 ffffffff"), 999, errBeyond, 5, 1},
		{"match first", h("ffffffff 0000"), 3, errBefore, 4, 0},
		{"match too far", h("ffffff7f 61 0800"), 4, errBefore, 5, 1},
		{"match too long", h("ffffff7f 61 0000"), 3, errBeyond, 5, 1},
		{"too far in the middle", far, 1000, errBefore, 500 + 4*16, 500},
	})
}

func TestMalformedXPRESSHuffman(t *testing.T) {
	h := func(s string) []byte { return fromHex(t, s) }
	// Codes: 0 for the literal a, 10 for a match of length 3 at distance 1, 11
	// for one of more than 17 at distance 2 or 3.
	table := huffmanTable(map[int]byte{'a': 1, 256: 2, 256 + 1<<4 + 15: 2})
	checkMalformed(t, XPRESSHuffman, []malformed{
		{"no input", nil, 1, errEnds, 0, 0},
		{"table cut", table[:255], 1, errEnds, 0, 0},
		{"no codes", make([]byte, 300), 1, errCode, 0, 0},
		{"one code", join(huffmanTable(map[int]byte{'a': 1}), h("00000000")), 1, errCode, 0, 0},
		{"codes missing", join(huffmanTable(map[int]byte{'a': 1, 'b': 2, 'c': 3}), h("00000000")), 1, errCode, 0, 0},
		{"too many codes", join(huffmanTable(map[int]byte{'a': 1, 'b': 1, 'c': 15}), h("00000000")), 1, errCode, 0, 0},
		{"far too many codes", join(noise(256), h("00000000")), 1, errCode, 0, 0},
		{"no bits", table, 1, errEnds, 256, 0},
		{"half the bits", join(table, h("000000")), 1, errEnds, 258, 0},
		{"bits cut", join(table, h("0000 0000")), 18, errEnds, 260, 17},
		{"word of a match cut", join(table, h("0000 0080")), 24, errEnds, 260, 16},
		{"match first", join(table, h("0080 0000")), 3, errBefore, 260, 0},
		{"match too far", join(table, h("0060 0000 00")), 99, errBefore, 260, 1},
		{"match too long", join(table, h("0040 0000")), 3, errBeyond, 260, 1},
		{"byte cut", join(table, h("0060 0000")), 99, errEnds, 260, 1},
		{"two bytes cut", join(table, h("0060 0000 ff 00")), 999, errEnds, 260, 1},
		{"four bytes cut", join(table, h("0060 0000 ff 0000 000000")), 999, errEnds, 260, 1},
		{"two bytes too small", join(table, h("0060 0000 ff 0e00")), 999, errLength, 260, 1},
		{"four bytes too small", join(table, h("0060 0000 ff 0000 0e000000")), 999, errLength, 260, 1},
		{"huge length", join(table, h("0030 0000 ff 0000 ffffffff")), 999, errBeyond, 260, 2},
		{"no second block", join(table, h("0030 0000 ff 0000 00000100")), 70_000, errEnds, 267, 65541},
	})
}

func TestMalformedLZNT1(t *testing.T) {
	h := func(s string) []byte { return fromHex(t, s) }
	full := join(lznt1Header(nil, 0x3000, 4096), noise(4096))
	checkMalformed(t, LZNT1, []malformed{
		{"no input", nil, 1, errEnds, 0, 0},
		{"header cut", h("00"), 1, errEnds, 0, 0},
		{"end mark", h("0000 61"), 1, errEnds, 0, 0},
		{"signature", h("00a0 61"), 1, errSignature, 0, 0},
		{"chunk cut", h("0130 61"), 2, errEnds, 0, 0},
		{"packed chunk cut", h("02b0 00 61"), 2, errEnds, 0, 0},
		{"chunk too short", h("0030 61"), 2, errChunk, 0, 1},
		{"packed chunk too short", h("01b0 00 61"), 2, errChunk, 3, 1},
		{"chunk too long", h("0130 6162"), 1, errBeyond, 0, 0},
		{"packed chunk too long", h("02b0 00 6162"), 1, errBeyond, 4, 1},
		{"match first", h("02b0 01 0000"), 3, errBefore, 3, 0},
		{"match cut", h("02b0 02 61 00 00"), 9, errEnds, 4, 1},
		{"match too far", h("03b0 02 61 0010"), 4, errBefore, 4, 1},
		{"match too long", h("03b0 02 61 0100"), 4, errBeyond, 4, 1},
		{"match out of its chunk", join(full, h("02b0 01 0000")), 5000, errBefore, 4101, 4096},
		{"second chunk missing", full, 4097, errEnds, 4098, 4096},
	})
}

// TestEveryCut: an input that ends early anywhere is an error, and so is an
// output of any other size that the input cannot fill.
func TestEveryCut(t *testing.T) {
	data := append(records(3000), noise(300)...)
	for _, form := range forms {
		src := form.pack(data)
		// The end mark is not needed, nor the padding of its last word.
		needed := len(src)
		for needed > 0 && form.expand(make([]byte, len(data)), src[:needed]) == nil {
			needed--
		}
		if len(src)-needed > 5 {
			t.Errorf("%s: %d bytes of %d are not needed", form.name, len(src)-needed, len(src))
		}
		for n := range needed {
			if form.expand(make([]byte, len(data)), src[:n]) == nil {
				t.Fatalf("%s: no error for %d bytes of %d", form.name, n, len(src))
			}
		}
		if form.expand(make([]byte, len(data)+100), src) == nil {
			t.Errorf("%s: no error for an output too large", form.name)
		}
	}
}
