package timeline

import (
	"image"

	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// Sizes on the lanes of CPUs, dp.
const (
	coreEdgeFrom  = 4  // narrower slices have no line at their start
	coreLabelFrom = 44 // narrower slices have no label
	coreLabelPad  = 6
	coreLabelLane = 13 // lanes this low have no labels
)

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
	w.lane.Reset(&f.buf.cols, l.Height, l.Main, l.spare)
	w.lane.Processor(f.Trace, f.Summary.Core(c, row.CPUs[0]), c, c.stolen, row.CPUs[0])
	l.Main, l.Rest, l.spare = w.lane.Main, w.lane.Rest, w.lane.Spare
	l.FindSpans(f.px(coreEdgeFrom))
	w.sliceLabels(s, row.CPUs[0])
}

// sliceLabels marks the starts of slices that are wide enough, and names their
// threads. There can only be such slices where a stretch of columns has one colour.
func (w *laneWorker) sliceLabels(s *laneSlot, cpu model.CPU) {
	f, at := w.frame, w.frame.buf.cols.At
	done := model.Time(-1)
	for _, sp := range s.lane.Spans {
		if sp.Slot >= lanes.CoreInterrupt {
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

// sliceLabel marks the start of a slice in columns x0 … x1-1 and writes the id of
// its thread.
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

// selectedLook is the look of the selected segment if it is too narrow to be seen:
// like its lane.
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
