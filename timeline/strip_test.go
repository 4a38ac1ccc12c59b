package timeline

import (
	"context"
	"math"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// TestStrips compares the parallelism strip of a process with the exact sums, at
// zooms with and without buckets.
func TestStrips(t *testing.T) {
	for _, tr := range testTraces() {
		s := build(t, tr.Trace)
		proc := tr.Threads[0].Proc
		threads := func(*model.Trace) []model.ThreadIx { return tr.Processes[proc].Threads }
		for _, zoom := range []float64{1, 7, 60, 900} {
			v := Viewport{tr.Whole(), 400}.Zoom(170, zoom, tr.Whole())
			var c lanes.Columns
			c.Reset(v.Range, v.Width, v.TimeAt)
			for _, sum := range []*lanes.Summary{s, nil} {
				var w lanes.StripWriter
				w.Process(&c, sum, s.Splitter(tr.Trace), proc, threads)
				var shown, exact float64
				for x, mean := range w.Mean {
					if mean < 0 || mean > float32(len(tr.Threads))+0.01 {
						t.Fatalf("%s: zoom %v: %v threads run in column %d", tr.name, zoom, mean, x)
					}
					shown += float64(mean) * float64(v.Column(x).Len())
				}
				for ix := range tr.Threads {
					e := tr.Sums(model.ThreadIx(ix), v.Range)
					exact += float64(e[model.Execution] + e[model.Interrupt])
				}
				if math.Abs(shown-exact) > 0.01*exact+3*float64(v.Len())/400 {
					t.Errorf("%s: zoom %v, summary %v: %.0f ns shown, %.0f exact", tr.name, zoom, sum != nil, shown, exact)
				}
			}
		}
	}
}

// TestUtilization compares the overview with the exact times of the CPUs.
func TestUtilization(t *testing.T) {
	tr := story(t)
	u := NewUtilization(tr, tr.Targets())
	if u.Processors != 2 {
		t.Fatalf("%d processors", u.Processors)
	}
	for _, r := range []model.Range{tr.Whole(), {From: 0, To: 50 * millisecond}, {From: 70 * millisecond, To: 100 * millisecond}} {
		mean := u.Mean(r)
		var want [paint.NumClasses]float64
		sum := 0.0
		for cpu := range tr.Cores {
			c := tr.CoreTime(model.CPU(cpu), r)
			want[paint.ClassInterrupt] += float64(c.ISR + c.DPC)
			want[paint.ClassIdle] += float64(c.Idle)
			want[paint.ClassOffline] += float64(c.Offline)
			want[paint.ClassStolen] += float64(c.Stolen)
			want[paint.ClassUnknown] += float64(c.Unknown)
		}
		for _, m := range mean {
			sum += m
		}
		if math.Abs(sum-2) > 1e-6 {
			t.Errorf("%v: classes add up to %v", r, sum)
		}
		for _, c := range []paint.Class{paint.ClassInterrupt, paint.ClassIdle, paint.ClassUnknown, paint.ClassStolen, paint.ClassOffline} {
			if w := want[c] / float64(r.Len()); math.Abs(mean[c]-w) > 0.001 {
				t.Errorf("%v: %s is %.5f, want %.5f", r, c.Title(), mean[c], w)
			}
		}
	}
	// By hand: worker-1 and helper on CPU 0, less the interrupt; worker-2.
	mean := u.Mean(tr.Whole())
	if got := mean[paint.ClassTarget] * 100; math.Abs(got-(20.3+18+13+16+4.9+9+13+9.5)) > 0.05 {
		t.Errorf("this process: %.3f ms", got)
	}
	if got := mean[paint.ClassSystem] * 100; math.Abs(got-1.9) > 0.05 {
		t.Errorf("system: %.3f ms", got)
	}
	if u.Mean(model.Range{From: 5, To: 5}) != [paint.NumClasses]float64{} {
		t.Error("an empty range has a mean")
	}
}

// TestFramesWhileBuilding draws while the summary is under construction; the
// race detector watches.
func TestFramesWhileBuilding(t *testing.T) {
	s := storyScene(t, 500, 250, NewMetrics(Comfortable, 1, 1))
	s.Trace = modeltest.Synthetic(20, 2000, second, 1)
	s.Summary = lanes.NewSummary(s.Trace)
	s.Rows = BuildRows(s.Trace, RowsOptions{}, s.Metrics)
	s.View = Viewport{s.Trace.Whole(), s.View.Width}
	done := make(chan error, 1)
	go func() { done <- s.Summary.Build(context.Background(), 2, nil) }()
	var p Painter
	for {
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
			if size := s.Summary.Size(); size <= 0 || size > 25*int64(segmentCount(s.Trace))+1<<20 {
				t.Errorf("size %d for %d segments", size, segmentCount(s.Trace))
			}
			return
		default:
			p.Layout(s)
		}
	}
}
