package timeline

import (
	"image"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// gutterRow writes the name of a row and what is next to it.
func (f *frame) gutterRow(i int) {
	row := &f.Rows.List[i]
	clip := f.RowRect(i)
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
	case row.Kind.isCore():
		f.coreName(i, row, clip)
	case row.Kind == RowThread:
		f.threadName(i, row, clip)
		f.spansMark(i, row, clip)
	case row.Kind == RowPath:
		f.pathName(i, row, clip)
	case row.Kind == RowFold:
		f.foldName(i, row, clip)
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
		face = paint.NewFace(true, float32(face.Size()))
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
	if row.Pinned {
		f.pin(y, clip)
	}
	f.nameAndID(row, face, idFace, f.Metrics.TextPx(threadIndent), end-f.px(gutterGap), y, clip)
}

// pin draws a drawing pin left of the name of a pinned thread.
func (f *frame) pin(y int, clip image.Rectangle) {
	x, unit := f.px(triangleLeft), f.px(1)
	f.rect(image.Rect(x, y-4*unit, x+6*unit, y-3*unit).Intersect(clip), f.Palette.Text2)
	f.rect(image.Rect(x+unit, y-3*unit, x+5*unit, y).Intersect(clip), f.Palette.Text2)
	f.rect(image.Rect(x, y, x+6*unit, y+unit).Intersect(clip), f.Palette.Text2)
	f.rect(image.Rect(x+3*unit-f.Metrics.Line()/2, y+unit, x+3*unit+f.Metrics.Line(), y+4*unit).Intersect(clip), f.Palette.Text2)
}

// groupName writes name, id and number of threads of a process.
func (f *frame) groupName(i int, row *Row, clip image.Rectangle) {
	p := f.Palette
	y := f.rowY(i) + f.px(f.Metrics.Group)/2
	f.triangle(i, row.Expanded, f.Metrics.TextPx(triangleLeft), y, clip)
	end := f.textRight(row.count(), f.caption, p.Text2, f.gutter()-f.px(gutterEnd), y, clip)
	f.nameAndID(row, f.bold, f.caption, f.Metrics.TextPx(groupIndent), end-f.px(gutterGap), y, clip)
}

// foldName writes how many threads a fold has: in a muted colour, aligned with
// their names.
func (f *frame) foldName(i int, row *Row, clip image.Rectangle) {
	y := f.rowY(i) + f.px(f.Metrics.Group)/2
	f.triangle(i, row.Expanded, f.Metrics.TextPx(triangleLeft), y, clip)
	x := f.Metrics.TextPx(threadIndent)
	f.text(f.body.Fit(row.Name, f.gutter()-f.px(gutterEnd)-x), f.body, f.Palette.Text2, x, y, clip)
}

// nameAndID writes a name followed by the id between x and end; the name is
// shortened, the id never.
func (f *frame) nameAndID(row *Row, face, idFace *paint.Face, x, end, y int, clip image.Rectangle) {
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

// hiddenRow writes how many threads are hidden, and offers to show them.
func (f *frame) hiddenRow(row *Row, clip image.Rectangle, y int) {
	x := f.Metrics.TextPx(threadIndent)
	f.text(row.Name, f.body, f.Palette.Text2, x, y, clip)
	f.text(showLabel, f.body, f.Palette.Accent, x+f.body.Width(row.Name)+f.px(gutterGap), y, clip)
}

// showLabel is the link in the row of hidden threads.
const showLabel = "Show"
