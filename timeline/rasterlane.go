package timeline

import (
	"encoding/binary"
	"image"
	"math/bits"
)

// Most of a busy lane are columns of one or a few pixels. Written straight into
// the picture, each pixel of a column would touch another page of memory, and
// the processor spends its time on finding pages. So columns are collected in a
// block of memory that fits the nearest cache, and copied out row by row.

// A block is blockColumns wide; its rows are blockRow bytes.
const (
	blockColumns = 64
	blockRow     = 4 * blockColumns
)

// laneBrush draws one lane.
type laneBrush struct {
	*brush
	*Lane
	clip image.Rectangle
}

func (b *brush) lane(l *Lane, clip image.Rectangle) {
	lb := laneBrush{brush: b, Lane: l, clip: clip}
	if need := l.Height * blockRow; len(b.block) < need {
		b.block = make([]byte, need)
	}
	x, x1 := max(0, clip.Min.X-l.X), min(len(l.main), clip.Max.X-l.X)
	for _, sp := range l.spans {
		if sp.x1 <= x {
			continue
		}
		if sp.x0 >= x1 {
			break
		}
		lb.columns(x, sp.x0)
		lb.span(sp, max(x, sp.x0), min(sp.x1, x1))
		x = sp.x1
	}
	lb.columns(x, x1)
}

// columns draws the columns x0 … x1-1 of the lane, block by block.
func (b *laneBrush) columns(x0, x1 int) {
	for x0 < x1 {
		n := min(x1-x0, blockColumns)
		if b.Height <= pixelwise {
			n = b.pixels(x0, n)
		} else {
			n = b.parts(x0, n)
		}
		b.flush(x0, n)
		if x0 += n; n < blockColumns && x0 < x1 {
			b.loose(b.heights(x0), x0)
			x0++
		}
	}
}

// flush copies the block, n columns from x on, into the picture.
func (b *laneBrush) flush(x, n int) {
	for y := b.clip.Min.Y; y < b.clip.Max.Y; y++ {
		o := (y - b.Y) * blockRow
		copy(b.pix[y*b.stride+4*(b.X+x):], b.block[o:o+4*n])
	}
}

// pixelwise is the height up to which the pixels of a column are drawn one by
// one. Above it, drawing part by part wins, though nobody can foretell where a
// part ends.
const pixelwise = 40

// pixels draws up to n columns from x on into the block, without a branch that
// depends on what is in them: the slot of the pixel at height y is the number of
// slots that end at or below y. It stops at a column that is not full, and
// returns how many it drew.
func (b *laneBrush) pixels(x, n int) int {
	const high = everyByte << 7
	phase := b.phase(x)
	bottom := (b.Height - 1) * blockRow
	for i, heights := range b.main[x : x+n] {
		tops := heights*everyByte | high
		if int(tops>>56&0x7F) != b.Height {
			return i
		}
		colours := b.Style.pixels[16*phase:][:16*b.Height]
		at, c := bottom+4*i, len(colours)-16
		for ; c >= 0; c -= 16 {
			tops -= everyByte
			s := 8 - int(tops&high>>7*everyByte>>56)
			binary.LittleEndian.PutUint32(b.block[at:], uint32(colours[c+s&15]))
			at -= blockRow
		}
		if phase++; phase == b.Style.period {
			phase = 0
		}
		if nz := nonZero(heights); b.Edge > 0 && nz&(nz-1) == 0 {
			b.edge(bits.TrailingZeros64(nz)/8, bottom+4*i)
		}
	}
	return n
}

// phase is the phase of hatches at the upper end of a column.
func (b *laneBrush) phase(x int) int { return (x + b.Phase) % b.Style.period }

// parts is pixels for high lanes.
func (b *laneBrush) parts(x, n int) int {
	bottom := (b.Height - 1) * blockRow
	for i, heights := range b.main[x : x+n] {
		if heights*everyByte>>56 != uint64(b.Height) {
			return i
		}
		at := bottom + 4*i
		nz := nonZero(heights)
		for left := nz; left != 0; left &= left - 1 {
			s := bits.TrailingZeros64(left) / 8
			h := int(heights >> (8 * s) & 0xFF)
			if slot(s) == slotReady {
				b.hatched(at, h, x+i)
			} else {
				b.tall(at, h, pixelOf(b.Style.looks[s].fill))
			}
			at -= h * blockRow
		}
		if b.Edge > 0 && nz&(nz-1) == 0 {
			b.edge(bits.TrailingZeros64(nz)/8, bottom+4*i)
		}
	}
	return n
}

