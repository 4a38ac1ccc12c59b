package report_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// longPeriods is how many times the same 10 µs are repeated in the window of longTrace: a
// CPU has four slices in each, 40,000 in all.
const longPeriods = 10_000

// longTrace repeats a period of 10 µs: thread 1 of the target is ready from -1 µs, runs
// from 0 to 4, is preempted until 6, runs until 8 and waits until 9; at 2 it wakes thread
// 2, which runs on the other CPU from 5 to 8 and waits the rest of the time; thread 3 of
// another program sleeps until 3 and runs from 4 to 6.
func longTrace(t *testing.T) (tr *model.Trace, window model.Range) {
	t.Helper()
	var b strings.Builder
	end := model.Time(longPeriods+2) * us(10)
	fmt.Fprintf(&b, "threadlens-trace 1\ncpus 2\nspan 0ns %dns\nos linux\nhas switches wakes\nprocess 10 app target\nprocess 20 other\nthread 1 pid=10\nthread 2 pid=10\nthread 3 pid=20\n", end)
	b.WriteString("0ns cpu0 exists idle state=running\n0ns cpu1 exists idle state=running\n0ns cpu0 exists 1 state=waiting\n0ns cpu0 exists 2 state=waiting\n0ns cpu0 exists 3 state=waiting\n")
	for k := range longPeriods + 2 {
		for _, e := range []struct {
			at, cpu int
			what    string
		}{
			{0, 0, "switch idle 1 preempt"},
			{2, 0, "wake 2 ctx=thread to=1"},
			{3, 0, "wake 3 ctx=timer to=0"},
			{4, 0, "switch 1 3 preempt"},
			{5, 1, "switch idle 2 preempt"},
			{6, 0, "switch 3 1 wait sub=Sleep"},
			{8, 0, "switch 1 idle wait sub=Futex"},
			{8, 1, "switch 2 idle wait sub=Futex"},
			{9, 0, "wake 1 ctx=timer to=0"},
		} {
			fmt.Fprintf(&b, "%dus cpu%d %s\n", 10*k+e.at, e.cpu, e.what)
		}
	}
	return modeltest.Parse(t, "long", b.String()), model.Range{From: us(10), To: end - us(10)}
}

