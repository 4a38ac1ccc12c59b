package timeline

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// lanesOf makes the columns of a thread with and without a summary.
func lanesOf(t testing.TB, tr *model.Trace, s *lanes.Summary, ix model.ThreadIx, v Viewport, h int) (built, walked paint.Lane) {
	t.Helper()
	var c lanes.Columns
	c.Reset(v.Range, v.Width, v.TimeAt)
	columns := func(from *lanes.Lane) paint.Lane {
		var w lanes.Writer
		w.Reset(&c, h, nil, nil)
		w.Lane(s.Splitter(tr), from, ix)
		return paint.Lane{Height: h, Main: w.Main, Rest: w.Rest}
	}
	return columns(s.Lane(ix)), columns(nil)
}

func build(t testing.TB, tr *model.Trace) *lanes.Summary {
	t.Helper()
	s := lanes.NewSummary(tr)
	if err := s.Build(context.Background(), 2, nil); err != nil {
		t.Fatal(err)
	}
	return s
}

type testTrace struct {
	name string
	*model.Trace
}

// testTraces are small, some of them crowded in places.
func testTraces() []testTrace {
	return []testTrace{
		{"even", modeltest.Synthetic(3, 6000, 2*second, 1)},
		{"burst", modeltest.Synthetic(3, 6000, 20*second, 40)},
		{"few", modeltest.Synthetic(2, 30, second, 1)},
	}
}

func randomWindow(r *rand.Rand, end model.Time) Viewport {
	width := 50 + r.IntN(900)
	length := model.Time(float64(end) * math.Exp(-r.Float64()*9))
	length = max(length, model.Time(width))
	from := model.Time(r.Int64N(int64(end)))
	return Viewport{model.Range{From: from, To: from + length}, width}.Clamp(model.Range{To: end})
}

// TestColumnsOfPieces compares columns walked from segments with the rule: a single
// start gives the column to the segment that starts, several give a mix.
func TestColumnsOfPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for _, tr := range testTraces() {
		name := tr.name
		s := build(t, tr.Trace)
		for range 20 {
			v := randomWindow(r, tr.End)
			ix := model.ThreadIx(r.IntN(len(tr.Threads)))
			if tr.Threads[ix].Len() == 0 {
				continue
			}
			_, lane := lanesOf(t, tr.Trace, s, ix, v, 20)
			for x := range v.Width {
				got, want, tolerance := lane.Heights(x), columnByRule(tr.Trace, ix, v, x, 20), 0
				if want.Main>>63 != 0 {
					t.Fatal("height of 128 or more")
				}
				starts := startsIn(tr.Trace, ix, v, x)
				if starts > 1 {
					tolerance = 2
				}
				for sl := range paint.Slot(paint.NumSlots) {
					if d := got.At(sl) - want.At(sl); d > tolerance || -d > tolerance {
						t.Fatalf("%s: thread %d, %v, column %d with %d starts: %v, want %v", name, ix, v, x, starts, got, want)
					}
				}
			}
		}
	}
}

func startsIn(tr *model.Trace, ix model.ThreadIx, v Viewport, x int) (n int) {
	c := v.Column(x)
	for seg := range tr.Segments(ix, c) {
		if seg.From >= c.From && seg.From > v.From {
			n++
		}
	}
	return n
}

func columnByRule(tr *model.Trace, ix model.ThreadIx, v Viewport, x, h int) paint.Mix {
	c := v.Column(x)
	var in paint.Sums
	var last model.Segment
	for seg := range tr.Segments(ix, c) {
		in.Add(paint.SlotOf[seg.Category], seg.Overlap(c))
		last = seg
	}
	switch startsIn(tr, ix, v, x) {
	case 0:
		if last.From > c.From || last.To < c.To {
			return paint.Mix{} // the end of a life
		}
		fallthrough
	case 1:
		return paint.Only(paint.SlotOf[last.Category], h)
	}
	return in.Shares(c.Len()).Heights(h)
}

