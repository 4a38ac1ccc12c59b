package report_test

import (
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
	"threadlens/model/modeltest"
)

// shellHead is a shell, 10, of a trace of 100 µs on two CPUs; process 5 is not part of
// it.
const shellHead = `threadlens-trace 1
cpus 2
span 0us 100us
os linux
process 10 "sh" target
process 5 "other"
thread 10 pid=10
thread 5 pid=5
0us cpu0 exists 10 state=running
0us cpu1 exists idle state=running
`

// shell is a shell that starts 20, waits for its end, and ends itself at 90 µs. 20 starts
// 30 and waits for that one. %WAKE20 and %WAKE10 end the waits.
const shell = shellHead + `10us cpu0 start 20 by=10 pid=20
11us cpu0 wake 20 kind=new to=1
12us cpu1 switch idle 20 preempt
15us cpu0 call 10 enter wait4
16us cpu0 switch 10 idle wait linux=S
20us cpu1 start 30 by=20 pid=30
21us cpu1 wake 30 kind=new to=0
22us cpu0 switch idle 30 preempt
25us cpu1 call 20 enter wait4
26us cpu1 switch 20 idle wait linux=S
60us cpu0 exit 30
%WAKE20
62us cpu0 switch 30 idle dead
63us cpu1 switch idle 20 preempt
80us cpu1 exit 20
%WAKE10
82us cpu1 switch 20 idle dead
83us cpu0 switch idle 10 preempt
89us cpu0 exit 10
90us cpu0 switch 10 idle dead
`

