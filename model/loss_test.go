package model_test

import (
	"math/rand/v2"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestTouched compares what is said of the losses of a thread with its segments, on
// damaged traces and random windows.
func TestTouched(t *testing.T) {
	ps := modeltest.Perturbations()
	said := map[bool]int{}
	machines(400, func(seed uint64, m *modeltest.Machine, rng *rand.Rand) {
		tr := modeltest.Build(m.CPUs, m.End, ps[int(seed)%len(ps)].Apply(m, rng))
		for ix := range tr.Threads {
			a, b := model.Time(rng.Int64N(int64(tr.End)+1)), model.Time(rng.Int64N(int64(tr.End)+1))
			r := model.Range{From: min(a, b), To: max(a, b)}
			want := false
			for s := range tr.Segments(model.ThreadIx(ix), r) {
				want = want || lossIn(&s)
			}
			if got := tr.Touched([]model.ThreadIx{model.ThreadIx(ix)}, r); got != want {
				t.Fatalf("seed %d thread %s in %v: touched %v, its segments say %v", seed, tr.Threads[ix].Key(), r, got, want)
			}
			said[want]++
		}
	})
	if said[true] == 0 || said[false] == 0 {
		t.Errorf("answers: %v", said)
	}
}

// lossIn reports whether a segment is unknown because of lost events.
func lossIn(s *model.Segment) bool { return s.Sub == model.SubLoss || s.Sub == model.SubGap }
