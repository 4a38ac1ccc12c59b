package report_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// TestS10DenominatorSwitch: one amount of time in the three ways of writing it.
func TestS10DenominatorSwitch(t *testing.T) {
	const busy, second = 1_512_498_900, 1_000_000_000 // 1512.49889999974 ms
	for _, c := range []struct {
		of   measure.Denominator
		want float64
	}{
		{measure.PercentMachine, 9.453118},
		{measure.PercentCore, 151.249890},
		{measure.PercentCores, 1.512499},
	} {
		near(t, c.of.String(), c.of.Of(busy, second, 16), c.want, 5e-7)
	}
}

// TestS09ProcessTime: the delta of the accumulated time of a process.
func TestS09ProcessTime(t *testing.T) {
	near(t, "106.854 % of one CPU", measure.PercentMachine.Of(1_068_540_000, 1e9, 16), 6.678, 5e-4)
}

// TestS16ProcessorBusy: idle 250 ms of 1 s is 75 % busy.
func TestS16ProcessorBusy(t *testing.T) {
	tr := modeltest.Parse(t, "busy", `threadlens-trace 1
cpus 1
span 0s 1s
os windows
process 20 app.exe
thread 21 pid=20
0ms cpu0 switch idle 21 preempt
600ms cpu0 switch 21 idle wait win=6
850ms cpu0 switch idle 21 preempt
`)
	table := run(t, "cores", tr, measure.Scope{})
	equal(t, "idle", column(t, table, "idle_ns"), []int64{250e6})
	equal(t, "busy", floats(t, table, "busy_percent"), []float64{75})
	equal(t, "of all", table.Total[10].Float, 75.0)
}

// floats reads a column of a table, by row, as shares or averages.
func floats(t *testing.T, table *report.Table, name string) (list []float64) {
	t.Helper()
	for i, c := range table.Columns {
		if c.Name == name {
			for row := range table.All() {
				list = append(list, row[i].Float)
			}
			return list
		}
	}
	t.Fatalf("%s has no column %s", table.Name, name)
	return nil
}

// summaryOf23 is the expected table: a process, its ms, and the two shares.
var summaryOf23 = []struct {
	name          string
	ns            model.Time
	cpu, relative float64
}{
	{"ThreadContentionGenerator.exe", 1_995_367_706_688, 49.51, 49.76},
	{"Idle", 1_300_574_017_433, 32.27, 32.43},
	{"WINWORD.EXE", 478_142_076_749, 11.86, 11.92},
	{"a.exe", 31_258_938_145, 0.78, 0.78},
	{"b.exe", 25_839_223_524, 0.64, 0.64},
	{"c.exe", 17_468_686_405, 0.43, 0.44},
	{"d.exe", 12_148_140_026, 0.30, 0.30},
	{"e.exe", 9_763_141_928, 0.24, 0.24},
	{"f.exe", 8_210_806_845, 0.20, 0.20},
}

// 8 CPUs, and the wholes of both shares.
const (
	cpusOf23       = 8
	windowOf23     = model.Time(503_775_000_000) // × 8 = 4030.2 s
	attributedOf23 = model.Time(4_010_000_000_000)
)