// edge draws the upper and lower edge of a column that is all of slot s, the
// lowest pixel being at byte o of the block.
func (b *laneBrush) edge(s, o int) {
	p := pixelOf(b.Style.looks[s].edge)
	b.tall(o, b.Edge, p)
	b.tall(o-(b.Height-b.Edge)*blockRow, b.Edge, p)
}

// tall draws h pixels upwards from byte o of the block.
func (b *laneBrush) tall(o, h int, p pixel) {
	for range h {
		binary.LittleEndian.PutUint32(b.block[o:], uint32(p))
		o -= blockRow
	}
}

// hatched draws h pixels of Ready in column x upwards from byte o of the block.
func (b *laneBrush) hatched(o, h, x int) {
	look := &b.Style.looks[slotReady]
	for range h {
		p := look.fill
		if n := len(look.hatch); n > 0 {
			p = look.hatch[(x+o/blockRow+b.Phase)%n]
		}
		binary.LittleEndian.PutUint32(b.block[o:], uint32(pixelOf(p)))
		o -= blockRow
	}
}

// loose draws a column straight into the picture: one that does not fill the
// height of the lane, or has slots that only slow code knows.
func (b *laneBrush) loose(heights mix, x int) {
	y := b.Y + b.Height
	for s := range slot(numSlots) {
		if h := heights.at(s); h > 0 {
			b.area(&b.Style.looks[s], image.Rect(b.X+x, y-h, b.X+x+1, y))
			y -= h
		}
	}
}

// area fills a part of the lane with a look.
func (b *laneBrush) area(look *slotLook, r image.Rectangle) {
	r = r.Intersect(b.clip)
	if r.Empty() {
		return
	}
	if look.hatch == nil {
		b.plain(r, pixelOf(look.fill))
		return
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		i := (r.Min.X - b.X + y - b.Y + b.Phase) % len(look.hatch)
		for x := r.Min.X; x < r.Max.X; x++ {
			b.put(y*b.stride+4*x, pixelOf(look.hatch[i]))
			if i++; i == len(look.hatch) {
				i = 0
			}
		}
	}
}

// span draws columns x0 … x1-1 of the lane, which belong to a span.
func (b *laneBrush) span(sp span, x0, x1 int) {
	look := b.Style.of(sp)
	box := image.Rect(b.X+x0, b.Y, b.X+x1, b.Y+b.Height)
	inner := box
	inner.Min.Y += b.Edge
	inner.Max.Y -= b.Edge
	if sp.look&lookBackdrop != 0 {
		b.backdrop(look, inner)
	} else {
		b.area(look, inner)
	}
	if b.Edge == 0 {
		return
	}
	edge := slotLook{fill: look.edge}
	b.area(&edge, image.Rect(box.Min.X, box.Min.Y, box.Max.X, inner.Min.Y))
	b.area(&edge, image.Rect(box.Min.X, inner.Max.Y, box.Max.X, box.Max.Y))
	if x0 == sp.x0 {
		b.area(&edge, image.Rect(box.Min.X, inner.Min.Y, box.Min.X+b.Edge, inner.Max.Y))
	}
}

// backdrop blends a look over what lies under it, which is the same in every
// row: the first is computed, the others are copies.
func (b *laneBrush) backdrop(look *slotLook, r image.Rectangle) {
	if r = r.Intersect(b.clip); r.Empty() {
		return
	}
	o := r.Min.Y*b.stride + 4*r.Min.X
	var under, blended pixel // of the last pixel, mostly that of the next
	for range r.Dx() {
		p := pixel(binary.LittleEndian.Uint32(b.pix[o:]))
		if p != under {
			b.over(o, look.fill, backdropAlpha)
			under, blended = p, pixel(binary.LittleEndian.Uint32(b.pix[o:]))
		} else {
			b.put(o, blended)
		}
		o += 4
	}
	b.repeat(r)
}
