package model_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestInterrupts compares the interrupts of random windows with those picked
// from all of the trace.
func TestInterrupts(t *testing.T) {
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 3))
		m := modeltest.Simulate(seed, modeltest.Shape{CPUs: 2, Threads: 4, Steps: 300, Irqs: true})
		tr := modeltest.Build(m.CPUs, m.End, m.Events)
		all := slices.Collect(tr.Interrupts(0, tr.Whole()))
		for range 20 {
			from := model.Time(rng.Int64N(int64(tr.End)))
			r := model.Range{From: from, To: from + model.Time(rng.IntN(60))}
			var want []model.IrqSpan
			for _, i := range all {
				if i.From < r.To && i.To > r.From {
					want = append(want, i)
				}
			}
			if got := slices.Collect(tr.Interrupts(0, r)); !slices.Equal(got, want) {
				t.Fatalf("seed %d in %v: %v, want %v", seed, r, got, want)
			}
		}
	}
}
