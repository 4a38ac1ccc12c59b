package timeline

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
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
			var c columns
			c.reset(v.Range, v.Width, v.TimeAt)
			for _, sum := range []*Summary{s, nil} {
				var w stripWriter
				w.process(&c, sum, s.splitter(), proc, threads)
				var shown, exact float64
				for x, mean := range w.mean {
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

// running is for how long the threads run in r, interrupts on their processors counted:
// all of them together.
func running(tr *model.Trace, threads []model.ThreadIx, r model.Range) (sum model.Time) {
	for _, ix := range threads {
		s := tr.Sums(ix, r)
		sum += s[model.Execution] + s[model.Interrupt]
	}
	return sum
}

// stripCase is a process of a trace, and its strip.
type stripCase struct {
	*model.Trace
	s       *Summary
	st      *strip
	proc    model.ProcIx
	threads []model.ThreadIx
}

// mean is how many threads run in a bucket of 2^exp ns.
func (c *stripCase) mean(i, exp int) float64 {
	r := model.Range{From: model.Time(i) << exp, To: model.Time(i+1) << exp}
	return float64(running(c.Trace, c.threads, r)) / float64(r.Len())
}

// TestStripBuckets compares every bucket of every level with the sums of the threads,
// and the columns that are made of them: a bucket counts in the column of its middle.
func TestStripBuckets(t *testing.T) {
	for name, tr := range map[string]*model.Trace{"story": story(t), "chart": modeltest.Parse(t, "chart", chartTrace), "even": synthetic(3, 6000, 2*second, 1)} {
		s := build(t, tr)
		proc := tr.Targets()[0]
		cases := []stripCase{{tr, s, s.strips[proc].Load(), proc, tr.Processes[proc].Threads}}
		if kernel := kernelThreads(tr); len(kernel) > 0 {
			cases = append(cases, stripCase{tr, s, s.strips[s.stripIx(KernelGroup)].Load(), KernelGroup, kernel})
		}
		for _, c := range cases {
			if c.st == nil {
				t.Fatalf("%s: no strip of %d", name, c.proc)
			}
			c.checkLevels(t, name)
			for exp := c.st.low - 2; exp < c.st.low+len(c.st.levels)+1; exp++ {
				c.checkColumns(t, name, exp)
			}
		}
	}
}

func (c *stripCase) checkLevels(t *testing.T, name string) {
	t.Helper()
	for k, buckets := range c.st.levels {
		if want := int(c.End>>(c.st.low+k)) + 1; len(buckets) != want {
			t.Fatalf("%s: level %d has %d buckets, want %d", name, k, len(buckets), want)
		}
		for i, got := range buckets {
			if want := c.mean(i, c.st.low+k); math.Abs(float64(got)-want) > 1e-4 {
				t.Fatalf("%s: level %d, bucket %d: %v threads run, want %v", name, k, i, got, want)
			}
		}
	}
	pieces := 0
	for _, ix := range c.threads {
		pieces += c.s.lane(ix).len()
	}
	if n := float64(max(pieces, 256)); float64(c.End)/n >= float64(int64(1)<<c.st.low) || float64(c.End)/n < float64(int64(1)<<c.st.low)/2 {
		t.Errorf("%s: buckets of 2^%d ns for %v pieces", name, c.st.low, n)
	}
}

// checkColumns checks the longest columns that buckets of 2^exp ns are for, with a margin
// in front or amid the trace.
func (c *stripCase) checkColumns(t *testing.T, name string, exp int) {
	t.Helper()
	from := []model.Time{-c.End / 50, c.End / 3}[exp%2]
	length := min(120*(model.Time(2)<<exp)-1, c.End-from)
	v := Viewport{model.Range{From: from, To: from + length}, int(min(120, length))}
	var cols columns
	cols.reset(v.Range, v.Width, v.TimeAt)
	var w stripWriter
	w.process(&cols, c.s, c.s.splitter(), c.proc, func(*model.Trace) []model.ThreadIx { return c.threads })
	level := bits.Len64(uint64(length)/uint64(v.Width)) - 1
	for x, got := range w.mean {
		column := v.Column(x)
		want := float64(running(c.Trace, c.threads, column.Clip(c.Whole()))) / float64(column.Len())
		if level >= c.st.low {
			want = c.meanOf(column, min(level, c.st.low+len(c.st.levels)-1))
		}
		if math.Abs(float64(got)-want) > 1e-4 {
			t.Fatalf("%s: columns of %d ns: %v threads run in column %d, want %v", name, v.Len()/model.Time(v.Width), got, x, want)
		}
	}
}

// meanOf is the mean of the buckets of 2^exp ns that have their middle in a column.
func (c *stripCase) meanOf(column model.Range, exp int) float64 {
	sum, n, size := 0.0, 0, model.Time(1)<<exp
	for i := range int(c.End/size) + 1 {
		if column.Contains(model.Time(i)*size + size/2) {
			sum += c.mean(i, exp)
			n++
		}
	}
	return sum / float64(max(n, 1))
}

func TestStripHeights(t *testing.T) {
	w := stripWriter{mean: []float32{0, 0.001, 0.5, 1, 2, 5}}
	got := w.heights(16, 2, 2, nil)
	for i, want := range []uint64{0, 2, 4, 8, 16, 16} {
		if got[i] != want {
			t.Errorf("%v threads: %d pixels, want %d", w.mean[i], got[i], want)
		}
	}
}

// TestUtilization compares the overview with the exact times of the processors.
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

func TestBuildCanBeCancelled(t *testing.T) {
	tr := synthetic(8, 300, second, 1)
	ctx, cancel := context.WithCancel(context.Background())
	s := NewSummary(tr)
	err := s.Build(ctx, 1, func(done, total int) {
		if total != len(tr.Threads) {
			t.Errorf("%d of %d", done, total)
		}
		if done == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	built := 0
	for ix := range tr.Threads {
		if s.lane(model.ThreadIx(ix)) != nil {
			built++
		}
	}
	if built != 3 {
		t.Errorf("%d lanes built", built)
	}
}

// TestFramesWhileBuilding draws while the summary is under construction; the
// race detector watches.
func TestFramesWhileBuilding(t *testing.T) {
	s := storyScene(t, 500, 250, NewMetrics(Comfortable, 1, 1))
	s.Trace = synthetic(20, 2000, second, 1)
	s.Summary = NewSummary(s.Trace)
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

func TestInterrupts(t *testing.T) {
	tr := modeltest.Parse(t, "interrupts", `threadlens-trace 1
cpus 1
span 0ns 100ns
os linux
process 7 "app" target
thread 8 pid=7
10ns cpu0 irq 20ns isr
20ns cpu0 irq 30ns dpc
31ns cpu0 irq 50ns dpc
35ns cpu0 irq 40ns isr
`)
	if got, want := newInterrupts(tr, 0), (interrupts{{From: 10, To: 30}, {From: 31, To: 50}}); !slices.Equal(got, want) {
		t.Errorf("touching and nested ones are %v, want %v", got, want)
	}
	list := interrupts{{From: 10, To: 20}, {From: 30, To: 31}, {From: 40, To: 60}, {From: 70, To: 71}}
	for at := model.Time(0); at < 80; at++ {
		want := 0
		for want < len(list) && list[want].To <= at {
			want++
		}
		for hint := range len(list) + 1 {
			if got := list.from(at, hint); got != want {
				t.Fatalf("from(%d, hint %d) = %d, want %d", at, hint, got, want)
			}
		}
	}
}
