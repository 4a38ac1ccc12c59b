package timeline

import (
	"image"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Sizes in rows, dp.
const (
	accentBar = 3
	endCap    = 2
)

// rows lays out everything below the ruler.
func (f *frame) rows() {
	area := f.LaneArea()
	if area.Empty() {
		return
	}
	if f.Rows.IsChart() {
		chartFrame{f}.useChart()
		return
	}
	f.rowBacks()
	f.losses(area, f.rowsBottom())
	slots := f.buf.lanes[:0]
	for i := range f.rowsInView() {
		switch k := f.Rows.List[i].Kind; {
		case k.isBands():
			slots = f.bandSlots(slots, i)
		case k.isCore():
			slots = f.coreSlots(slots, i)
		case k == RowProcess || k == RowKernel || k == RowGroup || k == RowThread || k == RowPath || k == RowFold:
			slots = addSlot(slots, i, f.rowY(i))
		}
	}
	f.buf.lanes = slots
	f.makeLanes(slots)
	for i := range slots {
		f.lane(&slots[i], area)
	}
	f.follow(slots, area)
	f.path(area)
	f.selected(area)
	for i := range f.rowsInView() {
		gutterFrame{f}.gutterRow(i)
	}
	f.pinnedEdge()
	if f.gutter() > 0 {
		f.vertical(f.gutter()-f.Metrics.Line(), 0, f.Size.Y, f.Palette.Line, image.Rectangle{Max: f.Size})
	}
}

// pinnedEdge draws the line below the fixed rows.
func (f *frame) pinnedEdge() {
	if rows, height := f.fixed(); rows > 0 {
		y := f.LaneArea().Min.Y + height - f.Metrics.Line()
		f.line(0, f.right(), y, f.Palette.LineStrong, image.Rectangle{Max: f.Size})
	}
}

// rowBacks draws the grid, and over it the backgrounds of the rows.
func (f *frame) rowBacks() {
	p := f.Palette
	if f.Grid {
		area := f.LaneArea()
		bottom := f.rowsBottom()
		grid := paint.Blend(p.Line, p.Lane, gridAlpha)
		for _, t := range f.axis().Majors {
			f.vertical(area.Min.X+t.X, area.Min.Y, bottom, grid, area)
		}
	}
	for i := range f.rowsInView() {
		r := f.RowRect(i)
		if f.Rows.List[i].Kind.raised() {
			f.rect(r, p.Raised)
			y := f.rowY(i)
			bottom := y + f.Rows.Top(i+1) - f.Rows.Top(i)
			if i > 0 && !f.Rows.List[i-1].Kind.raised() {
				f.line(0, f.Size.X, y, p.Line, r)
			}
			f.line(0, f.Size.X, bottom-f.Metrics.Line(), p.Line, r)
		}
		if i == f.Row && f.gutter() > 0 {
			back := r
			back.Max.X = f.gutter()
			f.rect(back, p.AccentSoft)
			back.Max.X = min(f.px(accentBar), f.gutter())
			f.rect(back, p.Accent)
		}
	}
}

// gridAlpha is the opacity of the grid, of 255: 70 %.
const gridAlpha = 179

// lane adds the lane that a worker made.
func (f *frame) lane(s *laneSlot, area image.Rectangle) {
	clip := f.RowRect(s.row).Intersect(area)
	l := &s.lane
	if l.Style == f.styles.merged {
		row := &f.Rows.List[s.row]
		ground := f.Palette.Lane
		if row.Kind.raised() {
			ground = f.Palette.Raised
		}
		line := paint.Blend(f.Palette.Category(model.Sleep).Fill, ground, restAlpha)
		x0, x1 := area.Min.X, area.Max.X
		if row.Kind == RowProcess {
			x0, x1 = f.RangeX(f.Trace.Processes[row.Proc].Life)
		}
		f.rect(image.Rect(x0, l.Y+l.Height-f.px(mergedLine), x1, l.Y+l.Height).Intersect(clip), line)
	}
	if l.Any() {
		f.dl.Lanes = append(f.dl.Lanes, l.Lane)
		f.add(paint.Item{Kind: paint.ItemLane, Rect: image.Rect(area.Min.X, l.Y, area.Max.X, l.Y+l.Height).Intersect(clip), Row: s.row, Lane: len(f.dl.Lanes) - 1})
	}
	if s.ticked {
		f.dl.Areas = append(f.dl.Areas, s.ticks)
		f.add(paint.Item{Kind: paint.ItemArea, Rect: clip, Row: s.row, Area: len(f.dl.Areas) - 1})
	}
	if row := &f.Rows.List[s.row]; row.Kind == RowThread {
		f.endCaps(row.Thread, &l.Lane, clip)
	}
	for _, it := range s.labels {
		it.Rect = it.Rect.Intersect(clip)
		if !it.Rect.Empty() {
			f.add(it)
		}
	}
}

// endCaps marks where a thread's life starts and ends, if that was seen.
func (f *frame) endCaps(ix model.ThreadIx, l *paint.Lane, clip image.Rectangle) {
	th := &f.Trace.Threads[ix]
	width := f.px(endCap)
	over := f.px(1)
	mark := func(x int) {
		f.rect(image.Rect(x, l.Y-over, x+width, l.Y+l.Height+over).Intersect(clip), f.Palette.Text3)
	}
	if v := f.View; th.Started && v.Contains(th.Life.From) {
		mark(l.X + v.X(th.Life.From) - width)
	}
	if v := f.View; th.Ended && v.Contains(th.Life.To) {
		mark(l.X + v.X(th.Life.To))
	}
}

// selected draws the selected segment on top if it is too narrow to be seen.
func (f *frame) selected(area image.Rectangle) {
	if f.Selected.Index < 0 {
		return
	}
	r, ok := f.SegmentRect(f.Selected)
	seg := f.Trace.Segment(f.Selected.Thread, f.Selected.Index)
	if !ok || f.View.X(seg.To)-f.View.X(seg.From) >= f.px(selectedAtMin) {
		return
	}
	look := f.selectedLook(&seg)
	f.rect(r.Intersect(area), look.Edge)
	f.rect(r.Inset(f.Metrics.Line()).Intersect(area), look.Fill)
}

// scrollBar draws the thumb of the scroll bar if there is more than fits.
func (f *frame) scrollBar() {
	if thumb := f.Thumb(); !thumb.Empty() {
		f.add(paint.Item{Kind: paint.ItemRect, Rect: thumb, Color: paint.Fade(f.Palette.LineStrong, restAlpha), Row: -1})
	}
}
