package timeline

import (
	"image"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/paint"
)

// pathTurn is when a path of a test changes to a thread.
type pathTurn struct {
	from   model.Time
	thread model.ThreadIx
}

// pathOf is a path over what threads did: each up to the next turn, the last one to
// the end of r.
func pathOf(t testing.TB, tr *model.Trace, r model.Range, turns []pathTurn) *Path {
	t.Helper()
	var hops []PathHop
	for i, turn := range turns {
		part := model.Range{From: turn.from, To: r.To}
		if i+1 < len(turns) {
			part.To = turns[i+1].from
		}
		hop := PathHop{Thread: turn.thread, Segment: -1, Category: model.UnknownCategory}
		for part.Len() > 0 {
			hop.From = part.From
			hop.Segment, hop.Category = -1, model.UnknownCategory
			next := part.To
			if seg, ok := tr.SegmentAt(turn.thread, part.From); ok {
				hop.Segment, hop.Category, next = int32(seg.Index), seg.Category, min(seg.To, part.To)
			} else if life := tr.Threads[turn.thread].Life; life.From > part.From {
				next = min(life.From, part.To)
			}
			hops = append(hops, hop)
			part.From = next
		}
	}
	return NewPath(tr, turns[len(turns)-1].thread, r, hops)
}

// randomPath is a path of up to n turns from one thread of a trace to another.
func randomPath(t testing.TB, r *rand.Rand, tr *model.Trace, n int) *Path {
	t.Helper()
	at := r.Int64N(int64(tr.End / 4))
	whole := model.Range{From: model.Time(at), To: tr.End - model.Time(r.Int64N(int64(tr.End/4)))}
	var turns []pathTurn
	step := int64(whole.Len())/int64(n) + 1
	for from := whole.From; from < whole.To; from += model.Time(1 + r.Int64N(2*step)) {
		turns = append(turns, pathTurn{from, model.ThreadIx(r.IntN(len(tr.Threads)))})
	}
	return pathOf(t, tr, whole, turns)
}

// withPath adds a path and its lane to a scene.
func withPath(s *Scene, p *Path, opts RowsOptions) {
	opts.Path = true
	s.Path, s.Rows = p, BuildRows(s.Trace, opts, s.Metrics)
}

// TestPathRowStays: the lane of the path is below pinned lanes and above everything
// that scrolls, with a height independent of that of the lanes.
func TestPathRowStays(t *testing.T) {
	s := storyScene(t, 700, 300, NewMetrics(Dense, 1, 1))
	one := thread(t, s.Trace, 41)
	withPath(s, randomPath(t, rand.New(rand.NewPCG(1, 1)), s.Trace, 5), RowsOptions{Pinned: []model.ThreadIx{one}})
	if s.Rows.Pinned != 2 || s.Rows.List[0].Kind != RowThread || s.Rows.List[1].Kind != RowPath {
		t.Fatalf("%d fixed rows: %+v, %+v", s.Rows.Pinned, s.Rows.List[0], s.Rows.List[1])
	}
	s.ScrollY = 20
	if r := s.RowRect(1); r.Dy() != pathPitch || r.Min.Y != s.LaneArea().Min.Y+s.Rows.Top(1) {
		t.Errorf("the lane of the path is at %v", r)
	}
	if n := len(BuildRows(s.Trace, RowsOptions{}, s.Metrics).List); n != len(s.Rows.List)-1 {
		t.Errorf("%d rows without a path, %d with one", n, len(s.Rows.List))
	}
}

