package timeline

import (
	"image"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/timeline/paint"
)

func TestHit(t *testing.T) {
	s := storyScene(t, 900, 330, NewMetrics(Comfortable, 1, 1))
	// 616 columns for 100 ms; the lanes start at x = 272, y = 86.
	w1, w2 := thread(t, s.Trace, 41), thread(t, s.Trace, 42)
	for _, c := range []struct {
		name string
		at   image.Point
		want Place
	}{
		{"overview's title", image.Pt(20, 20), Place{Region: RegionOverviewGutter, Row: -1, Segment: NoSegment}},
		{"overview", image.Pt(272+308, 30), Place{Region: RegionOverview, Row: -1, Time: 50 * millisecond, Segment: NoSegment}},
		{"header", image.Pt(20, 70), Place{Region: RegionHeader, Row: -1, Segment: NoSegment}},
		{"sort", image.Pt(200, 70), Place{Region: RegionSort, Row: -1, Segment: NoSegment}},
		{"ruler", image.Pt(272+154, 70), Place{Region: RegionRuler, Row: -1, Time: 25 * millisecond, Segment: NoSegment}},
		{"triangle", image.Pt(12, 98), Place{Region: RegionGutter, Row: 0, Segment: NoSegment, Toggle: true}},
		{"end of the triangle", image.Pt(s.Metrics.TextPx(groupIndent)-1, 98), Place{Region: RegionGutter, Row: 0, Segment: NoSegment, Toggle: true}},
		{"behind the triangle", image.Pt(s.Metrics.TextPx(groupIndent), 98), Place{Region: RegionGutter, Row: 0, Segment: NoSegment}},
		{"process", image.Pt(60, 98), Place{Region: RegionGutter, Row: 0, Segment: NoSegment}},
		{"thread", image.Pt(60, 120), Place{Region: RegionGutter, Row: 1, Segment: NoSegment}},
		{"preemption", image.Pt(272+200, 120), Place{Region: RegionLane, Row: 1, Segment: SegmentRef{w1, 3}}},
		{"lock wait", image.Pt(272+200, 149), Place{Region: RegionLane, Row: 2, Segment: SegmentRef{w2, 3}}},
		{"gap between lanes", image.Pt(272+200, 136), Place{Region: RegionLane, Row: 2, Segment: NoSegment}},
		{"before a life", image.Pt(272+50, 175), Place{Region: RegionLane, Row: 3, Segment: NoSegment}},
		{"below the rows", image.Pt(400, 300), Place{Region: RegionLane, Row: -1, Segment: NoSegment}},
		{"scroll bar", image.Pt(895, 200), Place{Region: RegionScroll, Row: -1, Segment: NoSegment}},
		{"outside", image.Pt(900, 200), Place{Region: RegionNone, Row: -1, Segment: NoSegment}},
	} {
		got := s.Hit(c.at)
		if c.want.Time == 0 {
			got.Time = 0
		}
		if got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

// TestHitTriangle: a thread with spans has a triangle, up to where its name starts.
func TestHitTriangle(t *testing.T) {
	s := storyScene(t, 900, 330, NewMetrics(Comfortable, 1, 1))
	const row, y = 1, 120
	end := s.Metrics.TextPx(threadIndent)
	for _, spans := range []bool{false, true} {
		s.Rows.List[row].HasSpans = spans
		for x, within := range map[int]bool{0: true, end - 1: true, end: false, end + 1: false} {
			if got := s.Hit(image.Pt(x, y)); got.Row != row || got.Toggle != (spans && within) {
				t.Errorf("spans %v, at %d of %d: %+v", spans, x, end, got)
			}
		}
	}
}

func TestSegmentRect(t *testing.T) {
	s := storyScene(t, 900, 330, NewMetrics(Comfortable, 1, 1))
	w2 := thread(t, s.Trace, 42)
	wait := SegmentRef{w2, 3} // 10 … 48 ms
	if r, ok := s.SegmentRect(wait); !ok || r != image.Rect(272+61, 139, 272+295, 159) {
		t.Errorf("lock wait: %v, %v", r, ok)
	}
	if hit := s.Hit(image.Pt(272+61, 149)); hit.Segment != wait {
		t.Errorf("left end of the wait: %+v", hit)
	}
	s.View = s.View.Fit(model.Range{From: 40 * millisecond, To: 60 * millisecond}, s.Trace.Whole())
	if r, ok := s.SegmentRect(wait); !ok || r.Min.X != 272 || r.Max.X != 272+246 {
		t.Errorf("clipped: %v, %v", r, ok)
	}
	s.View = s.View.Fit(model.Range{From: 60 * millisecond, To: 70 * millisecond}, s.Trace.Whole())
	if r, ok := s.SegmentRect(wait); ok {
		t.Errorf("out of the window: %v", r)
	}
	s.View = s.Whole()
	dispatch := SegmentRef{thread(t, s.Trace, 41), 1} // 0.2 ms: a pixel
	if r, ok := s.SegmentRect(dispatch); !ok || r.Dx() != 3 {
		t.Errorf("narrow segment: %v, %v", r, ok)
	}
	s.ScrollY = 80
	if r, ok := s.SegmentRect(dispatch); ok {
		t.Errorf("scrolled out: %v", r)
	}
	if _, ok := s.SegmentRect(SegmentRef{thread(t, s.Trace, 77), 0}); ok {
		t.Error("a thread of a collapsed process has a rectangle")
	}
	if _, ok := s.SegmentRect(NoSegment); ok {
		t.Error("no segment has a rectangle")
	}
}

func TestConnector(t *testing.T) {
	s := storyScene(t, 900, 330, NewMetrics(Comfortable, 1, 1))
	w1, w2 := thread(t, s.Trace, 41), thread(t, s.Trace, 42)
	c, ok := s.Connector(SegmentRef{w2, 3})
	want := Connector{
		From: image.Pt(272+295, 123), To: image.Pt(272+295, 149-10), At: 48 * millisecond, Other: w1, Seen: SeenRow, InWindow: true,
	}
	if !ok || c != want {
		t.Errorf("lock wait: %+v, %v, want %+v", c, ok, want)
	}
	c, ok = s.Connector(SegmentRef{w1, 3}) // preempted by 44
	want = Connector{
		From: image.Pt(272+135, 175), To: image.Pt(272+135, 123+10), At: 22 * millisecond, Other: thread(t, s.Trace, 44), Seen: SeenRow, InWindow: true,
	}
	if !ok || c != want {
		t.Errorf("preemption: %+v, %v, want %+v", c, ok, want)
	}
	s.ScrollY = 50
	if c, ok := s.Connector(SegmentRef{w2, 3}); !ok || c.Seen != SeenAbove || c.From.Y != s.LaneArea().Min.Y {
		t.Errorf("unblocker scrolled out: %+v, %v", c, ok)
	}
	s.ScrollY = 0
	s.Rows = BuildRows(s.Trace, RowsOptions{Hidden: map[model.ThreadIx]bool{w1: true}}, s.Metrics)
	if c, ok := s.Connector(SegmentRef{w2, 3}); !ok || c.Seen != SeenHidden || c.Other != w1 {
		t.Errorf("unblocker hidden: %+v, %v", c, ok)
	}
	if _, ok := s.Connector(SegmentRef{w2, 2}); ok {
		t.Error("an execution has a connector")
	}
}

func TestSnapTime(t *testing.T) {
	s := storyScene(t, 900, 330, NewMetrics(Comfortable, 1, 1))
	for _, c := range []struct {
		x, y, reach int
		want        model.Time
		ok          bool
	}{
		{272 + 62, 149, 5, 10 * millisecond, true},
		{272 + 58, 149, 5, 10 * millisecond, true},
		{272 + 293, 149, 5, 48 * millisecond, true},
		{272 + 200, 149, 5, 0, false},
		{272 + 62, 98, 5, 0, false},
		{100, 149, 5, 0, false},
	} {
		got, ok := s.SnapTime(image.Pt(c.x, c.y), c.reach)
		if ok != c.ok || ok && got != c.want {
			t.Errorf("at %d,%d: %d, %v, want %d, %v", c.x, c.y, got, ok, c.want, c.ok)
		}
	}
}

// TestSnapReach: a boundary counts if it is within reach, the nearest if there are
// several. A column is 0.1 ms.
func TestSnapReach(t *testing.T) {
	s := storyScene(t, 272+1000+12, 330, NewMetrics(Comfortable, 1, 1))
	for _, c := range []struct {
		column, reach int
		want          model.Time // 0 for none
	}{
		{94, 5, 0},
		{95, 5, 10 * millisecond},
		{105, 5, 10 * millisecond},
		{106, 5, 0}, // ends running, starts to wait
		{474, 5, 0},
		{475, 5, 48 * millisecond},
		{485, 5, 48 * millisecond},
		{486, 5, 0}, // is woken
		{99, 0, 0},
		{100, 0, 10 * millisecond},
		{101, 0, 0},
		{47, 5, 5 * millisecond},
		{50, 5, 5 * millisecond},
		{51, 5, 5100 * microsecond},
		{56, 5, 5100 * microsecond},
		{57, 5, 0},
	} {
		got, ok := s.SnapTime(image.Pt(272+c.column, 149), c.reach)
		if ok != (c.want > 0) || ok && got != c.want {
			t.Errorf("at column %d within %d: %d, %v, want %d", c.column, c.reach, got, ok, c.want)
		}
	}
}

// TestSnapToTheFirst: of two equally near boundaries the earlier one counts. A column
// is 0.05 ms, the boundaries are 5 and 5.1 ms.
func TestSnapToTheFirst(t *testing.T) {
	s := storyScene(t, 272+2000+12, 330, NewMetrics(Comfortable, 1, 1))
	if got, ok := s.SnapTime(image.Pt(272+101, 149), 5); !ok || got != 5*millisecond {
		t.Errorf("%d, %v", got, ok)
	}
}

// TestOneTimeOneColumn compares x of the same instants in overview, ruler, lanes
// and overlays.
func TestOneTimeOneColumn(t *testing.T) {
	for _, width := range []int{617, 900, 1600} {
		s := storyScene(t, width, 330, NewMetrics(Comfortable, 1, 1))
		left := s.LaneArea().Min.X
		if s.OverviewArea().Min.X != left || s.RulerArea().Min.X != left || s.OverviewArea().Max.X != s.LaneArea().Max.X {
			t.Fatalf("areas begin at %d, %d, %d", s.OverviewArea().Min.X, s.RulerArea().Min.X, left)
		}
		for at := model.Time(0); at < s.Trace.End; at += 1_234_567 {
			x := left + s.View.X(at)
			lane, over := s.Hit(image.Pt(x, 120)), s.Hit(image.Pt(x, 30))
			if lane.Time != over.Time || s.View.X(lane.Time) != x-left {
				t.Fatalf("column %d is %d in the lanes, %d in the overview", x, lane.Time, over.Time)
			}
			if x0, _ := s.RangeX(model.Range{From: at, To: at + 1}); x0 != x {
				t.Fatalf("%d is in column %d, its range in %d", at, x, x0)
			}
		}
		checkRuns(t, s, thread(t, s.Trace, 41))
	}
}

// checkRuns compares where the runs of a thread's lane start with where their
// segments do. The thread's lane is the first in the list.
func checkRuns(t *testing.T, s *Scene, ix model.ThreadIx) {
	t.Helper()
	list := Layout(s)
	i := slices.IndexFunc(list.Lanes, func(l paint.Lane) bool { return l.Style.Name == "segments" })
	for r := range list.Lanes[i].Runs() {
		p := r.Parts()
		// Execution is cut by interrupts, which are not segments.
		if r.X0 == 0 || len(p) != 1 || p[0].Category == model.Execution || p[0].Category == model.Interrupt {
			continue
		}
		seg, _ := s.Trace.SegmentAt(ix, s.View.TimeAt(r.X1)-1)
		if x := s.View.X(seg.From); x != r.X0 && x != r.X0-1 {
			t.Errorf("width %d: run from %d, its segment from %d", s.Size.X, r.X0, x)
		}
	}
}

func TestThumbAndScroll(t *testing.T) {
	s := storyScene(t, 900, 136, NewMetrics(Comfortable, 1, 1)) // 50 of 150 pixels
	if s.MaxScroll() != 100 {
		t.Fatalf("max scroll %d", s.MaxScroll())
	}
	if r := s.Thumb(); r != image.Rect(891, 86, 897, 110) {
		t.Errorf("thumb at the top: %v", r)
	}
	s.ScrollY = 100
	if r := s.Thumb(); r != image.Rect(891, 112, 897, 136) {
		t.Errorf("thumb at the bottom: %v", r)
	}
	for _, c := range []struct{ from, row, want int }{{0, 0, 0}, {0, 3, 52}, {100, 1, 24}, {52, 2, 50}, {0, 5, 100}} {
		s.ScrollY = c.from
		if got := s.ScrollTo(c.row); got != c.want {
			t.Errorf("from %d to row %d: %d, want %d", c.from, c.row, got, c.want)
		}
	}
	s.Size.Y = 400
	if !s.Thumb().Empty() || s.MaxScroll() != 0 {
		t.Errorf("everything fits, but thumb %v, scroll %d", s.Thumb(), s.MaxScroll())
	}
}
