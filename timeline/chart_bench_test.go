package timeline

import (
	"fmt"
	"image"
	"testing"
)

// BenchmarkUseChart makes the pixels of the chart of the CPU use of the large trace
// at 1600×900, at zooms from the whole trace to a millisecond: the cost of
// switching to the view, and of every step of a zoom.
func BenchmarkUseChart(b *testing.B) {
	t := big()
	s := chartScene(b, t, 1600, 900, NewMetrics(Comfortable, 1, 1))
	img := image.NewRGBA(image.Rectangle{Max: s.Size})
	whole := s.View
	for _, zoom := range []float64{1, 3, 30, 1000, 50_000} {
		b.Run(fmt.Sprintf("1_%.0f", zoom), func(b *testing.B) {
			s.View = whole.Zoom(whole.Width/2, zoom, t.Whole())
			s.Chart.Scope = s.View.Range
			for b.Loop() {
				new(Painter).Frame(s, img) // nothing is kept from the previous frame
			}
		})
	}
}

// BenchmarkUse computes the CPU use of the large trace, as is needed once for every
// choice of processes.
func BenchmarkUse(b *testing.B) {
	t := big()
	for b.Loop() {
		NewUtilization(t, t.Targets())
	}
}
