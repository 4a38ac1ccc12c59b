package timeline

import (
	"image"
	"sort"

	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// Sizes of bands, dp.
const (
	spanEdge  = 2  // line at the start of a span
	spanPad   = 4  // between that line and the label
	edgesFrom = 4  // narrower spans have no line
	besideGap = 6  // between a transfer and the label next to it
	stemWidth = 1  // of a flag
	labelRoom = 24 // narrower spans and transfers have no label inside
	cutRoom   = 48 // spans with less room than this have no shortened label either
)

// bandSlots makes slots of the lines of a row with bands that are in view, and
// draws its line of points.
func (f *frame) bandSlots(slots []laneSlot, row int) []laneSlot {
	area := f.LaneArea()
	r := &f.Rows.List[row]
	for line := range r.lineCount() {
		y0, y1 := f.lineY(row, line)
		if y1 <= area.Min.Y || y0 >= area.Max.Y {
			continue
		}
		slots = addSlot(slots, row, y0)
		s := &slots[len(slots)-1]
		s.line = line
	}
	return slots
}

// bandLine fills a slot with a line of a row that has bands.
func (w *laneWorker) bandLine(s *laneSlot, row *Row) {
	f := w.frame
	l := &s.lane
	l.Y, l.Height, l.Edge = s.y, min(max(f.Metrics.banded(bandHeight), 1), paint.FullShare), 0
	l.Spans = l.Spans[:0]
	b, ok := row.bandAt(s.line)
	if !ok {
		l.Main, l.Rest = l.Main[:0], nil
		w.points(s, row.points(f.Trace))
		return
	}
	w.lane.Reset(&f.buf.cols, l.Height, l.Main, l.spare)
	w.lane.Band(f.Trace, f.Summary.Band(b), b)
	l.Main, l.Rest, l.spare = w.lane.Main, w.lane.Rest, w.lane.Spare
	switch b.Kind {
	case lanes.BandProcessor:
		l.Style = f.styles.processors
	case lanes.BandChannel:
		l.Style = f.styles.disks
		l.Edge = f.Metrics.Line()
		l.FindSpans(l.EdgeFrom)
		w.transferLabels(s, b)
	default:
		l.Style = f.styles.spans
		w.spanLabels(s, b)
	}
}

// spanLabels marks the starts of the spans of a level, and writes their names.
// Spans too narrow for either are skipped a column at a time.
func (w *laneWorker) spanLabels(s *laneSlot, b lanes.Band) {
	f := w.frame
	if b.Kind == lanes.BandMore {
		return // they overlap
	}
	for x := 0; x < f.View.Width; {
		i, x0, x1 := w.spanFrom(b, x)
		if i >= 0 && x1 <= x { // it ends in this column, where another may start
			i, x0, x1 = w.spanFrom(b, x+1)
		}
		if i < 0 {
			return
		}
		if x0 >= x && x1-x0 >= f.px(edgesFrom) {
			w.spanLabel(s, i, x0, x1)
		}
		x = max(x+1, x1)
	}
}

// spanFrom is the first span of a level that reaches beyond the start of column x, and
// its columns; -1 if there is none.
func (w *laneWorker) spanFrom(b lanes.Band, x int) (i, x0, x1 int) {
	f := w.frame
	for i := range b.Each(f.Trace, model.Range{From: f.buf.cols.At[x], To: f.View.To}) {
		x0, x1 = f.spanColumns(f.Trace.Spans.List[i].Range)
		return i, x0, x1
	}
	return -1, 0, 0
}

// spanLabel draws the start of a span in columns x0 … x1-1, and its label.
func (w *laneWorker) spanLabel(s *laneSlot, i, x0, x1 int) {
	f := w.frame
	span := &f.Trace.Spans.List[i]
	left := s.lane.X + x0
	if span.Begin >= 0 && span.From >= f.View.From {
		s.fill(image.Rect(left, s.lane.Y, left+f.px(spanEdge), s.lane.Y+s.lane.Height), f.Palette.Text2)
	}
	// A missing marker leaves the span open there.
	f.notches(s, x0, x1, span.Begin < 0 && span.From >= f.View.From, span.End < 0 && span.To <= f.View.To)
	room := x1 - x0 - f.px(spanEdge+2*spanPad)
	if x1-x0 < f.px(labelRoom) {
		return
	}
	labels := SpanLabels(f.Trace, i, f.View.Range, f.Rows.List[s.row].Kind == RowSpans)
	text := ""
	if room >= f.px(cutRoom) {
		text = f.caption.Fit(labels[len(labels)-1], room)
	}
	for _, l := range labels {
		if f.caption.Width(l) <= room {
			text = l
			break
		}
	}
	w.text(s, text, f.Palette.Text, left+f.px(spanEdge+spanPad), s.lane.X+x1)
}

// transferLabels writes files and sizes into the transfers of a channel, or next to
// an isolated one if there is room. Transfers that overlap are each marked where
// they start, and have the room up to the next.
func (w *laneWorker) transferLabels(s *laneSlot, b lanes.Band) {
	f := w.frame
	main := s.lane.Main
	least := f.px(labelRoom)
	for x := 0; x < len(main); {
		if main[x] == 0 {
			x++
			continue
		}
		x0 := x
		for x < len(main) && main[x] != 0 {
			x++
		}
		free := x
		for free < len(main) && main[free] == 0 {
			free++
		}
		switch only := w.only(b, x0, x); {
		case only >= 0 && w.transferLabel(s, only, x0, x):
		case only >= 0 && free-x >= least:
			w.labelBeside(s, only, x, free)
		case only < 0 && x-x0 >= least:
			w.overlapping(s, b, x0, x)
		}
	}
}

// only is the only transfer in columns x0 … x1-1, -1 if there are several.
func (w *laneWorker) only(b lanes.Band, x0, x1 int) int {
	only := -1
	for i := range b.Each(w.frame.Trace, model.Range{From: w.lane.At[x0], To: w.lane.At[x1]}) {
		if only >= 0 {
			return -1
		}
		only = i
	}
	return only
}

// overlapping labels transfers in columns x0 … x1-1 that overlap or touch.
func (w *laneWorker) overlapping(s *laneSlot, b lanes.Band, x0, x1 int) {
	f := w.frame
	c := b.ChannelOf(f.Trace)
	at := w.lane.At
	for x := x0; x < x1; {
		// The next column in which one starts.
		k := c.After(at[x+1])
		next := x1
		if k < len(c.List) {
			next = min(x1, f.View.X(f.Trace.IOs[c.List[k]].From))
		}
		if x > x0 && next-x >= s.lane.EdgeFrom {
			left := s.lane.X + x
			s.fill(image.Rect(left, s.lane.Y, left+f.Metrics.Line(), s.lane.Y+s.lane.Height), s.lane.Style.Look(lanes.BandFirst).Edge)
		}
		begun := c.After(at[x])
		switch {
		case k-begun == 1:
			_, end := f.spanColumns(f.Trace.IOs[c.List[begun]].Range)
			w.transferLabel(s, int(c.List[begun]), x, min(next, end))
		case k == begun: // what continues from before the window
			if i := w.only(b, x, x+1); i >= 0 {
				w.transferLabel(s, i, x, next)
			}
		}
		x = max(next, x+1)
	}
}

// transferLabel labels a transfer inside columns x0 … x1-1, if there is room.
func (w *laneWorker) transferLabel(s *laneSlot, i, x0, x1 int) bool {
	f := w.frame
	ink := f.Palette.Category(model.IO).Label
	if f.Trace.IOs[i].Paging {
		ink = f.Palette.Category(model.MemoryManagement).Label
	}
	if f.Focus != NoFocus {
		ink = f.Palette.Text
	}
	text := w.fitting(TransferLabels(f.Trace, i), x1-x0-2*f.px(labelPad))
	w.text(s, text, ink, s.lane.X+x0+f.px(labelPad), s.lane.X+x1)
	return text != ""
}

// labelBeside labels a transfer in the free columns x0 … x1-1 after it.
func (w *laneWorker) labelBeside(s *laneSlot, i, x0, x1 int) {
	f := w.frame
	text := w.fitting(TransferLabels(f.Trace, i), x1-x0-2*f.px(besideGap))
	w.text(s, text, f.Palette.Text2, s.lane.X+x0+f.px(besideGap), s.lane.X+x1)
}

// fitting is the first of the texts for which there is room, "" if there is none.
func (w *laneWorker) fitting(texts [2]string, room int) string {
	for _, text := range texts {
		if w.frame.caption.Width(text) <= room {
			return text
		}
	}
	return ""
}

// points draws flags and messages. Where they are so close that their signs would
// cover each other, only the stems are drawn.
func (w *laneWorker) points(s *laneSlot, list []int32) {
	f := w.frame
	t, at := f.Trace, f.buf.cols.At
	free := -f.px(pennantSize) // up to where a sign or a label reaches
	first := sort.Search(len(list), func(k int) bool { return t.Markers[list[k]].Time >= f.View.From })
	for k := first; k < len(list); {
		m := &t.Markers[list[k]]
		x := f.View.X(m.Time)
		if x >= f.View.Width {
			return
		}
		// The first of the next column with one: the others in this one look alike.
		next := k + sort.Search(len(list)-k, func(d int) bool { return t.Markers[list[k+d]].Time >= at[x+1] })
		left := s.lane.X + x
		s.fill(image.Rect(left, s.lane.Y, left+f.px(stemWidth), s.lane.Y+s.lane.Height), f.Palette.Text2)
		if x >= free {
			size := w.sign(s, m, left)
			free = x + size
			until := f.View.Width
			if next < len(list) {
				until = min(f.View.X(t.Markers[list[next]].Time), until)
			}
			if text := PointLabel(t, int(list[k]), f.Rows.List[s.row].Kind == RowSpans); next == k+1 && f.caption.Width(text) <= until-free-f.px(2*spanPad) {
				w.text(s, text, f.Palette.Text, left+size+f.px(spanPad), s.lane.X+until)
			}
		}
		k = next
	}
}

// sign draws a pennant or a diamond, and returns its width.
func (w *laneWorker) sign(s *laneSlot, m *model.Marker, left int) int {
	f := w.frame
	kind, size, y := paint.ItemRight, f.px(pennantSize), s.lane.Y
	x := left
	if m.Kind == model.MarkStep {
		kind, size = paint.ItemDiamond, f.px(diamondSize)
		size += 1 - size%2 // with its middle on the stem
		x -= size / 2
		y += (s.lane.Height - size) / 2
	}
	box := image.Rect(x, y, x+size, y+size)
	s.labels = append(s.labels, paint.Item{Kind: kind, Rect: box, Box: box, Color: paint.Opaque(f.Palette.Text2), Row: s.row})
	return x + size - left
}
