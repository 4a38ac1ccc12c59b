package timeline

import (
	"image"
	"math/bits"
)

// laneBrush draws the runs of one lane.
type laneBrush struct {
	*brush
	lane  *Lane
	clip  image.Rectangle
	fills [16]pixel // by slot; as many as four bits can name
	line  int       // width of edges, 0 without
}

func (b *brush) lane(l *Lane, clip image.Rectangle) {
	lb := laneBrush{brush: b, lane: l, clip: clip}
	for i := range numSlots {
		lb.fills[i] = pixelOf(l.Style.looks[i].fill)
	}
	if l.Height >= flatLanePixels {
		lb.line = max(1, l.Edge)
	}
	whole := clip.Dy() == l.Height
	for i := range l.Runs {
		r := &l.Runs[i]
		x0, x1 := max(l.X+int(r.X0), clip.Min.X), min(l.X+int(r.X1), clip.Max.X)
		switch {
		case x0 >= x1:
		case r.look&lookSolid != 0:
			lb.solidRun(r, x0, x1)
		case x1-x0 > 1 || !whole || r.heights.rest != 0:
			lb.columns(r, x0, x1)
		case l.Height <= lowLane:
			lb.lowColumn(r.heights.main, x0)
		default:
			lb.column(r.heights.main, x0)
		}
	}
}

// lowLane is the height up to which the pixels of a column are drawn one by one.
const lowLane = 8

// lowColumn draws a low stack one pixel wide, without a branch that depends on
// what is in it: the slot of the pixel at height y is the number of slots that
// end at or below y.
func (b *laneBrush) lowColumn(heights uint64, x int) {
	const high = everyByte << 7
	tops := heights*everyByte | high
	l := b.lane
	o := (l.Y+l.Height-1)*b.stride + 4*x
	n := int(tops>>56) &^ 0x80
	for y := range n {
		below := bits.OnesCount64((tops - everyByte*uint64(y+1)) & high)
		s := slot(8 - below)
		p := b.fills[s&15]
		if s == slotReady {
			p = b.hatched(s, x, l.Y+l.Height-1-y)
		}
		b.put(o, p)
		o -= b.stride
	}
}

// hatched is the colour of a pixel of a slot that may be hatched.
func (b *laneBrush) hatched(s slot, x, y int) pixel {
	h := b.lane.Style.looks[s].hatch
	if h == nil {
		return b.fills[s]
	}
	return pixelOf(h[b.phase(x, y, len(h))])
}

// column draws a stack one pixel wide.
func (b *laneBrush) column(heights uint64, x int) {
	y := b.lane.Y + b.lane.Height
	o := (y-1)*b.stride + 4*x
	for nz := nonZero(heights); nz != 0; nz &= nz - 1 {
		s := slot(bits.TrailingZeros64(nz) / 8)
		h := int(heights >> (8 * s) & 0xFF)
		if s == slotReady {
			for i := range h {
				b.put(o-i*b.stride, b.hatched(s, x, y-1-i))
			}
		} else {
			p := b.fills[s&15]
			for i := range h {
				b.put(o-i*b.stride, p)
			}
		}
		y -= h
		o -= h * b.stride
	}
}

// phase is the phase of a pattern of the given period at a pixel: patterns move
// with their lane.
func (b *laneBrush) phase(x, y, period int) int {
	return (x - b.lane.X + y - b.lane.Y + b.lane.Phase) % period
}

// columns draws a stack of several columns.
func (b *laneBrush) columns(r *Run, x0, x1 int) {
	y := b.lane.Y + b.lane.Height
	for s := range slot(numSlots) {
		if h := r.heights.at(s); h > 0 {
			b.area(&b.lane.Style.looks[s], image.Rect(x0, y-h, x1, y))
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
		b.solid(r, pixelOf(look.fill))
		return
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		i := b.phase(r.Min.X, y, len(look.hatch))
		for x := r.Min.X; x < r.Max.X; x++ {
			b.put(y*b.stride+4*x, pixelOf(look.hatch[i]))
			if i++; i == len(look.hatch) {
				i = 0
			}
		}
	}
}

// solidRun draws columns of one slot, with edges.
func (b *laneBrush) solidRun(r *Run, x0, x1 int) {
	look := b.lane.Style.of(*r)
	l := b.lane
	left := 0 // width of the left edge
	if b.line > 0 && int(r.X1-r.X0) >= l.EdgeFrom && x0 == l.X+int(r.X0) {
		left = min(b.line, x1-x0)
	} else if x1-x0 < narrowRun && look.hatch == nil && r.look == lookSolid {
		b.narrow(look, x0, x1)
		return
	}
	box := image.Rect(x0, l.Y, x1, l.Y+l.Height)
	inner := box
	inner.Min.Y += b.line
	inner.Max.Y -= b.line
	if r.look&lookBackdrop != 0 {
		b.backdrop(look, inner)
	} else {
		b.area(look, inner)
	}
	if b.line == 0 {
		return
	}
	edge := slotLook{fill: look.edge}
	b.area(&edge, image.Rect(x0, box.Min.Y, x1, inner.Min.Y))
	b.area(&edge, image.Rect(x0, inner.Max.Y, x1, box.Max.Y))
	b.area(&edge, image.Rect(x0, inner.Min.Y, x0+left, inner.Max.Y))
}

// narrowRun is the width below which a run is drawn row by row.
const narrowRun = 8

// narrow draws a few columns of one slot.
func (b *laneBrush) narrow(look *slotLook, x0, x1 int) {
	l := b.lane
	fill, edge := pixelOf(look.fill), pixelOf(look.edge)
	top, bottom := l.Y+b.line, l.Y+l.Height-b.line
	o := b.clip.Min.Y*b.stride + 4*x0
	for y := b.clip.Min.Y; y < b.clip.Max.Y; y++ {
		p := fill
		if y < top || y >= bottom {
			p = edge
		}
		for x := 0; x < 4*(x1-x0); x += 4 {
			b.put(o+x, p)
		}
		o += b.stride
	}
}

// backdrop blends a look over what lies under it, which is the same in every
// row: the first is computed, the others are copies.
func (b *laneBrush) backdrop(look *slotLook, r image.Rectangle) {
	if r = r.Intersect(b.clip); r.Empty() {
		return
	}
	o := r.Min.Y*b.stride + 4*r.Min.X
	for range r.Dx() {
		b.over(o, look.fill, backdropAlpha)
		o += 4
	}
	b.repeat(r)
}
