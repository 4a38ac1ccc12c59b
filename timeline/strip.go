package timeline

import (
	"context"
	"math/bits"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// strip is the summary of a process: how many of its threads run, as the mean
// over buckets of time. Unlike lanes, strips have buckets of one size over the
// whole trace, since there are few of them and a number is small.
type strip struct {
	low    int         // buckets of levels[0] are 2^low ns
	levels [][]float32 // each half as many as the one before
}

// Bounds of the number of buckets of a strip's finest level. There is about one
// for each piece of the process.
const (
	minStripBuckets = 1 << 8
	maxStripBuckets = 1 << 18
)

// stripIx is the index of the strip of a process, of KernelGroup too.
func (s *Summary) stripIx(p model.ProcIx) int { return min(int(p), len(s.strips)-1) }

func (s *Summary) buildStrips(ctx context.Context) {
	for p := range s.trace.Processes {
		if ctx.Err() != nil {
			return
		}
		s.strips[p].Store(s.newStrip(s.trace.Processes[p].Threads))
	}
	s.strips[len(s.strips)-1].Store(s.newStrip(kernelThreads(s.trace)))
}

func (s *Summary) newStrip(threads []model.ThreadIx) *strip {
	n := 0
	for _, ix := range threads {
		n += s.lane(ix).len()
	}
	if n == 0 {
		return &strip{}
	}
	n = min(max(n, minStripBuckets), maxStripBuckets)
	st := &strip{low: bits.Len64(uint64(s.trace.End) / uint64(n))}
	sums := make([]model.Time, int(s.trace.End>>st.low)+1)
	for _, ix := range threads {
		s.lane(ix).walk(s.trace.Threads[ix].Life, func(from, to model.Time, sl paint.Slot) {
			if sl > paint.SlotInterrupt {
				return
			}
			for from < to {
				i := from >> st.low
				end := min(to, (i+1)<<st.low)
				sums[i] += end - from
				from = end
			}
		})
	}
	fine := make([]float32, len(sums))
	for i, v := range sums {
		fine[i] = float32(v) / float32(int64(1)<<st.low)
	}
	for {
		st.levels = append(st.levels, fine)
		if len(fine) == 1 {
			return st
		}
		half := make([]float32, (len(fine)+1)/2)
		for i := range half {
			half[i] = fine[2*i] / 2
			if 2*i+1 < len(fine) {
				half[i] += fine[2*i+1] / 2
			}
		}
		fine = half
	}
}

// stripWriter computes how many threads run in each column.
type stripWriter struct {
	*columns
	mean  []float32 // by column
	part  []model.Time
	enter []int32 // change of the number that run throughout
}

// process computes the columns of a process or of the kernel, whose threads it
// asks for if it needs them.
func (w *stripWriter) process(c *columns, s *Summary, sp *splitter, key model.ProcIx, threads func(*model.Trace) []model.ThreadIx) {
	var st *strip
	if s != nil {
		st = s.strips[s.stripIx(key)].Load()
	}
	w.fill(c, s, sp, st, threads)
}

// group computes the columns of a group of threads.
func (w *stripWriter) group(c *columns, s *Summary, sp *splitter, threads []model.ThreadIx) {
	w.fill(c, s, sp, s.groupStrip(threads), func(*model.Trace) []model.ThreadIx { return threads })
}

// fill computes the columns from a strip, or from the threads' pieces where it is
// too coarse or not there.
func (w *stripWriter) fill(c *columns, s *Summary, sp *splitter, st *strip, threads func(*model.Trace) []model.ThreadIx) {
	w.columns = c
	w.mean = append(w.mean[:0], make([]float32, c.width)...)
	exp := bits.Len64(uint64(c.span.Len())/uint64(c.width)) - 1
	switch {
	case st == nil || exp < st.low:
		w.walk(s, sp, threads(sp.trace))
	case len(st.levels) > 0:
		k := min(exp-st.low, len(st.levels)-1)
		w.read(st.levels[k], k+st.low)
	}
}

// read takes the mean of the buckets whose middle lies in a column.
func (w *stripWriter) read(buckets []float32, exp int) {
	half := model.Time(1) << exp / 2
	j := 0
	if first := w.at[0] - half; first > 0 {
		j = int((first + 2*half - 1) >> exp)
	}
	for x := range w.mean {
		n := 0
		for ; j < len(buckets) && model.Time(j)<<exp+half < w.at[x+1]; j++ {
			w.mean[x] += buckets[j]
			n++
		}
		if n > 1 {
			w.mean[x] /= float32(n)
		}
	}
}

// walk counts the running pieces of each thread.
func (w *stripWriter) walk(s *Summary, sp *splitter, threads []model.ThreadIx) {
	n := w.width + 1
	w.part = append(w.part[:0], make([]model.Time, n)...)
	w.enter = append(w.enter[:0], make([]int32, n+1)...)
	for _, ix := range threads {
		r := w.span.Clip(sp.trace.Threads[ix].Life)
		if l := s.lane(ix); l != nil {
			l.walk(r, w.piece)
		} else {
			sp.walk(ix, r, w.piece)
		}
	}
	running := int32(0)
	for x := range w.mean {
		running += w.enter[x]
		w.mean[x] = float32(running) + float32(w.part[x])/float32(w.at[x+1]-w.at[x])
	}
}

func (w *stripWriter) piece(from, to model.Time, s paint.Slot) {
	if s > paint.SlotInterrupt {
		return
	}
	x0, x1 := w.x(from), w.x(to)
	if x0 == x1 {
		w.part[x0] += to - from
		return
	}
	w.part[x0] += w.at[x0+1] - from
	w.enter[x0+1]++
	w.enter[x1]--
	if x1 < w.width {
		w.part[x1] += to - w.at[x1]
	}
}

// heights turns the means into columns of at most height pixels, full being the
// number of threads that fills one, and of at least so many that what runs at all
// is seen.
func (w *stripWriter) heights(height, least int, full float32, main []uint64) []uint64 {
	main = main[:0]
	for _, v := range w.mean {
		h := 0
		if v > 0 {
			h = max(least, int(min(v/full, 1)*float32(height)+0.5))
		}
		main = append(main, paint.Only(paint.SlotExecution, h).Main)
	}
	return main
}

// kernelThreads are the threads of all processes that belong to the kernel.
func kernelThreads(t *model.Trace) (list []model.ThreadIx) {
	for p := range t.Processes {
		if isKernel(t, &t.Processes[p]) {
			list = append(list, t.Processes[p].Threads...)
		}
	}
	return list
}

// isKernel tells whether a process is one of the many that Linux makes of the
// kernel's threads.
func isKernel(t *model.Trace, p *model.Process) bool {
	return p.Class == model.ClassSystem && t.Info.OS.Family == "linux"
}
