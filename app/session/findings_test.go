package session_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"threadlens/app/session"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// crowded is a session with three threads that compete for one CPU.
func crowded(t *testing.T) *session.Session {
	t.Helper()
	tr := modeltest.Parse(t, "crowded", `threadlens-trace 1
cpus 1
span 0ms 80ms
os linux
process 9 "app" target
thread 1 pid=9 name="one"
thread 2 pid=9 name="two"
thread 3 pid=9 name="three"
0ms cpu0 switch idle 1 preempt
10ms cpu0 switch 1 2 preempt
20ms cpu0 switch 2 3 preempt
30ms cpu0 switch 3 1 preempt
40ms cpu0 switch 1 2 preempt
50ms cpu0 switch 2 3 preempt
60ms cpu0 switch 3 1 preempt
70ms cpu0 switch 1 2 preempt
`)
	s := session.New()
	s.SetMetrics(timeline.NewMetrics(timeline.Comfortable, 1, 1))
	s.SetWidth(1000)
	s.Open(session.Source{Name: "crowded"}, tr)
	return s
}

// oversubscribed is what rule E3 finds in a session, and how many rows and
// suppressed findings there are of it.
func oversubscribed(t *testing.T, s *session.Session) (f *query.Found, rows int) {
	t.Helper()
	f, err := s.FindingsQuery().Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(f.List) != len(f.Content.Rows) || len(f.List) != len(f.Content.Table.Rows) {
		t.Fatalf("%d findings, %d rows, %d to be copied", len(f.List), len(f.Content.Rows), len(f.Content.Table.Rows))
	}
	for i := range f.List {
		if f.List[i].Rule.ID == "E3" {
			rows++
		}
	}
	return f, rows
}

