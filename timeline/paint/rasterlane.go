package paint

import (
	"encoding/binary"
	"image"
	"image/color"
	"math/bits"
)

func (b *brush) lane(l *Lane, clip image.Rectangle) {
	lb := laneBrush{brush: b, Lane: l, clip: clip}
	x, x1 := max(0, clip.Min.X-l.X), min(len(l.Main), clip.Max.X-l.X)
	for _, sp := range l.Spans {
		if sp.X1 <= x {
			continue
		}
		if sp.X0 >= x1 {
			break
		}
		lb.columns(x, sp.X0)
		lb.span(sp, max(x, sp.X0), min(sp.X1, x1))
		x = sp.X1
	}
	lb.columns(x, x1)
}

// columns draws the columns x0 … x1-1 of the lane.
func (b *laneBrush) columns(x0, x1 int) {
	for x0 < x1 {
		n := 0
		if b.Height <= HighestFast {
			if n = min(x1-x0, blockColumns); b.anyRest(x0, n) {
				n = b.fullAll(x0, n)
			} else {
				n = b.full(x0, n)
			}
			x0 += n
		}
		if n < blockColumns && x0 < x1 {
			b.loose(b.Heights(x0), x0)
			x0++
		}
	}
}

// loose draws a column part by part: one that does not fill the height of the lane,
// is too high, or has slots that full does not handle.
func (b *laneBrush) loose(heights Mix, x int) {
	y := b.Y + b.Height
	for set := heights.slots(); set != 0; set &= set - 1 {
		s := Slot(bits.TrailingZeros16(set))
		h := heights.At(s)
		if look := &b.Style.looks[s]; look.hatch.side > 0 {
			b.area(look, image.Rect(b.X+x, y-h, b.X+x+1, y))
		} else {
			b.column(b.X+x, y-h, y, pixelOf(look.Fill))
		}
		y -= h
	}
}

// column fills the rows y0 … y1-1 of a column of the picture.
func (b *laneBrush) column(x, y0, y1 int, p pixel) {
	if x < b.clip.Min.X || x >= b.clip.Max.X {
		return
	}
	o := 4*x + max(y0, b.clip.Min.Y)*b.stride
	for range min(y1, b.clip.Max.Y) - max(y0, b.clip.Min.Y) {
		b.put(o, p)
		o += b.stride
	}
}

// area fills a part of the lane with a look.
func (b *laneBrush) area(look *Look, r image.Rectangle) {
	r = r.Intersect(b.clip)
	if r.Empty() {
		return
	}
	side := look.hatch.side
	if side == 0 {
		b.plain(r, pixelOf(look.Fill))
		return
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		row := look.hatch.colours[(y-b.Y)%side*side:][:side]
		i := (r.Min.X - b.X + b.Phase) % side
		for x := r.Min.X; x < r.Max.X; x++ {
			b.put(y*b.stride+4*x, pixelOf(row[i]))
			if i++; i == side {
				i = 0
			}
		}
	}
}

// span draws columns x0 … x1-1 of the lane, which belong to a span.
func (b *laneBrush) span(sp Span, x0, x1 int) {
	look := b.Style.Of(sp)
	box := image.Rect(b.X+x0, b.Y, b.X+x1, b.Y+b.Height)
	inner := box
	inner.Min.Y += b.Edge
	inner.Max.Y -= b.Edge
	if sp.Look&LookBackdrop != 0 {
		b.backdrop(look, inner)
	} else {
		b.area(look, inner)
	}
	if b.Edge == 0 {
		return
	}
	edge := Look{Fill: look.Edge}
	for x := range sp.edgeParts(b.Lane, x0, x1) {
		from, to := b.X+x.from, b.X+x.to
		b.area(&edge, image.Rect(from, box.Min.Y, to, inner.Min.Y))
		b.area(&edge, image.Rect(from, inner.Max.Y, to, box.Max.Y))
	}
	if x0 == sp.X0 {
		b.area(&edge, image.Rect(box.Min.X, inner.Min.Y, box.Min.X+b.Edge, inner.Max.Y))
	}
}

// backdrop blends a look over what lies under it. Without a pattern every row is
// the same: the first is computed, the others are copies.
func (b *laneBrush) backdrop(look *Look, r image.Rectangle) {
	if r = r.Intersect(b.clip); r.Empty() {
		return
	}
	if look.hatch.side > 0 {
		b.patternedBackdrop(look.hatch, r)
		return
	}
	o := r.Min.Y*b.stride + 4*r.Min.X
	var under, blended pixel // of the last pixel, usually also of the next
	for range r.Dx() {
		p := pixel(binary.LittleEndian.Uint32(b.pix[o:]))
		if p != under {
			b.over(o, look.Fill, BackdropAlpha)
			under, blended = p, pixel(binary.LittleEndian.Uint32(b.pix[o:]))
		} else {
			b.put(o, blended)
		}
		o += 4
	}
	b.repeat(r)
}

// patternedBackdrop is backdrop with a pattern, which repeats: only the rows of
// the first tile are computed.
func (b *laneBrush) patternedBackdrop(t patternTile, r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		if above := y - t.side; above >= r.Min.Y {
			copy(b.pix[y*b.stride+4*r.Min.X:][:4*r.Dx()], b.pix[above*b.stride+4*r.Min.X:])
			continue
		}
		row := t.colours[(y-b.Y)%t.side*t.side:][:t.side]
		i := (r.Min.X - b.X + b.Phase) % t.side
		var under pixel // of the last stretch; none is 0, since they are opaque
		line := b.pix[y*b.stride+4*r.Min.X:][:4*r.Dx()]
		for len(line) > 0 {
			if p := pixel(binary.LittleEndian.Uint32(line)); p != under {
				under = p
				b.blended = blendRow(b.blended[:0], row, p)
			}
			n := 4
			for n < len(line) && pixel(binary.LittleEndian.Uint32(line[n:])) == under {
				n += 4
			}
			tiled(line[:n], b.blended, i)
			line, i = line[n:], (i+n/4)%t.side
		}
	}
}

// tiled fills a row with that of a tile, from its pixel i on.
func tiled(line []byte, tile []pixel, i int) {
	once := 4 * len(tile)
	for o := 0; o < min(once, len(line)); o += 4 {
		binary.LittleEndian.PutUint32(line[o:], uint32(tile[i]))
		if i++; i == len(tile) {
			i = 0
		}
	}
	for n := once; n < len(line); n *= 2 {
		copy(line[n:], line[:n])
	}
}

// blendRow are the colours of a row of a tile as a backdrop over a colour.
func blendRow(to []pixel, row []color.RGBA, under pixel) []pixel {
	below := color.RGBA{uint8(under), uint8(under >> 8), uint8(under >> 16), 255}
	for _, c := range row {
		to = append(to, pixelOf(Blend(c, below, BackdropAlpha)))
	}
	return to
}
