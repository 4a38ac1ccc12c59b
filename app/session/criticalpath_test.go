package session

import (
	"slices"
	"testing"

	"threadlens/app/grid"
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/report"
	"threadlens/timeline"
)

// TestPathOfAWait is that of the thread which held the lock meanwhile; a second request hides it.
func TestPathOfAWait(t *testing.T) {
	s := opened(t)
	var changes Change
	s.Subscribe(func(c Change) { changes |= c })
	s.ShowPath()
	if _, _, ok := s.PathOf(); ok || s.Path() != nil || changes != 0 {
		t.Fatal("a path of nothing")
	}
	wait := at(t, s, 6420, 100*ms)
	s.Select(wait)
	s.ShowPath()
	p := s.Path()
	if seg, _ := s.Segment(); p == nil || p.Range != seg.Range || p.Thread != wait.Thread {
		t.Fatalf("the path of a wait is %+v", p)
	}
	holder := thread(t, s.Trace(), 6920)
	if m := s.PathMarks(); m.Range != p.Range || len(m.Hops) != len(p.Hops) || m.Hops[0].Thread != holder {
		t.Errorf("the picture shows %+v", m)
	}
	s.ShowPath()
	if s.Path() != nil || s.PathMarks() != nil || s.PathText() != "" || changes&ChangedPath == 0 {
		t.Error("a path that is taken away is still there, or nobody was told")
	}
}

// TestPathOfARange takes precedence over that of the selected segment, and follows causes if that
// is enabled.
func TestPathOfARange(t *testing.T) {
	s := opened(t)
	s.Select(at(t, s, 6420, 100*ms))
	s.Mark(model.Range{From: 240 * ms, To: 258 * ms})
	s.ShowPath()
	p, hops := s.Path(), s.PathMarks().Hops
	if p.Range != s.Marked() || hops[len(hops)-1].Thread != s.Selected().Thread {
		t.Errorf("the path of a range is %+v", p)
	}
	s.FollowCauses(true)
	if !s.Path().Follow || s.Path().Range != p.Range {
		t.Error("the path does not follow causes")
	}
}

// TestPathHasALane: while a path is visible it has a row above the others, whatever changes the
// rows meanwhile.
func TestPathHasALane(t *testing.T) {
	s := opened(t)
	lanes := func() (n int) {
		for _, row := range s.Rows().List {
			if row.Kind == timeline.RowPath {
				n++
			}
		}
		return n
	}
	before := s.Here()
	s.Select(at(t, s, 6420, 100*ms))
	s.ShowPath()
	if lanes() != 1 || s.Rows().List[0].Kind != timeline.RowPath {
		t.Fatalf("%d lanes of the path", lanes())
	}
	s.Return(before)
	if lanes() != 1 {
		t.Error("the lane is gone while the path is shown")
	}
	s.SetMetrics(timeline.NewMetrics(timeline.Dense, 1, 1))
	here := s.Here()
	s.HidePath()
	if lanes() != 0 {
		t.Error("the lane stays when the path goes")
	}
	if s.Return(here); lanes() != 0 {
		t.Error("the lane comes back without the path")
	}
}

// TestHopWords: the description of a hop of the visible path.
func TestHopWords(t *testing.T) {
	s := opened(t)
	if s.HopText(model.Range{To: ms}) != "" || s.HopFacts(model.Range{To: ms}).Title != "" {
		t.Fatal("a hop without a path")
	}
	s.Select(at(t, s, 6420, 100*ms))
	s.Mark(model.Range{To: 262_050_000})
	s.ShowPath()
	hop := s.Path().Hops[1].Range
	if got, want := s.HopText(hop), "hop 2 of 8: 98.0 ms, 37.4% of the critical path"; got != want {
		t.Errorf("the hop is %q, want %q", got, want)
	}
	if s.HopText(model.Range{From: hop.From + 1, To: hop.To}) != "" || s.HopText(model.Range{}) != "" {
		t.Error("a hop where none begins")
	}
	s.Mark(s.Trace().Whole())
	s.ShowPath()
	for i := range s.Path().Hops {
		h := &s.Path().Hops[i]
		f := s.HopFacts(h.Range)
		if f.Title == "" || f.Category != h.Category || len(f.Lines) != 3 || f.Lines[2] != s.HopText(h.Range) {
			t.Errorf("hop %d: %+v", i, f)
		}
	}
}

// TestPathIsKnownBetter: when more becomes known about the trace, the hops of the visible path get
// their new categories.
func TestPathIsKnownBetter(t *testing.T) {
	s := opened(t)
	s.Mark(s.Trace().Whole())
	s.Select(at(t, s, 6420, 100*ms))
	s.ShowPath()
	before := s.PathMarks()
	known := *s.Trace()
	if s.Learn(&known); s.PathMarks() == before || s.Path().Range != before.Range {
		t.Error("the path is that of the trace as it was")
	}
}

