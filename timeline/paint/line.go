package paint

import (
	"image"
	"image/color"
	"math"
)

// ends are the ends of an ItemLine, in the middles of their pixels.
func (it *Item) ends() (a, b Point) {
	return Point{float64(it.Box.Min.X) + 0.5, float64(it.Box.Min.Y) + 0.5},
		Point{float64(it.Box.Max.X) + 0.5, float64(it.Box.Max.Y) + 0.5}
}

// outline are the corners of an ItemLine.
func (it *Item) outline() []Point {
	a, b := it.ends()
	dx, dy := b.X-a.X, b.Y-a.Y
	length := max(math.Hypot(dx, dy), 1e-9)
	x, y := -dy/length*float64(it.Width)/2, dx/length*float64(it.Width)/2
	return []Point{{a.X + x, a.Y + y}, {b.X + x, b.Y + y}, {b.X - x, b.Y - y}, {a.X - x, a.Y - y}}
}

// line draws a line with smooth edges: a pixel has as much of its colour as its
// middle lies inside.
func (b *brush) line(it *Item, r image.Rectangle) {
	from, to := it.ends()
	dx, dy := to.X-from.X, to.Y-from.Y
	length := max(math.Hypot(dx, dy), 1e-9)
	half := float64(it.Width)/2 + 0.5
	c := color.RGBA{it.Color.R, it.Color.G, it.Color.B, 255}
	top, bottom := min(from.Y, to.Y)-half, max(from.Y, to.Y)+half
	for y := max(r.Min.Y, int(top)); y < min(r.Max.Y, int(bottom)+1); y++ {
		left, right := min(from.X, to.X)-half, max(from.X, to.X)+half
		if dy != 0 { // where the line is at this height, with all of its width
			at := from.X + (float64(y)+0.5-from.Y)*dx/dy
			reach := half*length/math.Abs(dy) + math.Abs(dx/dy)
			left, right = max(left, at-reach), min(right, at+reach)
		}
		for x := max(r.Min.X, int(max(left, 0))); x < min(r.Max.X, int(max(right, 0))+1); x++ {
			u, v := float64(x)+0.5-from.X, float64(y)+0.5-from.Y
			along := (u*dx + v*dy) / length
			aside := math.Abs(u*dy-v*dx) / length
			cover := min(half-aside, along+0.5, length-along+0.5, 1)
			if cover > 0 {
				b.over(y*b.stride+4*x, c, uint32(cover*255+0.5))
			}
		}
	}
}

// line draws a line as an outline.
func (v *vectors) line(it *Item) {
	if list := ClipOutline(it.outline(), v.clip); len(list) > 2 {
		v.Fill([][]Point{list}, it.Color)
	}
}