// TestColumnsConserveTime adds up what the columns of a summarised lane show and
// compares it with the exact sums; within a life no column has a gap.
func TestColumnsConserveTime(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for _, tr := range testTraces() {
		name := tr.name
		s := build(t, tr.Trace)
		for range 30 {
			v := randomWindow(r, tr.End)
			ix := model.ThreadIx(r.IntN(len(tr.Threads)))
			life := tr.Threads[ix].Life
			lane, _ := lanesOf(t, tr.Trace, s, ix, v, 200)
			var shown [paint.NumSlots]float64
			for x := range v.Width {
				h := lane.Heights(x)
				sum := 0
				for sl := range paint.Slot(paint.NumSlots) {
					sum += h.At(sl)
					shown[sl] += float64(h.At(sl)) / 200 * float64(v.Column(x).Len())
				}
				if c := v.Column(x); c.From >= life.From && c.To <= life.To && sum != 200 {
					t.Fatalf("%s: thread %d, %v: column %d is %d high", name, ix, v, x, sum)
				}
			}
			exact := tr.Sums(ix, v.Range)
			// A column in which one segment starts belongs entirely to it. That is
			// fair on average, but next to mixed columns an earlier segment is
			// shown slightly too long.
			bound := 0.04*float64(v.Len()) + 3*float64(v.Len())/float64(v.Width)
			for sl, c := range paint.StackOrder {
				if got, want := shown[sl], float64(exact[c]); math.Abs(got-want) > bound {
					t.Errorf("%s: thread %d, %v: %v shows %.0f ns of %.0f", name, ix, v, c, got, want)
				}
			}
		}
	}
}

// TestNothingIsDropped looks for every execution and lock wait in the columns, at
// every zoom: it must be there, or in an adjacent column.
func TestNothingIsDropped(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	for _, tr := range testTraces() {
		name := tr.name
		s := build(t, tr.Trace)
		for _, zoom := range []float64{1, 3, 10, 40, 200, 1000} {
			v := Viewport{tr.Whole(), 700}.Zoom(r.IntN(700), zoom, tr.Whole())
			ix := model.ThreadIx(r.IntN(len(tr.Threads)))
			lane, _ := lanesOf(t, tr.Trace, s, ix, v, 20)
			for seg := range tr.Segments(ix, v.Range) {
				sl := paint.SlotOf[seg.Category]
				if sl != paint.SlotExecution && sl != paint.SlotSync || seg.From < v.From {
					continue
				}
				x := v.X((seg.From + min(seg.To, v.To)) / 2)
				found := false
				for near := max(x-1, 0); near <= min(x+1, v.Width-1); near++ {
					found = found || lane.Heights(near).At(sl) > 0
				}
				if !found {
					t.Fatalf("%s: zoom %v: thread %d: %v of %d ns is not in column %d", name, zoom, ix, seg.Category, seg.Len(), x)
				}
			}
		}
	}
}

// TestSummaryAgreesWithWalk compares the two ways to make the same picture: they
// may differ by the blur of a bucket, one column to either side.
func TestSummaryAgreesWithWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	for _, tr := range testTraces() {
		name := tr.name
		s := build(t, tr.Trace)
		for range 40 {
			v := randomWindow(r, tr.End)
			ix := model.ThreadIx(r.IntN(len(tr.Threads)))
			built, walked := lanesOf(t, tr.Trace, s, ix, v, 20)
			for x := range v.Width {
				a, b := built.Heights(x), walked.Heights(x)
				if (a == paint.Mix{}) != (b == paint.Mix{}) && x > 0 && x < v.Width-1 && walked.Heights(x-1) == walked.Heights(x+1) {
					t.Fatalf("%s: thread %d, %v, column %d: %v with summary, %v without", name, ix, v, x, a, b)
				}
			}
		}
	}
}