// TestEveryHopIsFoundAtItsPixels looks in random scenes for each hop at the columns
// that it covers, and next to the lane.
func TestEveryHopIsFoundAtItsPixels(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	traces := []*model.Trace{story(t), modeltest.Crowd(12, 400, second, 4)}
	looked := 0
	for range 100 {
		s := randomScene(t, r, traces[r.IntN(len(traces))])
		withPath(s, randomPath(t, r, s.Trace, 1+r.IntN(400)), RowsOptions{})
		s.ScrollY = min(s.ScrollY, s.MaxScroll())
		for i, h := range s.Path.Hops {
			span := s.Path.hop(i)
			rect, ok := s.HopRect(0, span)
			x0, x1 := s.RangeX(span)
			if !ok || x1-x0 < 2 {
				continue
			}
			looked++
			for _, p := range []image.Point{{x0 + 1, rect.Min.Y}, {x1 - 1, rect.Max.Y - 1}} {
				hit := s.Hit(p)
				if hit.Region != RegionScroll && (hit.Hop != span || (SegmentRef{h.Thread, int(h.Segment)}) != hit.Segment && h.Segment >= 0) {
					t.Fatalf("%v at %v: found %+v, want hop %d, %+v in %v", s.View, p, hit, i, h, rect)
				}
			}
			if p := image.Pt(x1-1, rect.Max.Y); s.Hit(p).Hop.Len() > 0 {
				t.Fatalf("hop %d is found at %v, beside its lane %v", i, p, rect)
			}
		}
	}
	if looked < 1_000 {
		t.Errorf("only %d hops looked for", looked)
	}
}

// TestPathLaneShowsHops goes the other way: what is drawn of one category in the
// lane of the path is found there, and outside its range nothing is drawn.
func TestPathLaneShowsHops(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	traces := []*model.Trace{story(t), modeltest.Crowd(12, 400, second, 4)}
	looked := 0
	for range 60 {
		s := randomScene(t, r, traces[r.IntN(len(traces))])
		withPath(s, randomPath(t, r, s.Trace, 1+r.IntN(3000)), RowsOptions{})
		x0, x1 := s.RangeX(s.Path.Range)
		list := Layout(s)
		for _, it := range list.Items {
			if it.Kind != paint.ItemLane || it.Row != 0 {
				continue
			}
			l := &list.Lanes[it.Lane]
			for run := range l.Runs() {
				if l.X+run.X0 < x0 || l.X+run.X1 > x1+1 {
					t.Fatalf("%v: drawn in columns %d to %d, the path lies in %d to %d", s.View, l.X+run.X0, l.X+run.X1, x0, x1)
				}
				if !run.Solid || run.X1-run.X0 < 4 {
					continue
				}
				for x := run.X0 + 1; x < run.X1-1; x++ {
					hit := s.Hit(image.Pt(l.X+x, l.Y))
					if hit.Region != RegionLane {
						continue // the scroll bar's margin
					}
					looked++
					i := s.Path.find(hit.Hop.From)
					if want := run.Parts()[0].Category; hit.Hop.Len() == 0 || s.Path.Hops[i].Category != want {
						t.Fatalf("%v: found %+v at column %d of a run of %v", s.View, hit, x, want)
					}
				}
			}
		}
	}
	if looked < 5_000 {
		t.Errorf("only %d places looked at", looked)
	}
}

// TestPathLaneIsBounded: however many hops there are, the lane has no more pieces than
// columns, each of them shows one hop, and at close zoom every hop that is wide enough
// has one.
func TestPathLaneIsBounded(t *testing.T) {
	s := sceneOf(t, modeltest.Crowd(12, 4_000, second, 4), 600, 300, NewMetrics(Comfortable, 1, 1))
	withPath(s, randomPath(t, rand.New(rand.NewPCG(8, 8)), s.Trace, 20_000), RowsOptions{})
	if len(s.Path.Hops) < 20_000 {
		t.Fatalf("the path has %d hops", len(s.Path.Hops))
	}
	lanes, wide := 0, 0
	for range 12 {
		list := Layout(s)
		texts := 0
		for _, it := range list.Items {
			if it.Kind == paint.ItemText && it.Row == 0 {
				texts++
			}
			if it.Kind != paint.ItemLane || it.Row != 0 {
				continue
			}
			lanes++
			checkHopSpans(t, s, &list.Lanes[it.Lane])
			wide += wideHops(t, s, &list.Lanes[it.Lane])
		}
		if texts > s.View.Width/(2*labelPad) {
			t.Errorf("%v: %d labels", s.View, texts)
		}
		s.View = s.View.Zoom(s.View.Width/3, 3, s.Trace.Whole())
	}
	if lanes != 12 || wide < 30 {
		t.Errorf("%d lanes with %d wide hops in 12 windows", lanes, wide)
	}
}

