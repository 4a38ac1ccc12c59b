package timeline

import (
	"image"
	"slices"
	"sort"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// The lane of a path has a fixed size, independent of other lanes: it is the only
// one of its kind, and its purpose is to show names. Sizes in dp at a text scale of
// 1.
const (
	pathPitch = 26 // of the row
	hopHeight = 20 // of the hops in it
)

// path adds the row of the path, which is above everything that scrolls, so that a
// user who follows a path from hop to hop does not lose it.
func (b *rowsBuilder) path() {
	if b.opts.Path {
		b.list = append(b.list, Row{
			Kind: RowPath, Proc: model.NoProc, Thread: model.NoThread, Name: "Critical path", Pinned: true,
			Names: b.opts.Names,
		})
	}
}

// hopPlace is where hops are drawn in the row of the path.
func (s *Scene) hopPlace(row int) (y, height int) {
	h := min(max(s.Metrics.TextPx(hopHeight), 1), paint.FullShare)
	return s.rowY(row) + (s.Metrics.TextPx(pathPitch)-h)/2, h
}

// path makes the lane of the path and labels its hops.
func (w *laneWorker) path(s *laneSlot, row *Row) {
	f := w.frame
	l := &s.lane
	l.Style = f.styles.segments
	l.Y, l.Height = f.hopPlace(s.row)
	w.lane.Reset(&f.p.cols, l.Height, l.Main, l.spare)
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
	at := f.p.cols.At
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

// pathName writes the title of the row of the path, its thread and its length.
func (f *frame) pathName(i int, row *Row, clip image.Rectangle) {
	if f.Path == nil {
		return
	}
	y := f.rowY(i) + f.Metrics.TextPx(pathPitch)/2
	end := f.textRight(FormatDuration(f.Path.Len()), f.caption, f.Palette.Text2, f.gutter()-f.px(gutterEnd), y, clip)
	f.nameAndID(&Row{Name: row.Name, ID: threadID(f.Trace, f.Path.Thread)}, f.bold, f.caption, f.px(gutterIndent), end-f.px(gutterGap), y, clip)
}

// hitPath finds the hop at p in the row of the path, and the segment of its thread
// that it lies in.
func (s *Scene) hitPath(at *Place, p image.Point, gutter bool) {
	y, h := s.hopPlace(at.Row)
	if gutter || s.Path == nil || p.Y < y || p.Y >= y+h {
		return
	}
	i, ok := s.hopAt(p.X - s.gutter())
	if !ok {
		return
	}
	at.Hop = s.Path.hop(i)
	if hop := &s.Path.Hops[i]; hop.Segment >= 0 {
		at.Segment = SegmentRef{hop.Thread, int(hop.Segment)}
	}
}

// hopAt is the hop that column x shows: the one that starts in it, or the longest
// inside it if there are several.
func (s *Scene) hopAt(x int) (i int, ok bool) {
	c := candidates{column: s.View.Column(x)}
	if c.column.Overlap(s.Path.Range) == 0 {
		return 0, false
	}
	for i := max(s.Path.find(c.column.From), 0); i < len(s.Path.Hops) && s.Path.Hops[i].From < c.column.To; i++ {
		if !c.add(Object{Index: i}, s.Path.hop(i)) {
			break
		}
	}
	best, ok := c.best()
	return best.Index, ok
}

// HopRect is where the row of the path shows a part of it, at least 3 dp wide and
// clipped to the lane area; ok is false if it does not.
func (s *Scene) HopRect(row int, hop model.Range) (r image.Rectangle, ok bool) {
	if row < 0 || row >= len(s.Rows.List) || s.Rows.List[row].Kind != RowPath || hop.Overlap(s.View.Range) == 0 {
		return r, false
	}
	y, h := s.hopPlace(row)
	x0, x1 := s.wideRangeX(hop)
	r = image.Rect(x0, y, x1, y+h).Intersect(s.LaneArea()).Intersect(s.RowRect(row))
	return r, !r.Empty()
}

// find is the last hop that starts at or before t, -1 if all start later.
func (p *Path) find(t model.Time) int {
	return sort.Search(len(p.Hops), func(i int) bool { return p.Hops[i].From > t }) - 1
}

// hop is the time of a hop.
func (p *Path) hop(i int) model.Range {
	r := model.Range{From: p.Hops[i].From, To: p.To}
	if i+1 < len(p.Hops) {
		r.To = p.Hops[i+1].From
	}
	return r
}

// hopAround is the hop at an instant, to look for its ends.
func (p *Path) hopAround(t model.Time) (model.Range, bool) {
	if p == nil || !p.Contains(t) || len(p.Hops) == 0 {
		return model.Range{}, false
	}
	return p.hop(max(p.find(t), 0)), true
}
