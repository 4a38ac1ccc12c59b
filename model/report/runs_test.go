package report_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// TestRunsAndPreemptedTimes: the rows of any window are the lengths that another walk over the
// threads collects, and their distributions count them.
func TestRunsAndPreemptedTimes(t *testing.T) {
	n := map[string]int{}
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 2))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		tr := modeltest.Build(m.CPUs, m.End, m.Events)
		from := model.Time(rng.Int64N(int64(tr.End)))
		for _, r := range []model.Range{tr.Whole(), {From: from, To: tr.End}, {To: from + 1}} {
			for name, c := range map[string]struct {
				metric measure.Metric
				naive  func(*model.Trace, model.ThreadIx, model.Range) []int64
			}{"runs": {measure.MetricSlice, naiveRuns}, "preempted": {measure.MetricPreempted, naivePreempted}} {
				s := measure.Scope{Range: r, Metric: c.metric, GroupBy: measure.GroupAll}
				var got, want []int64
				for row := range run(t, name, tr, s).All() {
					if row[2].Int-row[1].Int != row[3].Int || !r.Contains(model.Time(row[2].Int)) && row[2].Int != int64(r.To) {
						t.Fatalf("seed %d, %v: %v", seed, r, row)
					}
					got = append(got, row[3].Int)
				}
				for _, ix := range measure.Visible(tr) {
					want = append(want, c.naive(tr, ix, r)...)
				}
				slices.Sort(got)
				slices.Sort(want)
				counted := 0
				for row := range run(t, "histogram", tr, s).All() {
					counted += int(row[2].Int)
				}
				if !slices.Equal(got, want) || counted != len(want) {
					t.Errorf("seed %d, %s in %v: %d rows, %d counted, want %d", seed, name, r, len(got), counted, len(want))
				}
				n[name] += len(want)
			}
		}
	}
	if n["runs"] < 100 || n["preempted"] < 100 {
		t.Errorf("%v in all", n)
	}
}

// naiveRuns are the lengths of the runs of a thread between its episodes off the CPU.
func naiveRuns(tr *model.Trace, ix model.ThreadIx, r model.Range) (list []int64) {
	from := model.Time(-1)
	end := func(at model.Time) {
		if from >= 0 && at > from && r.Contains(at-1) { // of no length is no run
			list = append(list, int64(at-from))
		}
	}
	for e := range tr.Episodes(ix, tr.Whole()) {
		// What the thread did next must be known.
		if e.First > e.Last || tr.Segment(ix, e.First).State != model.Unknown {
			end(e.Out)
		}
		if from = e.In; e.Open {
			from = -1
		}
	}
	if th := &tr.Threads[ix]; th.Ended {
		end(th.Life.To)
	}
	return list
}

// naivePreempted are the preempted times of the scheduling statistics.
func naivePreempted(tr *model.Trace, ix model.ThreadIx, r model.Range) (list []int64) {
	var d model.Delays
	tr.Delays(ix, r, &d)
	for _, v := range d.Preempted {
		list = append(list, int64(v))
	}
	return list
}

// TestRunCells: where a thread ran and why it left the CPU, who took it, and which runs have a
// sample in a function.
func TestRunCells(t *testing.T) {
	tr := modeltest.Parse(t, "runs.tltxt", "threadlens-trace 1\ncpus 2\nspan 0ns 100us\nos linux\nprocess 10 \"app\" target\n"+
		"thread 1 pid=10\nthread 2 pid=10\nstack 1 \"app!hot\" \"app!main\"\nstack 2 \"app!cold\" \"app!main\"\n"+
		"10us cpu1 switch idle 1 preempt\n15us cpu1 sample 1 stack=1\n20us cpu1 switch 1 2 preempt\n30us cpu1 switch 2 1 wait linux=S\n"+
		"35us cpu1 sample 1 stack=2\n45us cpu1 switch 1 idle wait linux=S\n")
	texts := func(name string, s measure.Scope) (list []string) {
		for _, row := range gather(run(t, name, tr, s)) {
			list = append(list, rowText(row))
		}
		return list
	}
	equal(t, "runs", texts("runs", measure.Scope{}), []string{
		"1.0 | 10000 | 20000 | 10000 | 1 | Preempted | Runnable",
		"1.0 | 30000 | 45000 | 15000 | 1 | Waiting | Interruptible",
		"2.0 | 20000 | 30000 | 10000 | 1 | Waiting | Interruptible",
	})
	equal(t, "preempted", texts("preempted", measure.Scope{}), []string{"1.0 | 20000 | 30000 | 10000 | 2.0 | Runnable | 1"})
	for function, want := range map[string]int{"app!hot": 1, "app!cold": 1, "app!main": 2, "app!nobody": 0} {
		s := measure.Scope{Kind: measure.WaitKind{Function: function}, Metric: measure.MetricSlice, GroupBy: measure.GroupAll}
		n := 0
		for _, row := range gather(run(t, "histogram", tr, s)) {
			n += int(row[2].Int)
		}
		if got := len(texts("runs", s)); got != want || n != want {
			t.Errorf("%s: %d runs, %d counted, want %d", function, got, n, want)
		}
	}
	for reason, want := range map[model.Sub]int{model.SubRunnable: 1, model.SubHigherPriority: 0} {
		s := measure.Scope{Kind: measure.WaitKind{Reasons: []model.Sub{reason}}, Metric: measure.MetricPreempted, GroupBy: measure.GroupAll}
		if rows, bins := texts("preempted", s), texts("histogram", s); len(rows) != want || len(bins) != want {
			t.Errorf("%v: %v, %v", reason, rows, bins)
		}
	}
	if got := texts("runs", measure.Scope{Lasting: model.Range{From: 10_001, To: 15_001}}); len(got) != 1 {
		t.Errorf("longer ones: %v", got)
	}
}