// traceOf23 places the expected times one after another on eight CPUs: the idle
// time as idle, time of no listed process as another process's, and the rest as
// interrupts.
func traceOf23() string {
	var head, body strings.Builder
	fmt.Fprintf(&head, "threadlens-trace 1\ncpus %d\nspan 0ns %dns\nos windows\n", cpusOf23, windowOf23)
	at, rest, tid := model.Time(0), attributedOf23, 100
	lay := func(length model.Time, line func(cpu int, from, to model.Time)) {
		for length > 0 {
			cpu, from := int(at/windowOf23), at%windowOf23
			part := min(length, windowOf23-from)
			line(cpu, from, from+part)
			at, length = at+part, length-part
		}
	}
	occupant := "idle"
	process := func(pid int, ns model.Time) {
		lay(ns, func(cpu int, from, _ model.Time) {
			tid++ // one for each CPU that the process needs
			fmt.Fprintf(&head, "thread %d pid=%d\n", tid, pid)
			if from == 0 {
				occupant = "idle"
			}
			fmt.Fprintf(&body, "%dns cpu%d switch %s %d preempt\n", from, cpu, occupant, tid)
			occupant = fmt.Sprint(tid)
		})
	}
	pid := 10
	for _, p := range summaryOf23 {
		rest -= p.ns
		if p.name != "Idle" {
			fmt.Fprintf(&head, "process %d %s\n", pid, p.name)
			process(pid, p.ns)
			pid++
		}
	}
	fmt.Fprintf(&head, "process %d others.exe\n", pid)
	process(pid, rest)
	lay(summaryOf23[1].ns, func(cpu int, from, _ model.Time) {
		if from > 0 {
			fmt.Fprintf(&body, "%dns cpu%d switch %s idle wait win=6\n", from, cpu, occupant)
		} else {
			fmt.Fprintf(&body, "0ns cpu%d exists idle state=running\n", cpu)
		}
		occupant = "idle"
	})
	lay(windowOf23*cpusOf23-at, func(cpu int, from, to model.Time) {
		fmt.Fprintf(&body, "%dns cpu%d irq %dns dpc routine=ndis.sys\n", from, cpu, to)
	})
	return head.String() + body.String()
}

// TestS23SchedulingSummary reproduces the table from its inputs.
func TestS23SchedulingSummary(t *testing.T) {
	tr := modeltest.Parse(t, "summary", traceOf23())
	table := run(t, "cpu", tr, measure.Scope{})
	equal(t, "title", table.Title, "CPU scheduling summary: 8 CPUs × 8 min 24 s = 67 min 10 s")
	round := func(v float64) float64 { return math.Round(100*v) / 100 }
	found := map[string]bool{}
	var sum model.Time
	used, share, relative := table.Column("cpu_ns"), table.Column("cpu"), table.Column("relative_percent")
	for i, row := range table.Rows {
		if table.Levels[i] > 0 {
			continue
		}
		sum += model.Time(row[used].Int)
		for _, p := range summaryOf23 {
			if row[0].Text != p.name {
				continue
			}
			found[p.name] = true
			if model.Time(row[used].Int) != p.ns || round(row[share].Float) != p.cpu || round(row[relative].Float) != p.relative {
				t.Errorf("%s: %d ns, %.4f %%, relative %.4f %%; want %d, %.2f, %.2f",
					p.name, row[used].Int, row[share].Float, row[relative].Float, p.ns, p.cpu, p.relative)
			}
		}
	}
	if len(found) != len(summaryOf23) {
		t.Errorf("only %v are in the table", found)
	}
	if sum != windowOf23*cpusOf23 {
		t.Errorf("the rows add up to %d, not to the capacity of %d", sum, windowOf23*cpusOf23)
	}
}

// TestS23Nesting: the threads of a process are its parts, with their start
// functions.
func TestS23Nesting(t *testing.T) {
	tr := modeltest.Parse(t, "nesting", `threadlens-trace 1
cpus 1
span 0us 100us
os windows
process 20 app.exe
stack 1 "app.exe!Worker"
0us cpu0 start 21 pid=20 stack=1
0us cpu0 start 22 pid=20
0us cpu0 switch idle 21 preempt
60us cpu0 switch 21 22 wait win=6
90us cpu0 switch 22 idle wait win=6
`)
	table := run(t, "cpu", tr, measure.Scope{})
	equal(t, "levels", table.Levels, []uint8{0, 1, 1, 0})
	equal(t, "names", cells(t, table, "process"), []string{"app.exe", "app.exe", "app.exe", "Idle"})
	equal(t, "modules", cells(t, table, "start_module"), []string{"", "app.exe", "", ""})
	equal(t, "functions", cells(t, table, "start_function"), []string{"", "Worker", "", ""})
	equal(t, "times", column(t, table, "cpu_ns"), []int64{90_000, 60_000, 30_000, 10_000})
}
