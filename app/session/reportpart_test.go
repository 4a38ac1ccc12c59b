package session

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/app/session/explain"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// alike has waits for two reasons, in two functions; thread 12 waits for 11, 13 for 12.
const alike = `threadlens-trace 1
cpus 2
span 0us 1000us
os linux
process 10 "app" target
thread 11 pid=10 name="one"
thread 12 pid=10 name="two"
thread 13 pid=10 name="three"
stack 1 "kernel!futex" "app!get" "app!main"
stack 2 "kernel!futex" "app!put" "app!main"
stack 3 "app!hot" "app!main"
0us cpu0 exists 11 state=running
0us cpu1 exists 12 state=running
0us cpu1 exists 13 state=waiting
50us cpu0 sample 11 stack=3
100us cpu1 switch 12 idle wait sub=Futex stack=1
150us cpu1 wake 13 ctx=timer
150us cpu1 switch idle 13 preempt
180us cpu1 switch 13 idle wait sub=Futex stack=2
200us cpu0 wake 12
210us cpu1 switch idle 12 preempt
300us cpu1 wake 13
300us cpu1 switch 12 13 wait sub=Futex stack=2
340us cpu1 switch 13 idle wait sub=Sleep
400us cpu0 wake 12
420us cpu1 switch idle 12 preempt
450us cpu1 wake 13 ctx=timer
460us cpu1 switch 12 13 preempt
500us cpu1 switch 13 12 wait sub=Sleep
700us cpu0 switch 11 idle wait sub=Futex
`

// partSession is a session of that trace.
func partSession(t *testing.T) *Session {
	t.Helper()
	s := New()
	s.Open(Source{Name: "alike"}, modeltest.Parse(t, "alike", alike))
	return s
}

// selectWhat selects what the thread with an id does at an instant.
func selectWhat(t *testing.T, s *Session, tid model.TID, us model.Time) {
	t.Helper()
	s.SelectAt(thread(t, s.Trace(), tid), us*1000)
}

// rows are the number of rows of a part, of those of a distribution the sum of the counts.
func partRows(t *testing.T, s *Session, p ReportPart) int {
	t.Helper()
	s.NarrowReport(p)
	q, _ := s.AnyReport(p.Report)
	content, err := q.Run()
	if err != nil {
		t.Fatal(err)
	}
	if p.Report != "histogram" {
		return len(content.Rows)
	}
	n := 0
	for i := range content.Rows {
		n += int(content.Rows[i].Data[2].Int)
	}
	return n
}

// TestInstances: everything of the kind of the selection is listed and counted, of its thread or of
// all.
func TestInstances(t *testing.T) {
	s := partSession(t)
	for _, c := range []struct {
		tid       model.TID
		at        model.Time
		report    string
		title     string
		one, all  int
		openEnded int // of one and of all, of no known length
	}{
		{12, 120, "waits", "Synchronization, futex · two 12", 2, 4, 1},
		{13, 350, "waits", "Sleep, sleep · three 13", 2, 2, 1},
		{12, 205, "ready", "Ready · two 12", 2, 5, 0},
		{12, 470, "preempted", "Preemption, still runnable · two 12", 1, 1, 0},
		{12, 250, "runs", "Time slices · two 12", 2, 5, 0},
	} {
		selectWhat(t, s, c.tid, c.at)
		p, ok := s.Instances(false)
		if title := s.PartTitle(&p); !ok || p.Report != c.report || title != c.title {
			t.Errorf("%d at %d: %+v, %q", c.tid, c.at, p, title)
			continue
		}
		all, _ := s.Instances(true)
		one, every := partRows(t, s, p), partRows(t, s, all)
		if one != c.one || every != c.all {
			t.Errorf("%s: %d, of all threads %d, want %d and %d", c.title, one, every, c.one, c.all)
		}
		counted, countedAll := partRows(t, s, p.Distribution()), partRows(t, s, all.Distribution())
		if every-countedAll != c.openEnded || one-counted > c.openEnded {
			t.Errorf("%s: %d and %d are counted of %d and %d", c.title, counted, countedAll, one, every)
		}
	}
	s.Mark(model.Range{From: 90_000, To: 220_000})
	selectWhat(t, s, 12, 320)
	if p, _ := s.Instances(false); partRows(t, s, p) != 1 {
		t.Errorf("in the selected range: %+v", p)
	}
	s.Select(s.Selected())
	selectWhat(t, s, 13, 50) // before its first switch
	if p, ok := s.Instances(false); ok && p.Report != "waits" {
		t.Errorf("listed as %+v", p)
	}
}

