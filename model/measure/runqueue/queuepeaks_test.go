package runqueue_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
	"threadlens/model/modeltest"
)

// TestQueuePeaksAtEdges: a window does not include a queue that ends where the window
// starts, or starts where it ends. The windows lie between the changes of the queue, so
// that the length is constant in each.
func TestQueuePeaksAtEdges(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	falls := 0
	for seed := range uint64(40) {
		m := modeltest.Simulate(seed, modeltest.RandomShape(rng))
		tr := modeltest.Build(m.CPUs, m.End, m.Events)
		threads := measure.Visible(tr)
		edges := []model.Time{0, tr.End}
		for _, ix := range threads {
			for s := range tr.Segments(ix, tr.Whole()) {
				edges = append(edges, s.From, s.To)
			}
		}
		slices.Sort(edges)
		edges = slices.Compact(edges)
		var windows []model.Range
		var want []int
		for i := range len(edges) - 1 {
			windows = append(windows, model.Range{From: edges[i], To: edges[i+1]})
			n := 0
			for _, ix := range threads {
				if s, ok := tr.SegmentAt(ix, edges[i]); ok && s.State.Queued() {
					n++
				}
			}
			if want = append(want, n); i > 0 && n < want[i-1] {
				falls++
			}
		}
		before, _ := runqueue.QueuePeaks(tr, threads, tr.Whole(), windows)
		if err := runqueue.Prepare(t.Context(), tr); err != nil {
			t.Fatal(err)
		}
		after, _ := runqueue.QueuePeaks(tr, threads, tr.Whole(), windows)
		for name, got := range map[string][]int{"not prepared": before, "prepared": after} {
			if !slices.Equal(got, want) {
				t.Fatalf("machine %d, %s: peaks %v, want %v", seed, name, got, want)
			}
		}
	}
	if falls < 100 {
		t.Errorf("the queue becomes shorter %d times only", falls)
	}
}
