package report_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// TestReadyTimes: the rows of any window are the latencies of the scheduling statistics,
// which another walk over the threads collects.
func TestReadyTimes(t *testing.T) {
	n := 0
	for seed := range uint64(40) {
		rng := rand.New(rand.NewPCG(seed, 1))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		tr := modeltest.Build(m.CPUs, m.End, m.Events)
		from := rng.Int64N(int64(tr.End))
		for _, r := range []model.Range{tr.Whole(), {From: model.Time(from), To: tr.End}, {To: model.Time(from) + 1}} {
			var got, want []int64
			for row := range run(t, "ready", tr, measure.Scope{Range: r}).All() {
				if row[2].Int-row[1].Int != row[3].Int || !r.Contains(model.Time(row[2].Int)) {
					t.Fatalf("seed %d, %v: %v", seed, r, row)
				}
				got = append(got, row[3].Int)
			}
			for _, ix := range measure.Visible(tr) {
				var d model.Delays
				tr.Delays(ix, r, &d)
				for _, v := range d.Ready {
					want = append(want, int64(v))
				}
			}
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Errorf("seed %d, %v: %d ready times, want %d", seed, r, len(got), len(want))
			}
			n += len(want)
		}
	}
	if n < 100 {
		t.Errorf("%d ready times in all", n)
	}
}

// TestReadyTimeCells: which thread was made ready when and by which, and where it ran.
func TestReadyTimeCells(t *testing.T) {
	tr := modeltest.Parse(t, "ready.tltxt", "threadlens-trace 1\ncpus 2\nspan 0ns 100us\nos linux\nprocess 10 \"app\" target\n"+
		"thread 1 pid=10\nthread 2 pid=10\n"+
		"10us cpu0 switch idle 1 preempt\n10us cpu1 switch idle 2 preempt\n20us cpu1 switch 2 idle wait linux=S\n"+
		"30us cpu0 wake 2\n37us cpu1 switch idle 2 preempt\n")
	rows := gather(run(t, "ready", tr, measure.Scope{}))
	if len(rows) != 1 {
		t.Fatalf("%d rows", len(rows))
	}
	equal(t, "row", rowText(rows[0]), "2.0 | 30000 | 37000 | 7000 | 1.0 | 1")
}