// checkHopSpans checks that the pieces of the lane of a path are consecutive, and that
// each shows one hop.
func checkHopSpans(t *testing.T, s *Scene, l *paint.Lane) {
	t.Helper()
	before := 0
	for _, sp := range l.Spans {
		if sp.X0 < before || sp.X1-sp.X0 < l.EdgeFrom || sp.X1 > s.View.Width {
			t.Fatalf("%v: span %+v after column %d", s.View, sp, before)
		}
		if first, last := hopIn(s, sp.X0), hopIn(s, sp.X1-1); first != last {
			t.Fatalf("%v: span %+v shows hops %d to %d", s.View, sp, first, last)
		}
		before = sp.X1
	}
}

// wideHops checks that each hop in the window that is wide enough has its piece of the
// lane, and counts them.
func wideHops(t *testing.T, s *Scene, l *paint.Lane) (n int) {
	t.Helper()
	for i := hopIn(s, 0); i <= hopIn(s, s.View.Width-1); i++ {
		h := s.Path.hop(i)
		x0, x1 := max(s.View.X(h.From), 0), min(s.View.X(h.To), s.View.Width)
		if x1-x0 < 2*l.EdgeFrom {
			continue
		}
		n++
		if !slices.ContainsFunc(l.Spans, func(sp paint.Span) bool { return sp.X0 <= x0+1 && sp.X1 >= x1-1 }) {
			t.Errorf("%v: no span of hop %d, columns %d to %d, among %v", s.View, i, x0, x1, l.Spans)
		}
	}
	return n
}

// hopIn is the hop that has begun by the end of a column, by examining all of them.
func hopIn(s *Scene, x int) int {
	last := s.View.Column(x).To - 1
	i := 0
	for i+1 < len(s.Path.Hops) && s.Path.Hops[i+1].From <= last {
		i++
	}
	return i
}

// TestCrowdedPathIsMarkedToItsEnd: if there are more changes in a column than are
// marked, the path continues from the last of them.
func TestCrowdedPathIsMarkedToItsEnd(t *testing.T) {
	s := storyScene(t, 700, 300, NewMetrics(Comfortable, 1, 1))
	one, two := thread(t, s.Trace, 41), thread(t, s.Trace, 42)
	r := model.Range{From: 10 * millisecond, To: 80 * millisecond}
	var turns []pathTurn
	for i := range 4*stepsInColumn + 1 { // all in one column, the last of the first thread
		turns = append(turns, pathTurn{r.From + model.Time(i), []model.ThreadIx{one, two}[i%2]})
	}
	withPath(s, pathOf(t, s.Trace, r, turns), RowsOptions{})
	row, _ := s.Rows.OfThread(one)
	_, end := s.RangeX(r)
	for _, it := range Layout(s).Items {
		if it.Kind == paint.ItemRect && it.Color == paint.Opaque(s.Palette.Ink) && it.Rect.Max.X == end && it.Rect.In(s.RowRect(row)) {
			return
		}
	}
	t.Error("the path is not marked up to its end")
}

