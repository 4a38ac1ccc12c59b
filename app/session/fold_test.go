package session

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/app/grid"
	"threadlens/app/session/find"
	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/timeline"
)

// idle is a trace with a process of which thread 1 runs, and threads 2 to 5 wait for work: 5
// wakes 1 once, in the middle.
const idle = `threadlens-trace 1
cpus 2
span 0us 100000us
os linux
process 7 "app" target
process 8 "db"
thread 1 pid=7 name="main"
thread 2 pid=7 name="pool-1"
thread 3 pid=7 name="pool-2"
thread 4 pid=7 name="pool-3"
thread 5 pid=7 name="gc"
0us cpu0 switch idle 1 preempt
0ns cpu1 switch idle 2 preempt
1ns cpu1 switch 2 3 wait sub=Futex
2ns cpu1 switch 3 4 wait sub=Futex
3ns cpu1 switch 4 5 wait sub=Futex
4ns cpu1 switch 5 idle wait sub=Futex
40000us cpu0 switch 1 idle wait sub=Futex
49990us cpu1 switch idle 5 preempt
50000us cpu1 wake 1 by=5
50010us cpu1 switch 5 idle wait sub=Futex
50020us cpu0 switch idle 1 preempt
100000us cpu0 switch 1 idle wait sub=Futex
`

// rowNames are the names of the rows, from the top.
func rowNames(s *Session) string {
	var names []string
	for _, row := range s.Rows().List {
		names = append(names, row.Name)
	}
	return strings.Join(names, " ")
}

const (
	foldClosed = "app main 4 idle threads"
	foldOpen   = "app main 4 idle threads pool-1 pool-2 pool-3 gc"
)

