package timeline

import (
	"context"
	"image"
	"sync/atomic"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Sizes on the lanes of processors, dp.
const (
	coreEdgeFrom  = 4  // narrower slices have no line at their beginning
	coreLabelFrom = 44 // narrower slices have no label
	coreLabelPad  = 6
	coreLabelLane = 13 // lanes as low as this have no labels
)

// walkedSlices is the number of slices on a lane's part of the window up to which
// the lane is drawn though its summary is not ready.
const walkedSlices = 1 << 16

// coreLanes are the summaries of the lanes of processors in some colours.
type coreLanes struct {
	colours *CoreColours
	lanes   []atomic.Pointer[lane] // by CPU
}

// BuildCores computes what makes frames of the Cores view cheap, in these colours
// instead of those of the last call, and the run queue once. Few ask for that
// view, so Build leaves it out. Until it is done, lanes that would take too long
// to draw without it stay empty.
func (s *Summary) BuildCores(ctx context.Context, c *CoreColours) error {
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
		c.walk(s.trace, model.CPU(cpu), s.trace.Whole(), func(from, _ model.Time, sl paint.Slot) { p.push(from, sl) })
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
func (s *Summary) core(c *CoreColours, cpu model.CPU) *lane {
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

// walk calls add for the pieces of a processor that meet r, clipped to it, in
// order and without gaps.
func (c *CoreColours) walk(t *model.Trace, cpu model.CPU, r model.Range, add func(from, to model.Time, s paint.Slot)) {
	s := sweep{add: add, at: r.From}
	for slice := range t.Slices(cpu, r) {
		s.slots = [4]paint.Slot{c.sliceSlot(cpu, &slice), coreInterrupt, coreInterrupt, coreInterrupt}
		part := slice.Clip(r)
		for irq := range t.Interrupts(cpu, part) {
			s.goTo(max(irq.From, part.From))
			s.until[0] = max(s.until[0], irq.To)
		}
		s.goTo(part.To)
	}
	s.flush()
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
	for ; x < w.view.Width && w.at[x+1] <= stop; x++ {
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

// processor makes the columns of a processor: from its summary, or by a walk over
// its slices while there is none.
func (w *laneWriter) processor(t *model.Trace, l *lane, c *CoreColours, cpu model.CPU) {
	w.core, w.stolen, w.simple = true, c.stolen, false
	switch r := w.view.Clip(t.Whole()); {
	case r.Len() == 0:
	case l != nil:
		w.summarised(l, r)
	case float64(t.Cores[cpu].Switches)*float64(r.Len()) <= walkedSlices*float64(t.End):
		c.walk(t, cpu, r, w.piece)
	}
	w.finish()
	clear(w.main[w.xc:])
}

// core fills a slot with a lane of the Cores view.
func (w *laneWorker) core(s *laneSlot, row *Row) {
	if row.Kind == RowQueue {
		w.queue(s)
		return
	}
	f, l, c := w.frame, &s.lane, w.frame.Rows.Cores
	l.Style, l.Edge = f.styles.cores[c.By], 0
	if c.stolen {
		l.Style = f.styles.stolenCores[c.By]
	}
	l.Y, l.Height = f.segmentPlace(s.row)
	w.lane.reset(&f.p.cols, l.Height, l.Main, l.spare)
	w.lane.processor(f.Trace, f.Summary.core(c, row.CPUs[0]), c, row.CPUs[0])
	l.Main, l.Rest, l.spare = w.lane.main, w.lane.rest, w.lane.spare
	l.FindSpans(f.px(coreEdgeFrom))
	w.sliceLabels(s, row.CPUs[0])
}

// sliceLabels marks where slices begin that are wide enough, and writes whose
// they are. Only where a stretch of columns has one colour can there be any.
func (w *laneWorker) sliceLabels(s *laneSlot, cpu model.CPU) {
	f, at := w.frame, w.frame.p.cols.at
	done := model.Time(-1)
	for _, sp := range s.lane.Spans {
		if sp.Slot >= coreInterrupt {
			continue
		}
		for x := sp.X0; x < sp.X1; {
			slice, ok := f.Trace.SliceAt(cpu, at[x+1]-1)
			if !ok {
				break
			}
			x0, x1 := f.spanColumns(slice.Range)
			if slice.From > done {
				done = slice.From
				w.sliceLabel(s, cpu, &slice, x0, x1)
			}
			x = max(x+1, x1)
		}
	}
}

// sliceLabel marks the beginning of a slice in columns x0 … x1-1 and writes the
// id of its thread.
func (w *laneWorker) sliceLabel(s *laneSlot, cpu model.CPU, slice *model.Slice, x0, x1 int) {
	f, c := w.frame, w.frame.Rows.Cores
	ix, ok := slice.Occupant.Thread()
	if !ok {
		return
	}
	left := s.lane.X + x0
	if slice.From > f.View.From && x1-x0 >= f.px(coreEdgeFrom) {
		s.fill(image.Rect(left, s.lane.Y, left+f.Metrics.Line(), s.lane.Y+s.lane.Height), f.Palette.Lane)
	}
	text, pad := threadID(f.Trace, ix), f.px(coreLabelPad)
	if x1-x0 < f.px(coreLabelFrom) || s.lane.Height < f.Metrics.TextPx(coreLabelLane) || f.caption.Width(text) > x1-x0-2*pad {
		return
	}
	n := len(s.labels)
	w.text(s, text, labelOn(c.sliceFill(f.Palette, cpu, slice)), left+pad, s.lane.X+x1)
	s.over = append(s.over, s.labels[n:]...)
	s.labels = s.labels[:n]
}

// selectedLook is how the selected segment is drawn where it is too narrow to be
// seen: like its lane.
func (f *frame) selectedLook(seg *model.Segment) paint.Colours {
	if f.Rows.Cores == nil {
		return f.Palette.Category(seg.Category)
	}
	fill := f.Rows.Cores.Fill(f.Palette, seg.Thread)
	if slice, ok := f.Trace.SliceAt(seg.CPU, seg.From); ok {
		fill = f.Rows.Cores.sliceFill(f.Palette, seg.CPU, &slice)
	}
	return paint.Colours{Fill: fill, Edge: f.Palette.Ink}
}