// TestCriticalPathOfCommand goes from the end of a command back through the ends of its
// descendants, whether their wakes are recorded or only their exits.
func TestCriticalPathOfCommand(t *testing.T) {
	woken := strings.NewReplacer("%WAKE20", "61us cpu0 wake 20 ctx=thread to=1", "%WAKE10", "81us cpu1 wake 10 ctx=thread to=0")
	unwoken := strings.NewReplacer("%WAKE20\n", "", "%WAKE10\n", "")
	another := "70us cpu0 switch idle 5 preempt\n%s71us cpu0 start 40 by=%s pid=40\n72us cpu0 exit 40\n74us cpu0 switch 5 idle wait\n"
	insert := func(text string) string {
		return strings.Replace(unwoken.Replace(shell), "80us cpu1 exit 20\n", text+"80us cpu1 exit 20\n", 1)
	}
	for _, c := range []struct {
		what, text string
		want       []string
	}{
		{"wakes", woken.Replace(shell), []string{
			"10 Running 16", "20 Running 10", "30 Running 35", "20 Ready 2", "20 Running 18", "10 Ready 2", "10 Running 7",
		}},
		{"exits alone", unwoken.Replace(shell), []string{
			"10 Running 16", "20 Running 10", "30 Running 34", "20 Wait.unresolved 3", "20 Running 17", "10 Wait.unresolved 3", "10 Running 7",
		}},
		{"the exit of another's child", insert(strings.NewReplacer("%s71", "71", "by=%s", "by=5").Replace(another)), []string{
			"10 Running 16", "20 Running 10", "30 Running 34", "20 Wait.unresolved 3", "20 Running 17", "10 Wait.unresolved 3", "10 Running 7",
		}},
		{"the exits of two children", insert(strings.NewReplacer("%s71", "71", "by=%s", "by=10").Replace(another)), []string{
			"10 Running 16", "10 Wait.unresolved 67", "10 Running 7",
		}},
		{"no wait for a child", strings.ReplaceAll(unwoken.Replace(shell), "wait4", "read"), []string{
			"10 Running 16", "10 Wait.unresolved 67", "10 Running 7",
		}},
		{"an exit that is not recorded", strings.Replace(unwoken.Replace(shell), "80us cpu1 exit 20\n", "", 1), []string{
			"10 Running 16", "10 Wait.unresolved 67", "10 Running 7",
		}},
	} {
		tr := modeltest.Parse(t, c.what, c.text)
		s, err := measure.Scope{}.In(tr)
		if err != nil {
			t.Fatal(err)
		}
		p := blocking.PathIn(&s, tr)
		equal(t, c.what, hops(tr, p, 1000), c.want)
		equal(t, c.what+": range", p.Range, model.Range{To: us(90)})
		if err := modeltest.CheckPath(tr, p); err != nil {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}

// TestCriticalPathAfterEnd: a thread that has ended is not unresolved, but one that was
// not yet created may be, and nothing changes for one that still exists at the end.
func TestCriticalPathAfterEnd(t *testing.T) {
	tr := modeltest.Parse(t, "ended", strings.NewReplacer("%WAKE20\n", "", "%WAKE10\n", "").Replace(shell))
	p := blocking.CriticalPathOf(tr, threadOf(t, tr, 10), model.Range{From: us(83), To: us(100)}, false)
	equal(t, "after the end", hops(tr, p, 1000), []string{"10 Running 7", "10 Ended 10"})
	p = blocking.CriticalPathOf(tr, threadOf(t, tr, 10), model.Range{From: us(95), To: us(100)}, false)
	equal(t, "all after the end", hops(tr, p, 1000), []string{"10 Ended 5"})
	p = blocking.CriticalPathOf(tr, threadOf(t, tr, 20), model.Range{To: us(8)}, false)
	equal(t, "before the birth", hops(tr, p, 1000), []string{"20 Unresolved 8"})
}

// TestCommandEnd: which thread a command ends with.
func TestCommandEnd(t *testing.T) {
	killed := strings.Replace(shellHead, "thread 5 ", "thread 11 pid=10\nthread 5 ", 1) + `10us cpu0 switch 10 11 wait linux=S
20us cpu0 call 11 enter exit_group
30us cpu0 wake 10 kind=waking ctx=thread by=11
40us cpu0 exit 11
41us cpu0 switch 11 10 dead
50us cpu0 exit 10
51us cpu0 switch 10 idle dead
`
	whole := strings.NewReplacer("%WAKE20\n", "", "%WAKE10\n", "").Replace(shell)
	for _, c := range []struct {
		what, text string
		from, to   model.Time
		want       model.TID
	}{
		{"the first process", whole, 0, us(100), 10},
		{"as it ends", whole, 0, us(90), 10},
		{"before it ends", whole, 0, us(90) - 1, 0},
		{"from before its end", whole, us(90) - 1, us(100), 10},
		{"from its end", whole, us(90), us(100), 0},
		{"its last exit is lost", strings.Replace(whole, "90us cpu0 switch 10 idle dead", "90us cpu0 switch 10 idle wait", 1), 0, us(100), 0},
		{"of two that nobody of them started", strings.Replace(whole, "\"other\"", "\"other\" target", 1), 0, us(100), 0},
		{"the thread that ended its process", killed, 0, us(100), 11},
	} {
		tr := modeltest.Parse(t, c.what, c.text)
		ix := blocking.CommandEnd(tr, tr.Targets(), model.Range{From: c.from, To: c.to})
		got := model.TID(0)
		if ix != model.NoThread {
			got = tr.Threads[ix].TID
		}
		if got != c.want {
			t.Errorf("%s: thread %d, want %d", c.what, got, c.want)
		}
	}
	tr := modeltest.Parse(t, "one thread", whole)
	one := run(t, "critical-path", tr, measure.Scope{Threads: []model.ThreadIx{threadOf(t, tr, 20)}})
	if !strings.HasPrefix(one.Notes[0], "Critical path of 20. The path is traced back from the end of that thread, at 0.082 ms.") {
		t.Errorf("whose path: %s", one.Notes[0])
	}
	all := run(t, "critical-path", tr, measure.Scope{})
	if !strings.HasPrefix(all.Notes[0], "Critical path of 10, whose exit ended the target process; ") {
		t.Errorf("whose path: %s", all.Notes[0])
	}
}
