package timeline

import (
	"context"
	"sync/atomic"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Slots of the lanes of processors, from the floor of a mixed column up: what
// runs, then interrupts, then what nobody knows, and idle time as the empty sky.
const (
	coreHues      paint.Slot = 0 // and the nine after it, see Palette.ThreadHue
	coreOther     paint.Slot = 10
	coreSystem    paint.Slot = 11
	coreInterrupt paint.Slot = 12
	coreUnknown   paint.Slot = 13
	coreOffline   paint.Slot = 14
	coreIdle      paint.Slot = 15
	// coreStolen is where a trace from which a host took time has what nine hues and
	// the others leave: all sixteen slots are in use, and few machines need all ten hues.
	coreStolen paint.Slot = 9
)

// walkedSlices is the number of slices on a lane's part of the window up to which
// the lane is drawn though its summary is not ready.
const walkedSlices = 1 << 16

// cores say which slots processors have while they run: the colours of the Cores view.
type cores interface {
	// Walk calls add for the pieces of a processor that meet r, clipped to it, in order
	// and without gaps.
	Walk(t *model.Trace, cpu model.CPU, r model.Range, add func(from, to model.Time, s paint.Slot))
}

// coreLanes are the summaries of the lanes of processors in some colours.
type coreLanes struct {
	colours cores
	lanes   []atomic.Pointer[lane] // by CPU
}

// BuildCores computes what makes frames of the Cores view cheap, in these colours
// instead of those of the last call, and the run queue once. Few ask for that
// view, so Build leaves it out. Until it is done, lanes that would take too long
// to draw without it stay empty.
func (s *Summary) BuildCores(ctx context.Context, c cores) error {
	all := s.cores.Load()
	if all == nil || all.colours != c {
		all = &coreLanes{c, make([]atomic.Pointer[lane], len(s.trace.Cores))}
		s.cores.Store(all)
	}
	var builder pyramidBuilder
	for cpu := range all.lanes {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if all.lanes[cpu].Load() != nil {
			continue
		}
		p := &pieces{end: s.trace.End}
		c.Walk(s.trace, model.CPU(cpu), s.trace.Whole(), func(from, _ model.Time, sl paint.Slot) { p.push(from, sl) })
		all.lanes[cpu].Store(&lane{p, builder.build(p, s.trace.End)})
	}
	if s.queue.Load() == nil {
		q, err := newQueueStrip(ctx, s.trace)
		if err != nil {
			return err
		}
		s.queue.Store(q)
	}
	return nil
}

// core is the summary of the lane of a processor, nil while it is not ready.
func (s *Summary) core(c cores, cpu model.CPU) *lane {
	if s == nil {
		return nil
	}
	if all := s.cores.Load(); all != nil && all.colours == c {
		return all.lanes[cpu].Load()
	}
	return nil
}

// coreSize is the memory of what BuildCores made, bytes.
func (s *Summary) coreSize() (bytes int64) {
	if all := s.cores.Load(); all != nil {
		for i := range all.lanes {
			if l := all.lanes[i].Load(); l != nil {
				bytes += l.size()
			}
		}
	}
	if q := s.queue.Load(); q != nil {
		bytes += q.size()
	}
	return bytes
}

// processor makes the columns of a processor: from its summary, or by a walk over
// its slices while there is none.
func (w *laneWriter) processor(t *model.Trace, l *lane, c cores, stolen bool, cpu model.CPU) {
	w.core, w.stolen, w.simple = true, stolen, false
	switch r := w.span.Clip(t.Whole()); {
	case r.Len() == 0:
	case l != nil:
		w.summarised(l, r)
	case float64(t.Cores[cpu].Switches)*float64(r.Len()) <= walkedSlices*float64(t.End):
		c.Walk(t, cpu, r, w.piece)
	}
	w.finish()
	clear(w.main[w.xc:])
}

// heights are the heights of shares in a column. On the lane of a processor
// threads that ran at all get a pixel, and so does what nobody knows, and what a
// host took.
func (w *laneWriter) heights(m paint.Mix) paint.Mix {
	if !w.core {
		return m.Heights(w.height)
	}
	threads := m
	threads.Rest &= 1<<(8*(coreInterrupt-paint.SlotUI)) - 1
	if w.stolen {
		threads.Add(coreStolen, -m.At(coreStolen))
		return m.Keeping(w.height, threads.Largest(), coreStolen, coreUnknown)
	}
	return m.Keeping(w.height, threads.Largest(), coreUnknown)
}

// averaged is inside for the lanes of processors, whose buckets have more slots:
// it writes columns as long as each is one bucket or the mean of two of a stretch
// of n from tile i on, bucket j being the first. It returns the next bucket.
func (w *laneWriter) averaged(l *level, i, j, n int, base model.Time, exp int) int {
	width := model.Time(1) << exp
	stop := base + model.Time(n)*width
	x := w.xc
	for ; x < w.width && w.at[x+1] <= stop; x++ {
		next := bucketsBefore(w.at[x+1], base, exp, n)
		if next-j > 2 || next == j {
			break
		}
		a, b := l.bucket(i+j/tileBuckets, j%tileBuckets), l.bucket(i+(next-1)/tileBuckets, (next-1)%tileBuckets)
		w.set(x, w.heights(a.Mean(b)))
		j = next
	}
	w.starts, w.pos = 0, 0
	w.move(x)
	return j
}
