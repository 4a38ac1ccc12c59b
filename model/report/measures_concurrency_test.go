package report_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// Four applications: 16 CPUs, and a second divided into 16 slots, in each of which
// some of the CPUs run a thread of the application.
const (
	slotCPUs = 16
	slots    = 16
	slot     = model.Time(62_500_000)
)

// slotTrace is a second in which busy returns for each slot the first CPU in use
// and their number.
func slotTrace(t *testing.T, busy [slots][2]int) *model.Trace {
	t.Helper()
	var b strings.Builder
	fmt.Fprintf(&b, "threadlens-trace 1\ncpus %d\nspan 0s 1s\nos windows\nprocess 9 app.exe\n", slotCPUs)
	for c := range slotCPUs {
		fmt.Fprintf(&b, "thread %d pid=9\n", 100+c)
	}
	for c := range slotCPUs {
		fmt.Fprintf(&b, "0ns cpu%d exists idle state=running\n", c)
	}
	var running [slotCPUs]bool
	for s := range slots + 1 {
		for c := range slotCPUs {
			want := s < slots && (c-busy[s][0]+slotCPUs)%slotCPUs < busy[s][1]
			switch at := model.Time(s) * slot; {
			case want && !running[c]:
				fmt.Fprintf(&b, "%dns cpu%d switch idle %d preempt\n", at, c, 100+c)
			case !want && running[c]:
				fmt.Fprintf(&b, "%dns cpu%d switch %d idle wait win=6\n", at, c, 100+c)
			}
			running[c] = want
		}
	}
	return modeltest.Parse(t, "slots", b.String())
}

// all are the threads of a trace except the idle ones.
func all(tr *model.Trace) []model.ThreadIx { return measure.Visible(tr) }

// everySlot makes the same use of each slot, starting at a CPU that may vary.
func everySlot(n, step int) (busy [slots][2]int) {
	for s := range busy {
		busy[s] = [2]int{s * step % slotCPUs, n}
	}
	return busy
}

// slotsOf uses the given numbers of CPUs in the first slots.
func slotsOf(ns ...int) (busy [slots][2]int) {
	for s, n := range ns {
		busy[2*s%slots+s/8] = [2]int{0, n}
	}
	return busy
}

// TestS11Applications: the four applications by ratio, antiratio, and verdict.
func TestS11Applications(t *testing.T) {
	for _, c := range []struct {
		name             string
		busy             [slots][2]int
		ratio, antiratio float64
		verdict          measure.Verdict
	}{
		{"1: all cores in one slot", slotsOf(16), 6.25, 6.25, measure.VerdictBursty},
		{"2: one core in every slot", everySlot(1, 0), 6.25, 100, measure.VerdictSerial},
		{"3: another core each slot", everySlot(1, 1), 6.25, 100, measure.VerdictSerial},
		{"4: 72 core-slots in 8 slots, even", slotsOf(9, 9, 9, 9, 9, 9, 9, 9), 28.125, 50, measure.VerdictScales},
		{"4: 72 core-slots in 8 slots, uneven", slotsOf(1, 14, 10, 16, 3, 8, 12, 8), 28.125, 50, measure.VerdictScales},
		{"idle", everySlot(0, 0), 0, 0, measure.VerdictNone},
		{"four of sixteen always", everySlot(4, 0), 25, 100, measure.VerdictLimited},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr := slotTrace(t, c.busy)
			got := measure.ConcurrencyOf(tr, all(tr), tr.Whole())
			equal(t, "ratio", 100*got.Ratio(), c.ratio)
			equal(t, "antiratio", 100*got.Antiratio(), c.antiratio)
			equal(t, "verdict", got.Verdict(), c.verdict)
			notes := strings.Join(run(t, "concurrency", tr, measure.Scope{}).Notes, "\n")
			if !strings.Contains(notes, c.verdict.Sentence()) {
				t.Errorf("the report does not give the verdict:\n%s", notes)
			}
		})
	}
}

// TestS13Simultaneity: the array holds 72 core-slots in 8 slots, however they are
// distributed.
func TestS13Simultaneity(t *testing.T) {
	for _, busy := range [][slots][2]int{
		slotsOf(9, 9, 9, 9, 9, 9, 9, 9), slotsOf(1, 14, 10, 16, 3, 8, 12, 8), slotsOf(16, 16, 16, 16, 5, 1, 1, 1),
	} {
		tr := slotTrace(t, busy)
		c := measure.ConcurrencyOf(tr, all(tr), tr.Whole())
		equal(t, "core-slots", c.Running(), 72*slot)
		equal(t, "slots", c.Active(), 8*slot)
		equal(t, "mean while active", c.Parallelism(), 9.0)
	}
}

// TestS11PrintedSums: the one-second sums of an exact program.
func TestS11PrintedSums(t *testing.T) {
	for _, c := range []struct {
		ns   model.Time
		want float64
	}{
		{1_403_244_300, 8.77027687500649},
		{1_498_372_700, 9.3648293750095},
		{1_512_498_900, 9.4531181249984},
		{1_361_147_800, 8.50717374999876},
	} {
		c1 := measure.Concurrency{CPUs: 16, H: []model.Time{1e9 - c.ns/2, 0, c.ns / 2}}
		near(t, fmt.Sprint(c.ns), 100*c1.Ratio(), c.want, 1e-10)
	}
}

