package timeline

import (
	"fmt"
	"image"

	"threadlens/model"
)

// gutterRow writes the name of a row and what stands beside it.
func (f *frame) gutterRow(i int) {
	row := &f.Rows.List[i]
	clip := f.rowRect(i)
	if row.Kind == RowHidden {
		f.hiddenRow(row, clip, f.rowY(i)+f.px(f.Metrics.Group)/2)
		return
	}
	clip.Max.X = f.gutter() - f.Metrics.Line()
	if clip.Empty() {
		return
	}
	switch {
	case row.Kind.isBands():
		f.bandNames(i, row, clip)
	case row.Kind == RowThread:
		f.threadName(i, row, clip)
		f.spansMark(i, row, clip)
	default:
		f.groupName(i, row, clip)
	}
}

// threadName writes name, id and share of execution of a thread.
func (f *frame) threadName(i int, row *Row, clip image.Rectangle) {
	pitch, text := f.Metrics.Pitch, f.Metrics.text()
	if pitch < nameFromPitch*text {
		return
	}
	face, idFace := f.body, f.body
	if pitch < bodyFromPitch*text {
		face, idFace = f.caption, f.caption
	}
	if i == f.Row {
		face = NewFace(true, float32(face.Size()))
	}
	p := f.Palette
	y := f.rowY(i) + f.px(pitch)/2
	window := f.View.Clip(f.Trace.Whole())
	sums := f.Trace.Sums(row.Thread, window)
	share := FormatPercent(sums[model.Execution], window.Len())
	ink := p.Text2
	if sums[model.Execution] == 0 {
		ink = p.Text3
	}
	end := f.textRight(share, f.caption, ink, f.gutter()-f.px(gutterEnd), y, clip)
	f.nameAndID(row, face, idFace, f.Metrics.TextPx(threadIndent), end-f.px(gutterGap), y, clip)
}

// groupName writes name, id and number of threads of a process.
func (f *frame) groupName(i int, row *Row, clip image.Rectangle) {
	p := f.Palette
	y := f.rowY(i) + f.px(f.Metrics.Group)/2
	size := f.Metrics.TextPx(triangleSize)
	kind := ItemRight
	if row.Expanded {
		kind = ItemDown
	}
	mark := image.Rect(0, 0, size, size).Add(image.Pt(f.Metrics.TextPx(triangleLeft), y-size/2))
	f.shape(kind, mark, p.Text2, i, clip)
	end := f.textRight(row.count(), f.caption, p.Text2, f.gutter()-f.px(gutterEnd), y, clip)
	f.nameAndID(row, f.bold, f.caption, f.Metrics.TextPx(groupIndent), end-f.px(gutterGap), y, clip)
}

// nameAndID writes a name and the id behind it between x and end; the name is
// shortened, the id never.
func (f *frame) nameAndID(row *Row, face, idFace *Face, x, end, y int, clip image.Rectangle) {
	room := end - x
	if row.ID != "" {
		room -= idFace.Width(row.ID) + f.px(gutterGap)
	}
	name := face.Fit(row.Name, room)
	f.text(name, face, f.Palette.Text, x, y, clip)
	if name != "" {
		x += face.Width(name) + f.px(gutterGap)
	}
	f.text(row.ID, idFace, f.Palette.Text2, x, y, clip)
}

// hiddenRow says how many threads are hidden, and offers to show them.
func (f *frame) hiddenRow(row *Row, clip image.Rectangle, y int) {
	x := f.Metrics.TextPx(threadIndent)
	f.text(row.Name, f.body, f.Palette.Text2, x, y, clip)
	f.text(showLabel, f.body, f.Palette.Accent, x+f.body.Width(row.Name)+f.px(gutterGap), y, clip)
}

// showLabel is the link in the row of hidden threads.
const showLabel = "Show"

// header writes the part of the gutter beside the ruler.
func (f *frame) header(r image.Rectangle) {
	clip := image.Rect(0, r.Min.Y, f.gutter()-f.Metrics.Line(), r.Max.Y)
	y := (r.Min.Y + r.Max.Y) / 2
	p := f.Palette
	x := f.px(gutterIndent)
	f.text("Threads", f.bold, p.Text, x, y, clip)
	x += f.bold.Width("Threads") + f.px(gutterGap)
	count := fmt.Sprintf("%s of %s", FormatCount(int64(f.Rows.Threads)), FormatCount(int64(f.Rows.Total)))
	f.text(count, f.caption, p.Text2, x, y, clip)
	x += f.caption.Width(count) + f.px(gutterGap)
	sort := f.sortRect()
	if sort.Min.X < x {
		return
	}
	size := f.Metrics.TextPx(sortArrow)
	arrow := image.Rect(sort.Max.X-size, y-size/2, sort.Max.X, y-size/2+size)
	f.shape(ItemChevron, arrow, p.Text2, -1, clip)
	f.text(sortLabel(f.Rows.Sort), f.caption, p.Text2, sort.Min.X, y, clip)
}

// sortArrow is the size of the arrow of the sort menu, dp.
const sortArrow = 8

func sortLabel(by SortBy) string { return "Sort: " + by.String() }

// sortRect is where the sort menu stands in the header.
func (s *Scene) sortRect() image.Rectangle {
	r := s.RulerArea()
	m := s.Metrics
	face := NewFace(false, m.Caption*m.Scale)
	end := s.gutter() - m.Px(gutterEnd+2)
	start := end - m.TextPx(sortArrow+4) - face.Width(sortLabel(s.Rows.Sort))
	return image.Rect(start, r.Min.Y, end, r.Max.Y)
}