// TestSnapToHops: in the lane of the path, times snap to the ends of hops.
func TestSnapToHops(t *testing.T) {
	s := storyScene(t, 700, 300, NewMetrics(Comfortable, 1, 1))
	one, two := thread(t, s.Trace, 41), thread(t, s.Trace, 42)
	r := model.Range{From: 10 * millisecond, To: 80 * millisecond}
	withPath(s, pathOf(t, s.Trace, r, []pathTurn{{r.From, one}, {30*millisecond + 7, two}}), RowsOptions{})
	rect, ok := s.HopRect(0, model.Range{From: 30*millisecond + 7, To: 31 * millisecond})
	if !ok {
		t.Fatal("the hop is not shown")
	}
	for _, d := range []int{-3, 3} {
		if at, ok := s.SnapTime(image.Pt(rect.Min.X+d, rect.Min.Y+2), 5); !ok || at != 30*millisecond+7 {
			t.Errorf("%d pixels beside it snaps to %d, %v", d, at, ok)
		}
	}
	_, end := s.RangeX(model.Range{To: 90 * millisecond})
	if _, ok := s.SnapTime(image.Pt(end, rect.Min.Y+2), 5); ok {
		t.Error("outside of the path something snaps")
	}
	s.Path = nil
	if _, ok := s.SnapTime(image.Pt(rect.Min.X, rect.Min.Y+2), 5); ok {
		t.Error("without a path something snaps")
	}
	if hit := s.Hit(rect.Min); hit.Hop.Len() > 0 || hit.Segment != NoSegment {
		t.Errorf("without a path %+v is found", hit)
	}
	Layout(s)
}

// TestHopLabels: the longest label that fits is written, with the name that the
// user gave.
func TestHopLabels(t *testing.T) {
	tr := story(t)
	one := thread(t, tr, 41)
	r := model.Range{From: 1200 * microsecond, To: 22 * millisecond}
	p := pathOf(t, tr, r, []pathTurn{{r.From, one}})
	for _, c := range []struct {
		given  string
		window model.Range
		want   [3]string
	}{
		{"", tr.Whole(), [3]string{"worker-1 41 · Execution 20.8 ms", "worker-1 41", "41"}},
		{"mine", model.Range{From: 2 * millisecond, To: 3 * millisecond}, [3]string{"‹ mine 41 · Execution 20.8 ms ›", "‹ mine 41 ›", "‹ 41 ›"}},
	} {
		if got := hopLabels(tr, c.given, p, 0, c.window); got != c.want {
			t.Errorf("%q: %q, want %q", c.given, got, c.want)
		}
	}
}

// pathMarks are, by the rule, the columns of each row that a path follows, and the
// columns at which it changes rows.
func pathMarks(s *Scene) (over map[[2]int]bool, changes [][3]int) {
	over = map[[2]int]bool{}
	last := -1
	for i := 0; i < len(s.Path.Hops); {
		ix, r := s.Path.Hops[i].Thread, s.Path.hop(i)
		for i++; i < len(s.Path.Hops) && s.Path.Hops[i].Thread == ix; i++ {
			r.To = s.Path.hop(i).To
		}
		if r.To <= s.View.From || r.From >= s.View.To {
			continue
		}
		row, _ := s.Rows.OfThread(ix)
		x0, x1 := s.RangeX(r)
		for x := x0; row >= 0 && x < max(x1, x0+1); x++ {
			over[[2]int{row, x}] = true
		}
		if row >= 0 && last >= 0 && row != last {
			changes = append(changes, [3]int{last, row, x0})
		}
		last = row
	}
	return over, changes
}

