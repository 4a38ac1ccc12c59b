package model_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// randomTraces is the number of random traces, for all perturbations together.
const randomTraces = 5000

// TestRandomTraces checks the invariants on simulated machines whose recording was
// damaged in every way, and that the model of a complete recording is the truth.
func TestRandomTraces(t *testing.T) {
	ps := modeltest.Perturbations()
	for i := range randomTraces {
		seed := uint64(i)
		rng := rand.New(rand.NewPCG(seed, 5))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		p := ps[i%len(ps)]
		events := p.Apply(m, rng)
		tr := modeltest.Build(m.CPUs, m.End, events)
		errs := modeltest.Check(tr)
		errs = append(errs, unknownBounds(tr, events)...)
		errs = append(errs, model.CheckColumns(tr))
		if p == modeltest.Clean {
			errs = append(errs, clean(tr)...)
			errs = append(errs, modeltest.CompareTruth(m, tr)...)
		}
		if err := errors.Join(errs...); err != nil {
			t.Errorf("seed %d %v: %v", seed, p, err)
		}
		if t.Failed() {
			t.FailNow()
		}
	}
}

// TestWorlds checks the invariants on random traces that hold all kinds of events.
func TestWorlds(t *testing.T) {
	for seed := range uint64(700) {
		tr := modeltest.Parse(t, fmt.Sprint(seed), modeltest.World(seed))
		errs := append(modeltest.Check(tr), model.CheckColumns(tr))
		for _, r := range []model.Range{tr.Whole(), {From: tr.End / 3, To: tr.End / 2}} {
			errs = append(errs, modeltest.CheckWaits(tr, everyThread(tr), r), modeltest.CheckContention(tr, everyThread(tr), r))
		}
		if err := errors.Join(errs...); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

func everyThread(t *model.Trace) (list []model.ThreadIx) {
	for ix := range t.Threads {
		list = append(list, model.ThreadIx(ix))
	}
	return list
}

// clean checks that a complete recording increments no counter of damage.
func clean(t *model.Trace) []error {
	var errs []error
	for _, c := range []model.Counter{
		model.CountMismatch, model.CountDoubleRunning, model.CountSkew, model.CountWakeMissing,
		model.CountBrokenChain, model.CountLostEnd, model.CountReborn, model.CountWakeDead, model.CountLate,
	} {
		if n := t.Counters[c]; n != 0 {
			errs = append(errs, fmt.Errorf("I21: %v = %d", c, n))
		}
	}
	return errs
}

// unknownBounds checks that a loss makes no more unknown than necessary.
func unknownBounds(t *model.Trace, events []model.Event) []error {
	bound := t.Counters[model.CountLoss] + t.Counters[model.CountMismatch] +
		t.Counters[model.CountDoubleRunning] + t.Counters[model.CountLostEnd] + t.Counters[model.CountStreamError] +
		t.Counters[model.CountStopped]
	for _, e := range events {
		if e.Kind == model.KindCPU {
			bound++
		}
	}
	var errs []error
	runs := int64(0)
	for c := range t.Cores {
		for s := range t.Slices(model.CPU(c), t.Whole()) {
			if s.Occupant == model.OccupantUnknown {
				runs++
			}
		}
	}
	if most := bound + int64(len(t.Cores)); runs > most {
		errs = append(errs, fmt.Errorf("I23: %d unknown runs, at most %d are explained", runs, most))
	}
	lost := int64(0)
	for ix := range t.Threads {
		for s := range t.Segments(model.ThreadIx(ix), t.Whole()) {
			if s.State == model.Unknown && s.Sub == model.SubLoss {
				lost++
			}
		}
	}
	if lost > 2*bound {
		errs = append(errs, fmt.Errorf("I23: %d threads lost, at most %d are explained", lost, 2*bound))
	}
	return errs
}

// machines yields simulated machines for the properties below.
func machines(n int, yield func(seed uint64, m *modeltest.Machine, rng *rand.Rand)) {
	for i := range n {
		rng := rand.New(rand.NewPCG(uint64(i), 9))
		yield(uint64(i), modeltest.Simulate(uint64(i), modeltest.RandomShape(rng)), rng)
	}
}

// TestMergeIndependence checks that the order in which the CPUs' streams are
// supplied does not matter.
func TestMergeIndependence(t *testing.T) {
	machines(300, func(seed uint64, m *modeltest.Machine, rng *rand.Rand) {
		want := describe(modeltest.Build(m.CPUs, m.End, m.Events))
		perm := rng.Perm(m.CPUs)
		events := slices.Clone(m.Events)
		slices.SortStableFunc(events, func(a, b model.Event) int { return perm[a.CPU] - perm[b.CPU] })
		if got := describe(modeltest.Build(m.CPUs, m.End, events)); got != want {
			t.Fatalf("seed %d: order of the streams matters:\n%s\n---\n%s", seed, want, got)
		}
	})
}

// TestSettleIndependence checks that it does not matter in which batches the events
// arrive.
func TestSettleIndependence(t *testing.T) {
	machines(300, func(seed uint64, m *modeltest.Machine, rng *rand.Rand) {
		want := describe(modeltest.Build(m.CPUs, m.End, m.Events))
		b := model.NewBuilder(&model.Info{CPUs: m.CPUs, End: m.End}, &model.Tables{}, model.PrepassOf(m.CPUs, m.Events))
		for i, e := range m.Events {
			if rng.IntN(4) == 0 && i > 0 {
				b.Settle(e.Time)
			}
			b.Add([]model.Event{e})
		}
		if got := describe(b.Trace()); got != want {
			t.Fatalf("seed %d: portions matter:\n%s\n---\n%s", seed, want, got)
		}
	})
}

// TestFeed checks that events processed in place give the same as events that are
// queued and merged: in batches that are in order and in others, also where a batch
// ends between simultaneous events.
func TestFeed(t *testing.T) {
	machines(300, func(seed uint64, m *modeltest.Machine, rng *rand.Rand) {
		for _, p := range modeltest.Perturbations() {
			events := p.Apply(m, rng)
			want := describe(modeltest.Build(m.CPUs, m.End, events))
			if rng.IntN(3) == 0 {
				events = shuffleCPUs(events, rng)
			}
			b := model.NewBuilder(&model.Info{CPUs: m.CPUs, End: m.End}, &model.Tables{}, model.PrepassOf(m.CPUs, events))
			for len(events) > 0 {
				n := 1 + rng.IntN(min(len(events), 40))
				settled := model.Forever
				for _, e := range events[n:] {
					settled = min(settled, e.Time)
				}
				if n < len(events) {
					settled = max(0, settled-model.Time(rng.IntN(3)))
				}
				b.Feed(events[:n], settled)
				events = events[n:]
			}
			if got := describe(b.Trace()); got != want {
				t.Fatalf("seed %d %v:\n%s\n---\n%s", seed, p, want, got)
			}
		}
	})
}

// shuffleCPUs interleaves the CPUs' streams again, keeping each one's order.
func shuffleCPUs(events []model.Event, rng *rand.Rand) []model.Event {
	streams := map[model.CPU][]model.Event{}
	var order []model.CPU
	for _, e := range events {
		streams[e.CPU] = append(streams[e.CPU], e)
		order = append(order, e.CPU)
	}
	for i := 0; i+8 < len(order); i += 8 { // by a few places only
		rng.Shuffle(8, func(a, b int) { order[i+a], order[i+b] = order[i+b], order[i+a] })
	}
	out := make([]model.Event, 0, len(events))
	for _, c := range order {
		out = append(out, streams[c][0])
		streams[c] = streams[c][1:]
	}
	return out
}

// TestDropWakes checks that wakes do not affect which threads run. At equal times
// they do affect the order, so there are none.
func TestDropWakes(t *testing.T) {
	machines(300, func(seed uint64, _ *modeltest.Machine, rng *rand.Rand) {
		shape := modeltest.RandomShape(rng)
		shape.NoTies = true
		m := modeltest.Simulate(seed, shape)
		want := slicesOf(modeltest.Build(m.CPUs, m.End, m.Events))
		events := modeltest.DropWakes.Apply(m, rng)
		if got := slicesOf(modeltest.Build(m.CPUs, m.End, events)); got != want {
			t.Fatalf("seed %d: without wakes:\n%s\nwith:\n%s", seed, got, want)
		}
	})
}

func slicesOf(t *model.Trace) string {
	var b strings.Builder
	for c := range t.Cores {
		for s := range t.Slices(model.CPU(c), t.Whole()) {
			who := fmt.Sprint(s.Occupant)
			if ix, ok := s.Occupant.Thread(); ok {
				who = t.Threads[ix].Key()
			}
			fmt.Fprintf(&b, "%d %d %d %s\n", c, s.From, s.To, who)
		}
	}
	return b.String()
}

// TestScale checks that scaling all times scales the result.
func TestScale(t *testing.T) {
	const k = 7
	machines(200, func(seed uint64, m *modeltest.Machine, _ *rand.Rand) {
		opt := model.DefaultOptions()
		a := modeltest.Build(m.CPUs, m.End, m.Events)
		scaled := slices.Clone(m.Events)
		for i := range scaled {
			scaled[i].Time *= k
			scaled[i].End *= k
		}
		opt.RaceWindow *= k
		opt.SkewWindow *= k
		b := model.NewBuilderOptions(&model.Info{CPUs: m.CPUs, End: m.End * k}, &model.Tables{}, model.PrepassOf(m.CPUs, scaled), opt)
		b.Add(scaled)
		c := b.Trace()
		for ix := range a.Threads {
			for i := range a.Threads[ix].Len() {
				s, r := a.Segment(model.ThreadIx(ix), i), c.Segment(model.ThreadIx(ix), i)
				s.From, s.To = s.From*k, s.To*k
				if s != r {
					t.Fatalf("seed %d: %+v scaled is %+v", seed, s, r)
				}
			}
		}
	})
}

// TestUnrelatedEvents checks that marks and transfers move no boundary.
func TestUnrelatedEvents(t *testing.T) {
	machines(200, func(seed uint64, m *modeltest.Machine, rng *rand.Rand) {
		want := describe(modeltest.Build(m.CPUs, m.End, m.Events))
		var events []model.Event
		for _, e := range m.Events {
			events = append(events, e)
			if rng.IntN(3) == 0 {
				events = append(events, model.Event{Kind: model.KindMark, CPU: e.CPU, Time: e.Time, TID: model.NoTID},
					model.Event{Kind: model.KindIO, CPU: e.CPU, Time: e.Time, End: e.Time, TID: model.NoTID, Arg: 4096})
			}
		}
		if got := describe(modeltest.Build(m.CPUs, m.End, events)); got != want {
			t.Fatalf("seed %d: unrelated events matter", seed)
		}
	})
}