// TestFoldOpensForWhatIsFound: whatever goes to a thread in a fold opens it.
func TestFoldOpensForWhatIsFound(t *testing.T) {
	gc := func(s *Session) model.ThreadIx { return thread(t, s.Trace(), 5) }
	for name, find := range map[string]func(*Session){
		"finder": func(s *Session) { s.GoToSpot(find.Spot{At: 50 * ms, Thread: gc(s)}) },
		"table":  func(s *Session) { s.ShowThread(gc(s)) },
		"waker":  func(s *Session) { s.Select(at(t, s, 1, 45*ms)); s.ToWaker() },
		"bookmark": func(s *Session) {
			s.AddBookmark(Bookmark{Thread: gc(s), Range: model.Range{From: 1, To: 2}})
			s.StepBookmark(1)
		},
		"finding": func(s *Session) {
			q := s.FindingsQuery()
			s.GoFinding(&q, &findings.Finding{Threads: []model.ThreadIx{gc(s)}, Range: q.Window})
		},
		"critical path": func(s *Session) { choose(t, s, 1); s.ShowPath() },
		"keyboard":      func(s *Session) { choose(t, s, 1); s.StepRow(1); s.Toggle(s.head) },
		"in a collapsed process": func(s *Session) {
			s.Toggle(timeline.ProcessRow(s.Targets()[0]))
			s.ShowThread(gc(s))
		},
	} {
		s := openedWith(t, idle)
		if got := rowNames(s); got != foldClosed {
			t.Fatalf("at first: %s", got)
		}
		find(s)
		if got := strings.TrimPrefix(rowNames(s), "Critical path "); !strings.HasSuffix(got, foldOpen) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestFoldChangesNoNumber: folded threads count as before, also in queries.
func TestFoldChangesNoNumber(t *testing.T) {
	s := openedWith(t, idle)
	sums, n, _ := s.Profile()
	q := s.FindingsQuery()
	s.SetFolds(false)
	open, m, _ := s.Profile()
	if other := s.FindingsQuery(); sums != open || n != m || n != 5 || !q.Same(&other) {
		t.Errorf("folded: %d threads %v, else %d threads %v", n, sums, m, open)
	}
	if got := rowNames(s); got != "app main pool-1 pool-2 pool-3 gc" || s.Folds() {
		t.Errorf("unfolded: %s", got)
	}
	s.SetFolds(true)
	s.ShowThread(thread(t, s.Trace(), 5))
	s.SetFolds(false)
	s.SetFolds(true)
	if got := rowNames(s); got != foldClosed {
		t.Errorf("folded again: %s", got)
	}
}

// TestFoldFacts: the facts of a selected fold name its threads.
func TestFoldFacts(t *testing.T) {
	s := openedWith(t, idle)
	choose(t, s, 1)
	s.StepRow(1)
	if text := s.RowText(&s.Rows().List[2]); text != "4 idle threads: pool-1 … pool-3, gc 5" {
		t.Errorf("%q", text)
	}
	if title, kind, ok := s.HeadFacts(); !ok || title != "4 idle threads" || !strings.Contains(kind, "pool-1 … pool-3") {
		t.Errorf("%q %q %v", title, kind, ok)
	}
}

// TestFoldIsRemembered: folding is stored in the view of a trace, and older files open with folds.
func TestFoldIsRemembered(t *testing.T) {
	for name, change := range map[string]func(*Session){
		"closed":   func(*Session) {},
		"opened":   func(s *Session) { s.ShowThread(thread(t, s.Trace(), 5)) },
		"unfolded": func(s *Session) { s.SetFolds(false) },
	} {
		s := openedWith(t, idle)
		change(s)
		v := s.Remember()
		data, err := v.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if v, err = keep.DecodeView(data); err != nil {
			t.Fatal(err)
		}
		again := openedWith(t, idle)
		again.Restore(v)
		if rowNames(again) != rowNames(s) {
			t.Errorf("%s: %s, was %s", name, rowNames(again), rowNames(s))
		}
	}
	s := openedWith(t, idle)
	var before keep.Arrangement
	if err := json.Unmarshal([]byte(`{"sort":"start","group":"process"}`), &before); err != nil {
		t.Fatal(err)
	}
	if err := s.SetArrangement(before); err != nil || rowNames(s) != foldClosed || s.Sort() != timeline.SortStart {
		t.Errorf("a file of before: %v, %s, %v", err, rowNames(s), s.Sort())
	}
	for _, key := range []timeline.RowKey{
		timeline.ProcessRow(s.Targets()[0]).Fold(), timeline.KernelRow.Fold(), {Kind: timeline.RowFold, Proc: model.NoProc, Common: "idle pool"},
	} {
		_, procs := s.named()
		if got, ok := parseRowKey(s.rowKey(key), procs); !ok || got != key {
			t.Errorf("%v is kept as %q, which is %v", key, s.rowKey(key), got)
		}
	}
}

// found is a result of a session's query, with findings about threads by their ids.
func found(t *testing.T, s *Session, severity findings.Severity, about ...model.TID) *query.Found {
	t.Helper()
	f, err := s.FindingsQuery().Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	one := findings.Finding{Rule: findings.Rules()[0], Severity: severity}
	for _, tid := range about {
		one.Threads = append(one.Threads, thread(t, s.Trace(), tid))
	}
	f.List = []findings.Finding{one}
	f.Content.Rows = make([]grid.Row, 1)
	return f
}

// TestFoundOrdersLanes: the first finding of a trace determines the order of its lanes; later ones
// do when they are sorted again or kept sorted. Named threads are never folded.
func TestFoundOrdersLanes(t *testing.T) {
	const three = "app gc main 3 idle threads"
	s := openedWith(t, idle)
	s.Found(found(t, s, findings.Warning, 5))
	if got := rowNames(s); got != three {
		t.Fatalf("found: %s", got)
	}
	s.Found(found(t, s, findings.Problem, 1))
	if got := rowNames(s); got != three {
		t.Errorf("found later: %s", got)
	}
	s.SetSort(timeline.SortRelevance)
	if got := rowNames(s); got != "app main gc 3 idle threads" {
		t.Errorf("sorted again: %s", got)
	}
	s.KeepSorted(true)
	s.Found(found(t, s, findings.Problem, 5))
	if got := rowNames(s); got != three {
		t.Errorf("kept sorted: %s", got)
	}
	s.KeepSorted(false)
	v := s.Remember()
	again := openedWith(t, idle)
	again.Restore(v)
	again.Found(found(t, again, findings.Warning, 1))
	if !strings.HasPrefix(rowNames(again), "app gc main") {
		t.Errorf("restored: %s", rowNames(again))
	}
	s = openedWith(t, idle)
	s.SetSort(timeline.SortName)
	s.Found(found(t, s, findings.Warning, 5))
	if got := rowNames(s); got != "app gc main 3 idle threads" {
		t.Errorf("by name: %s", got)
	}
	// A note does not affect the order, nor does a suppressed finding; but the threads of a note have lanes.
	s = openedWith(t, idle)
	s.Found(found(t, s, findings.Info, 5))
	if got := rowNames(s); got != "app main gc 3 idle threads" {
		t.Errorf("a note: %s", got)
	}
	s = openedWith(t, idle)
	f := found(t, s, findings.Warning, 5)
	f.Content.Rows[0].Gone = true
	s.Found(f)
	if got := rowNames(s); got != foldClosed {
		t.Errorf("suppressed: %s", got)
	}
}

// TestLanesOfALargeTraceStay: the findings of a large trace come seconds after its lanes, which then
// stay where they are until the user sorts them.
func TestLanesOfALargeTraceStay(t *testing.T) {
	var b strings.Builder
	b.WriteString(strings.Replace(idle, "span 0us 100000us", "span 0us 1000000us", 1))
	for i := range rankedSegments / 2 {
		fmt.Fprintf(&b, "%dns cpu0 switch idle 1 preempt\n%dns cpu0 switch 1 idle wait sub=Futex\n%dns cpu0 wake 1 by=5\n", 200_000_000+3000*i, 200_001_000+3000*i, 200_002_000+3000*i)
	}
	s := openedWith(t, b.String())
	if n := segments(s.Trace()); n <= rankedSegments {
		t.Fatalf("only %d segments", n)
	}
	before := rowNames(s)
	s.Found(found(t, s, findings.Warning, 5))
	s.rows.rows = nil // they are made again, as for reasons that were learnt
	if got := rowNames(s); got != before || strings.Contains(before, "gc") {
		t.Errorf("found: %s, before: %s", got, before)
	}
	s.SetSort(timeline.SortRelevance)
	if got := rowNames(s); !strings.HasPrefix(got, "app gc main") {
		t.Errorf("sorted: %s", got)
	}
	s.KeepSorted(true)
	s.Found(found(t, s, findings.Warning, 1))
	if got := rowNames(s); !strings.HasPrefix(got, "app main gc") {
		t.Errorf("kept sorted: %s", got)
	}
}

// TestFoundTooLate: findings of a trace that is no longer open change nothing.
func TestFoundTooLate(t *testing.T) {
	s := openedWith(t, idle)
	tr, f := s.Trace(), found(t, s, findings.Warning, 5)
	s.Open(Source{}, tr)
	if s.Found(f); rowNames(s) != foldClosed {
		t.Errorf("another trace: %s", rowNames(s))
	}
	f = found(t, s, findings.Warning, 5)
	s.Close()
	s.Found(f)
	if s.Open(Source{}, tr); rowNames(s) != foldClosed {
		t.Errorf("after none: %s", rowNames(s))
	}
}

// TestFoldFollowsTheSortedWindow: a zoom folds no thread, unless the lanes are kept sorted.
func TestFoldFollowsTheSortedWindow(t *testing.T) {
	s := openedWith(t, idle)
	part := model.Range{From: 50*ms - 500*us, To: 50*ms + 500*us}
	s.Show(part, MoveJump)
	s.Settle()
	if got := rowNames(s); got != foldClosed {
		t.Errorf("zoomed: %s", got)
	}
	s.SetSort(timeline.SortName)
	if got := s.rows.opts.SortWindow; got != s.Trace().Whole() {
		t.Errorf("by name the fold is about %v", got)
	}
	s.SetSort(timeline.SortRelevance)
	if got := rowNames(s); got != "app main gc 3 idle threads" {
		t.Errorf("sorted in the window: %s", got)
	}
	a := s.Arrangement()
	if (model.Range{From: a.SortFrom, To: a.SortTo}) != part {
		t.Errorf("remembered %v", fmt.Sprint(a.SortFrom, a.SortTo))
	}
	if len(slices.Compact(s.VisibleThreads())) != 5 {
		t.Error("threads are missing")
	}
}
