package timeline

import (
	"slices"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// path makes the lane of the path and labels its hops.
func (w *laneWorker) path(s *laneSlot, row *Row) {
	f := w.frame
	l := &s.lane
	l.Style = f.styles.segments
	l.Y, l.Height = f.hopPlace(s.row)
	w.lane.Reset(&f.buf.cols, l.Height, l.Main, l.spare)
	if f.Path != nil {
		w.lane.Part(f.Path.lane, f.Path.Range)
	} else {
		w.lane.Part(nil, model.Range{})
	}
	l.Main, l.Rest, l.spare = w.lane.Main, w.lane.Rest, w.lane.Spare
	l.FindSpans(l.EdgeFrom)
	if f.Path != nil {
		w.hops(s, row)
	}
}

// hops divides the spans of the path's lane, each of one category, into its hops,
// and labels them.
func (w *laneWorker) hops(s *laneSlot, row *Row) {
	f := w.frame
	at := f.buf.cols.At
	found := slices.Clone(s.lane.Spans)
	s.lane.Spans = s.lane.Spans[:0]
	for _, all := range found {
		for x := all.X0; x < all.X1; {
			// A column belongs to the hop that starts in it.
			i := f.Path.find(max(at[x], at[x+1]-1))
			sp := paint.Span{X0: x, Slot: all.Slot}
			_, sp.X1 = f.spanColumns(f.Path.hop(i))
			sp.X1 = min(max(sp.X1, x+1), all.X1)
			if x = sp.X1; sp.X1-sp.X0 < s.lane.EdgeFrom {
				continue
			}
			w.hop(s, &sp, row, i)
			s.lane.Spans = append(s.lane.Spans, sp)
		}
	}
}

// hop sets what is special about the span of a hop, and labels it.
func (w *laneWorker) hop(s *laneSlot, sp *paint.Span, row *Row, i int) {
	f := w.frame
	h := &f.Path.Hops[i]
	if h.Segment >= 0 && sp.X1-sp.X0 >= f.px(flagsFrom) {
		seg := f.Trace.Segment(h.Thread, int(h.Segment))
		sp.Look, sp.Likely = f.spanLook(&seg, false), seg.Likely
	}
	room := sp.X1 - sp.X0 - 2*f.px(labelPad)
	if room <= 0 {
		return
	}
	for _, text := range hopLabels(f.Trace, row.Names[h.Thread], f.Path, i, f.View.Range) {
		if f.caption.Width(text) <= room {
			w.labelSpan(s, sp, h.Category, text)
			return
		}
	}
}

// hopLabels are the possible labels of a hop, the longest first: its thread by name
// and id, what that did and for how long. given is the name that the user gave to
// the thread.
func hopLabels(t *model.Trace, given string, p *Path, i int, window model.Range) (labels [3]string) {
	h, r := &p.Hops[i], p.hop(i)
	short := threadID(t, h.Thread)
	name := ThreadName(t, h.Thread) + " " + short
	if given != "" {
		name = Printable(given) + " " + short
	}
	labels = [3]string{name + " · " + h.Category.Title() + " " + FormatDuration(r.Len()), name, short}
	for k := range labels {
		if r.From < window.From {
			labels[k] = "‹ " + labels[k]
		}
		if r.To > window.To {
			labels[k] += " ›"
		}
	}
	return labels
}
