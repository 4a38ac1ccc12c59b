package export

import (
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// TestDots: a dot is in the middle of each square of the pattern that has its middle in a box,
// including the left edge and excluding the right one, if its whole height fits.
func TestDots(t *testing.T) {
	c := chart{sheet: newSheet(paint.NewPalette(false, false), timeline.NewMetrics(timeline.Comfortable, 1, 1), 100)}
	const period = 6
	radius := vg.Length(c.metrics.Scale * 1.2)
	const least = 0.25 // how far an edge is moved
	for _, x := range []struct {
		name           string
		x0, y0, x1, y1 vg.Length
		want           int
	}{
		{"two by one", 0, 0, 2 * period, period, 2},
		{"from a middle to the next", 3, 0, 9, period, 1},
		{"… and a little more", 3, 0, 9 + least, period, 2},
		{"behind a middle", 3 + least, 0, 9, period, 0},
		{"just as high as a dot", 0, 3 - radius, period, 3 + radius, 1},
		{"cut above", 0, 3 - radius, period, 3 + radius - least, 0},
		{"cut below", 0, 3 - radius + least, period, 3 + radius, 0},
		{"two rows", 0, 3 - radius, period, 9 + radius, 2},
		{"left of the origin", -period, 0, 0, period, 1},
	} {
		var canvas recorder.Canvas
		box := vg.Rectangle{Min: vg.Point{X: x.x0, Y: x.y0}, Max: vg.Point{X: x.x1, Y: x.y1}}
		c.dots(paint.ClassTarget, nil, nil).fill(draw.NewCanvas(&canvas, 100, 100), []vg.Rectangle{box})
		got := 0
		for _, a := range canvas.Actions {
			if f, ok := a.(*recorder.Fill); ok {
				for _, p := range f.Path {
					if p.Type == vg.ArcComp {
						got++
					}
				}
			}
		}
		if got != x.want {
			t.Errorf("%s: %d dots, want %d", x.name, got, x.want)
		}
	}
}