// TestS14Clipping: a thread that runs without switches for 10 s is active in each
// of ten windows of 1 s, and one that exits while it runs is counted out once.
func TestS14Clipping(t *testing.T) {
	tr := modeltest.Parse(t, "long", `threadlens-trace 1
cpus 2
span 0s 10s
os windows
process 9 app.exe
thread 1 pid=9
thread 2 pid=9
0s cpu0 exists 1 state=running
0s cpu1 switch idle 2 preempt
2.5s cpu1 exit 2
2.5s cpu1 switch 2 idle dead
`)
	edges := make([]model.Time, 11)
	for i := range edges {
		edges[i] = model.Time(i) * 1e9
	}
	for i, c := range measure.ConcurrencyIn(tr, all(tr)[:1], edges) {
		equal(t, fmt.Sprintf("antiratio of window %d", i), c.Antiratio(), 1.0)
	}
	c := measure.ConcurrencyOf(tr, all(tr), tr.Whole())
	equal(t, "simultaneity", c.H, []model.Time{0, 7_500_000_000, 2_500_000_000})
	table := run(t, "ratios", tr, measure.Scope{Bucket: 1e9})
	equal(t, "rolling ratio", floats(t, table, "ratio_percent"), []float64{100, 100, 75, 50, 50, 50, 50, 50, 50, 50})
}

// TestS13Identity: ratio × CPUs × window is the time that the threads ran, and
// buckets add up to the window, on random damaged traces.
func TestS13Identity(t *testing.T) {
	ps := modeltest.Perturbations()
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 13))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		tr := modeltest.Build(m.CPUs, m.End, ps[int(seed)%len(ps)].Apply(m, rng))
		r, list := randomRange(rng, tr), randomThreads(rng, tr)
		whole := measure.ConcurrencyOf(tr, list, r)
		edges := randomEdges(rng, r, 9)
		sum := make([]model.Time, len(whole.H))
		for _, c := range measure.ConcurrencyIn(tr, list, edges) {
			for k, d := range c.H {
				sum[k] += d
			}
		}
		equal(t, fmt.Sprintf("seed %d: buckets", seed), sum, whole.H)
		var ran model.Time
		for _, ix := range list {
			s := tr.Sums(ix, r)
			ran += s[model.Execution] + s[model.Interrupt]
		}
		equal(t, fmt.Sprintf("seed %d: identity", seed), whole.Running(), ran)
	}
}

// randomEdges divides a range at random; the ends are included.
func randomEdges(rng *rand.Rand, r model.Range, n int) []model.Time {
	edges := []model.Time{r.From, r.To}
	for range n {
		edges = append(edges, r.From+model.Time(rng.Int64N(int64(r.Len())+1)))
	}
	slices.Sort(edges)
	return edges
}

// TestVerdictOfDemand: a thread that runs alone because others have the CPUs is not
// serial. Two CPUs, 100 ms; thread 1 runs all the time, thread 2 is queued for a
// part.
func TestVerdictOfDemand(t *testing.T) {
	for _, c := range []struct {
		queued  int // ms
		verdict measure.Verdict
	}{{25, measure.VerdictSerial}, {26, measure.VerdictCPUs}} { // 25 of 125 ms are 20 %
		tr := modeltest.Parse(t, "demand", fmt.Sprintf(`threadlens-trace 1
cpus 2
span 0ms 100ms
os linux
process 9 app target
process 8 other other
thread 1 pid=9
thread 2 pid=9
thread 3 pid=8
0ms cpu0 switch idle 1 preempt
0ms cpu1 switch idle 3 preempt
0ms cpu1 exists 2 state=waiting
%dms cpu1 wake 2 ctx=timer to=1
`, 100-c.queued))
		threads := all(tr)[:2]
		got := measure.ConcurrencyOf(tr, threads, tr.Whole())
		equal(t, "queued", got.Queued, model.Time(c.queued)*1e6)
		equal(t, "verdict", got.Verdict(), c.verdict)
		notes := run(t, "ratios", tr, measure.Scope{Threads: threads}).Notes
		equal(t, "of the rolling figures", notes[len(notes)-1], c.verdict.Sentence())
	}
}

// TestVerdictLimits: each verdict at the limit from which it changes.
func TestVerdictLimits(t *testing.T) {
	for _, c := range []struct {
		name   string
		h      []model.Time
		cpus   int
		queued model.Time
		want   measure.Verdict
	}{
		{"nobody", []model.Time{9}, 4, 5, measure.VerdictNone},
		{"one CPU", []model.Time{0, 4}, 1, 1, measure.VerdictNone},
		{"a fifth queued", []model.Time{0, 4, 4}, 4, 3, measure.VerdictLimited},
		{"more than that", []model.Time{0, 4, 4}, 4, 4, measure.VerdictCPUs},
		{"just serial", []model.Time{0, 5, 4}, 4, 0, measure.VerdictSerial},
		{"half a second thread", []model.Time{0, 4, 4}, 4, 0, measure.VerdictLimited},
		{"just on half of the CPUs", []model.Time{0, 4, 4}, 3, 0, measure.VerdictScales},
		{"for half of the time", []model.Time{8, 4, 4}, 4, 0, measure.VerdictLimited},
		{"for less", []model.Time{9, 4, 4}, 4, 0, measure.VerdictBursty},
	} {
		equal(t, c.name, measure.Concurrency{H: c.h, CPUs: c.cpus, Queued: c.queued}.Verdict(), c.want)
	}
}
