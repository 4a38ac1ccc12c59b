package xca

const (
	// blockSize is the output after which a block ends; the match that reaches it may exceed it.
	blockSize = 1 << 16
	// tableSize is the size of the code lengths that begin a block, two symbols
	// to a byte.
	tableSize = 256
	// maxBits is the length of the longest code.
	maxBits = 15
	// literals is the number of symbols that are bytes. The symbols above are matches: 4 bits for
	// the length, above them 4 for the number of bits in the distance.
	literals = 256
	// fourBits is the match length, less minMatch, in a symbol that means that more of it follows.
	fourBits = 15
)

// codes maps the next maxBits bits of the input to the symbol with which they begin and, in the
// bits above symbolBits, the length of its code.
type codes [1 << maxBits]uint16

const (
	symbolBits = 9
	symbolMask = 1<<symbolBits - 1
)

// set makes the codes of a block from its code lengths, low half of a byte first, 0 where a symbol
// does not occur. Codes are assigned in the order of their lengths, and among equal lengths in the
// order of their symbols.
func (c *codes) set(table []byte) error {
	next := 0
	for n := 1; n <= maxBits; n++ {
		for symbol := range 2 * len(table) {
			if int(table[symbol/2]>>(symbol&1*4)&15) != n {
				continue
			}
			end := next + 1<<(maxBits-n)
			if end > len(c) {
				return errCode
			}
			for ; next < end; next++ {
				c[next] = uint16(n<<symbolBits | symbol)
			}
		}
	}
	if next != len(c) {
		return errCode
	}
	return nil
}

// huffman is the state between two symbols.
type huffman struct {
	input
	output
	bits  uint32 // upcoming bits, from the highest down
	spare int    // how many of them there are, less 16
	codes codes
}

// XPRESSHuffman expands src, which is LZ77+Huffman of MS-XCA, to exactly len(dst) bytes. For its
// errors see the package comment.
//
// The symbol 256 is a match like any other. Compressors append it as an end mark, which can be
// ignored, because the size is known; Windows does not require it either.
func XPRESSHuffman(dst, src []byte) error {
	h := huffman{input: input{src: src}, output: output{dst: dst}}
	for h.out < len(dst) {
		if at, err := h.block(); err != nil {
			return fail("XPRESS-Huffman", at, h.out, err)
		}
	}
	return nil
}

// block expands one block. at is where the last item began.
func (h *huffman) block() (at int, err error) {
	at = h.in
	if len(h.src)-h.in < tableSize {
		return at, errEnds
	}
	if err := h.codes.set(h.src[h.in : h.in+tableSize]); err != nil {
		return at, err
	}
	h.in += tableSize
	h.bits = h.u16() << 16
	h.bits |= h.u16()
	h.spare = 16
	for end := min(h.out+blockSize, len(h.dst)); h.out < end; {
		at = h.in
		// Only when it is needed, so that the end of the output needs no word after it.
		h.refill()
		code := h.codes[h.bits>>(32-maxBits)]
		h.drop(int(code >> symbolBits))
		if h.short {
			return at, errEnds
		}
		symbol := int(code & symbolMask)
		if symbol < literals {
			h.dst[h.out] = byte(symbol)
			h.out++
			continue
		}
		if err := h.copy(symbol - literals); err != nil {
			return at, err
		}
	}
	h.refill() // the next block begins after the pending word
	return at, nil
}

// copy executes the match of a symbol, less literals.
func (h *huffman) copy(symbol int) (err error) {
	// Bytes of the length are between the words of bits, after the pending word.
	h.refill()
	length := symbol&15 + minMatch
	if symbol&15 == fourBits {
		if length, err = h.longLength(fourBits); err != nil {
			return err
		}
	}
	if h.short {
		return errEnds
	}
	n := symbol >> 4
	dist := 1<<n + int(h.bits>>(32-n))
	h.drop(n)
	return h.match(dist, length)
}

// drop discards n bits, at most 15.
func (h *huffman) drop(n int) {
	h.bits <<= n
	h.spare -= n
}

// refill reads the next word of bits where less than 16 are left.
func (h *huffman) refill() {
	if h.spare < 0 {
		h.bits |= h.u16() << -h.spare
		h.spare += 16
	}
}
