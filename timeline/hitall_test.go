package timeline

import (
	"image"
	"math/rand/v2"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/paint"
)

// randomScene shows a random part of a trace: at any zoom from the whole to a
// nanosecond per column, at all sizes of lanes, text and pixels.
func randomScene(t *testing.T, r *rand.Rand, tr *model.Trace) *Scene {
	m := NewMetrics(LaneSize(r.IntN(3)), []float32{1, 1.25, 1.5, 2}[r.IntN(4)], []float32{0.8, 1, 1.5, 2}[r.IntN(4)])
	if r.IntN(3) == 0 {
		m = m.WithPitch(float32(PitchMin + r.IntN(PitchMax-PitchMin)))
	}
	s := sceneOf(t, tr, 500+r.IntN(600), 250+r.IntN(400), m)
	s.Parts = Parts(r.IntN(int(AllParts) + 1))
	s.View.Width = LaneWidth(s.Size.X, s.Parts, m)
	for range r.IntN(30) {
		s.View = s.View.Zoom(r.IntN(s.View.Width), 1+2*r.Float64(), tr.Whole())
	}
	if s.MaxScroll() > 0 {
		s.ScrollY = r.IntN(s.MaxScroll() + 1)
	}
	return s
}

// TestEverySegmentIsFoundAtItsPixels looks in random scenes for each segment at the
// columns that it covers, in the first and the last pixel row of its lane and not
// beyond them.
func TestEverySegmentIsFoundAtItsPixels(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	traces := []*model.Trace{story(t), modeltest.Crowd(12, 400, second, 4)}
	looked := 0
	for range 100 {
		s := randomScene(t, r, traces[r.IntN(len(traces))])
		for _, row := range s.Rows.List {
			if row.Kind != RowThread {
				continue
			}
			for seg := range s.Trace.Segments(row.Thread, s.View.Range) {
				looked += lookFor(t, s, r, SegmentRef{row.Thread, seg.Index}, seg.Range)
			}
		}
	}
	if looked < 5_000 {
		t.Errorf("only %d places looked at", looked)
	}
}

// lookFor looks for a segment at its pixels and next to them. It returns at how
// many: none if it is out of view or has no column of its own.
func lookFor(t *testing.T, s *Scene, r *rand.Rand, ref SegmentRef, span model.Range) (looked int) {
	t.Helper()
	x0, x1 := s.RangeX(span)
	rect, ok := s.SegmentRect(ref)
	if x1-x0 < 2 || !ok {
		return 0
	}
	if x1-x0 >= s.Metrics.Px(selectedAtMin) && (rect.Min.X != x0 || rect.Max.X != x1) {
		t.Fatalf("segment %v is drawn in columns %d to %d, its rectangle is %v", ref, x0, x1, rect)
	}
	for _, x := range []int{x0 + 1, x0 + 1 + r.IntN(x1-x0-1), x1 - 1} {
		for _, y := range []int{rect.Min.Y, rect.Max.Y - 1} {
			looked++
			hit := s.Hit(image.Pt(x, y))
			if hit.Segment != ref && hit.Region != RegionScroll { // its margin overlaps the lanes
				t.Fatalf("%v at %d,%d: found %+v, want %v in %v", s.View, x, y, hit, ref, rect)
			}
		}
	}
	for _, p := range []image.Point{{x1 - 1, rect.Min.Y - 1}, {x1 - 1, rect.Max.Y}} {
		if p.In(s.LaneArea()) && s.Hit(p).Segment == ref {
			t.Fatalf("%v is found at %v, beside its lane %v", ref, p, rect)
		}
	}
	return looked
}

// TestWhatIsDrawnIsFound goes the other way: over the runs of the lanes of random
// scenes, whose category must be that of what is found there. It does not check the
// inside of mixed columns.
func TestWhatIsDrawnIsFound(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	traces := []*model.Trace{story(t), modeltest.Crowd(12, 400, second, 4)}
	looked := 0
	for range 60 {
		s := randomScene(t, r, traces[r.IntN(len(traces))])
		list := Layout(s)
		for _, it := range list.Items {
			if it.Kind != paint.ItemLane || it.Row < 0 || s.Rows.List[it.Row].Kind != RowThread {
				continue
			}
			l := &list.Lanes[it.Lane]
			for run := range l.Runs() {
				if !run.Solid || run.X1-run.X0 < 4 {
					continue
				}
				want := run.Parts()[0].Category
				if want == model.Interrupt {
					want = model.Execution // of the thread that it interrupts
				}
				for x := run.X0 + 1; x < run.X1-1; x++ {
					hit := s.Hit(image.Pt(l.X+x, it.Rect.Min.Y))
					if hit.Region != RegionLane {
						continue // the scroll bar's margin
					}
					looked++
					if hit.Segment == NoSegment {
						t.Fatalf("%v: nothing found at column %d of a run of %v, %d to %d", s.View, x, want, run.X0, run.X1)
					}
					if got := s.Trace.Segment(hit.Segment.Thread, hit.Segment.Index).Category; got != want {
						t.Fatalf("%v: found %v at column %d of a run of %v, %d to %d", s.View, got, x, want, run.X0, run.X1)
					}
				}
			}
		}
	}
	if looked < 10_000 {
		t.Errorf("only %d places looked at", looked)
	}
}
