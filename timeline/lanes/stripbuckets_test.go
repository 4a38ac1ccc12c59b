package lanes

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"os"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

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
	return float64(modeltest.Running(c.Trace, c.threads, r)) / float64(r.Len())
}

// allKernel is beyond all processes: its strip is that of the kernel threads.
const allKernel = model.NoProc - 1

// TestStripBuckets compares every bucket of every level with the sums of the threads,
// and the columns that are made of them: a bucket counts in the column of its middle.
func TestStripBuckets(t *testing.T) {
	src, err := os.ReadFile("../testdata/story.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	story := modeltest.Parse(t, "story.tltxt", string(src))
	for name, tr := range map[string]*model.Trace{"story": story, "even": modeltest.Synthetic(3, 6000, 2_000_000_000, 1)} {
		s := summed(t, tr)
		proc := tr.Targets()[0]
		cases := []stripCase{{tr, s, s.strips[proc].Load(), proc, tr.Processes[proc].Threads}}
		if kernel := KernelThreads(tr); len(kernel) > 0 {
			cases = append(cases, stripCase{tr, s, s.strips[s.stripIx(allKernel)].Load(), allKernel, kernel})
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
		pieces += c.s.Lane(ix).len()
	}
	if n := float64(max(pieces, 256)); float64(c.End)/n >= float64(int64(1)<<c.st.low) || float64(c.End)/n < float64(int64(1)<<c.st.low)/2 {
		t.Errorf("%s: buckets of 2^%d ns for %v pieces", name, c.st.low, n)
	}
}

// checkColumns checks the longest columns that buckets of 2^exp ns are for, with a margin
// in front of the trace, or in the middle of it.
func (c *stripCase) checkColumns(t *testing.T, name string, exp int) {
	t.Helper()
	from := []model.Time{-c.End / 50, c.End / 3}[exp%2]
	length := min(120*(model.Time(2)<<exp)-1, c.End-from)
	v := grid{model.Range{From: from, To: from + length}, int(min(120, length))}
	var w StripWriter
	w.Process(v.columns(), c.s, c.s.Splitter(c.Trace), c.proc, func(*model.Trace) []model.ThreadIx { return c.threads })
	level := bits.Len64(uint64(length)/uint64(v.Width)) - 1
	for x, got := range w.Mean {
		column := v.Column(x)
		want := float64(modeltest.Running(c.Trace, c.threads, column.Clip(c.Whole()))) / float64(column.Len())
		if level >= c.st.low {
			want = c.meanOf(column, min(level, c.st.low+len(c.st.levels)-1))
		}
		if math.Abs(float64(got)-want) > 1e-4 {
			t.Fatalf("%s: columns of %d ns: %v threads run in column %d, want %v", name, v.Len()/model.Time(v.Width), got, x, want)
		}
	}
}

// meanOf is the mean of the buckets of 2^exp ns whose middle is in a column.
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
	w := StripWriter{Mean: []float32{0, 0.001, 0.5, 1, 2, 5}}
	got := w.Heights(16, 2, 2, nil)
	for i, want := range []uint64{0, 2, 4, 8, 16, 16} {
		if got[i] != want {
			t.Errorf("%v threads: %d pixels, want %d", w.Mean[i], got[i], want)
		}
	}
}

func TestBuildCanBeCancelled(t *testing.T) {
	tr := modeltest.Synthetic(8, 300, 1_000_000_000, 1)
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
		if s.Lane(model.ThreadIx(ix)) != nil {
			built++
		}
	}
	if built != 3 {
		t.Errorf("%d lanes built", built)
	}
}
