package timeline

import (
	"image"
	"slices"

	"threadlens/timeline/paint"
)

// Places in the ruler, dp.
const (
	majorTick      = 11
	minorTick      = 5
	tickLabelLeft  = 4
	rulerTextAbove = 13 // centre of the labels below the ruler's upper edge
)

// ruler lays out the ruler and the header in its gutter.
func (f *frame) ruler() {
	r := f.RulerArea()
	if r.Empty() {
		return
	}
	p := f.Palette
	band := image.Rect(0, r.Min.Y, f.Size.X, r.Max.Y)
	f.rect(band, p.Raised)
	f.line(0, f.Size.X, r.Max.Y-f.Metrics.Line(), p.Line, band)
	axis := f.axis()
	scale := f.Metrics.Ruler / 26
	bottom := r.Max.Y - f.Metrics.Line()
	for _, t := range axis.Minors {
		f.vertical(r.Min.X+t.X, bottom-f.px(minorTick*scale), bottom, p.Line, r)
	}
	for _, t := range axis.Majors {
		f.vertical(r.Min.X+t.X, bottom-f.px(majorTick*scale), bottom, p.LineStrong, r)
	}
	f.tickLabels(axis, r, r.Min.Y+f.px(rulerTextAbove*scale), false, f.Covered)
	if f.gutter() > 0 {
		f.headerOf(r)
	}
}

// PrefixEnd is where the common part of the ruler's labels, at its left, ends:
// device pixels from the ruler's left edge, 0 if there is none.
func (s *Scene) PrefixEnd() int {
	prefix := s.axis().Prefix
	if prefix == "" || s.RulerArea().Empty() {
		return 0
	}
	return s.Metrics.Px(tickLabelLeft) + paint.NewFace(false, s.Metrics.Caption*s.Metrics.Scale).Width(prefix)
}

// tickLabels writes the prefix of an axis and the labels for which there is room,
// avoiding covered columns: the first one or all of them with the unit.
func (f *frame) tickLabels(axis Axis, r image.Rectangle, y int, everyUnit bool, covered [][2]int) {
	from := r.Min.X
	if axis.Prefix != "" {
		x := r.Min.X + f.px(tickLabelLeft)
		f.text(axis.Prefix, f.caption, f.Palette.Text, x, y, r)
		from = x + f.caption.Width(axis.Prefix) + f.px(gutterGap)
	}
	named := false
	for _, t := range axis.Majors {
		label := t.Label
		if !named || everyUnit {
			label += " " + axis.Unit
		}
		x := r.Min.X + t.X + f.px(tickLabelLeft)
		end := x + f.caption.Width(label)
		if x >= from && end <= r.Max.X && !meets(covered, x-r.Min.X, end-r.Min.X) {
			f.text(label, f.caption, f.Palette.Text2, x, y, r)
			named = true
		}
	}
}

// meets reports whether one of the spans has a column in common with another.
func meets(spans [][2]int, from, to int) bool {
	return slices.ContainsFunc(spans, func(s [2]int) bool { return s[0] < to && from < s[1] })
}

// headerOf writes the part of the gutter next to the ruler.
func (f *frame) headerOf(r image.Rectangle) {
	clip := image.Rect(0, r.Min.Y, f.gutter()-f.Metrics.Line(), r.Max.Y)
	y := (r.Min.Y + r.Max.Y) / 2
	if f.Rows.IsChart() {
		chartFrame{f}.chartHeader(y, clip)
		return
	}
	p, h := f.Palette, f.header()
	if title, _ := f.Rows.headings(); !f.Filtering {
		f.text(title, f.bold, p.Text, h.title, y, clip)
	}
	f.text(h.counted, f.caption, p.Text2, h.count, y, clip)
	size := f.Metrics.TextPx(sortArrow)
	arrow := image.Rect(h.sort.Max.X-size, y-size/2, h.sort.Max.X, y-size/2+size)
	f.shape(paint.ItemChevron, arrow, p.Text2, -1, clip)
	f.text(h.label, f.caption, p.Text2, h.sort.Min.X, y, clip)
}
