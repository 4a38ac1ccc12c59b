package paint

import (
	"encoding/binary"
	"image"
	"math/bits"
)

// FlatLanePixels is the height in device pixels below which lanes have no edges.
const FlatLanePixels = 6

const (
	// HighestFast is the height up to which full works: what fits in 7 bits.
	HighestFast = 127
	highBits    = EveryByte << 7
)

// block holds columns of a lane that are drawn together.
type block struct {
	tops   [blockColumns]uint64 // by column, the tops of its slots, with their high bits set
	others [blockColumns]uint64 // the same for slots from 8 on, if any column has one
	varied [blockColumns]uint8  // indexes of the columns that do not look the same at all heights
	n, m   int                  // number of tops, of varied
}

// load takes the columns up to the first that is not full: high.
func (k *block) load(columns []uint64, high int) {
	k.n = 0
	for i, heights := range columns[:min(len(columns), blockColumns)] {
		tops := heights*EveryByte | highBits
		if int(tops>>56&0x7F) != high {
			break
		}
		k.tops[i] = tops
		k.n++
	}
	k.m = k.n
}

// vary finds the columns that do not look the same at all heights: those with
// several slots and those with a hatched one; the bytes of hatched slots are set in
// hatched.
func (k *block) vary(columns []uint64, high int, hatched uint64) {
	k.m = 0
	for i, heights := range columns[:k.n] {
		k.varied[k.m&(blockColumns-1)] = uint8(i)
		v := heights>>(bits.TrailingZeros64(heights)&^7&63) ^ uint64(high) | heights&hatched
		k.m += int((v | -v) >> 63) // 1 unless v is 0
	}
}

// full draws up to n columns from x on, row by row: written column by column, each
// pixel would touch another page of memory. There is no branch that depends on the
// contents of a column: the slot of the pixel at height y is the number of slots
// that end at or below y. It stops at a column that is not full, and returns how
// many it drew.
func (b *laneBrush) full(x, n int) int {
	k := &b.block
	if k.load(b.Main[x:x+n], b.Height); k.n == 0 {
		return 0
	}
	if b.Height >= FlatLanePixels {
		k.vary(b.Main[x:x+n], b.Height, b.Style.hatched)
	}
	var above []byte // a row without edges
	for y := b.clip.Min.Y - b.Y; y < b.clip.Max.Y-b.Y; y++ {
		row := b.pix[(b.Y+y)*b.stride+4*(b.X+x):][:4*k.n]
		colours := b.Style.rows[y%b.Style.period][(x+b.Phase)%b.Style.period:]
		below := EveryByte * uint64(b.Height-y)
		if above != nil && k.m < k.n*3/4 {
			copy(row, above)
			k.again(row, below, colours)
		} else {
			k.all(row, below, colours)
		}
		if y < b.Edge || y >= b.Height-b.Edge {
			b.edges(row, b.Main[x:x+k.n])
		} else {
			above = row
		}
	}
	return k.n
}

// ends is how many slots end at or above the height that below has in every byte.
func ends(tops, below uint64) uint64 {
	return (tops - below) & highBits >> 7 * EveryByte >> 56
}

// all draws a row.
func (k *block) all(row []byte, below uint64, colours []slotPixels) {
	var out [4 * blockColumns]byte
	style := (*[blockColumns]slotPixels)(colours)
	for i := range min(len(row)/8+1, blockColumns/2) {
		a, b := style[2*i][ends(k.tops[2*i], below)&15], style[2*i+1][ends(k.tops[2*i+1], below)&15]
		binary.LittleEndian.PutUint64(out[8*i:], uint64(a)|uint64(b)<<32)
	}
	copy(row, out[:])
}

// again draws the columns of a row that may differ from the row above.
func (k *block) again(row []byte, below uint64, colours []slotPixels) {
	for _, i := range k.varied[:k.m] {
		p := colours[i][ends(k.tops[i&(blockColumns-1)], below)&15]
		binary.LittleEndian.PutUint32(row[4*int(i):], uint32(p))
	}
}

