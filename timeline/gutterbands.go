package timeline

import (
	"image"
	"strings"

	"threadlens/model"
)

// spansMark draws the triangle of a thread that has markers of its own.
func (f gutterFrame) spansMark(i int, row *Row, clip image.Rectangle) {
	if !row.HasSpans || f.Metrics.Pitch < nameFromPitch {
		return
	}
	f.triangle(i, row.Expanded, f.px(threadTriangle), f.rowY(i)+f.px(f.Metrics.Pitch)/2, clip)
}

// threadTriangle is the place of the triangle of a thread, dp.
const threadTriangle = 16

// bandNames writes the names next to a row with bands.
func (f gutterFrame) bandNames(i int, row *Row, clip image.Rectangle) {
	p := f.Palette
	if row.Kind == RowChannel {
		y0, y1 := f.lineY(i, 0)
		f.text(row.Name, f.body, p.Text, f.Metrics.TextPx(threadIndent), (y0+y1)/2, clip)
		return
	}
	if row.Kind == RowMarkers {
		f.markersTitle(i, row, clip)
	}
	if row.Bands.More > 0 {
		y0, y1 := f.lineY(i, row.lineCount()-1)
		ink := p.Text2
		if row.Kind == RowMarkers && !row.Expanded {
			ink = p.Accent
		}
		f.textRight(row.more(), f.caption, ink, f.gutter()-f.px(gutterEnd), (y0+y1)/2, clip)
	}
}

// more is how many levels share the last line.
func (r *Row) more() string { return "+" + FormatCount(int64(r.Bands.More)) + " more" }

// markersTitle writes the title of the markers, and their number.
func (f gutterFrame) markersTitle(i int, row *Row, clip image.Rectangle) {
	x := f.px(gutterIndent)
	y := f.rowY(i) + f.px(f.Metrics.Group)/2
	if row.folds() {
		x = f.Metrics.TextPx(groupIndent)
		f.triangle(i, row.Expanded, f.Metrics.TextPx(triangleLeft), y, clip)
	}
	f.text(row.Name, f.bold, f.Palette.Text, x, y, clip)
	text := countMarkers(f.Trace)
	if row.height(f.Metrics) >= f.Metrics.banded(2*groupHeight-8) {
		f.text(text, f.caption, f.Palette.Text2, x, y+f.Metrics.banded(levelPitch), clip)
		return
	}
	f.textRight(text, f.caption, f.Palette.Text2, f.gutter()-f.px(gutterEnd), y, clip)
}

// countMarkers writes how many markers of each kind a trace has.
func countMarkers(t *model.Trace) string {
	flags := t.Spans.Flags
	messages := len(t.Spans.Points) - flags
	var parts []string
	for _, p := range []struct {
		n     int
		thing string
	}{{len(t.Spans.List), "span"}, {flags, "flag"}, {messages, "message"}} {
		if p.n > 0 {
			parts = append(parts, plural(p.n, p.thing))
		}
	}
	return strings.Join(parts, ", ")
}