// longRows are the reports for that window, 100 ms: all rows, in order, and the first
// columns of each. The figures are 10,000 times those of a period.
var longRows = []struct {
	report  string
	columns int
	rows    []string
}{
	{"profile", 3, []string{
		"Execution | 110000000 | 36.6667", "Synchronization | 50000000 | 16.6667", "IO | 0 | 0", "Sleep | 70000000 | 23.3333",
		"MemoryManagement | 0 | 0", "Preemption | 20000000 | 6.66667", "UIProcessing | 0 | 0", "Dispatch | 50000000 | 16.6667",
		"Interrupt | 0 | 0", "Unknown | 0 | 0", "WaitForWork | 0 | 0", "Unclassified | 0 | 0",
	}},
	{"cpu", 9, []string{
		"app | 10 | - | - | - | - | 90000000 | 45 | 45",
		"app | 10 | 1 | 1.0 | - | - | 60000000 | 30 | 30",
		"app | 10 | 2 | 2.0 | - | - | 30000000 | 15 | 15",
		"other | 20 | - | - | - | - | 20000000 | 10 | 10",
		"other | 20 | 3 | 3.0 | - | - | 20000000 | 10 | 10",
		"Idle | - | - | - | - | - | 90000000 | 45 | 45",
	}},
	{"utilization", 10, []string{"10000 | 0.9 | 0.2 | 0 | 0.9 | 0 | 0 | 0 | 0 | 0", "50010000 | 0.9 | 0.2 | 0 | 0.9 | 0 | 0 | 0 | 0 | 0"}},
	{"cores", 11, []string{
		"0 | 80000000 | 20000000 | 0 | 0 | 0 | 0 | 0 | 40000 | 2 | 80",
		"1 | 30000000 | 70000000 | 0 | 0 | 0 | 0 | 0 | 20000 | 1 | 30",
	}},
	{"migrations", 13, []string{
		"1.0 | 20000 | 0 | 0 | - | - | - | - | - | 10000 | 60000000 | 3000 | app",
		"2.0 | 10000 | 0 | 0 | - | - | - | - | - | 0 | 30000000 | 3000 | app",
		"3.0 | 10000 | 0 | 0 | - | - | - | - | - | 0 | 20000000 | 2000 | other",
	}},
	{"preemption", 9, []string{"1.0 | 3.0 | other | - | 10000 | 20000000 | 2000 | 2000 | 14000"}},
	// Thread 2 is ready for 3 µs while CPU 1 is idle, thread 1 for 1 µs while its own is.
	{"antagonists", 7, []string{
		"- | Idle | - | 40000000 | 0 | 40000000 | 57.1429",
		"3.0 | other | 20 | 0 | 20000000 | 20000000 | 28.5714",
		"1.0 | app | 10 | 10000000 | 0 | 10000000 | 14.2857",
	}},
	// Thread 2 waits from 8 to 12 for thread 1, which runs from 10 on.
	{"contention", 12, []string{
		"- | 2.0 | 1.0 | 10001 | 40000000 | 3999 | 4000 | 30000000 | 20000000 | 10000000 | 10000000 | low",
		"- | - | by timer | 10000 | 10000000 | 1000 | 1000 | 10000000 | - | - | - | -",
	}},
	// No thread queues from 0 to 2 and from 6 to 9, two threads from 3 to 5.
	{"queue", 4, []string{"0 | 50000000 | 50 | 0", "1 | 30000000 | 30 | 20000000", "2 | 20000000 | 20 | 20000000"}},
	{"delays", 11, []string{
		" | Ready time | 30000 | 50000000 | 1666 | 1000 | 3000 | 3000 | 3000 | 12000 | 2.0",
		" | Preempted | 10000 | 20000000 | 2000 | 2000 | 2000 | 2000 | 2000 | 14000 | 1.0",
		" | Queue delay | 40000 | 70000000 | 1750 | 1000 | 3000 | 3000 | 3000 | 12000 | 2.0",
		"1.0 | Ready time | 10000 | 10000000 | 1000 | 1000 | 1000 | 1000 | 1000 | 9000 | 1.0",
		"1.0 | Preempted | 10000 | 20000000 | 2000 | 2000 | 2000 | 2000 | 2000 | 14000 | 1.0",
		"1.0 | Queue delay | 20000 | 30000000 | 1500 | 1000 | 2000 | 2000 | 2000 | 14000 | 1.0",
		"2.0 | Ready time | 10000 | 30000000 | 3000 | 3000 | 3000 | 3000 | 3000 | 12000 | 2.0",
		"2.0 | Queue delay | 10000 | 30000000 | 3000 | 3000 | 3000 | 3000 | 3000 | 12000 | 2.0",
		"3.0 | Ready time | 10000 | 10000000 | 1000 | 1000 | 1000 | 1000 | 1000 | 13000 | 3.0",
		"3.0 | Queue delay | 10000 | 10000000 | 1000 | 1000 | 1000 | 1000 | 1000 | 13000 | 3.0",
	}},
	{"slices", 10, []string{"2000 | 5000 |  | 40000 | 100 | 110000000 | 30000 | 0 | 0 | 10000"}},
	{"concurrency", 3, []string{"0 | 20000000 | 20", "1 | 50000000 | 50", "2 | 30000000 | 30"}},
	{"ratios", 4, []string{"10000 | 55 | 80 | 1.375", "50010000 | 55 | 80 | 1.375"}},
	// Every second of the six ticks is at 5 µs of a period, when only thread 3 runs, the
	// others at 0, before which no thread runs.
	{"sampling", 8, []string{
		"app | 10 | - | 90000000 | 0 | 45 | 0 | -45",
		"app | 10 | 1.0 | 60000000 | 0 | 30 | 0 | -30",
		"app | 10 | 2.0 | 30000000 | 0 | 15 | 0 | -15",
		"other | 20 | - | 20000000 | 50000000 | 10 | 25 | 15",
		"other | 20 | 3.0 | 20000000 | 50000000 | 10 | 25 | 15",
		"CPU 0 | - | - | 80000000 | 50000000 | 40 | 25 | -15",
		"CPU 1 | - | - | 30000000 | 0 | 15 | 0 | -15",
	}},
	{"intervals", 5, []string{"10000 | 55000000 | 33333333 | 55 | 33.3333", "50010000 | 55000000 | 16666667 | 55 | 16.6667"}},
	{"critical-path", 8, []string{
		"1.0 | app | - | 100000000 | 100 | 50000 | 4000 | 10000",
		"1.0 | app | Running | 60000000 | 60 | 20000 | 4000 | 10000",
		"1.0 | app | Preempted | 20000000 | 20 | 10000 | 2000 | 14000",
		"1.0 | app | Wait.Timer.Synchronization | 10000000 | 10 | 10000 | 1000 | 18000",
		"1.0 | app | Ready | 10000000 | 10 | 10000 | 1000 | 19000",
	}},
	{"inherited", 19, []string{
		// Of the 4 µs for which thread 2 waits, thread 1 waits for 1, is ready for 1 and runs for 2.
		"app | 2.0 | - | 10001 | 40000000 | 10000000 | 25 | 20000000 | 0 | 10000000 | 0 | 0 | 0 | 0 | 0 | 10000000 | 0 | 0 | 0",
		"app | 1.0 | - | 10000 | 10000000 | 0 | 0 | 0 | 0 | 10000000 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0",
	}},
	// Within each 10 µs after a tick of 1/64 s three make a thread ready.
	{"clumps", 3, []string{
		"13000 | 150 | 2", "15638000 | 150 | 2", "31263000 | 150 | 2", "46888000 | 150 | 2", "62513000 | 150 | 2", "78138000 | 150 | 2", "93763000 | 150 | 2",
	}},
	{"wait-chains", 8, []string{"0 | 2.0 | app | Synchronization | Futex | 8000 | 12000 | -", "1 | 1.0 | app | Execution | - | 10000 | 14000 | running or runnable"}},
	{"execution", 12, []string{
		"110000000 | 0 | 100 | 0 | 0 | - | - | - | Execution | - | 0 | Execution", "110000000 | 110000000 | 100 | 0 | 0 | - | - | - | Execution | - | 1 | [no sample]",
	}},
	{"blocking", 12, []string{
		"50000000 | 0 | 100 | 20001 | 0 | 4000 | 18000 | 2.0 | Synchronization | - | 0 | Synchronization",
		"50000000 | 50000000 | 100 | 20001 | 20001 | 4000 | 18000 | 2.0 | Synchronization | - | 1 | [no stack]",
		"70000000 | 0 | 100 | 10001 | 0 | 7000 | 16000 | 3.0 | Sleep | - | 0 | Sleep",
		"70000000 | 70000000 | 100 | 10001 | 10001 | 7000 | 16000 | 3.0 | Sleep | - | 1 | [no stack]",
		"20000000 | 0 | 100 | 10000 | 0 | 2000 | 14000 | 1.0 | Preemption | - | 0 | Preemption",
		"20000000 | 20000000 | 100 | 10000 | 10000 | 2000 | 14000 | 1.0 | Preemption | - | 1 | [no stack]",
	}},
	{"unblocking", 12, []string{
		"50000000 | 0 | 100 | 20001 | 0 | 4000 | 18000 | 2.0 | Synchronization | - | 0 | Synchronization",
		"40000000 | 40000000 | 80 | 10001 | 10001 | 4000 | 18000 | 2.0 | Synchronization | - | 1 | [no stack]",
		"10000000 | 10000000 | 20 | 10000 | 10000 | 1000 | 18000 | 1.0 | Synchronization | - | 1 | [by timer]",
		"70000000 | 0 | 100 | 10001 | 0 | 7000 | 16000 | 3.0 | Sleep | - | 0 | Sleep",
		"70000000 | 70000000 | 100 | 10001 | 10001 | 7000 | 16000 | 3.0 | Sleep | - | 1 | [by timer]",
	}},
	// A sixtieth of 50 ms is 833,334 ns, and in every third of them the periods are placed alike:
	// both CPUs are busy for 11 of 20 µs in each period, with an incomplete period at the end.
	{"boxplot", 12, []string{
		"10000 | 50010000 | 60 | 54.9378 | 54.9394 | 54.98 | 55.0806 | 55.0824 | 54.9378 | 55.0824 | 55 | 0",
		"50010000 | 100010000 | 60 | 54.9378 | 54.9394 | 54.98 | 55.0806 | 55.0824 | 54.9378 | 55.0824 | 55 | 0",
	}},
	{"monitor", 8, []string{
		"app | 10 | - | ready | 2 | 45 | 45 | 90000000",
		"app | 10 | 1 | ready | - | 30 | 30 | 60000000",
		"app | 10 | 2 | waiting | - | 15 | 15 | 30000000",
		"other | 20 | - | waiting | 1 | 10 | 10 | 20000000",
		"other | 20 | 3 | waiting | - | 10 | 10 | 20000000",
	}},
}

