package report_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// lockScene is the header of lock scenes: threads 1 to 4 of one process on four CPUs, 5 of another
// one, 6 of the first again. Each line of a scene stands for calls and what the scheduler does for
// them.
const lockScene = `threadlens-trace 1
cpus 6
span 0us 1000us
os linux
process 9 app
process 8 other
thread 1 pid=9
thread 2 pid=9
thread 3 pid=9
thread 4 pid=9
thread 5 pid=8
thread 6 pid=9
0us cpu0 switch idle 1 preempt
0us cpu1 switch idle 2 preempt
0us cpu2 switch idle 3 preempt
0us cpu3 switch idle 4 preempt
0us cpu4 switch idle 5 preempt
0us cpu5 switch idle 6 preempt
`

// lockTrace writes scenes of locks. Thread n has CPU n-1 to itself.
type lockTrace struct{ strings.Builder }

func (s *lockTrace) event(at, thread int, format string, args ...any) {
	fmt.Fprintf(s, "%dus cpu%d %s\n", at, thread-1, fmt.Sprintf(format, args...))
}

// wait makes a thread wait for a lock from one time on; wake ends it.
func (s *lockTrace) wait(at, thread int, call string) {
	s.event(at, thread, "call %d enter %s", thread, call)
	s.event(at, thread, "switch %d idle wait linux=S", thread)
}

// wake makes a thread wake another one, which runs and returns immediately.
func (s *lockTrace) wake(at, by, thread int, call string, args string) {
	s.event(at, by, "wake %d kind=waking ctx=thread", thread)
	s.event(at, thread, "switch idle %d preempt", thread)
	s.event(at, thread, "call %d exit %s %s", thread, call, args)
}

// release makes a thread release a lock by a call that wakes another one, 0 for none.
func (s *lockTrace) release(at, by, thread int, lock string) {
	s.event(at, by, "call %d enter futex %s arg2=129 arg3=1", by, lock)
	if thread > 0 {
		s.wake(at, by, thread, "futex", "ret=0")
	}
	s.event(at, by, "call %d exit futex ret=%d", by, min(thread, 1))
}

func (s *lockTrace) trace(t *testing.T) *model.Trace {
	t.Helper()
	tr := modeltest.Parse(t, "locks", lockScene+s.String())
	for _, err := range modeltest.Check(tr) {
		t.Error(err)
	}
	return tr
}

// holdsOf writes the report of holds of a trace, times in µs.
func holdsOf(t *testing.T, tr *model.Trace) []string {
	t.Helper()
	var list []string
	for row := range run(t, "holds", tr, measure.Scope{}).All() {
		at := func(i int) string {
			if row[i].Kind == report.KindNone {
				return "-"
			}
			return fmt.Sprint(row[i].Int / 1000)
		}
		list = append(list, fmt.Sprintf("%s %s %s…%s…%s %s %s",
			row[0].Text, row[2].Text, at(3), at(4), at(5), row[8].Text, row[9].Text))
	}
	return list
}

const plain = "futex uaddr=0x10 arg2=128 arg3=2"

// byEnd sorts lines of holdsOf by when the hold ended; "-" is last.
func byEnd(a, b string) int {
	end := func(s string) string { return fmt.Sprintf("%6s", strings.Fields(strings.ReplaceAll(s, "…", " "))[4]) }
	key := func(s string) string { return strings.ReplaceAll(end(s), "     -", "~") }
	return strings.Compare(key(a), key(b))
}