// TestFindingsOfWindow: findings are of the window and state that.
func TestFindingsOfWindow(t *testing.T) {
	s := crowded(t)
	f, rows := oversubscribed(t, s)
	if rows != 1 {
		t.Fatalf("%d findings of E3", rows)
	}
	for i := range f.List {
		if f.List[i].Rule.ID != "E3" {
			continue
		}
		row := f.Content.Rows[i]
		if row.Cells[0].Text != "Problem" || row.Cells[1].Text != "Oversubscription" || row.Cells[3].Text != "whole time window" || row.Cells[4].Text != "one 1, two 2, three 3" {
			t.Errorf("the row is %+v", row.Cells)
		}
		lines := query.FindingLines(&f.List[i])
		if n := len(lines); n < 2 || lines[n-1].Title != "Cost" || lines[n-1].Value != "130 ms" || lines[0].Title != "Advice" {
			t.Errorf("the lines are %+v", lines)
		}
	}
	s.Show(model.Range{From: 0, To: 5e6}, session.MoveJump)
	q := s.FindingsQuery()
	if q.Same(&f.Query) || !q.Same(&q) {
		t.Error("a query of another window has the same answer")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := q.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestGoFinding: the window goes to the evidence and selects its segment.
func TestGoFinding(t *testing.T) {
	s := crowded(t)
	f, _ := oversubscribed(t, s)
	for i := range f.List {
		if f.List[i].Rule.ID != "E3" {
			continue
		}
		s.Show(model.Range{From: 0, To: 5e6}, session.MoveJump)
		s.GoFinding(&f.Query, &f.List[i])
		seg, ok := s.Segment()
		e := f.List[i].Evidence[0]
		if !ok || seg.Thread != e.Thread || seg.Overlap(e.Range) == 0 || s.Window().Overlap(f.Query.Window) != f.Query.Window.Len() {
			t.Errorf("selected %v %+v in %v, want %+v", ok, seg, s.Window(), e)
		}
	}
	s.Undo()
	if s.Window().Len() > 10e6 {
		t.Errorf("the way back leads to %v", s.Window())
	}
}

// TestGoFindingKnown: findings of an open trace go to their places even when more, such as names of
// functions, has become known since; those of another trace do not.
func TestGoFindingKnown(t *testing.T) {
	s := crowded(t)
	f, _ := oversubscribed(t, s)
	more := *s.Trace()
	s.Learn(&more)
	s.GoFinding(&f.Query, &f.List[0])
	if _, ok := s.Segment(); !ok {
		t.Error("nothing is selected after more is known of the trace")
	}
	other := crowded(t)
	s.Open(session.Source{}, other.Trace())
	s.GoFinding(&f.Query, &f.List[0])
	if _, ok := s.Segment(); ok {
		t.Error("a finding of another trace selects something")
	}
}

// TestGoFindingOfAll: a finding about all of the window keeps it where its evidence is visible, and
// otherwise shows that.
func TestGoFindingOfAll(t *testing.T) {
	s := crowded(t)
	f, _ := oversubscribed(t, s)
	w := f.Query.Window
	at := w.From + w.Len()/2
	for _, c := range []struct{ evidence, want model.Range }{
		{model.Range{From: at, To: at + w.Len()/100}, w},
		{model.Range{From: at, To: at + w.Len()/100 - 10}, model.Range{From: at - (w.Len()/100-10)*19/2, To: at + (w.Len()/100-10)*21/2}},
		{model.Range{From: w.From, To: w.From + 100}, model.Range{From: w.From, To: w.From + 1050}},
	} {
		s.GoFinding(&f.Query, &findings.Finding{Range: w, Evidence: []findings.Evidence{{Thread: f.List[0].Threads[0], Range: c.evidence}}})
		if s.Window() != c.want {
			t.Errorf("of %v: the window is %v, want %v", c.evidence, s.Window(), c.want)
		}
	}
}

// TestSuppress: by rule and by threads, undone, shown greyed, stored with the view.
func TestSuppress(t *testing.T) {
	for _, by := range []struct {
		name string
		do   func(*session.Session, *query.Found, int) session.Outcome
		all  bool // hides it
	}{
		{"rule", func(s *session.Session, _ *query.Found, _ int) session.Outcome { return s.SuppressRule("E3") }, true},
		{"threads", func(s *session.Session, f *query.Found, i int) session.Outcome {
			return s.SuppressFor("E3", f.List[i].Threads)
		}, true},
		{"one thread", func(s *session.Session, f *query.Found, i int) session.Outcome {
			return s.SuppressFor("E3", f.List[i].Threads[:1])
		}, false},
		{"another rule", func(s *session.Session, f *query.Found, i int) session.Outcome {
			return s.SuppressFor("E1", f.List[i].Threads)
		}, false},
	} {
		s := crowded(t)
		f, _ := oversubscribed(t, s)
		at := slices.IndexFunc(f.List, func(f findings.Finding) bool { return f.Rule.ID == "E3" })
		var told []session.Change
		s.Subscribe(func(c session.Change) { told = append(told, c) })
		out := by.do(s, f, at)
		if out.Way != "Undo" || !slices.Equal(told, []session.Change{session.ChangedFindings}) {
			t.Fatalf("%s: %q, told %v", by.name, out.Way, told)
		}
		want := 1
		if by.all {
			want = 0
		}
		if g, rows := oversubscribed(t, s); rows != want || (g.Suppressed == 1) != by.all {
			t.Errorf("%s: %d rows, %d suppressed", by.name, rows, g.Suppressed)
		}
		s.ShowSuppressed(true)
		if g, rows := oversubscribed(t, s); rows != 1 || g.Content.Rows[at].Gone != by.all {
			t.Errorf("%s: shown all the same: %d rows, grey %v", by.name, rows, g.Content.Rows[at].Gone)
		}
		again := crowded(t)
		again.Restore(s.Remember())
		if _, rows := oversubscribed(t, again); rows != want {
			t.Errorf("%s: kept with the view: %d rows", by.name, rows)
		}
		s.ShowSuppressed(false)
		out.Run()
		if g, rows := oversubscribed(t, s); rows != 1 || g.Suppressed != 0 || !s.Suppressed().Empty() {
			t.Errorf("%s: taken back: %d rows, %+v", by.name, rows, s.Suppressed())
		}
		by.do(s, f, at)
		if s.Tell(&f.List[at]); by.name != "another rule" && !s.Suppressed().Empty() {
			t.Errorf("%s: told again: %+v", by.name, s.Suppressed())
		}
	}
}

// TestTellOfOneThread: a rule that is suppressed for two threads, and restored for one of them,
// stays suppressed for the other, and other rules are unaffected.
func TestTellOfOneThread(t *testing.T) {
	s := crowded(t)
	f, _ := oversubscribed(t, s)
	one := f.List[slices.IndexFunc(f.List, func(f findings.Finding) bool { return f.Rule.ID == "E3" })]
	s.SuppressFor("E3", one.Threads[:2])
	s.SuppressFor("E1", one.Threads[:2])
	s.SuppressRule("E2")
	keys := slices.Clone(s.Suppressed().Threads["E1"])
	one.Threads = one.Threads[:1]
	out := s.Tell(&one)
	now := s.Suppressed()
	if len(keys) != 2 || !slices.Equal(now.Threads["E3"], keys[1:]) || !slices.Equal(now.Threads["E1"], keys) || !slices.Equal(now.Rules, []string{"E2"}) {
		t.Errorf("%q: %+v, want only %q told", out.Text, now, keys[:1])
	}
}
