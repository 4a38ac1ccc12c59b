package ingest_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// additive are the reports of a window that are sums over time: what each of their rows is about,
// and the columns that add up. The other columns are shares, means, percentiles and extremes, which
// do not.
var additive = map[string]struct{ of, sums string }{
	"profile":     {"category", "time_ns"},
	"threads":     {"pid tid incarnation", "execution_ns interrupt_ns synchronization_ns io_ns sleep_ns memory_ns ui_ns preemption_ns ready_ns wait_for_work_ns unclassified_ns unknown_ns stolen_ns switches_in voluntary involuntary yields migrations accounted_ns"},
	"cpu":         {"process pid tid", "cpu_ns"},
	"cores":       {"cpu", "run_ns idle_ns isr_ns dpc_ns unknown_ns offline_ns stolen_ns switches"},
	"interrupts":  {"kind routine", "count total_ns"},
	"migrations":  {"thread", "switches cross_core to_sibling cross_socket cross_node preempted cpu_ns"},
	"smt":         {"thread", "run_ns both_busy_ns"},
	"preemption":  {"thread displacer", "total_ns"},
	"antagonists": {"thread who", "ready_ns preempted_ns total_ns"},
	"blocked-on":  {"category reason object ended_by", "total_ns"},
	"peers":       {"waiter waiter_process ended_by peer peer_process category reason", "total_ns"},
	"contention":  {"waiter_tid waiter_incarnation unblocker_name unblocker_tid lock", "total_ns ready_after_ns owner_running_ns owner_preempted_ns owner_waiting_ns"},
	"locks":       {"lock kind process", "waits timed_out wait_total_ns inherited_ns holds bounded hold_total_ns"},
	"inherited":   {"process thread", "total_ns inherited_ns execution_ns synchronization_ns io_ns sleep_ns memory_ns ui_ns preemption_ns ready_ns unknown_ns"},
	"queue":       {"length", "time_ns idle_ns ticks reads"},
	"delays":      {"form", "total_ns"},
	"ready":       {"thread ready_ns in_ns waker cpu", "length_ns"},
	"preempted":   {"thread out_ns in_ns displacer reason cpu", "length_ns"},
	"runs":        {"thread in_ns out_ns cpu then reason", "length_ns"},
	"slices":      {"from_ns", "count waited displaced quantum other"},
	"concurrency": {"k", "time_ns"},
	// Sampled times are shares of whole ticks, scaled to the window.
	"sampling":  {"process pid thread", "exact_ns stack_samples"},
	"intervals": {"", "exact_ns ticks"},
	"waits":     {"thread out_ns ready_ns in_ns category reason unblocker context evidence", "waiting_ns unknown_ns"},
	"vm":        {"process pid", "cpu_ns stolen_ns"},
	"vcpus":     {"vm thread", "run_ns ready_ns all_ready_ns"},
	"boxplot":   {"process", "count"},
	"hardware":  {"thread", "slices time_ns"},
	"syscalls":  {"thread call", "count errors total_ns blocked_ns"},
}

// notAdditive are the reports that are not sums over time, and why.
var notAdditive = map[string]string{
	"utilization":   "processors in use, a quotient: the times behind them are the test's useAddsUp",
	"ratios":        "quotients of the times of concurrency",
	"steal":         "quotients of a bucket; stolen time is part of the threads' preemption",
	"clumps":        "the detector picks the clock's period and phase for the window as a whole",
	"counters":      "means of what other tools sampled",
	"host":          "quotients by the intervals of the host's figures",
	"histogram":     "its bins are those that fit the values of the window; their number is that of boxplot",
	"holds":         "holds are whole: a window has those that it meets",
	"spans":         "spans are whole, from mark to mark: a window has those that it meets",
	"span-names":    "spans are whole, and percentiles do not add up",
	"span-groups":   "spans are whole",
	"monitor":       "the last second and at most the last minute of a window",
	"disk":          "transfers are whole: a window has those that it meets",
	"disks":         "transfers are whole, and so are their service times",
	"symbols":       "files of code and what is known of them, whatever the window",
	"health":        "facts about the recording, and shares",
	"critical-path": "the path of a window is walked from its end, over the thread that ran longest in it",
	"critical-hops": "the same hop by hop",
	"wait-chains":   "an instant, the begin of the window",
	"execution":     "functions below a share of the window are left out; TestCallTreesAddUp adds all of them up",
	"blocking":      "as execution",
	"unblocking":    "as execution",
}

