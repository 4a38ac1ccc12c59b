package analysis_test

import (
	"math/rand/v2"
	"testing"

	"threadlens/model"
	"threadlens/model/analysis"
	"threadlens/model/modeltest"
)

// TestCauses compares what the findings ask, on random damaged traces and windows,
// with what the reports tell by other ways.
func TestCauses(t *testing.T) {
	ps := modeltest.Perturbations()
	for i := range 200 {
		seed := uint64(i)
		rng := rand.New(rand.NewPCG(seed, 15))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		tr := modeltest.Build(m.CPUs, m.End, ps[i%len(ps)].Apply(m, rng))
		r, threads := randomRange(rng, tr), randomThreads(rng, tr)
		starvedAddsUp(t, tr, threads, r)
		forkJoinAddsUp(t, tr, threads, r)
		overlapAddsUp(t, tr, threads, r)
		var queued, had model.Time
		for _, a := range analysis.Antagonists(tr, threads, r) {
			had += a.Ready + a.Preempted
		}
		for _, ix := range threads {
			for _, s := range tr.Queued(ix, r) {
				queued += s.Len()
			}
		}
		equal(t, "time of antagonists", had, queued)
		if t.Failed() {
			t.Fatalf("seed %d, %v", seed, ps[i%len(ps)])
		}
	}
}

// starvedAddsUp: all stretches together are the lost parallelism of the queue, and
// the long ones are those of them that are long.
func starvedAddsUp(t *testing.T, tr *model.Trace, threads []model.ThreadIx, r model.Range) {
	t.Helper()
	var want, got, long model.Time
	for _, d := range analysis.QueueOf(tr, threads, r, analysis.Clock{Tick: analysis.Tick}).Starved {
		want += d
	}
	const least = 20_000
	end := model.Time(-1)
	for _, s := range analysis.Starved(tr, threads, r, 1) {
		got += s.Len()
		if s.Len() >= least {
			long += s.Len()
		}
		if s.From <= end || s.Clip(r) != s {
			t.Errorf("stretch %v after %d in %v", s, end, r)
		}
		end = s.To
	}
	equal(t, "starved", got, want)
	for _, s := range analysis.Starved(tr, threads, r, least) {
		long -= s.Len()
	}
	equal(t, "long stretches", long, model.Time(0))
}

// forkJoinAddsUp: the times in which each thread runs alone are the time in which
// exactly one does.
func forkJoinAddsUp(t *testing.T, tr *model.Trace, threads []model.ThreadIx, r model.Range) {
	t.Helper()
	c := analysis.ConcurrencyOf(tr, threads, r)
	var alone model.Time
	for _, main := range threads {
		f := analysis.ForkJoinOf(tr, threads, main, r, 1)
		equal(t, "active", f.Active, c.Active())
		equal(t, "one", f.One, c.H[1])
		alone += f.Alone
		end := r.From - 1
		for _, s := range f.Serial {
			if s.From <= end || s.Clip(r) != s || s.Len() == 0 {
				t.Errorf("turn %v after %d in %v", s, end, r)
			}
			end = s.To
		}
	}
	if len(threads) > 0 {
		equal(t, "alone", alone, c.H[1])
	}
}

// overlapAddsUp: a thread's own I/O is its time of that category, which nothing
// else of it overlaps; and a window is as much as its halves.
func overlapAddsUp(t *testing.T, tr *model.Trace, threads []model.ThreadIx, r model.Range) {
	t.Helper()
	for _, ix := range threads {
		io := tr.Sums(ix, r)[model.IO]
		equal(t, "one thread", analysis.IOOverlapOf(tr, []model.ThreadIx{ix}, r, nil), analysis.IOOverlap{Any: io, One: io})
	}
	mid := r.From + r.Len()/2
	sum := analysis.IOOverlapOf(tr, threads, model.Range{From: r.From, To: mid}, nil)
	b := analysis.IOOverlapOf(tr, threads, model.Range{From: mid, To: r.To}, nil)
	sum.Any, sum.Working, sum.One = sum.Any+b.Any, sum.Working+b.Working, sum.One+b.One
	equal(t, "halves", sum, analysis.IOOverlapOf(tr, threads, r, nil))
}
