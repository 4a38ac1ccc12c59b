package measure_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// TestSpeed: a thread runs on three CPUs, of which one reports its frequency only later, and loses
// it, and one never.
func TestSpeed(t *testing.T) {
	tr := modeltest.Parse(t, "speed", `threadlens-trace 1
cpus 3
span 0us 100us
os linux
thread 8 pid=7
10us cpu0 frequency 0 1000000000
10us cpu0 switch idle 8 preempt
20us cpu1 frequency 0 2000000000
30us cpu0 frequency 0 500000000
40us cpu0 switch 8 idle wait
50us cpu1 switch idle 8 preempt
60us cpu0 frequency 1 3000000000
80us cpu1 loss 82us
84us cpu1 switch idle 8 preempt
90us cpu1 switch 8 idle wait
92us cpu2 switch idle 8 preempt
96us cpu2 switch 8 idle wait
`)
	// 10 µs at a half, 10 at the whole, 10 at a quarter; then 10 unknown and 20 at the whole, and
	// after the loss 6 and 4 unknown.
	for _, c := range []struct {
		from, to, ran, known model.Time
		share                float64
	}{
		{0, 100, 70, 50, (5 + 10 + 2.5 + 20) / 50},
		{10, 20, 10, 10, 0.5},
		{15, 35, 20, 20, (2.5 + 10 + 1.25) / 20},
		{0, 10, 0, 0, -1},
		{50, 60, 10, 0, -1},
		{50, 61, 11, 1, 1},
		{79, 100, 11, 1, 1},
		{84, 90, 6, 0, -1},
	} {
		s := measure.SpeedOf(tr, 0, model.Range{From: c.from * 1000, To: c.to * 1000})
		share, ok := s.Share()
		if !ok {
			share = -1
		}
		if s.Ran != c.ran*1000 || s.Known != c.known*1000 || !(math.Abs(share-c.share) <= 1e-12) {
			t.Errorf("%d to %d µs: ran %d, known %d, share %v; want %+v", c.from, c.to, s.Ran, s.Known, share, c)
		}
	}
}

// TestSpeedOfMachines compares speeds in random windows of random machines with a walk over the
// pieces of segments with one frequency, and windows with the sum of their parts.
func TestSpeedOfMachines(t *testing.T) {
	known := 0
	for seed := range uint64(80) {
		rng := rand.New(rand.NewPCG(seed, 42))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		p := modeltest.Perturbations()
		events := p[int(seed)%len(p)].Apply(m, rng)
		var own []model.Event
		for range rng.IntN(200) {
			own = append(own, model.Event{
				Kind: model.KindFrequency, Time: model.Time(rng.Int64N(int64(m.End))), CPU: model.CPU(rng.IntN(m.CPUs)),
				Target: model.CPU(rng.IntN(m.CPUs)), Arg: 1 + rng.Int64N(4_000_000_000), TID: model.NoTID, Other: model.NoTID,
			})
		}
		events = append(events, own...)
		slices.SortStableFunc(events, func(a, b model.Event) int { return int(a.Time - b.Time) })
		tr := modeltest.Build(m.CPUs, m.End, events)
		for ix := range tr.Threads {
			a, b := model.Time(rng.Int64N(int64(tr.End)+1)), model.Time(rng.Int64N(int64(tr.End)+1))
			r := model.Range{From: min(a, b), To: max(a, b)}
			got, want := measure.SpeedOf(tr, model.ThreadIx(ix), r), slowSpeed(tr, model.ThreadIx(ix), r)
			sameSpeed(t, seed, &got, want)
			middle := (r.From + r.To) / 2
			parts := measure.SpeedOf(tr, model.ThreadIx(ix), model.Range{From: r.From, To: middle})
			rest := measure.SpeedOf(tr, model.ThreadIx(ix), model.Range{From: middle, To: r.To})
			parts.Add(&rest)
			sameSpeed(t, seed, &parts, want)
			if got.Known > 0 {
				known++
			}
		}
	}
	if known < 100 {
		t.Errorf("only %d known speeds", known)
	}
}

// slow is a speed computed piece by piece.
type slow struct {
	ran, known model.Time
	full       float64
}

func slowSpeed(tr *model.Trace, ix model.ThreadIx, r model.Range) (s slow) {
	for seg := range tr.Segments(ix, r) {
		if seg.State != model.Running {
			continue
		}
		part := seg.Clip(r)
		s.ran += part.Len()
		f := tr.Frequency(seg.CPU)
		for step := range f.In(part) {
			if d := step.Overlap(part); step.Value != model.StepUnknown {
				s.known += d
				s.full += float64(d) * float64(step.Value) / float64(f.Most())
			}
		}
	}
	return s
}

func sameSpeed(t *testing.T, seed uint64, got *measure.Speed, want slow) {
	t.Helper()
	share, ok := got.Share()
	if got.Ran != want.ran || got.Known != want.known || ok != (want.known > 0) || math.Abs(share*float64(want.known)-want.full) > 1e-6*(want.full+1) {
		t.Errorf("seed %d: %+v, want %+v", seed, *got, want)
	}
}
