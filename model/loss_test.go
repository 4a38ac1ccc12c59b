package model_test

import (
	"math/rand/v2"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestTouched compares the reported losses of a thread with its segments, on
// damaged traces and random windows.
func TestTouched(t *testing.T) {
	ps := modeltest.Perturbations()
	said := map[bool]int{}
	machines(400, func(seed uint64, m *modeltest.Machine, rng *rand.Rand) {
		tr := modeltest.Build(m.CPUs, m.End, ps[int(seed)%len(ps)].Apply(m, rng))
		for ix := range tr.Threads {
			r := modeltest.Window(tr, rng)
			r.To = max(r.To, r.From+1)
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

// TestLostTime compares how long events were lost, and how long CPUs were blind, with
// the sum of all stretches, on damaged traces and random windows.
func TestLostTime(t *testing.T) {
	ps := modeltest.Perturbations()
	most := map[string]model.Time{}
	machines(200, func(seed uint64, m *modeltest.Machine, rng *rand.Rand) {
		tr := modeltest.Build(m.CPUs, m.End, ps[int(seed)%len(ps)].Apply(m, rng))
		sum := func(runs []model.Range, r model.Range) (sum model.Time) {
			for _, run := range runs {
				sum += run.Overlap(r)
			}
			return sum
		}
		for range 20 {
			a, b := model.Time(rng.Int64N(int64(tr.End)+9)), model.Time(rng.Int64N(int64(tr.End)+9))
			r := model.Range{From: min(a, b) - 4, To: max(a, b) - 4}
			for c := range m.CPUs + 1 {
				cpu := model.CPU(c)
				if c == m.CPUs {
					cpu = model.AllCPUs
				}
				want := sum(tr.Lost(cpu), r)
				if got := tr.LostTime(cpu, r); got != want {
					t.Fatalf("seed %d cpu %d in %v: lost %d, stretches %d", seed, cpu, r, got, want)
				}
				most["lost"] = max(most["lost"], want)
			}
			want := sum(tr.Blind, r)
			if got := tr.BlindTime(r); got != want {
				t.Fatalf("seed %d in %v: blind %d, stretches %d", seed, r, got, want)
			}
			most["blind"] = max(most["blind"], want)
		}
		if got := tr.LostTime(model.AllCPUs, model.Range{From: tr.End, To: 0}); got != 0 {
			t.Fatalf("lost %d of nothing", got)
		}
	})
	if most["lost"] == 0 || most["blind"] == 0 {
		t.Errorf("nothing was lost: %v", most)
	}
}

// TestOneRing: a single ring buffer that does not hold the beginning is reported.
func TestOneRing(t *testing.T) {
	tr := modeltest.Parse(t, "ring", "threadlens-trace 1\ncpus 2\nspan 0us 100us\n0us cpu0 loss 10us ring=1\n50us cpu0 switch 1 2 wait\n60us cpu1 switch 3 4 wait\n")
	const want = "the recording kept only the latest events: events of all CPUs are available from 0.010 ms to 0.100 ms"
	for _, d := range tr.Diagnostics {
		if d.Code == "ring" && d.Text == want && d.Count == 1 {
			return
		}
	}
	t.Errorf("%+v, want %s", tr.Diagnostics, want)
}

// TestCovered: what every ring buffer holds starts after the part overwritten at the
// start of the trace, and ends before what is missing at its end, not earlier.
func TestCovered(t *testing.T) {
	for _, c := range []struct {
		losses string
		want   model.Range
	}{
		{"0us cpu0 loss 10us ring=1", model.Range{From: 10_000, To: 100_000}},
		{"80us cpu0 loss 99us ring=1", model.Range{To: 100_000}},
		{"80us cpu0 loss 100us ring=1", model.Range{To: 80_000}},
		{"80us cpu0 loss 100us", model.Range{To: 100_000}},
		{"0us cpu0 loss 10us ring=1\n80us cpu1 loss 100us ring=1", model.Range{From: 10_000, To: 80_000}},
		{"0us cpu0 loss 80us ring=1\n80us cpu1 loss 100us ring=1", model.Range{To: 100_000}},
	} {
		tr := modeltest.Parse(t, "ring", "threadlens-trace 1\ncpus 2\nspan 0us 100us\n"+c.losses+"\n")
		if got := tr.Covered(); got != c.want {
			t.Errorf("%q: covered %v, want %v", c.losses, got, c.want)
		}
	}
}
