package report_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
	"threadlens/model/modeltest"
)

// TestPrepare checks that reports of the run queue are the same for a prepared
// trace and for an unprepared one, over windows of all kinds.
func TestPrepare(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 4))
	traces := []*model.Trace{turns(40_000)}
	ps := modeltest.Perturbations()
	for i := range 40 {
		m := modeltest.Simulate(uint64(i), modeltest.RandomShape(rng))
		traces = append(traces, modeltest.Build(m.CPUs, m.End, ps[i%len(ps)].Apply(m, rng)))
	}
	for i, tr := range traces {
		windows := []model.Range{tr.Whole()}
		for range 6 {
			windows = append(windows, randomRange(rng, tr))
		}
		var before []any
		for _, r := range windows {
			before = append(before, queueAnswers(t, tr, r))
		}
		if err := runqueue.Prepare(t.Context(), tr); err != nil {
			t.Fatal(err)
		}
		for k, r := range windows {
			if got := queueAnswers(t, tr, r); !reflect.DeepEqual(got, before[k]) {
				t.Fatalf("trace %d in %v, prepared:\n%+v\nbefore\n%+v", i, r, got, before[k])
			}
		}
	}
}

// queueAnswers are the results about the run queue of the threads shown by default,
// and of some of them.
func queueAnswers(t *testing.T, tr *model.Trace, r model.Range) (list []any) {
	t.Helper()
	all := measure.Visible(tr)
	for _, tick := range []model.Time{measure.Tick, 1_000_003} {
		clock := measure.Clock{Tick: tick}
		list = append(list, runqueue.QueueOf(tr, all, r, clock), runqueue.QueueOf(tr, all[len(all)/2:], r, clock))
		chart, err := runqueue.QueueChartOf(tr, all, r, 37, clock)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, chart, runqueue.ClumpsOf(tr, all, r, tick))
	}
	return list
}

func TestPrepareStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := runqueue.Prepare(ctx, turns(100)); err == nil {
		t.Error("prepared though it was stopped")
	}
}
