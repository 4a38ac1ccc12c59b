package runqueue

import (
	"math/rand/v2"
	"slices"
	"testing"

	"threadlens/model"
)

// TestClumpPhase compares with counting every window by itself.
func TestClumpPhase(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 3))
	for range 200 {
		tick := clumpTicks[rng.IntN(len(clumpTicks))]
		if rng.IntN(4) == 0 {
			tick = 1 + model.Time(rng.Int64N(3e6)) // of the user, possibly shorter than the window
		}
		times := make([]uint64, 1+rng.IntN(60))
		for i := range times {
			times[i] = rng.Uint64N(1e9)
		}
		slices.Sort(times)
		inside := func(phase model.Time) (n int) {
			for _, at := range times {
				past := model.Time(at)%tick/phaseStep - phase/phaseStep
				if past < 0 { // the window reaches over the end of the period
					past += (tick + phaseStep - 1) / phaseStep
				}
				if past < ClumpWindow/phaseStep {
					n++
				}
			}
			return n
		}
		got := clumpPhase(times, tick)
		for _, at := range times {
			phase := model.Time(at) % tick / phaseStep * phaseStep
			if k, best := inside(phase), inside(got); k > best || k == best && phase < got {
				t.Fatalf("tick %d: %d of %d wakes follow phase %d, but %d follow %d", tick, best, len(times), got, k, phase)
			}
		}
	}
}
