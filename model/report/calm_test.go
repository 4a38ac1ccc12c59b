package report_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// misfit is a trace of 100 ms in which a switch leaves a thread that was not running,
// which costs the target, thread 8 of process 7, the given time.
func misfit(t *testing.T, cost model.Time) *model.Trace {
	t.Helper()
	return modeltest.Parse(t, "misfit", fmt.Sprintf(`threadlens-trace 1
cpus 1
span 0ns 100ms
os linux
process 7 "app" target
process 9 "other"
thread 8 pid=7
thread 10 pid=9
0ns cpu0 switch idle 8 preempt
%dns cpu0 switch 10 idle wait sub=Futex
%dns cpu0 switch idle 8 preempt
99ms cpu0 wake 8
100ms cpu0 switch 8 idle wait sub=Futex
`, 1000, 1000+cost))
}

// TestCalm: events that are missing without notice are in Partial if more than a thousandth of
// the target's time is unknown, otherwise they are a calm sentence.
func TestCalm(t *testing.T) {
	for _, c := range []struct {
		name, partial, calm string
		tr                  *model.Trace
	}{
		{"less", "", "1 context switch does not match the thread states before it, but less than 0.1% of the target's time is unknown.", misfit(t, 98_000)},
		{"more", "1 context switch does not match the thread states before it: events are missing, and 0.1% of the target's time is unknown.", "", misfit(t, 101_000)},
		{"much", "1 context switch does not match the thread states before it: events are missing, and 50.0% of the target's time is unknown.", "", misfit(t, 49_999_000)},
		{"whole", "", "", modeltest.Parse(t, "whole", "threadlens-trace 1\ncpus 1\nspan 0us 9us\nos linux\nprocess 7 \"app\" target\nthread 8 pid=7\n1us cpu0 wake 8\n2us cpu0 switch idle 8 preempt\n")},
	} {
		whole := c.tr.Whole()
		if got := strings.Join(measure.Partial(c.tr, whole), "|"); got != c.partial {
			t.Errorf("%s: partial %q, want %q", c.name, got, c.partial)
		}
		if got := measure.Calm(c.tr, whole); got != c.calm {
			t.Errorf("%s: calm %q, want %q", c.name, got, c.calm)
		}
		health, severity := 0, ""
		for _, row := range run(t, "health", c.tr, measure.Scope{}).Rows {
			if row[1].Text == "missing" {
				health, severity = health+1, row[2].Text
			}
		}
		if want := map[bool]string{true: "warning", false: "info"}[c.partial != ""]; c.name != "whole" && (health != 1 || severity != want) {
			t.Errorf("%s: %d rows of health, severity %q, want %q", c.name, health, severity, want)
		}
	}
}

// TestCalmIdle: an idle task that records nothing yields one sentence, also with switches
// that do not fit.
func TestCalmIdle(t *testing.T) {
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 2\nspan 0us 100000us\nos linux\nprocess 7 \"app\" target\nprocess 9 \"other\"\nthread 8 pid=7\nthread 10 pid=9\n")
	b.WriteString("0us cpu0 switch idle 8 preempt\n10us cpu1 switch idle 10 preempt\n20us cpu1 switch 10 idle wait\n")
	b.WriteString("30us cpu0 wake 8\n")
	for i := range 30 {
		fmt.Fprintf(&b, "%dus cpu1 switch 10 idle wait\n", 100*(i+1))
	}
	tr := modeltest.Parse(t, "idle", b.String())
	const want = "This kernel records no events of CPU 1's idle task, as in some virtual machines: wake-ups and disk completions that happen while the CPU is idle are missing; none of the target's time is unknown."
	if got := measure.Calm(tr, tr.Whole()); got != want || len(measure.Partial(tr, tr.Whole())) > 0 {
		t.Errorf("calm %q, partial %q", got, measure.Partial(tr, tr.Whole()))
	}
	diagnostics := 0
	for _, row := range run(t, "health", tr, measure.Scope{}).Rows {
		if row[0].Text == "diagnostic" {
			diagnostics++
		}
	}
	if diagnostics != 1 {
		t.Errorf("%d diagnostics in the health report, want 1", diagnostics)
	}
}