// TestNarrowedOnly: a part narrows only its own report, until another trace is open.
func TestNarrowedOnly(t *testing.T) {
	s := partSession(t)
	selectWhat(t, s, 12, 120)
	p, _ := s.Instances(false)
	s.NarrowReport(p)
	q, _ := s.AnyReport("waits")
	other, _ := s.AnyReport("ready")
	if len(q.Scope.Threads) != 1 || q.Scope.Kind.Any() || len(other.Scope.Threads) != 3 || !other.Scope.Kind.Any() {
		t.Errorf("%+v, %+v", q.Scope, other.Scope)
	}
	s.Open(Source{Name: "again"}, s.Trace())
	if s.ReportPart("waits") != nil {
		t.Error("another trace is narrowed too")
	}
}

// TestInstancesOfFunction: what a function of a call tree contains, as often as the tree counts it.
func TestInstancesOfFunction(t *testing.T) {
	s := partSession(t)
	for _, kind := range []calltree.TreeKind{calltree.TreeBlocking, calltree.TreeUnblocking, calltree.TreeExecution} {
		s.ChooseCalls(query.CallChoice{Kind: kind, Category: query.AllBlocking, Thread: model.NoThread})
		q := s.CallQuery(false)
		trees, err := q.Run()
		if err != nil {
			t.Fatal(err)
		}
		listed := 0
		for i := range trees.Trees {
			for k := range trees.Trees[i].Nodes {
				listed += listedOf(t, s, &q, &trees.Trees[i], k)
			}
		}
		if listed == 0 && kind != calltree.TreeUnblocking {
			t.Errorf("%v: nothing is listed", kind)
		}
	}
}

// listedOf compares what is listed of a node with the node, and returns 1 if anything can be listed.
func listedOf(t *testing.T, s *Session, q *query.Calls, tree *calltree.CallTree, k int) int {
	t.Helper()
	n, path, kind := &tree.Nodes[k], tree.Path(k), q.Choice.Kind
	p, ok := s.InstancesOf(q, path)
	if named := !strings.HasPrefix(n.Name, "["); ok != (named && kind != calltree.TreeUnblocking && path.Category != model.UnknownCategory) {
		t.Errorf("%v, %q of %v: %v", kind, path.Names, path.Category, ok)
	}
	if !ok {
		return 0
	}
	count := int64(0) // from all callers
	for _, o := range tree.Nodes {
		if o.Name == n.Name {
			count += o.All.Count
		}
	}
	if got := partRows(t, s, p); kind == calltree.TreeBlocking && int64(got) != count {
		t.Errorf("%q of %v: %d rows of %d instances", path.Names, path.Category, got, count)
	} else if kind == calltree.TreeExecution && path.Names != nil && got != 0 {
		t.Errorf("the slice of the sample began before the trace, and %d are listed", got)
	}
	return 1
}

// TestWaitChain: the chain of the selected wait at its beginning or at cursor A, or why there is none.
func TestWaitChain(t *testing.T) {
	s := partSession(t)
	selectWhat(t, s, 13, 250)
	p, o := s.WaitChain()
	s.NarrowReport(p)
	q, _ := s.AnyReport("wait-chains")
	content, err := q.Run()
	if err != nil || o.Text != "" {
		t.Fatal(err, o)
	}
	var links []string
	for i := range content.Rows {
		links = append(links, content.Rows[i].Data[1].Text)
	}
	if !slices.Equal(links, []string{"13.0", "12.0", "11.0"}) {
		t.Errorf("the chain is %v", links)
	}
	seg, _ := s.Segment()
	for at, want := range map[model.Time]model.Time{seg.From - 1: seg.From, seg.From + 1: seg.From + 1, seg.To - 1: seg.To - 1, seg.To: seg.From} {
		s.SetCursor(CursorA, at)
		if p, _ := s.WaitChain(); p.Range != (model.Range{From: want, To: seg.To}) {
			t.Errorf("with cursor A at %d it is of %v", at, p.Range)
		}
	}
	s.ClearCursors()
	for at, want := range map[model.Time]string{350: "interrupt", 600: "was not over"} {
		selectWhat(t, s, 13, at)
		if _, o := s.WaitChain(); !strings.Contains(o.Text, want) {
			t.Errorf("at %d: %+v", at, o)
		}
	}
	selectWhat(t, s, 12, 250)
	if p, o := s.WaitChain(); s.HasWait() || p.Report != "" || o.Text != "" {
		t.Errorf("of what is no wait: %+v, %+v", p, o)
	}
}

