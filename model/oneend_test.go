package model_test

import (
	"fmt"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestOneEndOfACall: a call of which only the entries, or only the exits, were recorded
// may be over, or not have started, when the thread waits.
func TestOneEndOfACall(t *testing.T) {
	const enter, exit = "9us cpu0 call 1 enter futex arg=5 arg2=128 untimed=1\n", "70us cpu0 call 1 exit futex ret=0\n"
	for _, c := range []struct{ recorded, calls, want string }{
		{"", enter + "%s", "Synchronization.Futex Synchronization"}, // the source does not list the calls
		{"recorded futex futex:exit\n", enter + "%s", "Synchronization.Futex Synchronization"},
		{"recorded futex futex:exit\n", enter + "%s" + exit, "Synchronization.Futex Synchronization"},
		{"recorded futex\n", enter + "%s", "Unclassified.Futex Synchronization"},
		{"recorded futex:exit\n", "%s" + exit, "Unclassified.Futex Synchronization"},
		{"recorded futex futex:exit\n", "%s" + exit, "Synchronization.Futex Synchronization"}, // entered before the trace
		{"recorded exit_group\n", "9us cpu0 call 1 enter exit_group arg=0\n%s", "Synchronization.Exit Synchronization"},
	} {
		const wait = "10us cpu0 switch 1 idle wait linux=S\n50us cpu1 wake 1\n60us cpu0 switch idle 1 preempt\n"
		tr := modeltest.Parse(t, "e.tltxt", "threadlens-trace 1\ncpus 2\nspan 0us 100us\nos linux\n"+c.recorded+
			"thread 1 pid=10\nthread 2 pid=11\n0us cpu0 switch idle 1 preempt\n0us cpu1 switch idle 2 preempt\n"+
			fmt.Sprintf(c.calls, wait))
		s, _ := tr.SegmentAt(0, 20_000)
		if got := s.Label() + " " + s.Likely.String(); got != c.want || s.State != model.Waiting {
			t.Errorf("%q, %q: %s, want %s", c.recorded, c.calls, got, c.want)
		}
	}
}
