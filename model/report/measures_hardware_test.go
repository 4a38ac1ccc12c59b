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

// counted is a CPU that reads its counters at every switch: thread 1 runs 240 ns
// and 4 instructions at 2 GHz, thread 2 1 ns and 4; then the cycles go backwards,
// and the registers are shared for half of the time.
const counted = `threadlens-trace 1
cpus 1
span 0ns 1us
os linux
process 9 app
thread 1 pid=9
thread 2 pid=9
100ns cpu0 switch idle 1 preempt
100ns cpu0 count cycles:u 1000 enabled=1000ns running=1000ns
100ns cpu0 count instructions:u 50 enabled=1000ns running=1000ns
340ns cpu0 switch 1 2 wait linux=S
340ns cpu0 count cycles:u 1480 enabled=1240ns running=1240ns
340ns cpu0 count instructions:u 54 enabled=1240ns running=1240ns
341ns cpu0 switch 2 idle wait linux=S
341ns cpu0 count cycles:u 1482 enabled=1241ns running=1241ns
341ns cpu0 count instructions:u 58 enabled=1241ns running=1241ns
500ns cpu0 switch idle 1 preempt
500ns cpu0 count cycles:u 2000 enabled=1400ns running=1400ns
500ns cpu0 count instructions:u 90 enabled=1400ns running=1400ns
600ns cpu0 switch 1 idle wait linux=S
600ns cpu0 count cycles:u 10 enabled=1500ns running=1450ns
600ns cpu0 count instructions:u 190 enabled=1500ns running=1450ns
`

// TestS57Counters: 4 instructions in 480 cycles are 120 cycles each, 4 in 2 cycles
// half a cycle each, by thread.
func TestS57Counters(t *testing.T) {
	tr := modeltest.Parse(t, "counted", counted)
	table := run(t, "hardware", tr, measure.Scope{Range: model.Range{To: 400}})
	equal(t, "threads", cells(t, table, "thread"), []string{"1.0", "2.0"})
	equal(t, "instructions", column(t, table, "instructions"), []int64{4, 4})
	equal(t, "cycles", column(t, table, "cycles"), []int64{480, 2})
	equal(t, "CPI", floats(t, table, "cpi"), []float64{120, 0.5})
}

// TestS59Registers: a counter that goes backwards is marked and left out, and the
// share of the time that it counted is shown.
func TestS59Registers(t *testing.T) {
	tr := modeltest.Parse(t, "counted", counted)
	table := run(t, "hardware", tr, measure.Scope{Range: model.Range{From: 400, To: 1000}})
	equal(t, "threads", cells(t, table, "thread"), []string{"1.0"})
	equal(t, "backwards", column(t, table, "backwards"), []int64{1})
	equal(t, "cycles", column(t, table, "cycles"), []int64{0})
	equal(t, "instructions", column(t, table, "instructions"), []int64{100})
	equal(t, "counted", floats(t, table, "counted_percent"), []float64{50})
	for i, c := range table.Columns {
		if c.Name == "ipc" || c.Name == "cpi" {
			equal(t, c.Name+" without cycles", table.Rows[0][i].Kind, report.KindNone)
		}
	}
}

// TestHardwareOrder: the thread whose slices were counted longest comes first, whatever
// its number, and of equal ones the first; every column of each.
func TestHardwareOrder(t *testing.T) {
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 1\nspan 0ns 1us\nos linux\nprocess 9 app\n")
	for tid := 1; tid <= 4; tid++ {
		fmt.Fprintf(&b, "thread %d pid=9\n", tid)
	}
	at, last := 100, "idle"
	for _, next := range []struct {
		who    string
		length int
	}{{"1", 100}, {"2", 300}, {"3", 100}, {"4", 200}, {"2", 50}, {"idle", 0}} {
		out := "wait linux=S"
		if last == "idle" {
			out = "preempt"
		}
		fmt.Fprintf(&b, "%dns cpu0 switch %s %s %s\n", at, last, next.who, out)
		for _, c := range []string{"cycles", "instructions"} {
			value := 2 * at
			if c == "instructions" {
				value = 10 * at
			}
			fmt.Fprintf(&b, "%dns cpu0 count %s:u %d enabled=%dns running=%dns\n", at, c, value, at, at/2)
		}
		at, last = at+next.length, next.who
	}
	table := run(t, "hardware", modeltest.Parse(t, "order", b.String()), measure.Scope{})
	// A thread has 2 cycles and 10 instructions in a ns.
	equal(t, "rows", rowsOf(table), []string{
		"2.0 | 2 | 350 | 700 | 3500 | 5 | 0.2 | 0 | 50",
		"4.0 | 1 | 200 | 400 | 2000 | 5 | 0.2 | 0 | 50",
		"1.0 | 1 | 100 | 200 | 1000 | 5 | 0.2 | 0 | 50",
		"3.0 | 1 | 100 | 200 | 1000 | 5 | 0.2 | 0 | 50",
	})
}

// TestS58NoEstimate: without counters there is no figure and no guess, but a hint
// how to record them.
func TestS58NoEstimate(t *testing.T) {
	table := run(t, "hardware", modeltest.Parse(t, "busy", busy), measure.Scope{})
	equal(t, "rows", len(table.Rows), 0)
	equal(t, "reason", table.None, "no hardware counters were recorded with the context switches; perf records them with: perf record -a -e '{sched:sched_switch,cycles,instructions}:S'")
}