// TestPathMarks compares the lines of paths along the lanes, and those from lane to lane,
// with the rule. There are none from lane to lane if they would be closer than 6 pixels
// on average.
func TestPathMarks(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	s := storyScene(t, 900, 400, NewMetrics(Comfortable, 1, 1))
	tr := s.Trace
	all := map[RowKey]bool{KernelRow: true, ProcessRow(tr.Threads[thread(t, tr, 77)].Proc): true}
	open := BuildRows(tr, RowsOptions{Expanded: all}, s.Metrics)
	some := BuildRows(tr, RowsOptions{Hidden: map[model.ThreadIx]bool{thread(t, tr, 42): true}}, s.Metrics)
	one, two := thread(t, tr, 41), thread(t, tr, 42)
	turns := func(n int) *Path { // n changes between two threads, 5 columns apart
		var list []pathTurn
		for i := range n + 1 {
			list = append(list, pathTurn{s.Whole().TimeAt(20 + 5*i), []model.ThreadIx{one, two}[i%2]})
		}
		return pathOf(t, tr, model.Range{From: list[0].from, To: tr.End}, list)
	}
	paths := []*Path{turns(102), turns(103)} // of 616 columns
	for _, n := range []int{1, 2, 5, 20, 60} {
		paths = append(paths, randomPath(t, r, tr, n))
	}
	for i, p := range paths {
		for _, rows := range []*Rows{open, some} {
			for _, view := range []Viewport{s.Whole(), s.Whole().Zoom(300, 3, tr.Whole()), s.Whole().Zoom(100, 20, tr.Whole())} {
				s.Path, s.Rows, s.View = p, rows, view
				checkPathMarks(t, s, i)
			}
		}
	}
}

// TestManyChangesInOneColumn: they count as the few that can be distinguished there, so that the
// others are still marked.
func TestManyChangesInOneColumn(t *testing.T) {
	s := storyScene(t, 900, 400, NewMetrics(Comfortable, 1, 1))
	one, two := thread(t, s.Trace, 41), thread(t, s.Trace, 42)
	var turns []pathTurn
	for i := range 200 { // in the column from 30 ms on
		turns = append(turns, pathTurn{s.Whole().TimeAt(200) + model.Time(i), []model.ThreadIx{one, two}[i%2]})
	}
	for i := range 10 {
		turns = append(turns, pathTurn{s.Whole().TimeAt(300 + 10*i), []model.ThreadIx{one, two}[i%2]})
	}
	s.Path = pathOf(t, s.Trace, model.Range{From: turns[0].from, To: s.Trace.End}, turns)
	changes := map[int]bool{}
	for _, it := range Layout(s).Items {
		if it.Kind == paint.ItemRect && it.Color == paint.Opaque(s.Palette.Ink) && it.Rect.Dy() > 3 && it.Rect.Dx() == 3 {
			changes[it.Rect.Min.X+1-s.LaneArea().Min.X] = true
		}
	}
	if len(changes) != 11 || !changes[200] || !changes[300] || !changes[390] {
		t.Errorf("changes at %v", changes)
	}
}

// checkPathMarks checks how a path is drawn: lines are 3 high or wide, and end with the
// lower edge of the segments.
func checkPathMarks(t *testing.T, s *Scene, path int) {
	t.Helper()
	over, changes := pathMarks(s)
	area, half := s.LaneArea(), s.segmentHeight()/2
	y := func(row int) int { return s.rowMiddle(row) + half - 3 }
	want, got := map[image.Rectangle]bool{}, map[image.Rectangle]bool{}
	if len(changes) <= s.View.Width/6 {
		for _, c := range changes {
			want[image.Rect(c[2]-1, min(y(c[0]), y(c[1])), c[2]+2, max(y(c[0]), y(c[1]))+3).Intersect(area)] = true
		}
	}
	drawn := map[[2]int]bool{}
	for _, it := range Layout(s).Items {
		if it.Kind != paint.ItemRect || it.Color != paint.Opaque(s.Palette.Ink) || it.Rect.Min.Y < area.Min.Y {
			continue
		}
		if it.Rect.Dy() != 3 {
			got[it.Rect] = true
			continue
		}
		row := s.rowAt(it.Rect.Min.Y)
		if it.Rect.Min.Y != y(row) {
			t.Fatalf("path %d: a line at %v in row %d", path, it.Rect, row)
		}
		for x := it.Rect.Min.X; x < it.Rect.Max.X; x++ {
			drawn[[2]int{row, x}] = true
		}
	}
	if !maps.Equal(over, drawn) || !maps.Equal(want, got) {
		t.Fatalf("path %d, %v: %d columns drawn of %d, %d changes of %d", path, s.View, len(drawn), len(over), len(got), len(want))
	}
}