// TestEveryReportIsClassed: every report is listed either as a sum over time or as not additive.
func TestEveryReportIsClassed(t *testing.T) {
	for _, a := range report.List() {
		_, sum := additive[a.Name]
		if why := notAdditive[a.Name]; sum == (why != "") {
			t.Errorf("%s: additive %v, not additive %q", a.Name, sum, why)
		}
	}
	if got, want := len(report.List()), len(additive)+len(notAdditive); got != want {
		t.Errorf("%d reports, %d are classed", got, want)
	}
}

// TestWindowsAdd: a report of [a, c) is the sum of those of [a, b) and [b, c), on random machines,
// also with damaged recordings, and on machines with hardware counters, places of CPUs and a
// virtual machine. Every report has rows on some of them.
func TestWindowsAdd(t *testing.T) {
	seen := map[string]bool{}
	ps := modeltest.Perturbations()
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 18))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		tr := modeltest.Build(m.CPUs, m.End, ps[int(seed)%len(ps)].Apply(m, rng))
		windowsAdd(t, fmt.Sprint("seed ", seed), tr, rng, seen)
	}
	for i, src := range []string{countedMachine, hostMachine, lockMachine, stolenMachine} {
		tr := modeltest.Parse(t, fmt.Sprint("machine", i), src)
		for seed := range uint64(20) {
			windowsAdd(t, fmt.Sprintf("machine %d, seed %d", i, seed), tr, rand.New(rand.NewPCG(seed, 19)), seen)
		}
	}
	for name := range additive {
		if !seen[name] {
			t.Errorf("%s has no rows in any of the windows", name)
		}
	}
}

// TestWindowsAddRecorded: reports of windows of recorded traces of every kind add up,
// too.
func TestWindowsAddRecorded(t *testing.T) {
	for _, path := range sharedTraces(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			windowsAdd(t, filepath.Base(path), load(t, path), rand.New(rand.NewPCG(18, 18)), map[string]bool{})
		})
	}
}

// windowsAdd cuts a random window of a trace at a random instant and compares; it
// notes which reports had rows.
func windowsAdd(t *testing.T, name string, tr *model.Trace, rng *rand.Rand, seen map[string]bool) {
	t.Helper()
	if tr.End < 3 {
		return
	}
	cuts := []model.Time{}
	for len(cuts) < 3 {
		if at := model.Time(rng.Int64N(int64(tr.End) + 1)); !slices.Contains(cuts, at) {
			cuts = append(cuts, at)
		}
	}
	slices.Sort(cuts)
	whole := model.Range{From: cuts[0], To: cuts[2]}
	parts := []model.Range{{From: cuts[0], To: cuts[1]}, {From: cuts[1], To: cuts[2]}}
	for _, report := range slices.Sorted(maps.Keys(additive)) {
		want, sum := reportSums(t, tr, report, whole), map[string][]int64{}
		for _, r := range parts {
			addRows(sum, reportSums(t, tr, report, r))
		}
		seen[report] = seen[report] || len(want) > 0
		for _, key := range slices.Sorted(maps.Keys(want)) {
			if !slices.Equal(want[key], sum[key]) {
				t.Errorf("%s: %s of %v cut at %d: %s: %v in all, %v in the parts", name, report, whole, cuts[1], key, want[key], sum[key])
			}
			delete(sum, key)
		}
		for key, values := range sum {
			t.Errorf("%s: %s of %v cut at %d: %s: %v in the parts alone", name, report, whole, cuts[1], key, values)
		}
	}
	useAddsUp(t, name, tr, cuts)
}

