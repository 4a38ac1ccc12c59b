package report_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
	"threadlens/model/modeltest"
)

// TestContention7A: the one row of the worked example, and its sum.
func TestContention7A(t *testing.T) {
	tr, s := seven(t)
	table := run(t, "contention", tr, measure.Scope{Threads: s})
	for name, want := range map[string][]string{
		"waiter": {"6420.0"}, "unblocker": {"6920.0"}, "evidence": {"low"},
		"lock": {"ntdll!NtWaitForSingleObject / ntdll!NtSetEvent"},
	} {
		equal(t, name, cells(t, table, name), want)
	}
	for name, want := range map[string]float64{
		"total_ns": 250000, "mean_ns": 250000, "max_ns": 250000, "ready_after_ns": 50,
		"owner_running_ns": 249228.2, "owner_preempted_ns": 771.8, "owner_waiting_ns": 0,
	} {
		equal(t, name, column(t, table, name), times(want))
	}
	equal(t, "count", column(t, table, "count"), []int64{1})
	equal(t, "total", table.Total[4].Int, int64(us(250000)))
}

// TestS30Unblocker: the thread that releases the lock is named, with its stack at
// that time; a wait that only timed out has none.
func TestS30Unblocker(t *testing.T) {
	tr := modeltest.Parse(t, "unblocker", `threadlens-trace 1
cpus 2
span 0us 1000us
os windows
process 9 app.exe
thread 1 pid=9
thread 2 pid=9
stack 1 "ntdll!NtWaitForAlertByThreadId" "ntdll!RtlpEnterCriticalSectionContended" "app!Work"
stack 2 "ntdll!NtAlertThreadByThreadId" "ntdll!RtlLeaveCriticalSection" "app!Done"
0us cpu0 switch idle 1 preempt
0us cpu1 switch idle 2 preempt
100us cpu1 switch 2 idle wait win=37 stack=1
200us cpu0 wake 2 ctx=thread stack=2
250us cpu1 switch idle 2 preempt
300us cpu1 switch 2 idle wait win=37 stack=1
400us cpu0 wake 2 ctx=timer
400us cpu1 switch idle 2 preempt
500us cpu1 switch 2 idle wait win=37 stack=1
600us cpu0 wake 2 ctx=isr
600us cpu1 switch idle 2 preempt
700us cpu1 switch 2 idle wait win=37 stack=1
`)
	table := run(t, "contention", tr, measure.Scope{})
	equal(t, "rows", cells(t, table, "unblocker"), []string{"1.0", "by timer", "by interrupt", "unresolved"})
	equal(t, "total", column(t, table, "total_ns"), times(100, 100, 100, 300))
	equal(t, "ready", column(t, table, "ready_after_ns"), times(50, 0, 0, 0))
	equal(t, "confidence", cells(t, table, "evidence")[0], "medium")
	equal(t, "call sites", cells(t, table, "lock")[0], "ntdll!NtWaitForAlertByThreadId / ntdll!NtAlertThreadByThreadId")
	equal(t, "all of the category", table.Total[4].Int, int64(us(600)))
}

// TestMonitorOwner: a .NET runtime names the owner of a contended monitor when a
// thread starts to wait: that is certain between two such events, and not after the
// last.
func TestMonitorOwner(t *testing.T) {
	scene := strings.Replace(lockScene, "os linux", "os windows", 1) + `
100us cpu1 call 2 enter lock_contention uaddr=0x40 owner=1
100us cpu1 switch 2 idle wait win=37
%s
200us cpu0 wake 2 ctx=thread
210us cpu1 switch idle 2 preempt
210us cpu1 call 2 exit lock_contention
`
	for _, c := range []struct {
		name, second string
		holds        []string
		owners       []string
		confidence   []string
	}{
		{"once", "", []string{"0x40 1.0 -…100…200 unknown medium"}, []string{"1.0 100–200 medium"}, []string{"medium"}},
		{
			"twice", "150us cpu2 call 3 enter lock_contention uaddr=0x40 owner=1\n150us cpu2 switch 3 idle wait win=37",
			[]string{"0x40 1.0 -…100…200 unknown medium", "0x40 2.0 210…210…- seen medium"},
			[]string{"1.0 100–150 certain", "1.0 150–200 medium", "2.0 210–1000 medium"},
			[]string{"medium", ""},
		},
		{
			"two owners", "150us cpu2 call 3 enter lock_contention uaddr=0x40 owner=4\n150us cpu2 switch 3 idle wait win=37",
			[]string{"0x40 1.0 150…200…200 bounded medium", "0x40 2.0 210…210…- seen medium"},
			[]string{"2.0 210–1000 medium"},
			[]string{"low", ""},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := modeltest.Parse(t, "monitor", fmt.Sprintf(scene, c.second))
			equal(t, "holds", holdsOf(t, tr), c.holds)
			equal(t, "owners", owners(tr, &blocking.LocksOf(tr).List[0], tr.Whole()), c.owners)
			table := run(t, "contention", tr, measure.Scope{})
			equal(t, "confidence", cells(t, table, "evidence"), c.confidence)
			equal(t, "lock", cells(t, table, "lock")[0], "0x40")
			equal(t, "kind", cells(t, run(t, "locks", tr, measure.Scope{}), "kind"), []string{"monitor"})
		})
	}
}

