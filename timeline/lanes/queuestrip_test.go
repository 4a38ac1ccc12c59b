package lanes

import (
	"context"
	"math"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/paint"
)

// TestQueueStripIsExact compares the run queue at many zooms with a count of the
// queued threads.
func TestQueueStripIsExact(t *testing.T) {
	tr := modeltest.Scheduled(5, 2, 25, 6000)
	s := NewSummary(tr)
	if err := s.BuildCores(context.Background(), idleCores{}); err != nil {
		t.Fatal(err)
	}
	for _, zoom := range []float64{1, 2.5, 40, 700, 30_000} {
		length := max(model.Time(float64(tr.End)/zoom), 300)
		from := (tr.End - length) * 2 / 5
		v := grid{model.Range{From: from, To: from + length}, 300}
		c := v.columns()
		for _, q := range []*QueueStrip{s.Queue.Load(), nil} {
			w := QueueWriter{}
			if !w.Fill(c, tr, q) {
				t.Fatal("a short trace was not walked")
			}
			checkQueue(t, tr, v, w.Out, q != nil)
		}
	}
}

// idleCores makes all CPUs idle.
type idleCores struct{}

func (idleCores) Walk(_ *model.Trace, _ model.CPU, r model.Range, add func(from, to model.Time, s paint.Slot)) {
	add(r.From, r.To, CoreIdle)
}

func checkQueue(t *testing.T, tr *model.Trace, v grid, out []queueBucket, summarised bool) {
	t.Helper()
	got, want, most := 0.0, 0.0, float32(0)
	for x, b := range out {
		if b.Mean > b.Most*1.0001 {
			t.Fatalf("%v: column %d has mean %v and maximum %v", v, x, b.Mean, b.Most)
		}
		got += float64(b.Mean) * float64(v.Column(x).Len())
		most = max(most, b.Most)
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
