package report_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// TestCauses compares the measures that findings use, on random damaged traces and
// windows, with what the reports compute in other ways.
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
		runnableAddsUp(t, tr, threads, r)
		var queued, had model.Time
		for _, a := range report.Antagonists(tr, threads, r) {
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
// the long ones are exactly those that are long enough.
func starvedAddsUp(t *testing.T, tr *model.Trace, threads []model.ThreadIx, r model.Range) {
	t.Helper()
	var want, got, long model.Time
	for _, d := range runqueue.QueueOf(tr, threads, r, measure.Clock{Tick: measure.Tick}).Starved {
		want += d
	}
	const least = 20_000
	end := model.Time(-1)
	for _, s := range runqueue.Starved(tr, threads, r, 1) {
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
	for _, s := range runqueue.Starved(tr, threads, r, least) {
		long -= s.Len()
	}
	equal(t, "long stretches", long, model.Time(0))
}

// forkJoinAddsUp: how many threads take part, against a count at every instant at which
// one of their segments starts or ends.
func forkJoinAddsUp(t *testing.T, tr *model.Trace, threads []model.ThreadIx, r model.Range) {
	t.Helper()
	r = r.Clip(tr.Whole())
	for _, main := range threads {
		f := measure.ForkJoinOf(tr, threads, main, r, 1)
		active, one, alone := takingPart(tr, threads, main, r)
		equal(t, "active", f.Active, active)
		equal(t, "one", f.One, one)
		equal(t, "alone", f.Alone, alone)
		end := r.From - 1
		for _, s := range f.Serial {
			if s.From <= end || s.Clip(r) != s || s.Len() == 0 {
				t.Errorf("turn %v after %d in %v", s, end, r)
			}
			end = s.To
		}
	}
}

// edgesOf are the instants in r at which a segment of a thread starts, or its life ends.
func edgesOf(tr *model.Trace, threads []model.ThreadIx, r model.Range) []model.Time {
	edges := []model.Time{r.From, r.To}
	for _, ix := range threads {
		for s := range tr.Segments(ix, r) {
			edges = append(edges, s.Clip(r).From)
		}
		if to := tr.Threads[ix].Life.To; r.Contains(to) {
			edges = append(edges, to)
		}
	}
	slices.Sort(edges)
	return slices.Compact(edges)
}

// runnableAddsUp: how long more than n threads are runnable, against a count between
// all instants at which that can change.
func runnableAddsUp(t *testing.T, tr *model.Trace, threads []model.ThreadIx, r model.Range) {
	t.Helper()
	r = r.Clip(tr.Whole())
	var want [4]model.Time
	edges := edgesOf(tr, threads, r)
	for i := range len(edges) - 1 {
		n := 0
		for _, ix := range threads {
			if s, ok := tr.SegmentAt(ix, edges[i]); ok && (s.State == model.Running || s.State.Queued()) {
				n++
			}
		}
		for k := range min(n, len(want)) {
			want[k] += edges[i+1] - edges[i]
		}
	}
	for n := range want {
		equal(t, "runnable", measure.RunnableOver(tr, threads, r, n), want[n])
	}
}

// takingPart is how long any thread takes part, how long exactly one, and how long only
// the main one.
func takingPart(tr *model.Trace, threads []model.ThreadIx, main model.ThreadIx, r model.Range) (active, one, alone model.Time) {
	edges := edgesOf(tr, threads, r)
	for i := range len(edges) - 1 {
		n, itself := 0, false
		for _, ix := range threads {
			s, ok := tr.SegmentAt(ix, edges[i])
			if ok && (s.State == model.Running || ix != main && s.State.Queued()) {
				n++
				itself = itself || ix == main
			}
		}
		d := edges[i+1] - edges[i]
		if n == 0 {
			continue
		}
		active += d
		if n == 1 {
			one += d
			if itself {
				alone += d
			}
		}
	}
	return active, one, alone
}

// TestLostOf: as many things may be lost as at twice their rate while no CPU was blind,
// plus one.
func TestLostOf(t *testing.T) {
	for _, c := range []struct {
		n                   int
		blind, window, want model.Time
	}{
		{10, 0, 100, 0}, {10, 1, 100, 1}, {10, 4, 100, 1}, {10, 5, 105, 2}, {10, 50, 100, 21}, {0, 50, 100, 1}, {10, 99, 100, 1981}, {10, 100, 100, 11}, {10, 101, 100, 11},
	} {
		equal(t, "lost", model.Time(measure.LostOf(c.n, c.blind, c.window)), c.want)
	}
}

// overlapAddsUp: a single thread's I/O is its time in that category, without
// overlap; and a window is the sum of its halves.
func overlapAddsUp(t *testing.T, tr *model.Trace, threads []model.ThreadIx, r model.Range) {
	t.Helper()
	for _, ix := range threads {
		io := tr.Sums(ix, r)[model.IO]
		equal(t, "one thread", measure.IOOverlapOf(tr, []model.ThreadIx{ix}, r, nil), measure.IOOverlap{Any: io, One: io})
	}
	mid := r.From + r.Len()/2
	sum := measure.IOOverlapOf(tr, threads, model.Range{From: r.From, To: mid}, nil)
	b := measure.IOOverlapOf(tr, threads, model.Range{From: mid, To: r.To}, nil)
	sum.Any, sum.Working, sum.One = sum.Any+b.Any, sum.Working+b.Working, sum.One+b.One
	equal(t, "halves", sum, measure.IOOverlapOf(tr, threads, r, nil))
}
