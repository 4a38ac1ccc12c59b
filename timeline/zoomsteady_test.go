package timeline

import (
	"math"
	"testing"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// TestZoomIsSteady zooms from the whole trace to 1 µs in 40 steps and back, about
// places all over it. A segment that is wide enough to be seen by itself has its
// colour in every frame, and what one frame shows, the previous frame showed at the
// same time, within a column.
func TestZoomIsSteady(t *testing.T) {
	for _, tr := range append(testTraces(), testTrace{"story", story(t)}) {
		s := build(t, tr.Trace)
		whole := Viewport{tr.Whole(), 700}.Clamp(tr.Whole())
		factor := math.Pow(float64(whole.Len())/1000, 1.0/40)
		for _, x := range []int{0, 233, 350, 699} {
			v := whole
			var before []paint.Lane
			for step := range 80 {
				next := v.Zoom(x, factor, tr.Whole())
				if step >= 40 {
					next = v.Zoom(x, 1/factor, tr.Whole())
				}
				lanes := make([]paint.Lane, len(tr.Threads))
				for ix := range lanes {
					lane, _ := lanesOf(t, tr.Trace, s, model.ThreadIx(ix), next, 20)
					lanes[ix] = lane
					checkWide(t, tr, model.ThreadIx(ix), next, &lane)
					if before == nil {
						continue
					}
					outer, inner, out, in := v, next, &before[ix], &lane
					if step >= 40 {
						outer, inner, out, in = next, v, &lane, &before[ix]
					}
					checkSteady(t, tr.name, outer, inner, out, in)
				}
				if step == 39 && next.Len() > 1010 {
					t.Fatalf("%s: 40 steps lead to %d ns", tr.name, next.Len())
				}
				v, before = next, lanes
			}
			if d := v.Len() - whole.Len(); d < -whole.Len()/1000 || d > whole.Len()/1000 {
				t.Errorf("%s: back at %v, began at %v", tr.name, v, whole)
			}
		}
	}
}

// checkWide looks for the colour of every segment that has whole columns to itself.
// Execution may be cut by interrupts, which are not segments.
func checkWide(t *testing.T, tr testTrace, ix model.ThreadIx, v Viewport, lane *paint.Lane) {
	t.Helper()
	for seg := range tr.Segments(ix, v.Range) {
		x0, x1 := max(v.X(seg.From)+2, 0), min(v.X(seg.To)-1, v.Width) // a summary blurs a column
		if x1-x0 < 2 {
			continue
		}
		for _, x := range []int{x0, (x0 + x1) / 2, x1 - 1} {
			h := lane.Heights(x)
			own := h.At(paint.SlotOf[seg.Category])
			if seg.Category == model.Execution {
				own += h.At(paint.SlotOf[model.Interrupt])
			}
			if own != lane.Height {
				t.Fatalf("%s: %v: thread %d, column %d shows %v, the segment in %d..%d is %v", tr.name, v, ix, x, h, x0, x1, seg.Category)
			}
		}
	}
}

// checkSteady looks for the colours of a frame in the frame that shows more time in
// as many columns. A segment that ends in the first column of the window leaves it
// to the one that starts there.
func checkSteady(t *testing.T, name string, outer, inner Viewport, out, in *paint.Lane) {
	t.Helper()
	for x := range inner.Width {
		c := inner.Column(x)
		a, b := outer.X(c.From)-1, min(outer.X(c.To)+1, outer.Width-1)
		if a <= 0 {
			continue
		}
		for _, sl := range []paint.Slot{paint.SlotExecution, paint.SlotSync} {
			if in.Heights(x).At(sl) == 0 {
				continue
			}
			found := false
			for near := a; near <= b; near++ {
				found = found || out.Heights(near).At(sl) > 0
			}
			if !found {
				t.Fatalf("%s: %v has %v in column %d, %v not in %d..%d", name, inner, sl, x, outer, a, b)
			}
		}
	}
}