// useAddsUp is windowsAdd for the classes of CPU time.
func useAddsUp(t *testing.T, name string, tr *model.Trace, cuts []model.Time) {
	t.Helper()
	target, err := measure.FindTarget(tr, filter.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	use := measure.NewUsage(tr, target)
	whole, parts := use.In([]model.Time{cuts[0], cuts[2]})[0], use.In(cuts)
	for _, c := range []struct{ all, a, b model.Time }{
		{whole.Target, parts[0].Target, parts[1].Target},
		{whole.Other, parts[0].Other, parts[1].Other},
		{whole.System, parts[0].System, parts[1].System},
		{whole.Idle, parts[0].Idle, parts[1].Idle},
		{whole.ISR, parts[0].ISR, parts[1].ISR},
		{whole.DPC, parts[0].DPC, parts[1].DPC},
		{whole.Unknown, parts[0].Unknown, parts[1].Unknown},
		{whole.Offline, parts[0].Offline, parts[1].Offline},
		{whole.Stolen, parts[0].Stolen, parts[1].Stolen},
	} {
		if c.all != c.a+c.b {
			t.Errorf("%s: use of %v: %d in all, %d and %d in the parts", name, cuts, c.all, c.a, c.b)
		}
	}
}

func addRows(to, from map[string][]int64) {
	for key, values := range from {
		if to[key] == nil {
			to[key] = make([]int64, len(values))
		}
		for i, v := range values {
			to[key][i] += v
		}
	}
}

// reportSums are the sums of a report by what its rows are of; rows of zeros are left out. Rows
// without a sum count themselves.
func reportSums(t *testing.T, tr *model.Trace, name string, r model.Range) map[string][]int64 {
	t.Helper()
	find, ok := report.Find(name)
	if !ok {
		t.Fatalf("there is no report %s", name)
	}
	table, err := find.Run(tr, measure.Scope{
		Range: r, Bucket: r.Len(), Metric: measure.MetricSlice, GroupBy: measure.GroupProcess,
		Target: measure.Target{Procs: []model.ProcIx{}},
	})
	if err != nil {
		t.Fatalf("%s of %v: %v", name, r, err)
	}
	if table.Sums {
		table = table.Data() // which pairs a lock's row sums up depends on the window
	}
	of, sums := columnsAt(t, table, additive[name].of), columnsAt(t, table, additive[name].sums)
	rows, i := map[string][]int64{}, 0
	for row := range table.All() {
		level := uint8(0)
		if table.Levels != nil {
			level = table.Levels[i]
		}
		i++
		key := []string{fmt.Sprint(level)}
		for _, c := range of {
			key = append(key, fmt.Sprint(row[c].Text, row[c].Int))
		}
		values := []int64{1}
		if len(sums) > 0 {
			values = values[:0]
		}
		for _, c := range sums {
			values = append(values, row[c].Int)
		}
		if slices.ContainsFunc(values, func(v int64) bool { return v != 0 }) {
			addRows(rows, map[string][]int64{strings.Join(key, " "): values})
		}
	}
	return rows
}

func columnsAt(t *testing.T, table *report.Table, names string) (list []int) {
	t.Helper()
	for name := range strings.FieldsSeq(names) {
		i := slices.IndexFunc(table.Columns, func(c report.Column) bool { return c.Name == name })
		if i < 0 {
			t.Fatalf("%s has no column %s", table.Name, name)
		}
		list = append(list, i)
	}
	return list
}

// countedMachine reads hardware counters at every switch, and has two CPUs that share a core.
const countedMachine = `threadlens-trace 1
cpus 2
place 0 socket=0 node=0 core=0
place 1 socket=0 node=0 core=0
span 0ns 1us
os linux
process 9 app
thread 1 pid=9
thread 2 pid=9
0ns cpu1 exists idle state=running
100ns cpu0 switch idle 1 preempt
100ns cpu0 count cycles:u 1000
150ns cpu1 switch idle 2 preempt
340ns cpu0 switch 1 idle wait linux=S
340ns cpu0 count cycles:u 1480
400ns cpu0 switch idle 1 preempt
400ns cpu0 count cycles:u 1500
700ns cpu0 switch 1 2 preempt linux=R
700ns cpu0 count cycles:u 2000
700ns cpu1 switch 2 idle wait linux=S
900ns cpu0 switch 2 1 wait linux=S
900ns cpu0 count cycles:u 2100
`

// hostMachine is a host whose guest has two virtual CPUs.
const hostMachine = `threadlens-trace 1
cpus 2
span 0ms 100ms
os linux
process 10 "qemu-system-x86"
process 20 "other"
thread 11 pid=10 name="CPU 0/KVM"
thread 12 pid=10 name="CPU 1/KVM"
thread 21 pid=20 name=x
thread 22 pid=20 name=y
0ms cpu0 switch idle 11 wait
0ms cpu1 switch idle 12 wait
10ms cpu0 switch 11 idle wait linux=S
10ms cpu1 switch 12 21 wait linux=S
20ms cpu0 switch idle 11 wait
40ms cpu0 switch 11 22 preempt linux=R
60ms cpu1 wake 12 to=1
80ms cpu0 switch 22 11 wait linux=S
80ms cpu1 switch 21 12 wait linux=S
80ms cpu0 switch 11 idle wait linux=S
80ms cpu1 switch 12 idle wait linux=S
`

// stolenMachine is a guest whose host takes CPUs from two threads, once with an interrupt before
// it, and a CPU goes offline.
const stolenMachine = `threadlens-trace 1
cpus 3
span 0ms 100ms
os linux
process 20 app target
process 30 other
thread 21 pid=20
thread 31 pid=30
0ms cpu0 switch idle 21 preempt
0ms cpu1 switch idle 31 preempt
0ms cpu2 exists idle state=running
5ms cpu0 irq 6ms isr
28ms cpu0 irq 29ms isr
30ms cpu0 ran 21 20000000
40ms cpu1 ran 31 10000000
50ms cpu2 offline
60ms cpu0 ran 21 30000000
70ms cpu0 switch 21 31 preempt linux=R
70ms cpu1 switch 31 idle wait linux=S
90ms cpu0 ran 31 5000000
95ms cpu0 switch 31 21 wait linux=S
`

// TestPixelsOfStolenTimeAddUp: the window and the report agree on the use of CPUs that a host takes
// away, and on the time of threads and CPUs.
func TestPixelsOfStolenTimeAddUp(t *testing.T) {
	tr := modeltest.Parse(t, "stolen", stolenMachine)
	for _, err := range modeltest.Check(tr) {
		t.Error(err)
	}
	target, err := measure.FindTarget(tr, filter.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	bucketsAddUp(t, tr, target)
	pixelsAddUp(t, tr, target)
	var cores, threads model.Time
	for cpu := range tr.Cores {
		cores += tr.CoreTime(model.CPU(cpu), tr.Whole()).Stolen
	}
	for ix := range tr.Threads {
		threads += tr.StolenTime(model.ThreadIx(ix), tr.Whole())
	}
	// 8 of the first 30 ms, net of two interrupts, one of which is among them and does not count as
	// the host's; 30 of the first 40; 15 of the last 20.
	if want := model.Time(52_000_000); cores != want || threads != want {
		t.Errorf("CPUs were taken for %d, from threads for %d, want %d", cores, threads, want)
	}
}

// lockMachine has three threads that hand a lock on, and one that waits in vain.
const lockMachine = `threadlens-trace 1
cpus 3
span 0us 700us
os linux
process 9 app target
thread 1 pid=9
thread 2 pid=9
thread 3 pid=9
0us cpu0 switch idle 1 preempt
0us cpu1 switch idle 2 preempt
0us cpu2 switch idle 3 preempt
100us cpu1 call 2 enter futex uaddr=0x10 arg2=128 arg3=2
100us cpu1 switch 2 idle wait linux=S
150us cpu2 call 3 enter futex uaddr=0x10 arg2=128 arg3=2
150us cpu2 switch 3 idle wait linux=S
200us cpu0 call 1 enter futex uaddr=0x10 arg2=129 arg3=1
200us cpu0 wake 2 kind=waking ctx=thread
200us cpu0 call 1 exit futex ret=1
220us cpu1 switch idle 2 preempt
220us cpu1 call 2 exit futex ret=0
300us cpu1 call 2 enter futex uaddr=0x10 arg2=129 arg3=1
300us cpu1 wake 3 kind=waking ctx=thread
300us cpu1 call 2 exit futex ret=1
350us cpu2 switch idle 3 preempt
350us cpu2 call 3 exit futex ret=0
400us cpu0 call 1 enter futex uaddr=0x10 arg2=128 arg3=2
400us cpu0 switch 1 idle wait linux=S
450us cpu0 wake 1 kind=waking ctx=timer
450us cpu0 switch idle 1 preempt
450us cpu0 call 1 exit futex ret=-110
500us cpu1 call 2 enter futex uaddr=0x10 arg2=128 arg3=2
500us cpu1 switch 2 idle wait linux=S
600us cpu2 call 3 enter futex uaddr=0x10 arg2=129 arg3=1
600us cpu2 wake 2 kind=waking ctx=thread
600us cpu2 call 3 exit futex ret=1
610us cpu1 switch idle 2 preempt
610us cpu1 call 2 exit futex ret=0
`
