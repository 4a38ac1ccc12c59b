package xca

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"
)

// forms are the three formats, each with its compressor.
var forms = []struct {
	name   string
	expand func(dst, src []byte) error
	pack   func(data []byte) []byte
}{
	{"XPRESS", XPRESS, func(data []byte) []byte { return packXPRESS(items(data, xpressLimits)) }},
	{"XPRESS-Huffman", XPRESSHuffman, func(data []byte) []byte { return packHuffman(items(data, huffmanLimits)) }},
	{"LZNT1", LZNT1, packLZNT1},
}

// fromHex decodes hex digits between which there may be white space.
func fromHex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.Join(strings.Fields(s), ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// huffmanTable makes the table of a block from "symbol: code length".
func huffmanTable(lengths map[int]byte) []byte {
	table := make([]byte, 256)
	for symbol, n := range lengths {
		table[symbol/2] |= n << (symbol % 2 * 4)
	}
	return table
}

// check expands src into a dst of old bytes and compares it with want.
func check(t *testing.T, expand func(dst, src []byte) error, src, want []byte) {
	t.Helper()
	dst := bytes.Repeat([]byte{0xA5}, len(want))
	if err := expand(dst, src); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(dst, want) {
		at := 0
		for dst[at] == want[at] {
			at++
		}
		t.Fatalf("%d bytes: first difference at %d: got %#x, want %#x", len(want), at, dst[at], want[at])
	}
}

const (
	alphabet = "abcdefghijklmnopqrstuvwxyz"
	tune     = "F# F# G A A G F# E D D E F# F# E E F# F# G A A G F# E D D E F# E D D E " +
		"E F# D E F# G F# D E F# G F# E D E A F# F# G A A G F# E D D E F# E D D\x00"
)

// alphabetTable has codes of 5 bits for "a" to "v" and of 4 for the rest.
func alphabetTable() []byte {
	lengths := map[int]byte{'w': 4, 'x': 4, 'y': 4, 'z': 4, 256: 4}
	for c := 'a'; c < 'w'; c++ {
		lengths[int(c)] = 5
	}
	return huffmanTable(lengths)
}

// TestPublished expands the worked examples of MS-XCA, sections 3.1 to 3.3, and the output of
// Windows for 65,537 zeros, which a Samba developer published on the list cifs-protocol on
// 2022-11-01: one block of more than 65,536 bytes.
func TestPublished(t *testing.T) {
	abc := strings.Repeat("abc", 100)
	tests := []struct {
		name   string
		expand func(dst, src []byte) error
		src    []byte
		want   string
	}{
		{
			"plain alphabet", XPRESS,
			fromHex(t, "3f000000 6162636465666768696a6b6c6d6e6f707172737475767778797a"),
			alphabet,
		},
		{"plain abc", XPRESS, fromHex(t, "ffffff1f 616263 1700 0f ff 2601"), abc},
		{
			"Huffman alphabet", XPRESSHuffman,
			append(alphabetTable(), fromHex(t, "d8523ed7 94115be9 195ff9d6 7cdf8d04 00000000")...),
			alphabet,
		},
		{
			"Huffman abc", XPRESSHuffman,
			append(huffmanTable(map[int]byte{'a': 3, 'b': 3, 'c': 2, 256: 2, 0x11F: 2}),
				fromHex(t, "a8dc 0000 ff 2601")...),
			abc,
		},
		{
			"Huffman zeros", XPRESSHuffman,
			append(huffmanTable(map[int]byte{0: 2, 256: 2, 0x10F: 1}), fromHex(t, "0098 0000 ff fdff")...),
			strings.Repeat("\x00", 65537),
		},
		{
			"LZNT1 tune", LZNT1,
			fromHex(t, `38b0 88 46 23 20 0020 47 20 41 0010 a2 47 01a0 45 20 44 0008 45 0150 79 00c0
				45 20 0524 1388 05b4 024a 44 ef 0358 028c 0916 0148 45 00 be009e0004011890 00`),
			tune,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { check(t, tt.expand, tt.src, []byte(tt.want)) })
	}
}
