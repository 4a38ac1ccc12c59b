package timeline

import (
	"slices"

	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// Sizes on the lanes of threads and processes, dp.
const (
	labelFromLane = 14 // segments this low have no labels
	stripHeight   = 16
	mergedHeight  = 14
	mergedLine    = 3 // of the sleep of a collapsed process
)

func (w *laneWorker) thread(s *laneSlot, row *Row) {
	f := w.frame
	l := &s.lane
	l.Style = f.styles.segments
	l.Height = min(max(f.px(f.Metrics.Segment), 1), paint.FullShare)
	l.Y = s.y + (f.px(f.Metrics.Pitch)-l.Height)/2
	w.lane.Reset(&f.buf.cols, l.Height, l.Main, l.spare)
	w.lane.Lane(w.sp, f.Summary.Lane(row.Thread), row.Thread)
	l.Main, l.Rest, l.spare = w.lane.Main, w.lane.Rest, w.lane.Spare
	if l.Height < paint.FlatLanePixels {
		l.Edge = 0
		l.Spans = append(l.Spans[:0], w.lane.Wide...)
	} else {
		l.FindSpans(l.EdgeFrom)
	}
	w.annotate(s, row)
	w.ticks(s, row)
}

// annotate looks up the segments behind the spans of a lane, to label them and to
// detect losses and backdrops.
func (w *laneWorker) annotate(s *laneSlot, row *Row) {
	f := w.frame
	labels := s.lane.Height >= f.Metrics.TextPx(labelFromLane)
	least := f.px(2 * labelPad)
	at := f.buf.cols.At
	for i := 0; i < len(s.lane.Spans); i++ {
		if s.lane.Spans[i].Slot == paint.SlotUnknown {
			w.cutUnknown(s, i, row)
		}
		sp := &s.lane.Spans[i]
		all := sp.X0 == 0 && sp.X1 == f.View.Width
		wide := labels && sp.X1-sp.X0 > least && sp.Slot > paint.SlotInterrupt
		if !wide && !all && sp.Slot != paint.SlotUnknown && sp.X1-sp.X0 < f.px(flagsFrom) {
			continue
		}
		seg, ok := f.Trace.SegmentAt(row.Thread, at[(sp.X0+sp.X1)/2])
		if !ok {
			continue
		}
		sp.Look, sp.Likely = f.spanLook(&seg, all), seg.Likely
		f.openEnds(s, sp, &seg)
		// Several segments may have merged into the span.
		if wide && seg.From < at[sp.X0+1] && seg.To > at[sp.X1-1] {
			w.label(s, sp, &seg)
		}
	}
}

// spanLook is what is special about a segment; all is set if its span fills the
// window.
func (f *frame) spanLook(seg *model.Segment, all bool) (look paint.SpanLook) {
	if seg.State == model.Unknown {
		switch {
		case seg.LikelyState() != model.Unknown:
			look |= paint.LookGap
		case seg.Sub == model.SubLoss || seg.Sub == model.SubGap:
			look |= paint.LookLoss
		}
	}
	if all && f.QuietBackdrops && seg.State != model.Running && covers(seg.Range, f.View.Range) {
		look |= paint.LookBackdrop
	}
	if seg.Flags&model.Inferred != 0 {
		look |= paint.LookInferred
	}
	return look
}

// cutUnknown divides span i of a thread's lane, which is unknown time, at the
// boundaries of segments: their likely categories may differ. Pieces too narrow for
// a span stay with the previous one.
func (w *laneWorker) cutUnknown(s *laneSlot, i int, row *Row) {
	f, at := w.frame, w.frame.buf.cols.At
	sp := s.lane.Spans[i]
	least := max(s.lane.EdgeFrom, 1)
	for x := sp.X0; x+2*least <= sp.X1; x += least {
		// A column belongs to the segment that starts in it.
		seg, ok := f.Trace.SegmentAt(row.Thread, max(at[x], at[x+1]-1))
		if !ok || seg.To >= at[sp.X1-1] {
			return
		}
		_, x = f.spanColumns(seg.Range)
		if x-sp.X0 < least {
			x = sp.X0
			continue
		}
		if sp.X1-x < least {
			return
		}
		rest := sp
		rest.X0 = x
		s.lane.Spans[i].X1 = x
		s.lane.Spans = slices.Insert(s.lane.Spans, i+1, rest)
		return
	}
}

func covers(a, b model.Range) bool { return a.From <= b.From && a.To >= b.To }

// label writes as much about a segment into its span as there is room for: never
// half a number; the reason is dropped first, then the duration, then everything.
func (w *laneWorker) label(s *laneSlot, sp *paint.Span, seg *model.Segment) {
	f := w.frame
	room := sp.X1 - sp.X0 - 2*f.px(labelPad)
	text := ""
	for n := labelReason; n >= labelCategory && text == ""; n-- {
		if t := labelText(f.Trace, seg, f.View.Range, n); f.caption.Width(t) <= room {
			text = t
		}
	}
	if text != "" {
		w.labelSpan(s, sp, seg.Category, text)
	}
}

// process makes the parallelism strip of an expanded process, or the merged lane
// of a collapsed one.
func (w *laneWorker) process(s *laneSlot, row *Row) {
	f := w.frame
	l := &s.lane
	threads := lanes.KernelThreads
	if row.Kind == RowProcess {
		threads = func(t *model.Trace) []model.ThreadIx { return t.Processes[row.Proc].Threads }
	}
	if row.Kind == RowGroup || row.Kind == RowFold {
		w.strip.Group(&f.buf.cols, f.Summary, w.sp, row.Members)
	} else {
		w.strip.Process(&f.buf.cols, f.Summary, w.sp, row.Proc, threads)
	}
	group := f.px(f.Metrics.Group)
	full, least := float32(1), f.px(mergedLine+2)
	if row.Expanded {
		l.Style = f.styles.strip
		l.Height = min(f.Metrics.TextPx(stripHeight), group)
		l.Y = s.y + (group-l.Height)/2
		full, least = float32(max(2, min(row.Shown, f.processors()))), f.px(2)
	} else {
		l.Style = f.styles.merged
		l.Height = min(f.Metrics.TextPx(mergedHeight), group)
		l.Y = s.y + (group-l.Height)/2 + f.px(1)
	}
	l.Main = w.strip.Heights(l.Height, min(least, l.Height), full, l.Main)
	l.Rest, l.Spans, l.Edge = nil, l.Spans[:0], 0
	w.ticks(s, row)
}