// anyRest reports whether one of n columns from x on has a slot from 8 on.
func (b *laneBrush) anyRest(x, n int) bool {
	if len(b.Rest) == 0 || b.Style.all == nil {
		return false
	}
	any := uint64(0)
	for _, v := range b.Rest[x : x+n] {
		any |= v
	}
	return any != 0
}

// fullAll is full for columns with any slots.
func (b *laneBrush) fullAll(x, n int) int {
	k := &b.block
	main, rest := b.Main[x:x+n], b.Rest[x:x+n]
	if k.loadAll(main, rest, b.Height); k.n == 0 {
		return 0
	}
	if b.Height >= FlatLanePixels {
		k.varyAll(main, rest, b.Height, b.Style)
	}
	var above []byte // a row without edges
	for y := b.clip.Min.Y - b.Y; y < b.clip.Max.Y-b.Y; y++ {
		row := b.pix[(b.Y+y)*b.stride+4*(b.X+x):][:4*k.n]
		colours := b.Style.all[y%b.Style.period][(x+b.Phase)%b.Style.period:]
		below := EveryByte * uint64(b.Height-y)
		if above != nil && k.m < k.n*3/4 {
			copy(row, above)
			for _, i := range k.varied[:k.m] {
				binary.LittleEndian.PutUint32(row[4*int(i):], uint32(colours[i][k.ends(i, below)]))
			}
		} else {
			for i := range k.n {
				binary.LittleEndian.PutUint32(row[4*i:], uint32(colours[i][k.ends(uint8(i), below)]))
			}
		}
		if y < b.Edge || y >= b.Height-b.Edge {
			b.edgesAll(row, main, rest)
		} else {
			above = row
		}
	}
	return k.n
}

// loadAll is load for columns with any slots.
func (k *block) loadAll(main, rest []uint64, high int) {
	k.n = 0
	for i, heights := range main[:min(len(main), blockColumns)] {
		tops := heights * EveryByte
		others := (rest[i] + tops>>56) * EveryByte
		if int(others>>56) != high {
			break
		}
		k.tops[i], k.others[i] = tops|highBits, others|highBits
		k.n++
	}
	k.m = k.n
}

// ends is by how many less than all the slots of a column end below the height that
// below has in every byte: the place of the colour there in LaneStyle.all.
func (k *block) ends(i uint8, below uint64) uint64 {
	i &= blockColumns - 1
	return (ends(k.tops[i], below) + ends(k.others[i], below) - 1) & 15
}

// varyAll is vary for columns with any slots.
func (k *block) varyAll(main, rest []uint64, high int, st *LaneStyle) {
	k.m = 0
	for i := range k.n {
		heights, hatched := main[i], st.hatched
		if heights == 0 {
			heights, hatched = rest[i], st.hatchedRest
		} else if rest[i] != 0 {
			hatched = heights // several slots
		}
		k.varied[k.m&(blockColumns-1)] = uint8(i)
		if heights>>(bits.TrailingZeros64(heights)&^7&63) != uint64(high) || heights&hatched != 0 {
			k.m++
		}
	}
}

// edgesAll is edges for columns with any slots.
func (b *laneBrush) edgesAll(row []byte, main, rest []uint64) {
	for i := range len(row) / 4 {
		if s, ok := b.solid(Mix{main[i], rest[i]}); ok {
			binary.LittleEndian.PutUint32(row[4*i:], uint32(pixelOf(b.Style.looks[s].Edge)))
		}
	}
}

// edges draws an edge row over the columns that are all of one slot.
func (b *laneBrush) edges(row []byte, main []uint64) {
	for i, heights := range main {
		if nz := NonZero(heights); nz&(nz-1) == 0 {
			look := &b.Style.looks[bits.TrailingZeros64(nz)/8]
			binary.LittleEndian.PutUint32(row[4*i:], uint32(pixelOf(look.Edge)))
		}
	}
}

// laneBrush draws one lane.
type laneBrush struct {
	*brush
	*Lane
	clip image.Rectangle
}