// TestLongReports: in a trace with more slices, waits and changes than any report processes
// in one piece, none is left out or counted twice; every column of every row is right, and
// so is the order of rows.
func TestLongReports(t *testing.T) {
	tr, window := longTrace(t)
	for _, c := range longRows {
		table := run(t, c.report, tr, measure.Scope{Range: window, Bucket: us(50_000)})
		var got []string
		for row := range table.All() {
			got = append(got, rowText(row[:c.columns]))
		}
		equal(t, c.report, got, c.rows)
	}
	// The first and the last wait of each thread are partly inside the window.
	equal(t, "rows of waits", len(rowsOf(run(t, "waits", tr, measure.Scope{Range: window}))), 3*(longPeriods+1))
}

// TestLongHistogram: of the 60 values of each half of the window twenty are equal, see the box
// plot.
func TestLongHistogram(t *testing.T) {
	tr, window := longTrace(t)
	var got []string
	for row := range run(t, "histogram", tr, measure.Scope{Range: window, Bucket: us(50_000)}).All() {
		if row[4].Int > 0 {
			got = append(got, rowText(row))
		}
	}
	var want []string
	for _, half := range []string{"10000 | 50010000", "50010000 | 100010000"} {
		for _, values := range []string{"54.93 | 54.94", "54.97 | 54.98", "55.08 | 55.09"} {
			want = append(want, half+" | "+values+" | 20 | 33.3333")
		}
	}
	equal(t, "histogram", got, want)
}

