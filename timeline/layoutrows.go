package timeline

import (
	"image"
	"iter"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Places in the gutter and in rows, dp.
const (
	gutterIndent  = 12 // titles of overview and ruler
	triangleLeft  = 10
	triangleSize  = 6
	groupIndent   = 20
	threadIndent  = 26
	gutterEnd     = 8 // right margin
	gutterGap     = 8 // between name and id
	stripHeight   = 16
	mergedHeight  = 14
	mergedLine    = 3
	accentBar     = 3
	endCap        = 2
	nameFromPitch = 12 // lanes this low have no names
	bodyFromPitch = 18 // lanes this low have small names
	labelFromLane = 14 // segments this low have no labels
	leftEdgeFrom  = 4  // narrower ones have no left edge
	selectedAtMin = 3  // width of the selected segment
	lossBarHeight = 3
)

// rows lays out everything below the ruler.
func (f *frame) rows() {
	area := f.LaneArea()
	if area.Empty() {
		return
	}
	if f.Rows.IsChart() {
		f.useChart()
		return
	}
	f.rowBacks()
	f.losses(area, f.rowsBottom())
	slots := f.p.lanes[:0]
	for i := range f.rowsInView() {
		switch k := f.Rows.List[i].Kind; {
		case k.isBands():
			slots = f.bandSlots(slots, i)
		case k.isCore():
			slots = f.slot(slots, i, f.rowY(i))
		case k == RowProcess || k == RowKernel || k == RowGroup || k == RowThread || k == RowPath || k == RowFold:
			slots = f.slot(slots, i, f.rowY(i))
		}
	}
	f.p.lanes = slots
	f.makeLanes(slots)
	for i := range slots {
		f.lane(&slots[i], area)
	}
	f.follow(slots, area)
	f.path(area)
	f.selected(area)
	for i := range f.rowsInView() {
		f.gutterRow(i)
	}
	f.pinnedEdge()
	if f.gutter() > 0 {
		f.vertical(f.gutter()-f.Metrics.Line(), 0, f.Size.Y, f.Palette.Line, image.Rectangle{Max: f.Size})
	}
}

// rowsInView are the indexes of the rows in view: the fixed ones, then the others
// that are scrolled into view.
func (s *Scene) rowsInView() iter.Seq[int] {
	fixed, height := s.fixed()
	y := s.scroll() + height
	last := s.Rows.At(y + s.LaneArea().Dy() - height - 1)
	if last < 0 {
		last = len(s.Rows.List) - 1
	}
	first := s.Rows.At(y)
	return func(yield func(int) bool) {
		for i := 0; i < fixed; i++ {
			if !yield(i) {
				return
			}
		}
		for i := first; first >= 0 && i <= last; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

// rowsBottom is the lower edge of the last row, or of the picture.
func (s *Scene) rowsBottom() int {
	return min(s.LaneArea().Max.Y, s.rowY(len(s.Rows.List)))
}

// fixed is the number of rows that stay in place while the others scroll, and their
// height: the pinned ones, as far as they leave half of the lane area free.
func (s *Scene) fixed() (rows, height int) {
	half := s.LaneArea().Dy() / 2
	for rows < s.Rows.Pinned && s.Rows.Top(rows+1) <= half {
		rows++
	}
	return rows, s.Rows.Top(rows)
}

// scroll is ScrollY limited to its valid range.
func (s *Scene) scroll() int { return max(s.ScrollY, 0) }

// rowY is the upper edge of a row in the picture.
func (s *Scene) rowY(i int) int {
	y := s.LaneArea().Min.Y + s.Rows.Top(i)
	if fixed, _ := s.fixed(); i >= fixed {
		y -= s.scroll()
	}
	return y
}

// RowRect is the rectangle of a row over the whole width, clipped to the part of
// the picture in which it may be visible.
func (s *Scene) RowRect(i int) image.Rectangle {
	y := s.rowY(i)
	area := image.Rect(0, s.LaneArea().Min.Y, s.Size.X, s.Size.Y)
	if fixed, height := s.fixed(); i >= fixed {
		area.Min.Y += height
	}
	return image.Rect(0, y, s.Size.X, y+s.Rows.Top(i+1)-s.Rows.Top(i)).Intersect(area)
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

// Opacities of 255: 70 % and 10 %.
const (
	gridAlpha = 179
	lossAlpha = 26
)

// losses tints the time of lost events over all rows, down to bottom.
func (f *frame) losses(area image.Rectangle, bottom int) {
	ruler := f.RulerArea()
	for x0, x1 := range f.lossColumns(f.View) {
		x0, x1 = area.Min.X+x0, area.Min.X+x1
		if tint := image.Rect(x0, area.Min.Y, x1, bottom).Intersect(area); !tint.Empty() {
			f.add(paint.Item{Kind: paint.ItemRect, Rect: tint, Color: paint.Fade(f.Palette.WarnLine, lossAlpha), Row: -1})
		}
		f.rect(image.Rect(x0, ruler.Max.Y-f.px(lossBarHeight), x1, ruler.Max.Y).Intersect(ruler), f.Palette.WarnLine)
	}
}

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
