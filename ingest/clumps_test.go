package ingest_test

import (
	"math"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
)

// TestRecordedClumps: the detector fires on threads that sleep in step, and not on threads that are
// merely too many.
func TestRecordedClumps(t *testing.T) {
	tr := load(t, perfFile(t, "tick_sleepers_irq"))
	c := runqueue.ClumpsOf(tr, measure.Visible(tr), tr.Whole(), 0)
	if !c.Found() || c.Tick != 10_000_000 || c.Peak < 16 || c.AtTicks < 10*c.Mean {
		t.Errorf("clumps not found: %+v", c)
	}
	var threads []model.ThreadIx
	for ix := range tr.Threads {
		if p := tr.Process(model.ThreadIx(ix)); p.Name == "tick_sleepers" {
			threads = append(threads, model.ThreadIx(ix))
		}
	}
	seldomSeen(t, tr, threads, c)
	tr = load(t, perfFile(t, "oversub8_pinned"))
	if c := runqueue.ClumpsOf(tr, measure.Visible(tr), tr.Whole(), 0); c.Found() || c.Wakes < 100 {
		t.Errorf("clumps of threads that are too many: %d wakes, resultant %v, %v against %v", c.Wakes, c.Resultant, c.Closely, c.Chance)
	}
}

// seldomSeen: a clock that ticks as the threads are woken hardly sees them; one that ticks a little
// later sees far too much of them.
func seldomSeen(t *testing.T, tr *model.Trace, threads []model.ThreadIx, c runqueue.Clumps) {
	t.Helper()
	for _, shift := range []model.Time{0, 500_000} {
		clock := measure.Clock{Tick: c.Tick, Phase: (c.Phase + shift) % c.Tick}
		e, err := measure.Emulate(t.Context(), tr, tr.Whole(), clock, nil)
		if err != nil {
			t.Fatal(err)
		}
		sum := e.Sum(threads)
		r, spread := e.Read(&sum, e.CPUs), e.Spread(&sum)
		t.Logf("%v: exact %v ns, sampled %v ns, %s; phases %+v", clock, r.Exact, r.Sampled, r.Words, spread)
		if shift == 0 && r.Sampled*5 > r.Exact || shift > 0 && r.Sampled < 3*r.Exact {
			t.Errorf("at phase %d sampled %d of %d", clock.Phase, r.Sampled, r.Exact)
		}
		if math.Abs(spread.Mean-float64(r.Exact)) > 0.2*float64(r.Exact) || spread.Deviation < float64(r.Exact) {
			t.Errorf("the phases of %d: %+v", r.Exact, spread)
		}
	}
}
