package pair_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/app/session/pair"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

const ms = 1_000_000

// trace has a process whose threads take turns, in an order of their starts; it is as long as given.
func trace(t *testing.T, name, length, marker string, threads ...string) *model.Trace {
	t.Helper()
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 1\nspan 0ms " + length + "\nos linux\nprocess 10 \"app\" target\n")
	for i, th := range threads {
		b.WriteString("thread 1" + string(rune('1'+i)) + " pid=10 name=\"" + th + "\"\n")
	}
	b.WriteString("0ms cpu0 switch idle 11 wait\n10ms cpu0 switch 11 12 wait linux=S\n20ms cpu0 switch 12 13 wait linux=S\n")
	b.WriteString(marker + "ms cpu0 mark 13 flag ready\n")
	b.WriteString("50ms cpu0 switch 13 idle wait linux=S\n")
	return modeltest.Parse(t, name, b.String())
}

// compared is a pair with two traces: the second is shorter, and its marker is 7 ms later.
func compared(t *testing.T) *pair.Pair {
	t.Helper()
	p := pair.New(session.New(), session.New())
	for _, s := range []*session.Session{p.First, p.Second} {
		s.SetMetrics(timeline.NewMetrics(timeline.Comfortable, 1, 1))
		s.SetWidth(1000)
	}
	p.First.Open(session.Source{Name: "a"}, trace(t, "a", "200ms", "30", "worker-1", "worker-2", "main"))
	if p.Open() {
		t.Fatal("nothing is compared yet")
	}
	p.First.SetOther(trace(t, "b", "100ms", "37", "main", "worker-7", "helper"))
	if !p.Open() || p.Second.Trace().Info.File != "b" {
		t.Fatal("the second session does not show the other trace")
	}
	return p
}

// together fails unless both windows show the same time.
func together(t *testing.T, p *pair.Pair, after string) {
	t.Helper()
	a, b, offset := p.First.Window(), p.Second.Window(), p.First.Offset()
	if b.From != a.From+offset || b.To != a.To+offset {
		t.Fatalf("after %s: the windows are %v and %v, %v apart", after, a, b, offset)
	}
}

// TestLinked: whatever is done with the window of either session, the other one shows the same time,
// to the nanosecond, after 500 random moves.
func TestLinked(t *testing.T) {
	p := compared(t)
	together(t, p, "opening")
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range 500 {
		s := []*session.Session{p.First, p.Second}[rng.IntN(2)]
		x := rng.IntN(1000)
		what := "a zoom"
		switch i % 10 {
		default:
			s.Zoom(x, []float64{1.25, 0.8, 3, 0.2, 50}[rng.IntN(5)])
		case 3:
			what = "a move"
			s.Pan(rng.IntN(801) - 400)
		case 5:
			what = "a new offset"
			p.Shift(rng.IntN(41) - 20)
		case 7:
			what = "a new width"
			s.SetWidth(990 + rng.IntN(20))
		case 9:
			what = "all of it"
			s.ShowWhole()
		}
		together(t, p, what)
	}
}

// TestReach: with two traces the window reaches over both, and afterwards only over the open one.
func TestReach(t *testing.T) {
	p := compared(t)
	p.First.SetOffset(150 * ms) // the second trace ends at -50 ms of the first
	p.First.ShowWhole()
	together(t, p, "all of it")
	if w := p.First.Window(); w.From > -150*ms || w.To < 200*ms {
		t.Errorf("the window is %v", w)
	}
	p.First.SetOther(nil)
	if p.Open() {
		t.Error("the second session still shows a trace")
	}
	if w := p.First.Window(); w.From < -5*ms || w.To > 205*ms {
		t.Errorf("the window is %v, outside the open trace", w)
	}
	p.Second.Zoom(500, 2) // nothing happens
}

// TestFollows: the second session has the range, the view and the focus of the first one, and a range
// made in the second is that of the first.
func TestFollows(t *testing.T) {
	p := compared(t)
	p.First.SetOffset(5 * ms)
	p.First.Mark(model.Range{From: 10 * ms, To: 20 * ms})
	if got := p.Second.Marked(); got != (model.Range{From: 15 * ms, To: 25 * ms}) {
		t.Errorf("the range is %v", got)
	}
	p.Second.Mark(model.Range{From: 45 * ms, To: 50 * ms})
	if got := p.First.Marked(); got != (model.Range{From: 40 * ms, To: 45 * ms}) {
		t.Errorf("the range is %v", got)
	}
	p.First.Mark(model.Range{})
	if got := p.Second.Marked(); got.Len() != 0 {
		t.Errorf("the range is %v", got)
	}
	p.First.SetViewing(keep.ViewCores)
	p.First.SetFocus(model.Execution)
	p.First.SetTimeAs(timeline.InSeconds)
	if p.Second.Viewing() != keep.ViewCores || p.Second.Focus() != model.Execution || p.Second.TimeAs() != timeline.InSeconds {
		t.Errorf("the second session shows %v, %v, %v", p.Second.Viewing(), p.Second.Focus(), p.Second.TimeAs())
	}
	p.First.SetFocus(model.Execution)
	if p.Second.Focus() != timeline.NoFocus {
		t.Error("the focus stays")
	}
	p.First.SetFocusClass(paint.ClassIdle)
	if p.Second.FocusClass() != paint.ClassIdle {
		t.Errorf("the focus is on %v", p.Second.FocusClass())
	}
}

