package measure_test

import (
	"testing"

	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// TestVisibleByCalls: a thread about which only a system call is known is shown; one that
// merely exists, or has only an inferred call, is not.
func TestVisibleByCalls(t *testing.T) {
	tr := modeltest.Parse(t, "calls", `threadlens-trace 1
cpus 1
span 0us 100us
os linux
process 9 app
thread 1 pid=9
thread 2 pid=9
thread 3 pid=9
10us cpu0 call 1 enter read arg=3
20us cpu0 call 3 enter read arg=3 inferred=1
`)
	var got []string
	for _, ix := range measure.Visible(tr) {
		got = append(got, tr.Threads[ix].Key())
	}
	if len(got) != 1 || got[0] != "1.0" {
		t.Errorf("shown are %v", got)
	}
}
