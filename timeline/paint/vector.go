package paint

import (
	"image"
	"image/color"
	"math"
)

// Vector draws dl on c as Raster draws it into pixels: what fills whole pixels
// there is the same rectangle here, and hatches, triangles and arrows are outlines
// with the edges that the pixels only approximate.
func Vector(dl *DisplayList, c VectorCanvas) {
	for i := range dl.Items {
		it := &dl.Items[i]
		v := vectors{VectorCanvas: c, clip: it.Rect.Intersect(image.Rectangle{Max: dl.Size})}
		switch {
		case v.clip.Empty():
		case it.Kind == ItemRect:
			c.Rect(v.clip, it.Color)
		case it.Kind == ItemText:
			c.Text(it)
		case it.Kind == ItemLane:
			v.lane(&dl.Lanes[it.Lane])
		case it.Kind == ItemArea:
			v.chartArea(&dl.Areas[it.Area])
		case it.Kind == ItemHatch:
			// Half a pixel: the lines of Raster are whole pixels about theirs.
			v.lines(v.clip, parallels{x: 1.5, y: float64(it.Rect.Min.Y), slope: -1, half: 1, period: 6}, it.Color)
		case it.Kind == ItemLine:
			v.line(it)
		default:
			v.shape(it)
		}
	}
}

// area fills a part of the lane l with a look.
func (v *vectors) area(l *Lane, look *Look, r image.Rectangle) {
	if r = r.Intersect(v.clip); r.Empty() {
		return
	}
	v.Rect(r, Opaque(look.Fill))
	v.pattern(l, look, r, Opaque(look.Ink))
}

// lane draws the columns of a lane stretch by stretch.
func (v *vectors) lane(l *Lane) {
	x := 0
	for _, sp := range l.Spans {
		v.columns(l, x, sp.X0)
		v.span(l, sp)
		x = sp.X1
	}
	v.columns(l, x, len(l.Main))
}

// columns draws the columns x0 … x1-1, equal neighbours as one.
func (v *vectors) columns(l *Lane, x0, x1 int) {
	for x := x0; x < x1; {
		from, h := x, l.Heights(x)
		for x++; x < x1 && l.Heights(x) == h; x++ {
		}
		v.stack(l, h, image.Rect(l.X+from, l.Y, l.X+x, l.Y+l.Height))
	}
}

// stack draws equal columns: their slots from the bottom up, and the edges of those
// that are entirely of one slot.
func (v *vectors) stack(l *Lane, h Mix, r image.Rectangle) {
	y := r.Max.Y
	for s := range Slot(NumSlots) {
		if n := h.At(s); n > 0 {
			v.area(l, &l.Style.looks[s], image.Rect(r.Min.X, y-n, r.Max.X, y))
			y -= n
		}
	}
	if s, ok := l.solid(h); ok && l.Height <= HighestFast {
		v.edges(l, l.Style.looks[s].Edge, r)
	}
}

// edges draws the lines above and below solid columns.
func (v *vectors) edges(l *Lane, c color.RGBA, r image.Rectangle) {
	if l.Edge == 0 {
		return
	}
	edge := Look{Fill: c}
	v.area(l, &edge, image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+l.Edge))
	v.area(l, &edge, image.Rect(r.Min.X, r.Max.Y-l.Edge, r.Max.X, r.Max.Y))
}

// span draws the columns of a span.
func (v *vectors) span(l *Lane, sp Span) {
	look := l.Style.Of(sp)
	box := image.Rect(l.X+sp.X0, l.Y, l.X+sp.X1, l.Y+l.Height)
	inner := box
	inner.Min.Y += l.Edge
	inner.Max.Y -= l.Edge
	if sp.Look&LookBackdrop == 0 {
		v.area(l, look, inner)
	} else if r := inner.Intersect(v.clip); !r.Empty() {
		v.Rect(r, Fade(look.Fill, BackdropAlpha))
		v.pattern(l, look, r, Fade(look.Ink, BackdropAlpha))
	}
	for p := range sp.edgeParts(l, sp.X0, sp.X1) {
		v.edges(l, look.Edge, image.Rect(l.X+p.from, box.Min.Y, l.X+p.to, box.Max.Y))
	}
	left := Look{Fill: look.Edge}
	v.area(l, &left, image.Rect(box.Min.X, inner.Min.Y, box.Min.X+l.Edge, inner.Max.Y))
}

// outlines of the shapes in the unit square, see inside.
var shapeOutlines = map[ItemKind][]Point{
	ItemDown:    {{0, 0}, {1, 0}, {0.5, 1}},
	ItemUp:      {{0, 1}, {1, 1}, {0.5, 0}},
	ItemRight:   {{0, 0}, {1, 0.5}, {0, 1}},
	ItemLeft:    {{1, 0}, {1, 1}, {0, 0.5}},
	ItemDiamond: {{0.5, 0}, {1, 0.5}, {0.5, 1}, {0, 0.5}},
	ItemDisc:    disc(),
	ItemChevron: {
		{0, 0.25 - chevronHalf},
		{0.5, 0.75 - chevronHalf},
		{1, 0.25 - chevronHalf},
		{1, 0.25 + chevronHalf},
		{0.5, 0.75 + chevronHalf},
		{0, 0.25 + chevronHalf},
	},
}

// disc is a circle with enough corners to look round.
func disc() (list []Point) {
	const corners = 48
	for i := range corners {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / corners)
		list = append(list, Point{0.5 + cos/2, 0.5 + sin/2})
	}
	return list
}

// shape draws a triangle, an arrow or a disc.
func (v *vectors) shape(it *Item) {
	var list []Point
	for _, p := range shapeOutlines[it.Kind] {
		list = append(list, Point{
			float64(it.Box.Min.X) + p.X*float64(it.Box.Dx()), float64(it.Box.Min.Y) + p.Y*float64(it.Box.Dy()),
		})
	}
	if list = ClipOutline(list, v.clip); len(list) > 2 {
		v.Fill([][]Point{list}, it.Color)
	}
}

// line draws a line as an outline.
func (v *vectors) line(it *Item) {
	if list := ClipOutline(it.outline(), v.clip); len(list) > 2 {
		v.Fill([][]Point{list}, it.Color)
	}
}

// chartArea draws a layer: adjacent columns are one outline, and a pattern is drawn
// over them column by column.
func (v *vectors) chartArea(a *Area) {
	var outlines [][]Point
	for x := 0; x < len(a.Low); {
		x0 := x
		for x < len(a.Low) && a.High[x] > a.Low[x] {
			x++
		}
		if x > x0 {
			outlines = append(outlines, a.outline(x0, x))
		}
		x = max(x, x0+1)
	}
	if len(outlines) > 0 {
		v.Fill(outlines, Opaque(a.Look.Fill))
	}
	if a.Look.hatch.side > 0 {
		a.runs(func(r image.Rectangle) { v.pattern(&Lane{}, &a.Look, r, Opaque(a.Look.Ink)) })
	}
}
