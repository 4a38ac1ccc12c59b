package report_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// randomTraces calls f with random damaged traces and a random window of each.
func randomTraces(t *testing.T, n int, f func(rng *rand.Rand, tr *model.Trace, r model.Range)) {
	ps := modeltest.Perturbations()
	for i := range n {
		seed := uint64(i)
		rng := rand.New(rand.NewPCG(seed, 12))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		tr := modeltest.Build(m.CPUs, m.End, ps[i%len(ps)].Apply(m, rng))
		f(rng, tr, randomRange(rng, tr))
		if t.Failed() {
			t.Fatalf("seed %d, %v", seed, ps[i%len(ps)])
		}
	}
}

func emulate(t *testing.T, tr *model.Trace, r model.Range, c measure.Clock) *measure.Emulation {
	t.Helper()
	e, err := measure.Emulate(t.Context(), tr, r, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// randomClock has a period of at most a tenth of the trace.
func randomClock(rng *rand.Rand, tr *model.Trace) measure.Clock {
	tick := 1 + model.Time(rng.Int64N(max(1, int64(tr.End)/10)))
	return measure.Clock{Tick: tick, Phase: model.Time(rng.Int64N(int64(tick)))}
}

// TestPhasesDense: with a period of 32 ns the 32 phases are all possible ones, and
// in a window of whole periods their sampled times average to the exact time; also
// in one shorter than a period, in which not every phase has a tick.
func TestPhasesDense(t *testing.T) {
	randomTraces(t, 100, func(rng *rand.Rand, tr *model.Trace, r model.Range) {
		if whole := r.Len() / measure.Phases * measure.Phases; whole > 0 {
			r.To = r.From + whole
		}
		e := emulate(t, tr, r, measure.Clock{Tick: measure.Phases, Phase: model.Time(rng.IntN(measure.Phases))})
		for ix := range tr.Threads {
			c := e.Thread(model.ThreadIx(ix))
			var gross model.Time
			for s := range tr.Segments(model.ThreadIx(ix), r) {
				if s.State == model.Running {
					gross += s.Overlap(r)
				}
			}
			if spread := e.Spread(&c); c.Exact != gross || math.Abs(spread.Mean-float64(gross)) > 1e-9*float64(gross) {
				t.Errorf("%v: exact %d, mean of the phases %v, want %d", r, c.Exact, spread.Mean, gross)
			}
		}
	})
}

// TestPhases: the hits of every phase are those of the occupants just before its
// ticks.
func TestPhases(t *testing.T) {
	randomTraces(t, 60, func(rng *rand.Rand, tr *model.Trace, r model.Range) {
		c := randomClock(rng, tr)
		e := emulate(t, tr, r, c)
		for j := range measure.Phases {
			hits, ticks := map[model.ThreadIx]int64{}, int64(0)
			for at := c.Phase + model.Time(j)*c.Tick/measure.Phases - c.Tick; at <= r.To; at += c.Tick {
				if at <= r.From {
					continue
				}
				ticks++
				for cpu := range tr.Cores {
					s, ok := tr.SliceAt(model.CPU(cpu), at-1)
					if ix, thread := s.Occupant.Thread(); ok && thread {
						hits[ix]++
					}
				}
			}
			if e.Ticks[j] != ticks {
				t.Errorf("phase %d of %+v in %v: %d ticks, want %d", j, c, r, e.Ticks[j], ticks)
			}
			for ix := range tr.Threads {
				if got := e.Thread(model.ThreadIx(ix)).Hits[j]; got != hits[model.ThreadIx(ix)] {
					t.Errorf("phase %d of %+v in %v: thread %d was hit %d times, want %d", j, c, r, ix, got, hits[model.ThreadIx(ix)])
				}
			}
		}
	})
}

// TestEmulationAddsUp: a window is the sum of its halves, the CPUs are the sum of
// the threads, and the window that of its intervals.
func TestEmulationAddsUp(t *testing.T) {
	randomTraces(t, 150, func(rng *rand.Rand, tr *model.Trace, r model.Range) {
		c := randomClock(rng, tr)
		mid := r.From + model.Time(rng.Int64N(int64(r.Len())))
		whole := emulate(t, tr, r, c)
		a, b := emulate(t, tr, model.Range{From: r.From, To: mid}, c), emulate(t, tr, model.Range{From: mid, To: r.To}, c)
		var all []model.ThreadIx
		for ix := range tr.Threads {
			all = append(all, model.ThreadIx(ix))
			sum, one := a.Thread(model.ThreadIx(ix)), b.Thread(model.ThreadIx(ix))
			sum.Add(&one)
			if got := whole.Thread(model.ThreadIx(ix)); got.Hits != sum.Hits || got.Exact != sum.Exact {
				t.Errorf("I18: thread %d in %v at %d", ix, r, mid)
			}
		}
		threads, machine := whole.Sum(all), whole.Machine()
		if threads.Hits != machine.Hits || threads.Exact != machine.Exact {
			t.Errorf("the threads of %v have %+v, the processors %+v", r, threads, machine)
		}
		list := randomThreads(rng, tr)
		want := whole.Sum(list)
		parts, err := report.Intervals(t.Context(), tr, list, r, 1+r.Len()/model.Time(1+rng.IntN(20)), c)
		if err != nil {
			t.Fatal(err)
		}
		var sum report.Interval
		for _, v := range parts {
			sum.Exact, sum.Hits, sum.Ticks = sum.Exact+v.Exact, sum.Hits+v.Hits, sum.Ticks+v.Ticks
		}
		if sum.Exact != want.Exact || sum.Hits != want.Hits[0] || sum.Ticks != whole.Ticks[0] {
			t.Errorf("the intervals of %v have %+v, the window %d and %d of %d ticks", r, sum, want.Exact, want.Hits[0], whole.Ticks[0])
		}
	})
}

// naive are the time and the ticks of threads in each of 100 intervals of a trace, and the
// time of each thread, one segment and one tick at a time.
type naive struct {
	exact [100]model.Time
	hits  [100]int64
	of    map[model.ThreadIx]model.Time
}

func (n *naive) add(s model.Range, length model.Time, clock measure.Clock) {
	for i := s.From / length; i*length < s.To; i++ {
		r := s.Clip(model.Range{From: i * length, To: (i + 1) * length})
		n.exact[i] += r.Len()
		for at := clock.Phase; at <= r.To; at += clock.Tick {
			if at > r.From { // it is charged to the thread that ran just before
				n.hits[i]++
			}
		}
	}
}

func naively(tr *model.Trace, list []model.ThreadIx, length model.Time, clock measure.Clock) *naive {
	n := &naive{of: map[model.ThreadIx]model.Time{}}
	for _, ix := range list {
		for s := range tr.Segments(ix, tr.Whole()) {
			if s.State == model.Running {
				n.of[ix] += s.Len()
				n.add(s.Range, length, clock)
			}
		}
	}
	return n
}

// TestLongEmulation: on CPUs with more slices than are processed between two checks for
// cancellation, all of them count: the figures of intervals and of all phases are those
// of the threads' own segments.
func TestLongEmulation(t *testing.T) {
	tr := turns(100_000)
	list, clock := measure.Visible(tr), measure.Clock{Tick: 1_000_003, Phase: 17}
	slices := 0
	for range tr.Slices(0, tr.Whole()) {
		slices++
	}
	if slices <= 1<<14 {
		t.Fatalf("only %d slices", slices)
	}
	length := tr.End/100 + 1
	want := naively(tr, list, length, clock)
	got, err := report.Intervals(t.Context(), tr, list, tr.Whole(), length, clock)
	if err != nil || len(got) != len(want.exact) {
		t.Fatalf("%d intervals: %v", len(got), err)
	}
	var all, ticks int64
	for i := range got {
		ticks += want.hits[i]
		if got[i].Exact != want.exact[i] || got[i].Hits != want.hits[i] {
			t.Errorf("interval %d: %d ns and %d ticks, want %d and %d", i, got[i].Exact, got[i].Hits, want.exact[i], want.hits[i])
		}
	}
	e := emulate(t, tr, tr.Whole(), clock)
	for _, ix := range list {
		c := e.Thread(ix)
		if all += c.Hits[0]; c.Exact != want.of[ix] {
			t.Errorf("thread %d ran %d ns, want %d", ix, c.Exact, want.of[ix])
		}
	}
	if all != ticks {
		t.Errorf("the ticks hit threads %d times, want %d", all, ticks)
	}
}

// TestQueueChart: columns and reads are those of the length at each instant.
func TestQueueChart(t *testing.T) {
	randomTraces(t, 60, func(rng *rand.Rand, tr *model.Trace, r model.Range) {
		list, n := randomThreads(rng, tr), 1+rng.IntN(40)
		clock := randomClock(rng, tr)
		c, err := runqueue.QueueChartOf(tr, list, r, n, clock)
		if err != nil {
			t.Fatal(err)
		}
		at := func(x model.Time) (k int) {
			for _, ix := range list {
				if s, ok := tr.SegmentAt(ix, x); ok && s.State.Queued() {
					k++
				}
			}
			return k
		}
		for _, read := range c.Reads {
			late := ownWakes(tr, read.At, clock.Tick)
			if !r.Contains(late) {
				late = read.At
			}
			if read.Length != at(late) || read.Before != at(max(0, read.At-1)) || !r.Contains(read.At) || (read.At-clock.Phase)%clock.Tick != 0 {
				t.Errorf("read %+v in %v, want %d at %d, %d before", read, r, at(late), late, at(max(0, read.At-1)))
			}
		}
		q := runqueue.QueueOf(tr, list, r, clock)
		if _, reads := q.Read(); int(reads) != len(c.Reads) {
			t.Errorf("%d reads, the queue has %d", len(c.Reads), reads)
		}
		columnsFit(t, c.Columns, &q, r)
		own := q.Unplaced.Integral()
		for _, h := range q.Own {
			own += h.Integral()
			if h.Window() != r.Len() {
				t.Errorf("a processor's queue lasts %d of %d", h.Window(), r.Len())
			}
		}
		if own != q.Integral() {
			t.Errorf("the processors' queues hold %d, all %d", own, q.Integral())
		}
	})
}

// ownWakes is when the last wake that closely follows a tick is issued, the tick
// itself if there is none.
func ownWakes(tr *model.Trace, tick, period model.Time) model.Time {
	var wakes []model.Time
	for _, ix := range measure.Visible(tr) {
		for ctx, at := range tr.Wakes(ix, model.Range{From: tick, To: tick + min(period, 500_000)}) {
			if ctx == model.CtxTimer || ctx == model.CtxIsr || ctx == model.CtxDpc {
				wakes = append(wakes, at)
			}
		}
	}
	slices.Sort(wakes)
	last := tick
	for _, at := range wakes {
		if at-last <= 50_000 {
			last = at
		}
	}
	return last
}

// columnsFit compares the columns of a chart with the queue of its window.
func columnsFit(t *testing.T, columns []runqueue.QueueColumn, q *runqueue.Queue, r model.Range) {
	t.Helper()
	var mean float64
	least, most := math.MaxInt, 0
	for _, col := range columns {
		least, most = min(least, col.Min), max(most, col.Max)
		mean += col.Mean / float64(len(columns))
		if col.Mean < float64(col.Min) || col.Mean > float64(col.Max) {
			t.Errorf("column %+v", col)
		}
	}
	if most != q.Max() || r.Len() > model.Time(len(columns)) && least != q.Min() {
		t.Errorf("columns from %d to %d, queue from %d to %d", least, most, q.Min(), q.Max())
	}
	if r.Len() > 1000*model.Time(len(columns)) && math.Abs(mean-q.Mean()) > 0.01*q.Mean()+1e-6 {
		t.Errorf("mean of %d columns %v, of the queue %v", len(columns), mean, q.Mean())
	}
}

// TestQueueAddsUp: a window is the sum of its halves.
func TestQueueAddsUp(t *testing.T) {
	randomTraces(t, 100, func(rng *rand.Rand, tr *model.Trace, r model.Range) {
		list, clock := randomThreads(rng, tr), randomClock(rng, tr)
		mid := r.From + model.Time(rng.Int64N(int64(r.Len())))
		whole := runqueue.QueueOf(tr, list, r, clock)
		a := runqueue.QueueOf(tr, list, model.Range{From: r.From, To: mid}, clock)
		b := runqueue.QueueOf(tr, list, model.Range{From: mid, To: r.To}, clock)
		at := func(h []model.Time, k int) model.Time {
			if k < len(h) {
				return h[k]
			}
			return 0
		}
		for k := range whole.H {
			if whole.H[k] != at(a.H, k)+at(b.H, k) || whole.Starved[k] != at(a.Starved, k)+at(b.Starved, k) {
				t.Errorf("I18: length %d of %v at %d", k, r, mid)
			}
		}
		da, db, d := queueDelays(tr, list, model.Range{From: r.From, To: mid}), queueDelays(tr, list, model.Range{From: mid, To: r.To}), queueDelays(tr, list, r)
		if d.Both.Total != da.Both.Total+db.Both.Total || d.Both.N != d.Ready.N+d.Preempted.N || d.Both.Total != d.Ready.Total+d.Preempted.Total {
			t.Errorf("I18: delays of %v at %d: %+v and %+v make %+v", r, mid, da.Both, db.Both, d.Both)
		}
		count := func(r model.Range) (n int64) {
			for _, bin := range report.SlicesOf(tr, list, model.AllCPUs, r, measure.Tick) {
				n += bin.N
			}
			return n
		}
		if got, want := count(r), count(model.Range{From: r.From, To: mid})+count(model.Range{From: mid, To: r.To}); got != want {
			t.Errorf("I18: %d slices of %v, of its halves %d", got, r, want)
		}
	})
}

// TestQueuePieces: a window with so many changes that it is processed in pieces,
// each radix-sorted, is the sum of windows that are not.
func TestQueuePieces(t *testing.T) {
	tr := turns(100_000)
	list, clock := measure.Visible(tr), measure.Clock{Tick: 100_000}
	whole := runqueue.QueueOf(tr, list, tr.Whole(), clock)
	var sum measure.Lengths
	ticks := make([]int64, len(whole.Ticks))
	const n = 1000
	for i := range model.Time(n) {
		q := runqueue.QueueOf(tr, list, model.Range{From: tr.End * i / n, To: tr.End * (i + 1) / n}, clock)
		for k, d := range q.H {
			for len(sum) <= k {
				sum = append(sum, 0)
			}
			sum[k] += d
			ticks[k] += q.Ticks[k]
		}
	}
	if whole.Max() == 0 {
		t.Errorf("nobody queues: %v", whole.H)
	}
	equal(t, "lengths", whole.H, sum)
	equal(t, "ticks", whole.Ticks, ticks)
}

// TestEmulateStops: the emulation reports its progress up to the end, and stops
// when it is cancelled.
func TestEmulateStops(t *testing.T) {
	tr, _ := seven(t)
	last := -1.0
	if _, err := measure.Emulate(t.Context(), tr, tr.Whole(), measure.Clock{Tick: measure.Tick}, func(done float64) {
		if done < last {
			t.Errorf("progress from %v to %v", last, done)
		}
		last = done
	}); err != nil || last != 1 {
		t.Errorf("progress ends at %v: %v", last, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := measure.Emulate(ctx, tr, tr.Whole(), measure.Clock{Tick: measure.Tick}, nil); err == nil {
		t.Error("not stopped")
	}
}

// TestImpossibleClocks: a report rejects clocks that cannot be emulated.
func TestImpossibleClocks(t *testing.T) {
	tr, _ := seven(t)
	for _, s := range []measure.Scope{{Tick: -1}, {Tick: 999}, {Tick: 3601 * sec}, {Tick: ms, Phase: ms}, {Phase: -1}, {Phase: measure.Tick}} {
		if _, err := run1(tr, s); err == nil {
			t.Errorf("no error for %+v", s)
		}
	}
	if _, err := run1(tr, measure.Scope{Tick: 1000, Phase: 999}); err != nil {
		t.Error(err)
	}
}

func run1(tr *model.Trace, s measure.Scope) (*report.Table, error) {
	a, _ := report.Find("sampling")
	return a.Run(tr, s)
}

// queueDelays sums up the queue delays of threads that end in r.
func queueDelays(tr *model.Trace, threads []model.ThreadIx, r model.Range) measure.QueueDelay {
	return measure.SumDelays(measure.GatherDelays(tr, threads, r))
}
