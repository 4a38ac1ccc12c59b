package perfdata

import (
	"math/rand/v2"
	"testing"

	"threadlens/ingest/internal/stage"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// TestSkim: a first pass that skips all records but those after losses gives the same trace as one
// that reads them all.
func TestSkim(t *testing.T) {
	for seed := range uint64(4) {
		data := holed(t, rand.New(rand.NewPCG(seed, 3)))
		r, err := Open(t.Context(), inMemory{readerAt{data}}, int64(len(data)), "test", nil)
		if err != nil {
			t.Fatal(err)
		}
		full := model.NewPrepass(r.info.CPUs)
		src := newMerge(r.s)
		d := newDecoder(r.s, src, newStackTable(r.s))
		d.bare = true
		if err := stage.Prepass(t.Context(), d, full, map[model.CPU]bool{}, func() bool { return true }); err != nil {
			t.Fatal(err)
		}
		skimmed := segments(t, built(t, data))
		r.prepass = full
		b := model.NewBuilder(r.Info(), r.Tables(), full)
		if err := r.Events(t.Context(), func(batch []model.Event, settled model.Time) error {
			b.Feed(batch, settled)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if whole := segments(t, b.Trace()); whole != skimmed {
			t.Errorf("seed %d: segments differ, %d and %d bytes of them", seed, len(whole), len(skimmed))
		}
		_ = r.Close()
	}
}

// holed composes random switches, wakes, run times, new threads and losses of two CPUs.
func holed(t *testing.T, rng *rand.Rand) []byte {
	t.Helper()
	s := newScene(t, wire.Little, 0)
	on, next, now := [2]int{}, 20, uint64(1_000_000)
	for range 5 * stage.BatchEvents {
		now += 1 + rng.Uint64N(20_000)
		cpu := rng.IntN(2)
		w := at(now, uint32(cpu), uint32(on[cpu]), uint32(on[cpu]))
		switch k := rng.IntN(20); {
		case k < 9:
			to := rng.IntN(12)
			if to == on[cpu] || to != 0 && to == on[1-cpu] {
				continue
			}
			s.switched(w, on[cpu], rng.IntN(2), to)
			on[cpu] = to
		case k < 13:
			s.waking(w, 1+rng.IntN(12), cpu)
		case k < 17 && on[cpu] > 0:
			s.ran(w, 1+rng.IntN(1000))
		case k < 18:
			next++
			s.sample(s.evFork, w, map[string]any{"parent_comm": "x", "parent_pid": on[cpu], "child_comm": "y", "child_pid": next})
		case k < 20:
			s.lost(w, 1)
			on[cpu] = rng.IntN(12) // whichever thread came meanwhile
			if on[cpu] == on[1-cpu] {
				on[cpu] = 0
			}
		}
	}
	return s.file()
}
