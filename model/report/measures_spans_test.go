package report_test

import (
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// spanScene is a request of 100 ms: 30 running, 50 waiting for a lock, 20 ready,
// with a child of 40 ms, and spans that overlap, do not end or have no start.
const spanScene = `threadlens-trace 1
cpus 2
span 0ms 200ms
os windows
process 9 app.exe
thread 1 pid=9
thread 2 pid=9
0ms cpu0 switch idle 1 preempt
0ms cpu1 exists idle state=running
10ms cpu0 mark 1 begin request id=7
20ms cpu0 mark 1 begin query id=8 parent=7
25ms cpu0 mark 1 step parsed id=7
40ms cpu0 switch 1 idle wait sub=Mutex
60ms cpu1 mark 2 begin helper id=7
80ms cpu1 mark 2 end helper id=7
90ms cpu1 wake 1 ctx=thread
110ms cpu0 switch idle 1 preempt
110ms cpu0 mark 1 end request id=7 cpu=40ms
110ms cpu0 mark 1 end late
120ms cpu0 mark 1 begin unfinished
`

// TestS38Scenario: elapsed, CPU, the waits, the exclusive time and the steps of
// nested spans, and incomplete spans.
func TestS38Scenario(t *testing.T) {
	tr := modeltest.Parse(t, "scene", spanScene)
	table := run(t, "spans", tr, measure.Scope{})
	const ms = 1_000_000
	equal(t, "spans", cells(t, table, "span"), []string{"late", "request", "parsed", "query", "helper", "unfinished"})
	equal(t, "kinds", cells(t, table, "kind"), []string{"no begin", "span", "step", "open", "span", "open"})
	equal(t, "elapsed", column(t, table, "elapsed_ns"), []int64{110 * ms, 100 * ms, 15 * ms, 180 * ms, 20 * ms, 80 * ms})
	equal(t, "CPU", column(t, table, "cpu_ns")[1:3], []int64{30 * ms, 15 * ms})
	equal(t, "lock", column(t, table, "synchronization_ns")[1:3], []int64{50 * ms, 0})
	equal(t, "queue", column(t, table, "ready_ns")[1:3], []int64{20 * ms, 0})
}

// TestS38Exclusive: a child of 40 ms leaves its parent 60 of 100; children that
// overlap are not subtracted twice.
func TestS38Exclusive(t *testing.T) {
	const head = `threadlens-trace 1
cpus 1
span 0ms 200ms
os windows
process 9 app.exe
thread 1 pid=9
10ms cpu0 mark 1 begin parent id=1
`
	const tail = "110ms cpu0 mark 1 end parent id=1\n"
	for _, c := range []struct {
		name, marks string
		want        []int64 // ms: parent first
	}{
		{"child", "20ms cpu0 mark 1 begin a\n60ms cpu0 mark 1 end a\n", []int64{60, 40}},
		{"overlapping siblings", `20ms cpu0 mark 1 begin a id=2 parent=1
40ms cpu0 mark 1 begin b id=3 parent=1
50ms cpu0 mark 1 end a id=2
60ms cpu0 mark 1 end b id=3
`, []int64{60, 30, 20}},
		{"grandchild", `20ms cpu0 mark 1 begin a
30ms cpu0 mark 1 begin b
40ms cpu0 mark 1 end b
60ms cpu0 mark 1 end a
`, []int64{60, 30, 10}},
	} {
		tr := modeltest.Parse(t, c.name, head+c.marks+tail)
		got := column(t, run(t, "spans", tr, measure.Scope{}), "exclusive_ns")
		for i := range got {
			got[i] /= 1_000_000
		}
		equal(t, c.name, got, c.want)
	}
}

// TestS38Numbers: spans that are distinguished by numbers, with one correlation and
// one name, have the parents that they name, and steps are assigned to their spans.
func TestS38Numbers(t *testing.T) {
	tr := modeltest.Parse(t, "numbers", `threadlens-trace 1
cpus 1
span 0ms 200ms
thread 1 pid=9
thread 2 pid=9
10ms cpu0 mark 1 begin work span=1 id=42
20ms cpu0 mark 1 begin work span=2 id=42 parent=1
30ms cpu0 mark 1 end work span=2 id=42
40ms cpu0 mark 2 begin work span=3 id=42 parent=1
50ms cpu0 mark 1 step half span=3
60ms cpu0 mark 2 end work span=3 id=42
70ms cpu0 mark 1 begin work span=4 parent=9
80ms cpu0 mark 1 end work span=4
110ms cpu0 mark 1 end work span=1 id=42
`)
	table := run(t, "spans", tr, measure.Scope{})
	equal(t, "depths", column(t, table, "depth"), []int64{0, 1, 1, 2, 1})
	equal(t, "kinds", cells(t, table, "kind"), []string{"span", "span", "span", "step", "span"})
	equal(t, "exclusive", column(t, table, "exclusive_ns"), []int64{60e6, 10e6, 20e6, 0, 10e6})
}

// TestS38Groups: spans by name with percentiles, and by correlation across threads.
func TestS38Groups(t *testing.T) {
	tr := modeltest.Parse(t, "scene", spanScene)
	names := run(t, "span-names", tr, measure.Scope{})
	equal(t, "names", cells(t, names, "span"), []string{"request", "helper", "late", "query", "unfinished"})
	equal(t, "complete", column(t, names, "count"), []int64{1, 1, 0, 0, 0})
	equal(t, "open", column(t, names, "open"), []int64{0, 0, 1, 1, 1})
	equal(t, "p95", column(t, names, "p95_ns")[:2], []int64{100e6, 20e6})
	groups := run(t, "span-groups", tr, measure.Scope{})
	equal(t, "correlations", column(t, groups, "correlation"), []int64{7, 8})
	equal(t, "threads", column(t, groups, "threads"), []int64{2, 1})
	equal(t, "elapsed", column(t, groups, "elapsed_ns"), []int64{100e6, 180e6})
	equal(t, "total", column(t, groups, "total_ns"), []int64{120e6, 0})
}

// TestS40MeasuredNothing: a reading of zero CPU time is a reading, and shown. Its
// expected error is shown if such readings are by ticks, which is only on Windows.
func TestS40MeasuredNothing(t *testing.T) {
	for _, os := range []string{"windows", "linux"} {
		tr := modeltest.Parse(t, "nothing", `threadlens-trace 1
cpus 1
span 0ms 150ms
os `+os+`
thread 1 pid=9
0ms cpu0 switch idle 1 preempt
60ms cpu0 mark 1 begin work
90ms cpu0 mark 1 end work cpu=0
100ms cpu0 switch 1 idle wait
`)
		table := run(t, "spans", tr, measure.Scope{})
		equal(t, os+": measured", column(t, table, "measured_cpu_ns"), []int64{0})
		equal(t, os+": discrepancy", column(t, table, "discrepancy_ns"), []int64{-30e6})
		if os == "windows" {
			equal(t, os+": expected", column(t, table, "expected_discrepancy_ns"), []int64{-30e6})
		}
		equal(t, os+": shown as expected", filled(t, table, "expected_discrepancy_ns") == 1, os == "windows")
	}
}

// TestS40InlineRead: what QueryThreadCycleTime reads at both ends of a span, next
// to the truth.
func TestS40InlineRead(t *testing.T) {
	const head = `threadlens-trace 1
cpus 1
span 0ms 150ms
os windows
process 9 app.exe
thread 1 pid=9
0ms cpu0 switch idle 1 preempt
60ms cpu0 mark 1 begin work
`
	const tail = "90ms cpu0 mark 1 end work cpu=80ms\n100ms cpu0 switch 1 idle wait sub=Mutex\n"
	for _, c := range []struct {
		name, middle string
		cpu, inline  model.Time // ms
	}{
		{"one slice", "", 30, 0},
		{"a switch inside", "80ms cpu0 switch 1 idle wait sub=Mutex\n81ms cpu0 switch idle 1 preempt\n", 29, 80},
	} {
		tr := modeltest.Parse(t, c.name, head+c.middle+tail)
		f := report.SpanOf(tr, 0)
		equal(t, c.name+": true", f.Sums[model.Execution], c.cpu*1e6)
		equal(t, c.name+": inline", f.Inline, c.inline*1e6)

		// The discrepancy is the run time between the last switch before the start
		// and the start, less the same at the end.
		before, atEnd := model.Time(60), model.Time(90)
		if c.middle != "" {
			atEnd = 90 - 81
		}
		equal(t, c.name+": discrepancy", f.Inline-f.Sums[model.Execution], (before-atEnd)*1e6)
		table := run(t, "spans", tr, measure.Scope{})
		equal(t, c.name+": measured", column(t, table, "measured_cpu_ns"), []int64{80e6})
		equal(t, c.name+": measured less true", column(t, table, "discrepancy_ns"), []int64{int64(80-c.cpu) * 1e6})
		equal(t, c.name+": expected", column(t, table, "expected_discrepancy_ns"), []int64{int64(c.inline-c.cpu) * 1e6})
	}
}

// TestNestedSpansCountOnce: a span inside another one of its group adds nothing to
// the group's time; one that only overlaps it, is on another thread or has another
// name does.
func TestNestedSpansCountOnce(t *testing.T) {
	for _, c := range []struct {
		name, inner string
		total, cpu  []int64 // by name, ms
	}{
		{"inside", "20ms cpu0 mark 1 begin load span=7\n40ms cpu0 mark 1 end load span=7\n", []int64{80}, []int64{80}},
		{"the same", "10ms cpu0 mark 1 begin load span=8\n90ms cpu0 mark 1 end load span=8\n", []int64{80}, []int64{80}},
		{"longer by 1 ms", "20ms cpu0 mark 1 begin load span=8\n91ms cpu0 mark 1 end load span=8\n", []int64{151}, []int64{151}},
		{"another thread", "20ms cpu1 mark 2 begin load span=8\n40ms cpu1 mark 2 end load span=8\n", []int64{100}, []int64{100}},
		{"another name", "20ms cpu0 mark 1 begin parse\n40ms cpu0 mark 1 end parse\n", []int64{80, 20}, []int64{80, 20}},
	} {
		marks := strings.Split(c.inner+"10ms cpu0 mark 1 begin load span=9\n90ms cpu0 mark 1 end load span=9", "\n")
		slices.Sort(marks)
		tr := modeltest.Parse(t, c.name, `threadlens-trace 1
cpus 2
span 0ms 100ms
os linux
thread 1 pid=9
thread 2 pid=9
0ms cpu0 switch idle 1 preempt
0ms cpu1 switch idle 2 preempt
`+strings.Join(marks, "\n")+"\n")
		table := run(t, "span-names", tr, measure.Scope{})
		for name, want := range map[string][]int64{"total_ns": c.total, "cpu_ns": c.cpu} {
			got := column(t, table, name)
			for i := range got {
				got[i] /= 1e6
			}
			equal(t, c.name+": "+name, got, want)
		}
	}
}

// TestFirstEnd: an end without a begin is one, even if no marker is before it.
func TestFirstEnd(t *testing.T) {
	tr := modeltest.Parse(t, "end", "threadlens-trace 1\ncpus 1\nspan 0us 100us\nthread 1 pid=10\n0us cpu0 switch idle 1 wait\n50us cpu0 mark 1 end work\n60us cpu0 mark 1 begin more\n")
	equal(t, "kinds", cells(t, run(t, "spans", tr, measure.Scope{}), "kind"), []string{"no begin", "open"})
}
