package timeline

import (
	"context"
	"math"
	"slices"
	"testing"

	"threadlens/model"
)

// TestQueueStripIsExact compares the run queue at many zooms with a count of the
// queued threads.
func TestQueueStripIsExact(t *testing.T) {
	tr := scheduled(5, 2, 25, 6000)
	s := NewSummary(tr)
	if err := s.BuildCores(context.Background(), NewCoreColours(tr, ColourThread, tr.Targets(), Hues{})); err != nil {
		t.Fatal(err)
	}
	whole := Viewport{tr.Whole(), 300}
	for _, zoom := range []float64{1, 2.5, 40, 700, 30_000} {
		v := whole.Zoom(120, zoom, tr.Whole())
		var c columns
		c.reset(v.Range, v.Width, v.TimeAt)
		for _, q := range []*queueStrip{s.queue.Load(), nil} {
			w := queueWriter{}
			if !w.fill(&c, tr, q) {
				t.Fatal("a short trace was not walked")
			}
			checkQueue(t, tr, v, w.out, q != nil)
		}
	}
}

func checkQueue(t *testing.T, tr *model.Trace, v Viewport, out []queueBucket, summarised bool) {
	t.Helper()
	got, want, most := 0.0, 0.0, float32(0)
	for x, b := range out {
		if b.mean > b.most*1.0001 {
			t.Fatalf("%v: column %d has mean %v and maximum %v", v, x, b.mean, b.most)
		}
		got += float64(b.mean) * float64(v.Column(x).Len())
		most = max(most, b.most)
	}
	r := v.Clip(tr.Whole())
	changes := map[model.Time]int{}
	for ix := range tr.Threads {
		for seg := range tr.Segments(model.ThreadIx(ix), r) {
			if seg.State.Queued() {
				want += float64(seg.Overlap(r))
				changes[seg.Clip(r).From]++
				changes[seg.Clip(r).To]--
			}
		}
	}
	if bound := 0.01*want + 3*float64(v.Len())/float64(v.Width)*25; math.Abs(got-want) > bound && summarised || math.Abs(got-want) > 1e-3*want+1 && !summarised {
		t.Errorf("%v, summarised %v: %.0f thread·ns of %.0f", v, summarised, got, want)
	}
	n, top := 0, 0
	for _, at := range slices.Sorted(mapKeys(changes)) {
		n += changes[at]
		top = max(top, n)
	}
	if !summarised && int(most) != top || summarised && int(most) < top-1 {
		t.Errorf("%v, summarised %v: the queue reached %v, want %d", v, summarised, most, top)
	}
}

func mapKeys(m map[model.Time]int) func(func(model.Time) bool) {
	return func(yield func(model.Time) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

func TestQueueScale(t *testing.T) {
	for most, want := range map[int]int{0: 2, 1: 2, 2: 2, 3: 4, 5: 6, 9: 10, 10: 10, 11: 20, 21: 40, 100: 160} {
		if got := queueScale(most); got != want {
			t.Errorf("the scale up to %d ends at %d, want %d", most, got, want)
		}
	}
}
