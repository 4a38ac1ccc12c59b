package cut

import (
	"math/rand/v2"
	"testing"

	"threadlens/model"
)

// TestSameSteps: in a random window, a cut shows the same frequencies and idle states as the whole
// trace, and the same highest frequency of each CPU.
func TestSameSteps(t *testing.T) {
	for seed := range uint64(machines) {
		rng := rand.New(rand.NewPCG(seed, 41))
		cpus := 1 + rng.IntN(3)
		var events []model.Event
		for at := range model.Time(300) {
			e := blank(model.KindIdle)
			e.Time, e.CPU, e.Target = at, model.CPU(rng.IntN(cpus)), model.CPU(rng.IntN(cpus))
			e.Arg = int64(rng.IntN(5)) - 1
			switch n := rng.IntN(30); {
			case n < 6:
				e.Kind, e.Arg = model.KindFrequency, rng.Int64N(4_000_000_000)-100
				if n == 0 {
					e.Arg = 1 << 40 // damaged
				}
			case n == 6:
				e.Kind, e.End, e.Arg = model.KindLoss, at+model.Time(rng.IntN(20)), 0
			case n == 7:
				e.Kind, e.Flags, e.Arg = model.KindCPU, model.EventFlags(rng.IntN(2)), 0
			case n > 12:
				continue
			}
			events = append(events, e)
		}
		from := model.Time(rng.Int64N(299))
		window := model.Range{From: from, To: from + 1 + model.Time(rng.Int64N(int64(300-from)))}
		whole, part := model.Build(&model.Info{CPUs: cpus, End: 310}, &model.Tables{}, nil, events), build(t, cpus, window, events)
		for c := range cpus {
			cpu := model.CPU(c)
			if a, b := whole.Frequency(cpu).Most(), part.Frequency(cpu).Most(); a != b {
				t.Fatalf("seed %d, window %v, CPU %d: highest frequency %d, in the whole trace %d", seed, window, cpu, b, a)
			}
			for at := window.From; at < window.To; at++ {
				a, b := whole.Frequency(cpu).At(at).Value, part.Frequency(cpu).At(at).Value
				i, j := whole.IdleStates(cpu).At(at).Value, part.IdleStates(cpu).At(at).Value
				if a != b || i != j {
					t.Fatalf("seed %d, window %v, CPU %d at %d: %d Hz and state %d, in the whole trace %d and %d", seed, window, cpu, at, b, j, a, i)
				}
			}
		}
	}
}
