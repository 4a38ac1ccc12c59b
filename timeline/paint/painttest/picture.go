package painttest

import (
	"image"
	"image/color"
	"math"

	"threadlens/timeline/paint"
)

// Picture is a list drawn as the comments of its parts specify, pixel by pixel,
// without any of the optimizations of Raster.
type Picture struct {
	*image.RGBA
	Ties map[image.Point]bool // pixels with a point that lies exactly on the edge of a shape
}

func Plainly(dl *paint.DisplayList) Picture {
	p := Picture{image.NewRGBA(image.Rectangle{Max: dl.Size}), map[image.Point]bool{}}
	for i := range dl.Items {
		it := &dl.Items[i]
		if it.Kind == paint.ItemText {
			p.Text(it)
			continue
		}
		r := it.Rect.Intersect(p.Rect)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				p.Over(x, y, p.item(dl, it, x, y))
			}
		}
	}
	return p
}

// item is what an item draws over a pixel.
func (p Picture) item(dl *paint.DisplayList, it *paint.Item, x, y int) color.NRGBA {
	c := it.Color
	switch it.Kind {
	case paint.ItemRect:
		return c
	case paint.ItemLane:
		l := &dl.Lanes[it.Lane]
		return lanePixel(l, x-l.X, y-l.Y)
	case paint.ItemArea:
		return areaPixel(&dl.Areas[it.Area], x, y)
	case paint.ItemHatch:
		if (x+y-it.Rect.Min.Y)%6 >= 2 {
			return color.NRGBA{}
		}
		return c
	case paint.ItemLine:
		c.A = lineCover(it, x, y)
		return c
	}
	in := 0
	for i := range 16 {
		u := (float64(x-it.Box.Min.X) + float64(2*(i%4)+1)/8) / float64(it.Box.Dx())
		v := (float64(y-it.Box.Min.Y) + float64(2*(i/4)+1)/8) / float64(it.Box.Dy())
		switch inner := shapeInner(it.Kind, 2*u-1, 2*v-1); {
		case math.Abs(inner) < 1e-6:
			p.Ties[image.Pt(x, y)] = true
		case inner > 0:
			in++
		}
	}
	c.A = uint8(in * 255 / 16)
	return c
}

// Over blends a colour over a pixel.
func (p Picture) Over(x, y int, c color.NRGBA) {
	under, a := p.RGBAAt(x, y), int(c.A)
	mix := func(over, under uint8) uint8 { return uint8((int(over)*a + int(under)*(255-a) + 127) / 255) }
	if a > 0 {
		p.SetRGBA(x, y, color.RGBA{mix(c.R, under.R), mix(c.G, under.G), mix(c.B, under.B), 255})
	}
}

// shapeInner is how far inside a shape, whose box goes from -1 to 1, a point is.
func shapeInner(k paint.ItemKind, u, v float64) float64 {
	switch k {
	case paint.ItemRight: // from the left edge to a point at the right
		return (1-u)/2 - math.Abs(v)
	case paint.ItemLeft:
		return (1+u)/2 - math.Abs(v)
	case paint.ItemDown:
		return (1-v)/2 - math.Abs(u)
	case paint.ItemUp:
		return (1+v)/2 - math.Abs(u)
	case paint.ItemDisc:
		return 1 - u*u - v*v
	case paint.ItemDiamond:
		return 1 - math.Abs(u) - math.Abs(v)
	case paint.ItemChevron: // its middle falls from a quarter to three quarters of the height
		return 0.22 - math.Abs(v-0.5+math.Abs(u))
	}
	panic("no shape")
}

// Text is drawn as Raster does, into a picture of its own; see TestTextIsItsGlyphs.
func (p Picture) Text(it *paint.Item) {
	paint.Raster(&paint.DisplayList{Size: p.Rect.Max, Items: []paint.Item{*it}}, p.RGBA)
}

// lineCover is how much of a pixel lies inside a line, of 255: by the distance of its
// centre from the edges.
func lineCover(it *paint.Item, x, y int) uint8 {
	dx, dy := float64(it.Box.Dx()), float64(it.Box.Dy())
	length := max(math.Hypot(dx, dy), 1e-9)
	u, v := float64(x-it.Box.Min.X), float64(y-it.Box.Min.Y)
	along, aside := (u*dx+v*dy)/length, math.Abs(u*dy-v*dx)/length
	return uint8(max(0, min(float64(it.Width)/2+0.5-aside, along+0.5, length-along+0.5, 1))*255 + 0.5)
}

func areaPixel(a *paint.Area, x, y int) color.NRGBA {
	i, h := x-a.X, int32(a.Bottom-1-y)
	if i < 0 || i >= len(a.Low) || h < a.Low[i] || h >= a.High[i] {
		return color.NRGBA{}
	}
	return paint.Opaque(a.Look.At(x, y))
}

// lanePixel is the colour of a lane at one of its pixels.
func lanePixel(l *paint.Lane, x, y int) color.NRGBA {
	if x < 0 || x >= len(l.Main) || y < 0 || y >= l.Height {
		return color.NRGBA{}
	}
	for i := range l.Spans {
		if sp := &l.Spans[i]; sp.X0 <= x && x < sp.X1 {
			return spanPixel(l, sp, x, y)
		}
	}
	return paint.Opaque(PixelByRule(l, x, y, color.RGBA{}))
}

// spanPixel is lanePixel in a span: edges above, below and at the left, dashed above and
// below if no event attests it.
func spanPixel(l *paint.Lane, sp *paint.Span, x, y int) color.NRGBA {
	look := l.Style.Of(*sp)
	if y < l.Edge || y >= l.Height-l.Edge {
		if dash := 4 * l.Edge; sp.Look&paint.LookInferred != 0 && sp.X1-sp.X0 > dash && (x+l.Phase)/dash%2 == 1 {
			return color.NRGBA{}
		}
		return paint.Opaque(look.Edge)
	}
	if x < sp.X0+l.Edge {
		return paint.Opaque(look.Edge)
	}
	c := paint.Opaque(look.At(x+l.Phase, y))
	if sp.Look&paint.LookBackdrop != 0 {
		c.A = paint.BackdropAlpha
	}
	return c
}

func PixelByRule(l *paint.Lane, x, y int, back color.RGBA) color.RGBA {
	m := l.Heights(x)
	top := l.Height
	for s := range paint.Slot(paint.NumSlots) {
		if top -= m.At(s); y < top {
			continue
		}
		look := l.Style.Look(s)
		switch {
		case m.At(s) == l.Height && onEdge(l, x, y):
			return look.Edge
		}
		return look.At(x+l.Phase, y)
	}
	return back
}

// onEdge reports whether a pixel of a column that is entirely of one slot lies on
// an edge. Columns that only slow code draws have edges only in spans.
func onEdge(l *paint.Lane, x, y int) bool {
	first := false
	for _, sp := range l.Spans {
		first = first || sp.X0 == x
	}
	if !inSpan(l, x) && l.Height > paint.HighestFast || l.Edge == 0 {
		return false
	}
	return y < l.Edge || y >= l.Height-l.Edge || first
}

func inSpan(l *paint.Lane, x int) bool {
	for _, sp := range l.Spans {
		if sp.X0 <= x && x < sp.X1 {
			return true
		}
	}
	return false
}
