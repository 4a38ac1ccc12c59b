package session

import (
	"strings"
	"testing"

	"threadlens/app/grid"
	"threadlens/app/session/explain"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/modeltest"
)

// lockStory is a lock that 2 holds for a while without a call, then 3 gets it, then
// 1, who waited behind both; 2 was preempted twice meanwhile.
const lockStory = `threadlens-trace 1
cpus 4
span 0ms 100ms
os linux
process 9 app target
thread 1 pid=9
thread 2 pid=9
thread 3 pid=9
thread 4 pid=9
0ms cpu0 switch idle 1 preempt
0ms cpu1 switch idle 2 preempt
0ms cpu2 switch idle 3 preempt
10ms cpu2 call 3 enter futex uaddr=0x10 arg2=128 arg3=2
10ms cpu2 switch 3 idle wait linux=S
20ms cpu0 call 1 enter futex uaddr=0x10 arg2=128 arg3=2
20ms cpu0 switch 1 idle wait linux=S
22ms cpu1 switch 2 4 preempt
24ms cpu1 switch 4 2 preempt
25ms cpu1 switch 2 4 preempt
30ms cpu1 switch 4 2 preempt
40ms cpu1 call 2 enter futex uaddr=0x10 arg2=129 arg3=1
40ms cpu1 wake 3 kind=waking ctx=thread
40ms cpu1 call 2 exit futex ret=1
40ms cpu2 switch idle 3 preempt
40ms cpu2 call 3 exit futex ret=0
60ms cpu2 call 3 enter futex uaddr=0x10 arg2=129 arg3=1
60ms cpu2 wake 1 kind=waking ctx=thread
60ms cpu2 call 3 exit futex ret=1
60ms cpu0 switch idle 1 preempt
60ms cpu0 call 1 exit futex ret=0
70ms cpu0 call 1 enter futex uaddr=0x10 arg2=129 arg3=1
70ms cpu0 call 1 exit futex ret=0
`

func openedLocks(t *testing.T) *Session {
	t.Helper()
	s := New()
	s.SetWidth(500)
	s.Open(Source{}, modeltest.Parse(t, "locks", lockStory))
	return s
}

// TestHeldBy: the facts name the lock and its owners one after another, and the rows what they did
// meanwhile.
func TestHeldBy(t *testing.T) {
	s := openedLocks(t)
	s.Select(at(t, s, 1, 30*ms))
	f, _ := s.Facts()
	if got := value(f, "Waits on"); got != "futex 0x10" {
		t.Errorf("waits on %q", got)
	}
	if got := value(f, "Held by"); got != "2 20.0 ms, then 3 20.0 ms (known from the unlock call; the lock call was not recorded)" {
		t.Errorf("held by %q", got)
	}
	b := f.Blocker
	want := []explain.BlockerRow{
		{Category: model.Execution, Title: "Execution", Time: 20 * ms}, {Category: model.Execution, Title: "Execution of 2", Time: 13 * ms}, {Category: model.Preemption, Title: "Preemption of 2", Time: 7 * ms},
	}
	if len(b.Rows) != len(want) {
		t.Fatalf("%+v", b.Rows)
	}
	for i := range want {
		if b.Rows[i] != want[i] {
			t.Errorf("row %d: %+v, want %+v", i, b.Rows[i], want[i])
		}
	}
	if b.Inherited != "17.5% due to preemption, by 4" || b.Sums.Total() != 40*ms || len(b.Preempted) != 2 {
		t.Errorf("%+v", b)
	}
	if !strings.Contains(f.Text(), "During this wait, 3 was: Execution 33000000 ns, Preemption 7000000 ns") {
		t.Errorf("not in the text:\n%s", f.Text())
	}
	s.Select(at(t, s, 2, 23*ms))
	if f, _ := s.Facts(); value(f, "Waits on") != "" || value(f, "Held by") != "" {
		t.Error("a preempted thread waits for no lock")
	}
}

