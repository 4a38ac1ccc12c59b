package report_test

import (
	"fmt"
	"testing"

	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// TestTakenByTheHost: time that by the accounting the thread did not get has the
// same amount and name in every report, and is neither offline, idle nor unknown.
func TestTakenByTheHost(t *testing.T) {
	for _, c := range []struct{ ran, stolen int64 }{{6_000_000, 4_000_000}, {9_800_000, 200_000}, {9_800_001, 0}} {
		tr := modeltest.Parse(t, "stolen", fmt.Sprintf(`threadlens-trace 1
cpus 1
span 0ms 20ms
os linux
process 20 app target
thread 21 pid=20
0ms cpu0 switch idle 21 preempt
10ms cpu0 ran 21 %d
20ms cpu0 switch 21 idle wait linux=S
`, c.ran))
		for _, err := range modeltest.Check(tr) {
			t.Error(err)
		}
		cores := run(t, "cores", tr, measure.Scope{})
		equal(t, "cores", column(t, cores, "stolen_ns"), []int64{c.stolen})
		equal(t, "offline", column(t, cores, "offline_ns"), []int64{0})
		equal(t, "unknown", column(t, cores, "unknown_ns"), []int64{0})
		equal(t, "running", column(t, cores, "run_ns"), []int64{20e6 - c.stolen})
		threads := run(t, "threads", tr, measure.Scope{})
		equal(t, "threads", column(t, threads, "stolen_ns"), []int64{c.stolen})
		equal(t, "preempted", column(t, threads, "preemption_ns"), []int64{c.stolen})
		use := run(t, "utilization", tr, measure.Scope{Bucket: 20 * ms})
		near(t, "utilization", floats(t, use, "stolen_cores")[0], float64(c.stolen)/20e6, 1e-12)
		near(t, "utilization, offline", floats(t, use, "offline_cores")[0], 0, 0)
		for _, table := range []*report.Table{cores, threads, use} {
			for _, col := range table.Columns {
				if (col.Name == "stolen_ns" || col.Name == "stolen_cores") && col.Title != "CPU taken by the host" {
					t.Errorf("%s calls it %s", table.Name, col.Title)
				}
			}
		}
		if who := cells(t, run(t, "preemption", tr, measure.Scope{}), "displacer"); c.stolen > 0 && (len(who) != 1 || who[0] != "CPU taken by the host") {
			t.Errorf("displaced by %q", who)
		}
	}
}

// TestNobodyDisplaced: if no thread is known to have displaced another one, the reason
// is given: the CPU went idle, the host took it, the switch was lost or was before the
// trace.
func TestNobodyDisplaced(t *testing.T) {
	for _, c := range []struct{ name, events, want string }{
		{"a thread", "0ms cpu0 switch idle 21 preempt\n10ms cpu0 switch 21 22 preempt\n15ms cpu0 switch 22 21 wait linux=S\n", "22.0"},
		{"idle", "0ms cpu0 switch idle 21 preempt\n10ms cpu0 switch 21 idle preempt\n15ms cpu0 switch idle 21 preempt\n", "nobody: the CPU went idle"},
		{"a yield to idle", "0ms cpu0 switch idle 21 preempt\n10ms cpu0 switch 21 idle yield\n15ms cpu0 switch idle 21 preempt\n", "nobody: the CPU went idle"},
		{"not said", "0ms cpu0 switch idle 21 preempt\n10ms cpu0 switch 21 - preempt\n15ms cpu0 switch - 21 preempt\n", "unknown: the CPU's next thread was not recorded"},
		{"before the trace", "0ms cpu0 exists 21 pid=20 state=preempted\n15ms cpu0 switch idle 21 preempt\n", "unknown: preempted before the trace began"},
	} {
		tr := modeltest.Parse(t, c.name, `threadlens-trace 1
cpus 1
span 0ms 20ms
os linux
process 20 app target
thread 21 pid=20
thread 22 pid=20
`+c.events)
		equal(t, c.name, cells(t, run(t, "preemption", tr, measure.Scope{}), "displacer"), []string{c.want})
	}
}
