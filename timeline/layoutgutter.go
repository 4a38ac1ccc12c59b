package timeline

import (
	"fmt"
	"image"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// gutterRow writes the name of a row and what is next to it.
func (f gutterFrame) gutterRow(i int) {
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
func (f gutterFrame) threadName(i int, row *Row, clip image.Rectangle) {
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
	share, ran := RunningShare(f.Trace, row.Thread, f.View.Range)
	ink := p.Text2
	if !ran {
		ink = p.Text3
	}
	end := f.textRight(share, f.caption, ink, f.gutter()-f.px(gutterEnd), y, clip)
	if row.Pinned {
		f.pin(y, clip)
	}
	f.nameAndID(row, face, idFace, f.Metrics.TextPx(threadIndent), end-f.px(gutterGap), y, clip)
}

// RunningShare is the share of a window in which a thread was running: a percentage of one CPU.
func RunningShare(t *model.Trace, ix model.ThreadIx, window model.Range) (share string, ran bool) {
	window = window.Clip(t.Whole())
	used := t.Sums(ix, window)[model.Execution]
	return FormatPercent(used, window.Len()), used > 0
}

// groupName writes name, id and number of threads of a process.
func (f gutterFrame) groupName(i int, row *Row, clip image.Rectangle) {
	p := f.Palette
	y := f.rowY(i) + f.px(f.Metrics.Group)/2
	f.triangle(i, row.Expanded, f.Metrics.TextPx(triangleLeft), y, clip)
	end := f.textRight(row.count(), f.caption, p.Text2, f.gutter()-f.px(gutterEnd), y, clip)
	f.nameAndID(row, f.bold, f.caption, f.Metrics.TextPx(groupIndent), end-f.px(gutterGap), y, clip)
}

// foldName writes how many threads a fold has: in a muted colour, aligned with
// their names.
func (f gutterFrame) foldName(i int, row *Row, clip image.Rectangle) {
	y := f.rowY(i) + f.px(f.Metrics.Group)/2
	f.triangle(i, row.Expanded, f.Metrics.TextPx(triangleLeft), y, clip)
	x := f.Metrics.TextPx(threadIndent)
	f.text(f.body.Fit(row.Name, f.gutter()-f.px(gutterEnd)-x), f.body, f.Palette.Text2, x, y, clip)
}

// hiddenRow writes how many threads are hidden, and offers to show them.
func (f gutterFrame) hiddenRow(row *Row, clip image.Rectangle, y int) {
	x := f.Metrics.TextPx(threadIndent)
	f.text(row.Name, f.body, f.Palette.Text2, x, y, clip)
	f.text(showLabel, f.body, f.Palette.Accent, x+f.body.Width(row.Name)+f.px(gutterGap), y, clip)
}

// showLabel is the link in the row of hidden threads.
const showLabel = "Show"

// count is how many of the threads or lanes of a group are shown.
func (r *Row) count() string {
	switch r.Kind {
	case RowDisk:
		return plural(r.Total, "channel")
	case RowSocket:
		return "" // it is part of the ID
	}
	return fmt.Sprintf("%s of %s", FormatCount(int64(r.Shown)), FormatCount(int64(r.Total)))
}

// pathName writes the title of the row of the path, its thread and its length.
func (f gutterFrame) pathName(i int, row *Row, clip image.Rectangle) {
	if f.Path == nil {
		return
	}
	y := f.rowY(i) + f.Metrics.TextPx(pathPitch)/2
	end := f.textRight(FormatDuration(f.Path.Len()), f.caption, f.Palette.Text2, f.gutter()-f.px(gutterEnd), y, clip)
	f.nameAndID(&Row{Name: row.Name, ID: threadID(f.Trace, f.Path.Thread)}, f.bold, f.caption, f.px(gutterIndent), end-f.px(gutterGap), y, clip)
}
