package session

import (
	"os"
	"strings"
	"testing"

	"threadlens/app/session/explain"
	"threadlens/app/session/find"
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
)

// TestInstantsAreThoseOfTheClock: with the time of day chosen, every text about the trace has the
// time of day.
func TestInstantsAreThoseOfTheClock(t *testing.T) {
	withWall := func(src string) string {
		return strings.Replace(src, "\nspan ", "\nwall 2026-01-31T12:00:00Z\nspan ", 1)
	}
	src, err := os.ReadFile("../../timeline/testdata/bands.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	clocked := func(src string) *Session {
		s := openedWith(t, withWall(src))
		s.SetTimeAs(timeline.WallClock)
		if s.Clock().As != timeline.WallClock {
			t.Fatal("the trace tells no time of day")
		}
		return s
	}
	bands := clocked(string(src))
	object := func(o timeline.Object) string { return explain.ObjectText(bands.Trace(), o, bands.Terms()) }
	s := clocked(stacked)
	selected := func(tid model.TID, when model.Time) *Session {
		s.Select(at(t, s, tid, when))
		return s
	}
	names := openedWith(t, withWall(stacked)+"880us cpu0 name 1 \"other\"\n890us cpu0 exit 1\n")
	names.SetTimeAs(timeline.WallClock)
	facts := explain.ThreadFactsOf(names.Trace(), thread(t, names.Trace(), 1), names.Terms())
	narrow := clocked(stacked)
	narrow.Show(model.Range{From: 10 * us, To: 400 * us}, MoveJump)

	for name, c := range map[string]struct{ got, want string }{
		"a span":         {object(span(t, bands.Trace(), "Request 417")), ":00.004000 – "},
		"a point":        {object(point(t, bands.Trace(), "Retry")), ":00:00.0"},
		"a sample":       {selected(1, 300*us).CurrentStack().Note, "at 12:00:00.000300"},
		"a ready event":  {selected(2, 100*us).UnblockingStack().Note, "at 12:00:00.000500 on CPU 0"},
		"a timer":        {selected(1, 820*us).UnblockingStack().Note, "at 12:00:00.000855"},
		"an interval":    {first(selected(2, 100*us).Facts()).Text(), "Interval: 12:00:00.000010 – 12:00:00.000500"},
		"a search":       {narrow.GoFirst(model.Preemption).Text, " at 12:00:00.000510."},
		"a life time":    {facts.Text(), "Lifetime: 12:00:00.000000 – 12:00:00."},
		"earlier names":  {facts.Text(), "other from 12:00:00.000880"},
		"the exit":       {facts.Text(), "Exit began: 12:00:00.000890"},
		"a time to find": {(*find.Index)(nil).Find("@100us", nil, model.Range{To: ms}, s.Terms()).Groups[0].Hits[0].Title, "12:00:00.000"},
	} {
		if !strings.Contains(c.got, c.want) {
			t.Errorf("%s: %q has no %q", name, c.got, c.want)
		}
	}
}

func first[T any](v T, _ bool) *T { return &v }

// renamed is the story with names given to its threads.
func renamed(t *testing.T) *Session {
	t.Helper()
	s := opened(t)
	for _, tid := range []model.TID{6420, 6920, 4664} {
		s.Rename(thread(t, s.Trace(), tid), "given"+string('A'+rune(tid%7)))
	}
	return s
}

