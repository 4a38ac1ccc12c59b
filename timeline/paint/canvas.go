package paint

import (
	"image"
	"image/color"
	"math"
)

// VectorCanvas takes the shapes of a frame in paint order. Lengths are device
// pixels; colours that are not opaque are blended over what is already there.
type VectorCanvas interface {
	// Rect fills a rectangle that is not empty.
	Rect(r image.Rectangle, c color.NRGBA)
	// Fill fills closed outlines; an outline inside another one that runs in the
	// opposite direction is a hole.
	Fill(outlines [][]Point, c color.NRGBA)
	// Text writes an item of kind ItemText, clipped to its Rect.
	Text(it *Item)
}

// vectors draws one item.
type vectors struct {
	VectorCanvas
	clip image.Rectangle
}

// pattern draws the strokes of a look's pattern inside r.
func (v *vectors) pattern(l *Lane, look *Look, r image.Rectangle, c color.NRGBA) {
	side := float64(look.hatch.side)
	for _, s := range look.Pattern.Strokes() {
		x, y := float64(l.X-l.Phase)+s.X0*side, float64(l.Y)+s.Y0*side
		dx, dy := s.X1-s.X0, s.Y1-s.Y0
		half := s.Width / 2 * float64(look.scale)
		switch {
		case dx == 0 && dy == 0:
			v.dots(r, Point{x, y}, half, side, c)
		case dy == 0:
			v.lines(r, parallels{x: y, y: x, half: half, period: side, flat: true}, c)
		default:
			v.lines(r, parallels{x: x, y: y, slope: dx / dy, half: half * math.Hypot(dx, dy) / math.Abs(dy), period: side}, c)
		}
	}
}

// parallels are parallel lines: the points whose X is within half of x +
// slope·(Y-y), or of that shifted by any multiple of period. If flat is set, X and
// Y are swapped.
type parallels struct {
	x, y, slope, half, period float64
	flat                      bool
}

// lines draws the parts of parallels inside r.
func (v *vectors) lines(r image.Rectangle, p parallels, c color.NRGBA) {
	x0, y0, x1, y1 := float64(r.Min.X), float64(r.Min.Y), float64(r.Max.X), float64(r.Max.Y)
	if p.flat {
		x0, y0, x1, y1 = y0, x0, y1, x1
	}
	top, bottom := p.x+p.slope*(y0-p.y), p.x+p.slope*(y1-p.y) // where a line meets both edges
	first := math.Floor((x0 - p.half - max(top, bottom)) / p.period)
	last := math.Ceil((x1 + p.half - min(top, bottom)) / p.period)
	var list [][]Point
	for k := first; k <= last; k++ {
		a, b := top+k*p.period, bottom+k*p.period
		line := []Point{{a - p.half, y0}, {a + p.half, y0}, {b + p.half, y1}, {b - p.half, y1}}
		for i := range line {
			if p.flat {
				line[i].X, line[i].Y = line[i].Y, line[i].X
			}
		}
		if line = ClipOutline(line, r); len(line) > 2 {
			list = append(list, line)
		}
	}
	if len(list) > 0 {
		v.Fill(list, c)
	}
}

// dotCorners is how many corners a dot has: enough to be round at its size.
const dotCorners = 16

// dots draws dots of the given radius inside r: one at a point, and others at
// distances of period in both directions.
func (v *vectors) dots(r image.Rectangle, at Point, radius, period float64, c color.NRGBA) {
	var list [][]Point
	start := func(at, from float64) float64 { return at + math.Floor((from-radius-at)/period)*period }
	for y := start(at.Y, float64(r.Min.Y)); y-radius < float64(r.Max.Y); y += period {
		for x := start(at.X, float64(r.Min.X)); x-radius < float64(r.Max.X); x += period {
			dot := make([]Point, dotCorners)
			for i := range dot {
				sin, cos := math.Sincos(2 * math.Pi * float64(i) / dotCorners)
				dot[i] = Point{x + radius*cos, y + radius*sin}
			}
			if dot = ClipOutline(dot, r); len(dot) > 2 {
				list = append(list, dot)
			}
		}
	}
	if len(list) > 0 {
		v.Fill(list, c)
	}
}
