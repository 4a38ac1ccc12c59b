package xca

import (
	"encoding/binary"
	"math/bits"
)

// packHuffman compresses items to LZ77+Huffman, with the end mark.
func packHuffman(list []item) []byte {
	var b []byte
	for {
		size, n := 0, 0
		for n < len(list) && size < 1<<16 {
			size += list[n].size()
			n++
		}
		last := n == len(list)
		b = packBlock(b, list[:n], last)
		if last {
			return b
		}
		list = list[n:]
	}
}

// symbolOf is the symbol of an item.
func symbolOf(it item) int {
	if it.dist == 0 {
		return int(it.lit)
	}
	return 256 + (bits.Len(uint(it.dist))-1)<<4 + min(it.length-3, 15)
}

// packBlock appends one block to b.
func packBlock(b []byte, list []item, last bool) []byte {
	var count [512]int
	for _, it := range list {
		count[symbolOf(it)]++
	}
	if last {
		count[256]++
	}
	lengths := codeLengths(count)
	codes := codesOf(lengths)
	for s := 0; s < 512; s += 2 {
		b = append(b, byte(lengths[s]|lengths[s+1]<<4))
	}

	w := newBitWriter(b)
	for _, it := range list {
		s := symbolOf(it)
		w.write(codes[s], lengths[s])
		if it.dist == 0 {
			continue
		}
		if n := it.length - 3; n >= 15 {
			w.b = lengthBytes(w.b, n, 15)
		}
		n := bits.Len(uint(it.dist)) - 1
		w.write(it.dist-1<<n, n)
	}
	if last {
		w.write(codes[256], lengths[256])
	}
	return w.flush()
}

// codeLengths are the lengths of a Huffman code of at most 15 bits. Where the best code is longer,
// the counts are evened out until it is not.
func codeLengths(count [512]int) [512]int {
	used := 0
	for _, n := range count {
		used += min(n, 1)
	}
	for s := 0; used < 2; s++ { // a code of one symbol is not complete
		if count[s] == 0 {
			count[s] = 1
			used++
		}
	}
	for {
		lengths, longest := treeDepths(count)
		if longest <= 15 {
			return lengths
		}
		for s, n := range count {
			count[s] = (n + 1) / 2
		}
	}
}

// treeDepths joins the two rarest nodes until one is left; a symbol gets
// deeper with each node it becomes part of.
func treeDepths(count [512]int) (depths [512]int, longest int) {
	type node struct {
		count   int
		symbols []int
	}
	var nodes []node
	for s, n := range count {
		if n > 0 {
			nodes = append(nodes, node{n, []int{s}})
		}
	}
	takeRarest := func() node {
		at := 0
		for i, n := range nodes {
			if n.count < nodes[at].count {
				at = i
			}
		}
		n := nodes[at]
		nodes = append(nodes[:at], nodes[at+1:]...)
		return n
	}
	for len(nodes) > 1 {
		a, b := takeRarest(), takeRarest()
		joined := node{a.count + b.count, append(a.symbols, b.symbols...)}
		for _, s := range joined.symbols {
			depths[s]++
			longest = max(longest, depths[s])
		}
		nodes = append(nodes, joined)
	}
	return depths, longest
}

// codesOf assigns codes to the lengths: each is one more than the one before, padded with zeros
// where it is longer.
func codesOf(lengths [512]int) (codes [512]int) {
	code := 0
	for n := 1; n <= 15; n++ {
		code <<= 1
		for s, l := range lengths {
			if l == n {
				codes[s] = code
				code++
			}
		}
	}
	return codes
}

// bitWriter fills 16-bit words from the top. The places of the word being filled and of the one
// after it are reserved ahead of time, so that bytes can be appended meanwhile, where a reader that
// reads 32 bits ahead finds them.
type bitWriter struct {
	b         []byte
	this, far int // places of the two words
	word      int
	free      int // bits left in word
}

func newBitWriter(b []byte) *bitWriter {
	return &bitWriter{b: append(b, 0, 0, 0, 0), this: len(b), far: len(b) + 2, free: 16}
}

func (w *bitWriter) write(v, n int) {
	if n <= w.free {
		w.word = w.word<<n | v
		w.free -= n
		return
	}
	n -= w.free
	w.put(w.word<<w.free | v>>n)
	w.this, w.far = w.far, len(w.b)
	w.b = append(w.b, 0, 0)
	w.word, w.free = v&(1<<n-1), 16-n
}

func (w *bitWriter) put(word int) {
	binary.LittleEndian.PutUint16(w.b[w.this:], uint16(word))
}

// flush fills the last word with zeros; the one after it has been left 0.
func (w *bitWriter) flush() []byte {
	w.put(w.word << w.free)
	return w.b
}
