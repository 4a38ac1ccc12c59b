package modeltest_test

import (
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// withoutRecords has a thread, 2, of which wake-ups were recorded but no switches, as happens to
// threads of process 1 on some kernels.
const withoutRecords = `threadlens-trace 1
cpus 1
span 0us 100us
os linux
has switches wakes
process 10 app target
thread 1 pid=10
thread 2 pid=10
thread 3 pid=10
thread 4 pid=10
0us cpu0 exists 1 state=running
0us cpu0 exists 3 state=waiting
0us cpu0 exists 2 state=waiting
3us cpu0 wake 2 kind=waking ctx=thread to=0 by=1
5us cpu0 switch 1 4 wait
8us cpu0 ran 4 3000
12us cpu0 wake 3 kind=waking ctx=thread to=0 by=2
40us cpu0 switch 4 3 wait
60us cpu0 switch 3 idle wait
`

// TestUnblockerWithoutRecords: a thread whose switches are missing is in an unknown state when it
// wakes another one. That is no contradiction.
func TestUnblockerWithoutRecords(t *testing.T) {
	tr := modeltest.Parse(t, "without records", withoutRecords)
	for _, err := range modeltest.Check(tr) {
		t.Error(err)
	}
	unknown := 0
	for ix := range tr.Threads {
		for e := range tr.Episodes(model.ThreadIx(ix), tr.Whole()) {
			if e.Unblocker == model.NoThread {
				continue
			}
			if s, ok := tr.SegmentAt(e.Unblocker, e.Ready); ok && s.State == model.Unknown {
				unknown++
			}
		}
	}
	if unknown == 0 {
		t.Error("the scene has no wake-up by a thread in an unknown state")
	}
}
