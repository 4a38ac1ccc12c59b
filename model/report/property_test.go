package report_test

import (
	"math/rand/v2"
	"testing"

	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// TestIdentities checks the conservation laws of the reports on random damaged
// traces and random windows.
func TestIdentities(t *testing.T) {
	ps := modeltest.Perturbations()
	for i := range 400 {
		seed := uint64(i)
		rng := rand.New(rand.NewPCG(seed, 11))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		tr := modeltest.Build(m.CPUs, m.End, ps[i%len(ps)].Apply(m, rng))
		for range 5 {
			r := randomRange(rng, tr)
			utilizationAddsUp(t, tr, r, rng)
			concurrencyAddsUp(t, tr, r, randomThreads(rng, tr))
			queueAddsUp(t, tr, r, randomThreads(rng, tr))
			profileAddsUp(t, tr, r, rng)
			if err := modeltest.CheckWaits(tr, randomThreads(rng, tr), r); err != nil {
				t.Error(err)
			}
		}
		tablesRun(t, tr, randomRange(rng, tr))
		if t.Failed() {
			t.Fatalf("seed %d, %v", seed, ps[i%len(ps)])
		}
	}
}

// randomRange is a random window that is not empty.
func randomRange(rng *rand.Rand, tr *model.Trace) model.Range {
	r := modeltest.Window(tr, rng)
	if r.Len() == 0 {
		r = model.Range{From: min(r.From, tr.End-1), To: min(r.From, tr.End-1) + 1}
	}
	return r
}

func randomThreads(rng *rand.Rand, tr *model.Trace) []model.ThreadIx {
	list := []model.ThreadIx{}
	for i := range tr.Threads {
		if rng.IntN(3) > 0 && !tr.Threads[i].Idle {
			list = append(list, model.ThreadIx(i))
		}
	}
	return list
}

// known counts the CPUs that have a state at any time.
func known(tr *model.Trace) (n model.Time) {
	for i := range tr.Cores {
		if tr.Cores[i].Known {
			n++
		}
	}
	return n
}

// utilizationAddsUp: every bucket of length β holds C·β for C CPUs, and all buckets
// together what one bucket over the window holds.
func utilizationAddsUp(t *testing.T, tr *model.Trace, r model.Range, rng *rand.Rand) {
	g, err := measure.FindTarget(tr, filter.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	bucket := 1 + r.Len()/model.Time(1+rng.IntN(30))
	use, err := measure.Utilization(tr, r, bucket, g)
	if err != nil {
		t.Fatal(err)
	}
	whole, err := measure.Utilization(tr, r, r.Len(), g)
	if err != nil {
		t.Fatal(err)
	}
	var all measure.Use
	for i := range use {
		from := r.From + model.Time(i)*bucket
		length := min(bucket, r.To-from)
		if got := use[i].Total(); got != known(tr)*length {
			t.Errorf("I16: bucket %d of %v holds %d, want %d × %d", i, r, got, known(tr), length)
		}
		all.Target += use[i].Target
		all.Other += use[i].Other
		all.System += use[i].System
		all.Idle += use[i].Idle
		all.ISR += use[i].ISR
		all.DPC += use[i].DPC
		all.Unknown += use[i].Unknown
		all.Offline += use[i].Offline
	}
	equal(t, "I18: sum of the buckets", all, whole[0])
}

// concurrencyAddsUp: the histogram adds up to the window and to the threads'
// running time, and both ratios are within bounds.
func concurrencyAddsUp(t *testing.T, tr *model.Trace, r model.Range, list []model.ThreadIx) {
	c := measure.ConcurrencyOf(tr, list, r)
	var gross model.Time
	for _, ix := range list {
		s := tr.Sums(ix, r)
		gross += s[model.Execution] + s[model.Interrupt]
	}
	if c.Window() != r.Len() || c.Running() != gross || len(c.H) != c.CPUs+1 {
		t.Errorf("I13: %v in %v: window %d, running %d of %d", c.H, r, c.Window(), c.Running(), gross)
	}
	const eps = 1e-12
	ratio, anti := c.Ratio(), c.Antiratio()
	if ratio > anti+eps || anti > 1+eps || anti > float64(c.CPUs)*ratio+eps {
		t.Errorf("I14: ratio %v, antiratio %v on %d processors", ratio, anti, c.CPUs)
	}
}

// queueAddsUp: the integral of the queue is the queue time, and parts add up to the
// window.
func queueAddsUp(t *testing.T, tr *model.Trace, r model.Range, list []model.ThreadIx) {
	q := runqueue.QueueOf(tr, list, r, measure.Clock{Tick: measure.Tick})
	var queued model.Time
	for _, ix := range list {
		for s := range tr.Segments(ix, r) {
			if s.State.Queued() {
				queued += s.Overlap(r)
			}
		}
	}
	if q.Window() != r.Len() || q.Integral() != queued {
		t.Errorf("I12: in %v: window %d, integral %d, queue time %d", r, q.Window(), q.Integral(), queued)
	}
	for k, d := range q.Starved {
		if d < 0 || d > q.H[k] || k == 0 && d != 0 {
			t.Errorf("lost parallelism at length %d: %d of %d", k, d, q.H[k])
		}
	}
	if _, n := q.Sampled(); n != int64(r.To/measure.Tick-r.From/measure.Tick) {
		t.Errorf("%d ticks in %v", n, r)
	}
}

// profileAddsUp: the sum of a profile is the threads' life in the window, and a
// window is the sum of its halves.
func profileAddsUp(t *testing.T, tr *model.Trace, r model.Range, rng *rand.Rand) {
	list := randomThreads(rng, tr)
	var life model.Time
	for _, ix := range list {
		life += r.Overlap(tr.Threads[ix].Life)
	}
	table := run(t, "profile", tr, measure.Scope{Range: r, Threads: list})
	if got := model.Time(table.Total[1].Int); got != life {
		t.Errorf("I7: profile of %v sums to %d, lives to %d", r, got, life)
	}
	mid := r.From + model.Time(rng.Int64N(int64(r.Len())))
	if mid == r.From {
		return
	}
	whole := column(t, table, "time_ns")
	a := column(t, run(t, "profile", tr, measure.Scope{Range: model.Range{From: r.From, To: mid}, Threads: list}), "time_ns")
	b := column(t, run(t, "profile", tr, measure.Scope{Range: model.Range{From: mid, To: r.To}, Threads: list}), "time_ns")
	for i := range whole {
		if a[i]+b[i] != whole[i] {
			t.Errorf("I18: category %d of %v: %d + %d, want %d", i, r, a[i], b[i], whole[i])
		}
	}
}

// tablesRun runs every report: rows fit their columns, and the same question has
// the same answer.
func tablesRun(t *testing.T, tr *model.Trace, r model.Range) {
	for _, a := range report.List() {
		one, err := a.Run(tr, measure.Scope{Range: r})
		if err != nil {
			t.Errorf("%s: %v", a.Name, err)
			continue
		}
		two, err := a.Run(tr, measure.Scope{Range: r})
		if err != nil || one.Name != a.Name {
			t.Errorf("%s calls itself %s: %v", a.Name, one.Name, err)
		}
		rows := gather(one)
		equal(t, a.Name+" again", gather(two), rows)
		for _, row := range append(rows, one.Total) {
			if len(row) != len(one.Columns) && row != nil {
				t.Errorf("%s: a row of %d cells for %d columns", a.Name, len(row), len(one.Columns))
			}
			for i, v := range row {
				if c := one.Columns[i]; v.Kind != report.KindNone && v.Kind != c.Kind && row[0].Text != "Total" && row[0].Text != "Average" {
					t.Errorf("%s: a cell of kind %d in column %s of kind %d", a.Name, v.Kind, c.Name, c.Kind)
				}
			}
		}
	}
}

func gather(table *report.Table) [][]report.Value {
	var rows [][]report.Value
	for row := range table.All() {
		rows = append(rows, append([]report.Value(nil), row...))
	}
	return rows
}
