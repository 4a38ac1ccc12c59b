package lanes

import (
	"math/bits"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// StripWriter computes how many threads run in each column.
type StripWriter struct {
	*Columns
	Mean  []float32 // by column
	part  []model.Time
	enter []int32 // change of the number that run throughout
}

// Process computes the columns of a process or of the kernel, whose threads it
// requests if it needs them.
func (w *StripWriter) Process(c *Columns, s *Summary, sp *Splitter, key model.ProcIx, threads func(*model.Trace) []model.ThreadIx) {
	var st *strip
	if s != nil {
		st = s.strips[s.stripIx(key)].Load()
	}
	w.fill(c, s, sp, st, threads)
}

// Group computes the columns of a group of threads.
func (w *StripWriter) Group(c *Columns, s *Summary, sp *Splitter, threads []model.ThreadIx) {
	w.fill(c, s, sp, s.groupStrip(threads), func(*model.Trace) []model.ThreadIx { return threads })
}

// fill computes the columns from a strip, or from the threads' pieces if it is too
// coarse or missing.
func (w *StripWriter) fill(c *Columns, s *Summary, sp *Splitter, st *strip, threads func(*model.Trace) []model.ThreadIx) {
	w.Columns = c
	w.Mean = append(w.Mean[:0], make([]float32, c.width)...)
	exp := bits.Len64(uint64(c.span.Len())/uint64(c.width)) - 1
	switch {
	case st == nil || exp < st.low:
		w.walk(s, sp, threads(sp.Trace))
	case len(st.levels) > 0:
		k := min(exp-st.low, len(st.levels)-1)
		w.read(st.levels[k], k+st.low)
	}
}

// read takes the mean of the buckets whose middle lies in a column.
func (w *StripWriter) read(buckets []float32, exp int) {
	half := model.Time(1) << exp / 2
	j := 0
	if first := w.At[0] - half; first > 0 {
		j = int((first + 2*half - 1) >> exp)
	}
	for x := range w.Mean {
		n := 0
		for ; j < len(buckets) && model.Time(j)<<exp+half < w.At[x+1]; j++ {
			w.Mean[x] += buckets[j]
			n++
		}
		if n > 1 {
			w.Mean[x] /= float32(n)
		}
	}
}

// walk counts the running pieces of each thread.
func (w *StripWriter) walk(s *Summary, sp *Splitter, threads []model.ThreadIx) {
	n := w.width + 1
	w.part = append(w.part[:0], make([]model.Time, n)...)
	w.enter = append(w.enter[:0], make([]int32, n+1)...)
	for _, ix := range threads {
		r := w.span.Clip(sp.Trace.Threads[ix].Life)
		if l := s.Lane(ix); l != nil {
			l.walk(r, w.piece)
		} else {
			sp.Walk(ix, r, w.piece)
		}
	}
	running := int32(0)
	for x := range w.Mean {
		running += w.enter[x]
		w.Mean[x] = float32(running) + float32(w.part[x])/float32(w.At[x+1]-w.At[x])
	}
}

func (w *StripWriter) piece(from, to model.Time, s paint.Slot) {
	if s > paint.SlotInterrupt {
		return
	}
	x0, x1 := w.X(from), w.X(to)
	if x0 == x1 {
		w.part[x0] += to - from
		return
	}
	w.part[x0] += w.At[x0+1] - from
	w.enter[x0+1]++
	w.enter[x1]--
	if x1 < w.width {
		w.part[x1] += to - w.At[x1]
	}
}

// Heights turns the means into columns of at most height pixels, full being the
// number of threads that fills one, and at least so high that anything that runs is
// visible.
func (w *StripWriter) Heights(height, least int, full float32, main []uint64) []uint64 {
	main = main[:0]
	for _, v := range w.Mean {
		h := 0
		if v > 0 {
			h = max(least, int(min(v/full, 1)*float32(height)+0.5))
		}
		main = append(main, paint.Only(paint.SlotExecution, h).Main)
	}
	return main
}