// TestLongThreads: the row of a thread of the long trace, by column.
func TestLongThreads(t *testing.T) {
	tr, window := longTrace(t)
	table := run(t, "threads", tr, measure.Scope{Range: window})
	for name, want := range map[string][]int64{
		"tid": {1, 2, 3}, "execution_ns": {60e6, 30e6, 20e6}, "synchronization_ns": {10e6, 40e6, 0}, "sleep_ns": {0, 0, 70e6},
		"preemption_ns": {20e6, 0, 0}, "ready_ns": {10e6, 30e6, 10e6}, "io_ns": {0, 0, 0}, "unknown_ns": {0, 0, 0}, "interrupt_ns": {0, 0, 0},
		"switches_in": {20000, 10000, 10000}, "voluntary": {10000, 10000, 10000}, "involuntary": {10000, 0, 0}, "yields": {0, 0, 0},
		"migrations": {0, 0, 0}, "ready_count": {10000, 10000, 10000},
	} {
		equal(t, name, column(t, table, name), want)
	}
}

// TestLongLocks: a mutex that three threads hand over 10,000 times, every 100 µs. At 100 thread
// 2 starts to wait for it and at 110 thread 3, while thread 1 holds it until 150, thread 2 then
// until 160 and thread 3 until 170.
func TestLongLocks(t *testing.T) {
	var s lockTrace
	for k := range longPeriods {
		mutex(&s, 100+100*k, "0x100")
	}
	text := strings.Replace(lockScene, "1000us", fmt.Sprintf("%dus", 100*(longPeriods+2)), 1) + s.String()
	tr := modeltest.Parse(t, "locks", text)
	// Thread 1 may have had it since thread 3 released it, 30 µs before thread 2 arrived; for
	// the first time that is unknown. 9,999 × 80 + 50 + 20,000 × 10 µs at most.
	equal(t, "locks", rowsOf(run(t, "locks", tr, measure.Scope{})), []string{
		"0x100 | futex | app | 2 | 20000 | 0 | 1000000000 | 50000 | 50000 | 50000 | 50000 | 50000 | 0 | 3 | 30000 | 10000 | 700000000 | " +
			"≥999970000 | 23333 | 10000 | 50000 | 50000 | 50000 | 0 | no | - | - | - | - | 2 | 1",
	})
	want := []string{"0x100 | futex | 1.0 | - | 100000 | 150000 | 50000 | - | unknown | medium"}
	for k := range longPeriods {
		at := 100_000 * (k + 1)
		if k > 0 {
			want = append(want, fmt.Sprintf("0x100 | futex | 1.0 | %d | %d | %d | 50000 | 80000 | bounded | medium", at-30_000, at, at+50_000))
		}
		for i, thread := range []string{"2.0", "3.0"} {
			from := at + 50_000 + 10_000*i
			want = append(want, fmt.Sprintf("0x100 | futex | %s | %d | %d | %d | 10000 | 10000 | seen | high", thread, from, from, from+10_000))
		}
	}
	equal(t, "holds", rowsOf(run(t, "holds", tr, measure.Scope{})), want)
}
