package paint

import (
	"math"
	"testing"
)

// TestPatternsCoverWhatTheirStrokesSay compares pixels with the area of the
// strokes on a tile, at several scales.
func TestPatternsCoverWhatTheirStrokesSay(t *testing.T) {
	for p := Diagonal; p < numPatterns; p++ {
		for _, scale := range []float32{1, 1.25, 1.5, 2, 3} {
			side := float64(patternPixels(scale))
			area := 0.0 // of the tile
			for _, s := range p.Strokes() {
				w := s.Width * float64(scale) / side
				if l := math.Hypot(s.X1-s.X0, s.Y1-s.Y0); l > 0 {
					area += l * w
				} else {
					area += math.Pi / 4 * w * w
				}
			}
			if p == Cross { // where the lines cross they count once
				area -= math.Pow(patternLine*float64(scale)/side, 2)
			}
			sum := 0
			for _, a := range p.coverage(scale) {
				sum += int(a)
			}
			if got := float64(sum) / 255 / side / side; math.Abs(got-area) > 0.035 {
				t.Errorf("%v at %v: %.3f of the tile covered, want %.3f", p, scale, got, area)
			}
		}
	}
}

// TestPatternsRepeat checks that a tile continues in the next one: a line that
// leaves on one side enters on the other.
func TestPatternsRepeat(t *testing.T) {
	const n = 16
	for p := Diagonal; p < numPatterns; p++ {
		for i := range n {
			at := (float64(i) + 0.5) / n
			for _, d := range []float64{0.001, 0.002} {
				if p.covers(d, at, 1./8) != p.covers(1+d, at, 1./8) || p.covers(at, d, 1./8) != p.covers(at, 1+d, 1./8) {
					t.Errorf("%v is cut at the side of its tile, at %v", p, at)
				}
			}
		}
	}
}