// TestPreempters: the link names the thread that took most of the preempted time, and counts the
// others; nobody is named where the CPU went idle.
func TestPreempters(t *testing.T) {
	first, second := "24ms cpu1 switch 4 2 preempt\n25ms cpu1 switch 2 4 preempt\n", "30ms cpu1 switch 4 2 preempt\n"
	for _, c := range []struct{ by, want string }{
		{"4", ", by 4"}, {"5", ", by 5 and 1 other"}, {"idle", ", by 4"},
	} {
		text := strings.Replace(lockStory, first+second, strings.Replace(first, "2 4", "2 "+c.by, 1)+strings.Replace(second, "4", c.by, 1), 1)
		text = strings.Replace(text, "thread 4 pid=9\n", "thread 4 pid=9\nthread 5 pid=9\n", 1)
		s := openedWith(t, text)
		s.Select(at(t, s, 1, 30*ms))
		if f, _ := s.Facts(); f.Blocker.Inherited != "17.5% due to preemption"+c.want {
			t.Errorf("%s: %q", c.by, f.Blocker.Inherited)
		}
	}
}

// TestPickInherited: several preemptions are highlighted with the wait until another segment is
// selected; a single one is selected itself.
func TestPickInherited(t *testing.T) {
	s := openedLocks(t)
	wait := at(t, s, 1, 30*ms)
	s.Select(wait)
	if o := s.PickInherited(); !strings.HasPrefix(o.Text, "2 preemptions") {
		t.Errorf("%+v", o)
	}
	picked := s.Picked()
	if s.Selected() != wait || len(picked) != 2 {
		t.Fatalf("selected %v, picked %v", s.Selected(), picked)
	}
	long, short := s.trace.Segment(picked[0].Thread, picked[0].Index), s.trace.Segment(picked[1].Thread, picked[1].Index)
	if long.Len() != 5*ms || short.Len() != 2*ms || long.Category != model.Preemption {
		t.Errorf("%v and %v", long, short)
	}
	s.Select(at(t, s, 3, 30*ms))
	if s.Picked() != nil {
		t.Error("another segment should end it")
	}
	if o := s.PickInherited(); !strings.HasPrefix(o.Text, "2 preemptions") {
		t.Errorf("the wait of 3: %+v", o)
	}
	s.Select(at(t, s, 1, 5*ms))
	if o := s.PickInherited(); o.Text == "" || s.Picked() != nil {
		t.Error("execution inherits nothing")
	}

	one := opened(t)
	one.Select(at(t, one, 6420, 100*ms))
	one.PickInherited()
	if seg, _ := one.Segment(); seg.Category != model.Preemption || one.trace.Threads[seg.Thread].TID != 6920 {
		t.Errorf("selected %v", seg)
	}
}

// TestContentionContent: the rows are those of the report, with shares of the owners, and go to
// their longest wait.
func TestContentionContent(t *testing.T) {
	s := openedLocks(t)
	c, err := s.ContentionQuery().Run()
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Rows) != 3 || query.ContentionCount(c) != 1 || c.Rows[1].Parent != 0 || c.Rows[2].Parent != 0 {
		t.Fatalf("%d rows", len(c.Rows))
	}
	g := grid.New()
	g.Show(c, s.GridScope())
	for i, want := range []string{
		"futex 0x10|2 waiters|2 unblockers|2|70.000|35.000|40.000|0|80.0|20.0|0|medium",
		"same lock|1|3|1|40.000|40.000|40.000|0|82.5|17.5|0|medium",
	} {
		var texts []string
		for k := range g.Columns() {
			text, _ := g.Text(&c.Rows[i], k)
			texts = append(texts, text)
		}
		if got := strings.Join(texts, "|"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
	s.GoContention(&c.Rows[2])
	if seg, _ := s.Segment(); s.trace.Threads[seg.Thread].TID != 3 || seg.Range != (model.Range{From: 10 * ms, To: 40 * ms}) {
		t.Errorf("selected %v", seg)
	}
}

// TestLockRowsAreCopied: a lock's row is copied where the rows below it are not shown, else these are.
func TestLockRowsAreCopied(t *testing.T) {
	s := openedLocks(t)
	c, err := s.ContentionQuery().Run()
	if err != nil {
		t.Fatal(err)
	}
	g := grid.New()
	g.Show(c, s.GridScope())
	for _, open := range []bool{false, true} {
		g.Fold(0, open)
		n := 0
		for range g.Copied().Data().All() {
			n++
		}
		if n != 1 && !open || n != 2 && open {
			t.Errorf("open %v: %d rows copied", open, n)
		}
	}
}