// TestPartsAreOfReports: a part names a report, and metrics that have such values.
func TestPartsAreOfReports(t *testing.T) {
	s := partSession(t)
	for at := model.Time(10); at < 1000; at += 10 {
		selectWhat(t, s, 12, at)
		p, ok := s.Instances(true)
		if _, found := report.Find(p.Report); ok != found || ok && !p.Metric.IsTime() {
			t.Errorf("at %d: %+v", at, p)
		}
	}
	if p := (ReportPart{Report: "waits", Metric: measure.MetricWait}).Distribution(); p.Report != "histogram" {
		t.Errorf("%+v", p)
	}
}

// TestRanMeanwhileMore: the threads beyond those that are named are counted with their time.
func TestRanMeanwhileMore(t *testing.T) {
	src := "threadlens-trace 1\ncpus 1\nspan 0us 1000us\nos windows\nprocess 7 \"app\" target\n0us cpu0 switch idle 1 preempt\n"
	for i, next := range []string{"2", "3", "4", "5", "6", "idle"} {
		src += fmt.Sprintf("%dus cpu0 switch %d %s wait\n", 100*(i+1), i+1, next)
	}
	src = strings.Replace(src, "0us cpu0", "thread 1 pid=7\nthread 2 pid=7\nthread 3 pid=7\nthread 4 pid=7\nthread 5 pid=7\nthread 6 pid=7\n0us cpu0", 1)
	s := New()
	s.Open(Source{Name: "many"}, modeltest.Parse(t, "many", src))
	selectWhat(t, s, 1, 300)
	seg, _ := s.Segment()
	if got, want := explain.RanMeanwhile(s.Trace(), &seg, s.Terms()), ", 2 more for 200\u202fµs."; !strings.HasSuffix(strings.ReplaceAll(got, " ", "\u202f"), strings.ReplaceAll(want, " ", "\u202f")) {
		t.Errorf("%q, want %q at its end", got, want)
	}
}

// TestRanMeanwhile: of a wait whose end the trace does not show, the other threads of the process
// that ran are named, the longest first, and those of other processes are not.
func TestRanMeanwhile(t *testing.T) {
	s := New()
	s.Open(Source{Name: "bare"}, modeltest.Parse(t, "bare", `threadlens-trace 1
cpus 2
span 0us 1000us
os windows
process 7 "app" target
process 8 "other"
thread 1 pid=7 name="ui"
thread 2 pid=7 name="short"
thread 3 pid=7 name="long"
thread 4 pid=8 name="foreign"
0us cpu0 switch idle 1 preempt
0us cpu1 switch idle 4 preempt
100us cpu0 switch 1 2 wait sub=MessageWait
200us cpu0 switch 2 3 wait
600us cpu0 switch 3 1 wait
700us cpu0 switch 1 idle wait
900us cpu1 switch 4 idle wait
`))
	want := "During the wait, these threads of the process ran: long 3 for 400 µs, short 2 for 100 µs."
	plain := func(text string) string {
		return strings.NewReplacer("\u2009", " ", "\u202f", " ", "\u00a0", " ").Replace(text)
	}
	selectWhat(t, s, 1, 300)
	if _, o := s.WaitChain(); !strings.HasSuffix(plain(o.Text), "what ended this wait. "+want) {
		t.Errorf("wait chain: %q", o.Text)
	}
	seg, _ := s.Segment()
	if v := explain.UnblockingStackOf(s.Trace(), seg, s.Terms()); !strings.HasSuffix(plain(v.Missing), want) {
		t.Errorf("stack: %q", v.Missing)
	}
	selectWhat(t, s, 1, 800)
	seg, _ = s.Segment()
	if got := explain.RanMeanwhile(s.Trace(), &seg, s.Terms()); got != "" {
		t.Errorf("of a wait in which none ran: %q", got)
	}
}
