package session

import (
	"testing"

	"threadlens/model"
	"threadlens/model/analysis"
	"threadlens/timeline"
)

// TestPathOfTheSelection: of the selected wait, of the selected range instead, and
// none when it is asked for again.
func TestPathOfTheSelection(t *testing.T) {
	s := opened(t)
	changes := 0
	s.Subscribe(func(c Change) {
		if c&ChangedPath != 0 {
			changes++
		}
	})
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
	for _, h := range p.Hops {
		if h.Thread != holder {
			t.Errorf("%s of %d is on the way", h.Label(), h.Thread)
		}
	}
	if m := s.PathMarks(); m.Range != p.Range || len(m.Steps) != 1 || m.Steps[0].Thread != holder {
		t.Errorf("the picture shows %+v", m)
	}
	s.Mark(model.Range{From: 240 * ms, To: 258 * ms})
	s.ShowPath()
	if p = s.Path(); p.Range != s.Marked() || s.PathMarks().Steps[len(s.PathMarks().Steps)-1].Thread != wait.Thread {
		t.Errorf("the path of a range is %+v", p)
	}
	s.FollowCauses(true)
	if !s.Path().Follow || s.Path().Range != p.Range {
		t.Error("the path does not follow causes")
	}
	s.ShowPath()
	if s.Path() != nil || s.PathMarks() != nil || s.PathText() != "" || changes != 4 {
		t.Errorf("a path that is taken away is still there; %d changes", changes)
	}
}

// TestPathGoesWithTheTrace: another trace has no path, and Escape takes it away.
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

// TestPathTable: a row a hop, about its thread and time, and their sum.
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
	if sum != s.Path().Range.Len() || model.Time(c.Total.Cells[1].Int) != sum || c.Columns[1].Kind != analysis.KindDuration {
		t.Errorf("the hops add up to %d, total %v", sum, c.Total.Cells[1])
	}
	want := s.Title(s.Path().Thread) + ", " + timeline.FormatDuration(sum) + " = "
	if got := s.PathText(); len(got) <= len(want) || got[:len(want)] != want {
		t.Errorf("%q, want it to begin with %q", got, want)
	}
}