// owners writes the owners of a lock in r, times in µs.
func owners(tr *model.Trace, lock *blocking.LockUse, r model.Range) (list []string) {
	for o, r := range lock.Owners(r) {
		list = append(list, fmt.Sprintf("%s %d–%d %v", tr.Threads[o.Thread].Key(), r.From/1000, r.To/1000, o.Confidence))
	}
	return list
}

// TestOwnersOfWait: a wait behind two others has three consecutive owners.
func TestOwnersOfWait(t *testing.T) {
	var s lockTrace
	s.wait(100, 2, plain)
	s.wait(110, 3, plain)
	s.wait(120, 4, plain)
	s.release(200, 1, 2, "uaddr=0x10")
	s.release(300, 2, 3, "uaddr=0x10")
	s.release(400, 3, 4, "uaddr=0x10")
	s.release(500, 4, 0, "uaddr=0x10")
	tr := s.trace(t)
	four := threadOf(t, tr, 4)
	wait, _ := tr.SegmentAt(four, us(150))
	lock, _, ok := blocking.LocksOf(tr).At(&wait)
	if !ok {
		t.Fatal("no call tells the lock")
	}
	equal(t, "owners", owners(tr, lock, wait.Range), []string{"1.0 120–200 medium", "2.0 200–300 high", "3.0 300–400 high"})
	if h, ok := lock.Owner(us(350)); !ok || h.Thread != threadOf(t, tr, 3) {
		t.Errorf("at 350 the owner is %+v", h)
	}
	if _, ok := lock.Owner(us(600)); ok {
		t.Error("nobody holds the lock at the end")
	}
}

// TestContentionByLock: a lock's row sums up the pairs below it and names a thread that all of them
// have in common; locks come in the order of their totals, and a lock with one pair has one row.
func TestContentionByLock(t *testing.T) {
	var s lockTrace
	for _, w := range []struct {
		at, thread, until int
		lock              string
	}{
		{100, 2, 140, "uaddr=0x10"}, {200, 2, 250, "uaddr=0x20"}, {300, 3, 320, "uaddr=0x20"}, {400, 3, 430, "uaddr=0x20"},
	} {
		s.wait(w.at, w.thread, "futex "+w.lock+" arg2=128 arg3=2")
		s.release(w.until, 1, w.thread, w.lock)
		s.release(w.until+10, w.thread, 0, w.lock)
	}
	table := run(t, "contention", s.trace(t), measure.Scope{})
	equal(t, "locks", cells(t, table, "lock"), []string{"0x20", "0x20", "0x20", "0x10"})
	equal(t, "levels", table.Levels, []uint8{0, 1, 1, 0})
	equal(t, "waiters", cells(t, table, "waiter"), []string{"", "2.0", "3.0", "2.0"})
	equal(t, "unblockers", cells(t, table, "unblocker"), []string{"1.0", "1.0", "1.0", "1.0"})
	equal(t, "counts", column(t, table, "count"), []int64{3, 1, 2, 1})
	equal(t, "totals", column(t, table, "total_ns"), times(100, 50, 50, 40))
	equal(t, "longest", column(t, table, "max_ns"), times(50, 50, 30, 40))
	equal(t, "shown", []string{table.Rows[0][1].Display, table.Rows[1][0].Display}, []string{"2 waiters", "same lock"})
	equal(t, "total", table.Total[4].Int, int64(us(140)))
	data := table.Data()
	equal(t, "rows of data", cells(t, data, "lock"), []string{"0x20", "0x20", "0x10"})
	equal(t, "totals in data", column(t, data, "total_ns"), times(50, 50, 40))
}

// TestContentionWithoutLock: waits at one pair of places in the code are put together, those of which
// nothing is known are not.
func TestContentionWithoutLock(t *testing.T) {
	for _, c := range []struct {
		stack  string
		levels []uint8
		shown  string
	}{
		{"", []uint8{0, 0, 0}, ""},
		{" stack=1", []uint8{0, 1, 1, 0}, "same call site"},
	} {
		tr := modeltest.Parse(t, "places", strings.ReplaceAll(`threadlens-trace 1
cpus 3
span 0us 1000us
os windows
process 9 app.exe
thread 1 pid=9
thread 2 pid=9
thread 3 pid=9
stack 1 "ntdll!NtWaitForAlertByThreadId" "app!Work"
0us cpu0 switch idle 1 preempt
0us cpu1 switch idle 2 preempt
0us cpu2 switch idle 3 preempt
100us cpu1 switch 2 idle wait win=37STACK
200us cpu0 wake 2 ctx=threadSTACK
200us cpu1 switch idle 2 preempt
300us cpu2 switch 3 idle wait win=37STACK
350us cpu0 wake 3 ctx=threadSTACK
350us cpu2 switch idle 3 preempt
400us cpu1 switch 2 idle wait win=37STACK
900us cpu0 wake 2 ctx=timer
`, "STACK", c.stack))
		table := run(t, "contention", tr, measure.Scope{})
		equal(t, "levels", table.Levels, c.levels)
		equal(t, "last", cells(t, table, "unblocker")[len(table.Rows)-1], "by timer")
		equal(t, "display", table.Rows[1][0].Display, c.shown)
		equal(t, "totals in data", column(t, table.Data(), "total_ns"), times(100, 50, 500))
	}
}