// TestGivenNames: a thread that was given a name has it wherever it is named,
// and the trace's own nowhere but among its names and in data.
func TestGivenNames(t *testing.T) {
	s := renamed(t)
	a, b := s.Title(thread(t, s.Trace(), 6420)), s.Title(thread(t, s.Trace(), 6920))
	if !strings.HasPrefix(a, "given") || a == b {
		t.Fatalf("%q, %q", a, b)
	}
	s.Select(at(t, s, 6420, 100*ms)) // a wait for 6920
	f, _ := s.Facts()
	tf, _ := s.ThreadFacts()
	mark, _ := s.Markable()
	stack := s.UnblockingStack()
	if f.Thread != a || value(f, "Woken by") != b || f.Blocker.Title != b || tf.Title != a {
		t.Errorf("facts: %q, woken by %q, %+v, %q", f.Thread, value(f, "Woken by"), f.Blocker, tf.Title)
	}
	if stack.Title != "Unblocked by "+b || !strings.HasPrefix(mark.Name, a+": ") {
		t.Errorf("stack %q, mark %q", stack.Title, mark.Name)
	}
	report, err := s.Report()
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range report.Rows {
		if row.Cells[0].Text != s.Title(row.Thread) {
			t.Errorf("report: %q", row.Cells[0].Text)
		}
		for _, cell := range report.Table.Rows[i] {
			if strings.HasPrefix(cell.Text, "given") {
				t.Errorf("data says %q", cell.Text)
			}
		}
	}
}

// TestGivenNamesAreFound: by the given name, by the trace's, and by id.
func TestGivenNamesAreFound(t *testing.T) {
	s := renamed(t)
	a := s.Title(thread(t, s.Trace(), 6420))
	x := find.NewIndex(s.Trace())
	for _, text := range []string{a, ":6420", naming.ThreadTitle(s.Trace(), thread(t, s.Trace(), 6420))} {
		groups := x.Find(text, nil, s.Window(), s.Terms()).Groups
		if len(groups) == 0 || groups[0].Subject != find.SubjectThread || groups[0].Hits[0].Title != a {
			t.Errorf("%q finds %+v", text, groups)
		}
	}
}

// TestGivenNamesOfObjects: markers, and the occupants of a CPU.
func TestGivenNamesOfObjects(t *testing.T) {
	s := openedBands(t)
	o := span(t, s.Trace(), "Request 417")
	ix := timeline.ObjectThread(s.Trace(), o)
	s.Rename(ix, "mine")
	if f := explain.ObjectFactsOf(s.Trace(), o, s.Terms()); f.Thread != s.Title(ix) || !strings.HasPrefix(f.Thread, "mine ") {
		t.Errorf("%q", f.Thread)
	}
	s = opened(t)
	s.Select(at(t, s, 6920, 300*ms))
	f, _ := s.Facts()
	who := f.Meanwhile.Rows[0].Thread
	s.Rename(who, "mine")
	if f, _ = s.Facts(); f.Meanwhile.Rows[0].Title != s.Title(who) || value(f, "Preempted by") == "" {
		t.Errorf("%+v", f.Meanwhile.Rows[0])
	}
	s = openedWith(t, stacked)
	s.Rename(thread(t, s.Trace(), 2), "mine")
	s.Select(at(t, s, 1, 600*us))
	if v := s.UnblockingStack(); !strings.Contains(v.Missing, "mine 2 took the CPU") {
		t.Errorf("%q", v.Missing)
	}
}

// TestZeroTerms: they use the trace's names.
func TestZeroTerms(t *testing.T) {
	tr := modeltest.Parse(t, "src", stacked)
	ix := thread(t, tr, 1)
	if got := (naming.Terms{}).Thread(tr, ix); got != naming.ThreadTitle(tr, ix) {
		t.Errorf("%q", got)
	}
	if got := (naming.Terms{Names: map[model.ThreadIx]string{9999: "none"}}).Thread(tr, 9999); got != "unknown thread" {
		t.Errorf("%q", got)
	}
}

// TestReturnToAHead: a preview of something else leaves the selected row that heads others
// unchanged.
func TestReturnToAHead(t *testing.T) {
	s := opened(t)
	key := s.Rows().List[0].Key()
	s.SelectHead(key)
	here := s.Here()
	s.Select(at(t, s, 6420, 100*ms))
	s.Return(here)
	got, ok := s.SelectedHead()
	title, kind, known := s.HeadFacts()
	if !ok || got != key || !known || !strings.HasSuffix(title, " 1396") || kind != "process, 3 threads" {
		t.Errorf("%v %v, %q, %q", got, ok, title, kind)
	}
	s.Select(timeline.NoSegment)
	if _, _, known = s.HeadFacts(); known {
		t.Error("no row is selected")
	}
}
