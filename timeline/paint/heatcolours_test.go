package paint_test

import (
	"testing"

	"threadlens/timeline/paint"
	"threadlens/timeline/paint/painttest"
)

// TestHeat: more is always darker on the light ground and lighter on the dark one, and the
// least stands out from the background.
func TestHeat(t *testing.T) {
	for _, dark := range []bool{false, true} {
		p := paint.NewPalette(dark, false)
		const most = 10_000
		if c := painttest.Contrast(p.Heat(1, most), p.Lane); c < 2 {
			t.Errorf("dark %v: one has a contrast of %.2f", dark, c)
		}
		if p.Heat(1, 1) != p.Heat(1, most) || p.Heat(most, most) != p.Heat(2, 2) {
			t.Errorf("dark %v: the ends of the scale depend on its length", dark)
		}
		last := 1.0
		for n := 1; n <= most; n *= 2 {
			c := painttest.Contrast(p.Heat(n, most), p.Lane)
			if c <= last {
				t.Errorf("dark %v: %d has a contrast of %.2f, less %.2f", dark, n, c, last)
			}
			last = c
		}
		if last < 6 {
			t.Errorf("dark %v: the most has a contrast of %.2f", dark, last)
		}
	}
}
