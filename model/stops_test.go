package model_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestStops compares the walk with those over segments and episodes.
func TestStops(t *testing.T) {
	ps := modeltest.Perturbations()
	for i := range 200 {
		seed := uint64(i)
		rng := rand.New(rand.NewPCG(seed, 21))
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		for k := range m.Events {
			m.Events[k].Stack = model.StackID(rng.IntN(5))
		}
		tr := modeltest.Build(m.CPUs, m.End, ps[i%len(ps)].Apply(m, rng))
		from := model.Time(rng.Int64N(int64(tr.End)))
		r := model.Range{From: from, To: from + 1 + model.Time(rng.Int64N(int64(tr.End-from)))}
		for ix := range tr.Threads {
			var got []model.Stop
			for s := range tr.Stops(model.ThreadIx(ix), r) {
				got = append(got, s)
			}
			if diff := cmp.Diff(slowStops(tr, model.ThreadIx(ix), r), got); diff != "" {
				t.Fatalf("seed %d, %v, thread %d in %v (-want +got)\n%s", seed, ps[i%len(ps)], ix, r, diff)
			}
		}
	}
}

func slowStops(tr *model.Trace, ix model.ThreadIx, r model.Range) []model.Stop {
	wakes := map[int]model.StackID{} // by segment
	for e := range tr.Episodes(ix, tr.Whole()) {
		for i := e.First; i <= e.Last; i++ {
			wakes[i] = e.WakeStack
		}
	}
	var list []model.Stop
	for s := range tr.Segments(ix, r) {
		if s.State != model.Waiting && s.State != model.Preempted {
			continue
		}
		stop := model.Stop{Range: s.Clip(r), State: s.State, Category: s.Category, Ctx: s.Ctx, Flags: s.Flags, Stack: s.Stack}
		if s.Unblocker() != model.NoThread {
			wake, ok := wakes[s.Index]
			if next := s.Index + 1; !ok && next < tr.Threads[ix].Len() { // the thread was lost before it ran
				wake = tr.Segment(ix, next).Stack
			}
			stop.Wake = wake
		}
		list = append(list, stop)
	}
	return list
}