// TestThreads: lanes are in the order of those they match, threads without a match come last, and
// selecting a thread selects the one that matches it.
func TestThreads(t *testing.T) {
	p := compared(t)
	names := func() (list []string) {
		for _, ix := range p.Second.VisibleThreads() {
			list = append(list, p.Second.Trace().Threads[ix].Name())
		}
		return list
	}
	p.First.SetSort(timeline.SortName)
	order := names()
	if want := []string{"main", "worker-7", "helper"}; !slices.Equal(order, want) {
		t.Errorf("the lanes are %q, want %q", order, want)
	}
	p.First.SetOrder([]model.ThreadIx{1, 0, 2})
	first := p.First.Sorted()
	if !slices.Equal(first[:3], []model.ThreadIx{1, 0, 2}) {
		t.Errorf("the order is %v", first)
	}
	for name, want := range map[string]string{"main": "main", "worker-1": "worker-7", "worker-2": ""} {
		p.Second.Select(timeline.NoSegment)
		for i := range p.First.Trace().Threads {
			if p.First.Trace().Threads[i].Name() == name {
				p.First.Select(timeline.SegmentRef{Thread: model.ThreadIx(i), Index: 0})
			}
		}
		got := ""
		if ix := p.Second.Selected().Thread; ix != model.NoThread {
			got = p.Second.Trace().Threads[ix].Name()
		}
		if got != want {
			t.Errorf("with %s, %q is selected, want %q", name, got, want)
		}
	}
}

// TestAlignments: by start, by the first common marker and by what is selected.
func TestAlignments(t *testing.T) {
	p := compared(t)
	want := map[string]model.Time{"start": 0, "marker": 7 * ms, "selection": 0}
	for _, a := range pair.Alignments() {
		if ok := p.Align(&a); ok != (a.Key != "selection") || p.First.Offset() != want[a.Key] && ok {
			t.Errorf("by %s: %v, %v", a.Key, ok, p.First.Offset())
		}
		together(t, p, a.Key)
	}
	p.First.SelectAt(1, 15*ms)
	p.Second.SelectAt(2, 30*ms) // from 20 ms on
	if a := pair.Alignments()[2]; !p.Align(&a) || p.First.Offset() != 10*ms {
		t.Errorf("by what is selected: %v", p.First.Offset())
	}
	if len(pair.Alignments()) != len(want) {
		t.Error("an alignment is not tested")
	}
}

// TestShift: to the right the second timeline shows earlier times.
func TestShift(t *testing.T) {
	p := compared(t)
	p.First.Show(model.Range{From: 10 * ms, To: 20 * ms}, session.MoveJump)
	p.Shift(10) // of 1000 columns in 10 ms
	if got := p.First.Offset(); got != -100_000 {
		t.Errorf("the offset is %v", got)
	}
	together(t, p, "a shift")
}

// TestLearn: a trace of which more is known keeps its place.
func TestLearn(t *testing.T) {
	p := compared(t)
	p.First.SetOffset(3 * ms)
	opened := p.Second.Opened()
	known := trace(t, "b", "100ms", "37", "main", "worker-7", "helper")
	p.Learn(known)
	if p.First.Other() != known || p.Second.Trace() != known || p.First.Offset() != 3*ms || p.Second.Opened() != opened {
		t.Errorf("the offset is %v, it was opened %d times", p.First.Offset(), p.Second.Opened()-opened)
	}
}

// TestComparesAligned: the report compares the times that are at the same place.
func TestComparesAligned(t *testing.T) {
	p := compared(t)
	p.First.Mark(model.Range{From: 20 * ms, To: 30 * ms})
	p.First.SetOffset(75 * ms)
	q, ok := p.First.AnyReport(query.CompareReport)
	if !ok {
		t.Fatal("there is no comparison")
	}
	if _, err := q.Run(); err != nil { // 95 to 105 ms, of which the second trace has the first half
		t.Error(err)
	}
	for offset, want := range map[model.Time]string{80 * ms: "b ends at 20.0 ms, before this time window", -30 * ms: "b begins at 30.0 ms, after this time window"} {
		p.First.SetOffset(offset)
		q, _ = p.First.AnyReport(query.CompareReport)
		if _, err := q.Run(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
}
