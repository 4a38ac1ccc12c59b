package paint

import "image"

// Point is a point of a picture, device pixels.
type Point struct{ X, Y float64 }

// ClipOutline is the part of a closed outline inside r, by the Sutherland–Hodgman
// algorithm: parts of an outline that r cuts in two stay joined by lines along its
// edge, which cover nothing.
func ClipOutline(outline []Point, r image.Rectangle) []Point {
	for _, edge := range []struct {
		at      float64
		swap    bool // an edge of y
		outside float64
	}{
		{float64(r.Min.X), false, -1},
		{float64(r.Max.X), false, 1},
		{float64(r.Min.Y), true, -1},
		{float64(r.Max.Y), true, 1},
	} {
		beyond := func(p Point) float64 { // how far outside
			if edge.swap {
				p.X = p.Y
			}
			return (p.X - edge.at) * edge.outside
		}
		var kept []Point
		for i, p := range outline {
			last := outline[(i+len(outline)-1)%len(outline)]
			a, b := beyond(last), beyond(p)
			if a < 0 && b > 0 || a > 0 && b < 0 {
				f := a / (a - b)
				kept = append(kept, Point{last.X + f*(p.X-last.X), last.Y + f*(p.Y-last.Y)})
			}
			if b <= 0 {
				kept = append(kept, p)
			}
		}
		outline = kept
	}
	return outline
}