// TestPathGoesWithTheTrace: another trace has no path, and Escape hides it.
func TestPathGoesWithTheTrace(t *testing.T) {
	s := opened(t)
	show := func() {
		s.Select(at(t, s, 6420, 100*ms))
		s.ShowPath()
	}
	show()
	for i := 0; s.Escape(); i++ {
		if i > 5 {
			t.Fatal("no end of escaping")
		}
	}
	if s.Path() != nil {
		t.Error("a path after Escape")
	}
	show()
	s.Open(Source{}, story(t))
	if s.Path() != nil {
		t.Error("a path of the trace before")
	}
}

// TestPathTable: one row per hop, about its thread and time, and their sum.
func TestPathTable(t *testing.T) {
	s := opened(t)
	if c, err := s.PathQuery().Run(); err != nil || len(c.Rows) != 0 || c.Total != nil {
		t.Fatalf("without a path: %v %v", c, err)
	}
	s.Select(at(t, s, 6420, 100*ms))
	s.ShowPath()
	c, err := s.PathQuery().Run()
	if err != nil || len(c.Rows) != len(s.Path().Hops) {
		t.Fatalf("%d rows of %d hops: %v", len(c.Rows), len(s.Path().Hops), err)
	}
	var sum model.Time
	for i, r := range c.Rows {
		h := &s.Path().Hops[i]
		if r.Thread != h.Thread || r.Span != h.Range || !r.Leads {
			t.Errorf("row %d is about %d in %v", i, r.Thread, r.Span)
		}
		sum += model.Time(r.Cells[1].Int)
	}
	if sum != s.Path().Range.Len() || model.Time(c.Total.Cells[1].Int) != sum || c.Columns[1].Kind != report.KindDuration {
		t.Errorf("the hops add up to %d, total %v", sum, c.Total.Cells[1])
	}
	want := s.Title(s.Path().Thread) + ", " + timeline.FormatDuration(sum) + " = "
	if got := s.PathText(); len(got) <= len(want) || got[:len(want)] != want {
		t.Errorf("%q, want it to begin with %q", got, want)
	}
}

// TestPathNamesPreempters: the reason of a hop says who took the CPU.
func TestPathNamesPreempters(t *testing.T) {
	s := opened(t)
	s.Select(at(t, s, 6420, 100*ms))
	s.ShowPath()
	c, err := s.PathQuery().Run()
	if err != nil {
		t.Fatal(err)
	}
	reason, n := slices.IndexFunc(c.Columns, func(c grid.Column) bool { return c.Name == "reason" }), 0
	for i, r := range c.Rows {
		if s.Path().Hops[i].State != model.Preempted {
			continue
		}
		n++
		if got := r.Cells[reason].Display; got != "preempted by higher-priority 88" {
			t.Errorf("reason %q", got)
		}
	}
	if n == 0 {
		t.Error("no preemption on the path")
	}
}

// TestPreemptedWords: with and without a known thread, for each kind of reason.
func TestPreemptedWords(t *testing.T) {
	for _, c := range []struct {
		sub      model.Sub
		by, want string
	}{
		{model.SubHigherPriority, "a 1", "preempted by higher-priority a 1"},
		{model.SubHigherPriority, "", "preempted by a higher-priority thread"},
		{model.SubRunnable, "a 1", "preempted by a 1"},
		{model.SubNotHigher, "a 1", "preempted by a 1"},
		{model.SubNotHigher, "", "preempted by a thread of the same or a lower priority"},
		{model.SubSliceEnd, "a 1", "time slice ended, preempted by a 1"},
		{model.SubSliceEnd, "", "time slice ended"},
	} {
		if got := naming.PreemptedWords(c.sub, c.by); got != c.want {
			t.Errorf("%v by %q: %q, want %q", c.sub, c.by, got, c.want)
		}
	}
}

// TestStepHop goes over all hops of a path, to the end and back, and stays there.
func TestStepHop(t *testing.T) {
	s := opened(t)
	s.StepHop(1)
	if s.Selected() != timeline.NoSegment {
		t.Fatal("a hop without a path")
	}
	s.Select(at(t, s, 6420, 100*ms))
	s.Mark(model.Range{To: 262_050_000})
	s.ShowPath()
	s.Mark(model.Range{})
	hops := s.Path().Hops
	s.Select(timeline.SegmentRef{Thread: hops[0].Thread, Index: int(hops[0].Index)})
	s.Show(model.Range{To: ms}, MoveJump)
	here := func(i int) {
		t.Helper()
		if sel := s.Selected(); sel.Thread != hops[i].Thread || sel.Index != int(hops[i].Index) || s.Window().Overlap(hops[i].Range) == 0 {
			t.Fatalf("at %+v in %v, want hop %d, %+v", sel, s.Window(), i, hops[i])
		}
	}
	for i := 1; i < len(hops); i++ {
		s.StepHop(1)
		here(i)
	}
	s.StepHop(1)
	here(len(hops) - 1)
	for i := len(hops) - 2; i >= 0; i-- {
		s.StepHop(-1)
		here(i)
	}
	s.StepHop(-1)
	here(0)
	s.Select(timeline.NoSegment)
	s.Show(model.Range{From: 40 * ms, To: 60 * ms}, MoveJump)
	s.StepHop(1)
	here(1)
}
