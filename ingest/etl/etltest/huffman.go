package etltest

import (
	"cmp"
	"encoding/binary"
	"math/bits"
	"slices"
)

// Facts of XPRESS with Huffman codes (MS-XCA, LZ77+Huffman).
const (
	huffmanBlock   = 65536 // bytes of the input after each table of codes
	huffmanSymbols = 512   // 256 literals, and 16 lengths for each of 16 sizes of distance
	huffmanLongest = 15    // bits of a code
	huffmanReach   = 65535
	huffmanEnd     = 256 // ends the stream; otherwise a match of 3 bytes at distance 1
)

// huffman writes blocks: a table of 4-bit code lengths, then the codes of
// literals and matches.
func (p *packer) huffman(dst, src []byte) []byte {
	clear(p.table[:])
	for start := 0; start == 0 || start < len(src); start += huffmanBlock {
		end := min(start+huffmanBlock, len(src))
		p.tokenize(src, start, end)
		lengths := p.codeLengths()
		for i := 0; i < huffmanSymbols; i += 2 {
			dst = append(dst, lengths[i]|lengths[i+1]<<4)
		}
		w := newBitWriter(dst)
		codes := canonical(&lengths)
		for i := range p.tokens {
			w.token(&p.tokens[i], &codes, &lengths)
		}
		if end == len(src) {
			w.bits(uint32(codes[huffmanEnd]), int(lengths[huffmanEnd]))
		}
		dst = w.flush()
	}
	return dst
}

// tokenize splits a block into literals and matches.
func (p *packer) tokenize(src []byte, start, end int) {
	p.tokens = p.tokens[:0]
	for at := start; at < end; {
		n, distance := p.find(src, at, huffmanReach, end)
		if n == 0 {
			p.tokens = append(p.tokens, token{literal: src[at]})
			at++
			continue
		}
		n = min(n, 1<<16-1)
		p.tokens = append(p.tokens, token{length: uint16(n), distance: uint16(distance)})
		at += n
	}
}

// symbol is the Huffman symbol of a token.
func (t *token) symbol() int {
	if t.length == 0 {
		return int(t.literal)
	}
	return 256 + (bits.Len16(t.distance)-1)<<4 + min(int(t.length)-3, 15)
}

// codeLengths finds the length of every symbol's code. Where a code would be too long, the
// frequencies are evened out until none is.
func (p *packer) codeLengths() (lengths [huffmanSymbols]uint8) {
	var count [huffmanSymbols]int
	count[huffmanEnd] = 1
	count[0] = 1 // a code needs two symbols
	for i := range p.tokens {
		count[p.tokens[i].symbol()]++
	}
	for {
		lengths = huffmanLengths(&count)
		if slices.Max(lengths[:]) <= huffmanLongest {
			return lengths
		}
		for i, n := range count {
			if n > 0 {
				count[i] = n/2 + 1
			}
		}
	}
}

// huffmanNode is a leaf (left and right -1) or an inner node of the code tree.
type huffmanNode struct {
	count, left, right int
	symbol             int
}

// huffmanLengths builds the code tree of the symbols that occur: of the leaves, sorted, and the
// inner nodes, which are created in order, the two least frequent are joined until one is left.
func huffmanLengths(count *[huffmanSymbols]int) (lengths [huffmanSymbols]uint8) {
	var nodes []huffmanNode
	for s, n := range count {
		if n > 0 {
			nodes = append(nodes, huffmanNode{n, -1, -1, s})
		}
	}
	slices.SortStableFunc(nodes, func(a, b huffmanNode) int { return cmp.Compare(a.count, b.count) })
	leaves := len(nodes)
	leaf, inner := 0, leaves
	least := func() int {
		if leaf < leaves && (inner == len(nodes) || nodes[leaf].count <= nodes[inner].count) {
			leaf++
			return leaf - 1
		}
		inner++
		return inner - 1
	}
	for range leaves - 1 {
		a, b := least(), least()
		nodes = append(nodes, huffmanNode{nodes[a].count + nodes[b].count, a, b, -1})
	}
	depth := make([]uint8, len(nodes))
	for i := len(nodes) - 1; i >= 0; i-- {
		n := &nodes[i]
		if n.left < 0 {
			lengths[n.symbol] = depth[i]
			continue
		}
		depth[n.left], depth[n.right] = depth[i]+1, depth[i]+1
	}
	return lengths
}

// canonical numbers the codes by length, then symbol.
func canonical(lengths *[huffmanSymbols]uint8) (codes [huffmanSymbols]uint16) {
	code := uint16(0)
	for n := uint8(1); n <= huffmanLongest; n++ {
		for s, l := range lengths {
			if l == n {
				codes[s] = code
				code++
			}
		}
		code <<= 1
	}
	return codes
}

// bitWriter writes 16-bit words of bits, most significant first, between whole bytes. A reader is
// always two words ahead of the bits that it uses, so the places of two words are reserved before
// the bytes that follow them.
type bitWriter struct {
	b           []byte
	next, after int // places of the current word and of the next one
	word        uint32
	free        int
}

func newBitWriter(b []byte) *bitWriter {
	n := len(b)
	return &bitWriter{b: append(b, 0, 0, 0, 0), next: n, after: n + 2, free: 16}
}

func (w *bitWriter) bits(v uint32, n int) {
	if n <= w.free {
		w.free -= n
		w.word = w.word<<n | v
		return
	}
	w.word = w.word<<w.free | v>>(n-w.free)
	w.free += 16 - n
	binary.LittleEndian.PutUint16(w.b[w.next:], uint16(w.word))
	w.next, w.after = w.after, len(w.b)
	w.b = append(w.b, 0, 0)
	w.word = v
}

// token writes a code, and for a match the part of its length that is not in the symbol, and its
// distance without the leading bit.
func (w *bitWriter) token(t *token, codes *[huffmanSymbols]uint16, lengths *[huffmanSymbols]uint8) {
	s := t.symbol()
	w.bits(uint32(codes[s]), int(lengths[s]))
	if t.length == 0 {
		return
	}
	if n := int(t.length) - 3; n >= 15 {
		w.b = append(w.b, byte(min(n-15, 255)))
		if n-15 >= 255 {
			w.b = binary.LittleEndian.AppendUint16(w.b, uint16(n))
		}
	}
	size := bits.Len16(t.distance) - 1
	w.bits(uint32(t.distance)&(1<<size-1), size)
}

func (w *bitWriter) flush() []byte {
	binary.LittleEndian.PutUint16(w.b[w.next:], uint16(w.word<<w.free))
	return w.b
}
