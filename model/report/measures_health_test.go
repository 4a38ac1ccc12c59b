package report_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// healthText is the lines of the health report with a kind: name, severity, count
// and text.
func healthText(t *testing.T, tr *model.Trace, kind string) (lines []string) {
	t.Helper()
	for _, row := range run(t, "health", tr, measure.Scope{}).Rows {
		if row[0].Text == kind {
			lines = append(lines, strings.Join([]string{row[1].Text, row[2].Text, measure.Count(row[3].Int), row[6].Text}, " | "))
		}
	}
	return lines
}

// TestS41Granularity: the clock's name, resolution and smallest step, and a clock
// that steps by ticks is flagged.
func TestS41Granularity(t *testing.T) {
	rest := "cpus 1\nspan 0ms 2s\nos windows\nprocess 9 app.exe\nthread 1 pid=9\n0ms cpu0 exists idle state=running\n"
	for i := 1; i < 80; i += 2 {
		rest += fmt.Sprintf("%dus cpu0 switch idle 1 preempt\n%dus cpu0 switch 1 idle wait win=6\n", 15600*i, 15600*(i+1))
	}
	tr := modeltest.Parse(t, "ticks", "threadlens-trace 1\nclock \"system time\" res=100\n"+rest)
	equal(t, "coarse", healthText(t, tr, "clock"), []string{
		"source | info | 0 | system time, resolution 100 ns",
		"step | warning | 15\u2009600\u2009000 | timestamps step by 15.6 ms or more: shorter times cannot be seen",
	})
	tr = modeltest.Parse(t, "fine", "threadlens-trace 1\n"+rest+"1500.0001ms cpu0 switch idle 1 preempt\n1500.0002ms cpu0 switch 1 idle wait win=6\n")
	equal(t, "fine", healthText(t, tr, "clock"), []string{
		"source | info | 0 | unknown",
		"step | info | 100 | the shortest time between two context switches is 100 ns",
	})
}

// TestS42Backwards: a thread that runs on another CPU 1 µs before it leaves the
// first is counted once, and suggests a skew of at least 1 µs; a transfer that ends
// before it begins takes no time.
func TestS42Backwards(t *testing.T) {
	tr := modeltest.Parse(t, "skew", `threadlens-trace 1
cpus 2
span 0us 100us
os windows
process 9 app.exe
thread 1 pid=9
0us cpu0 switch idle 1 preempt
0us cpu1 exists idle state=running
10us cpu1 switch idle 1 preempt
11us cpu0 switch 1 idle wait win=6
20us cpu0 io 1 21us read dev=disk bytes=512
`)
	equal(t, "skews", tr.Skews, []model.ClockSkew{{A: 0, B: 1, Count: 1, AtLeast: 1000}})
	equal(t, "late switch-outs", tr.Counters[model.CountSkew], int64(1))
	equal(t, "negative lengths", tr.Counters[model.CountNegative], int64(1))
	equal(t, "the transfer", tr.IOs[0].Range, model.Range{From: 20_000, To: 20_000})
	lines := healthText(t, tr, "clock")
	equal(t, "health", lines[len(lines)-1], "CPUs 0 and 1 | warning | 1 | the clocks of these CPUs differ by at least 1.00 µs: by these clocks, a thread ran on one of the CPUs before its switch-out on the other")
}

// TestS43Overhead: 20 000 events a second at 1 µs are 2 % of a CPU, at 800 ns 1.6
// %.
func TestS43Overhead(t *testing.T) {
	near(t, "at 1 µs", measure.Overhead(20_000, 1, 1e9, 1000), 2, 1e-12)
	near(t, "at 800 ns", measure.Overhead(20_000, 1, 1e9, 800), 1.6, 1e-12)
	near(t, "of two CPUs", measure.Overhead(20_000, 2, 1e9, 800), 0.8, 1e-12)
	near(t, "of no time", measure.Overhead(20_000, 2, 0, 800), 0, 0)
	tr := modeltest.Parse(t, "busy", busy)
	equal(t, "of a trace", healthText(t, tr, "overhead"), []string{"CPU 0 | info | 10 | 10.0% of the CPU, at 1.00 µs per event (estimated)"})
}
