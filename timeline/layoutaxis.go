package timeline

import (
	"fmt"
	"image"
	"image/color"
	"slices"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Places in the ruler and the overview, dp.
const (
	majorTick      = 11
	minorTick      = 5
	tickLabelLeft  = 4
	rulerTextAbove = 13 // centre of the labels below the ruler's upper edge
	overviewTick   = 6
	chartTop       = 22
	chartHeight    = 30
	chartTitle     = 19
	chartCaption   = 35
	brushOver      = 2
	brushLine      = 2
	handleWidth    = 5
	handleHeight   = 14
	brushMin       = 14 // a narrower brush turns into a marker
	lossTickHeight = 3
	thumbWidth     = 6
	thumbMin       = 24
)

// axis is the axis of the ruler and the grid.
func (s *Scene) axis() Axis { return s.Clock.Axis(s.View, s.tickGap()) }

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

// overview lays out the CPU use of the whole trace with the window on it.
func (f *frame) overview() {
	r := f.OverviewArea()
	if r.Empty() {
		return
	}
	p := f.Palette
	scale := f.Metrics.Overview / 60
	band := image.Rect(0, r.Min.Y, f.Size.X, r.Max.Y)
	f.line(0, f.Size.X, r.Max.Y-f.Metrics.Line(), p.Line, band)
	if f.gutter() > 0 {
		f.overviewTitle(scale, band)
	}
	chart := f.chartArea()
	axis := f.Clock.Axis(f.Whole(), f.tickGap())
	for _, t := range axis.Majors {
		f.vertical(r.Min.X+t.X, r.Min.Y+f.px(overviewTick*scale), chart.Min.Y, p.Line, r)
	}
	marks := f.markColumns()
	f.tickLabels(axis, r, r.Min.Y+f.px(overviewTick*2*scale), true, marks)
	f.rect(chart.Intersect(r), paint.Blend(p.Class(paint.ClassIdle), p.Lane, overviewSky))
	f.utilization(chart.Intersect(r))
	f.overviewLosses(chart, r)
	f.brush(r)
	f.overviewMarks(marks, chart, r)
}

// overviewSky is the opacity of idle time in the overview.
const overviewSky = 220

func (f *frame) overviewTitle(scale float32, band image.Rectangle) {
	clip := band
	clip.Max.X = f.gutter() - f.Metrics.Line()
	x := f.px(gutterIndent)
	f.text("Overview", f.bold, f.Palette.Text, x, band.Min.Y+f.px(chartTitle*scale), clip)
	text, of := "CPU use not recorded", "CPU use, "
	n := f.processors()
	if u := f.Utilization; u != nil && u.Sampled != nil {
		if of = "CPU use, partly sampled, "; n == 0 {
			of = "CPU use, sampled, "
		}
		n = u.All()
	}
	switch n {
	case 0:
	case 1:
		text = of + "1 CPU"
	default:
		text = fmt.Sprintf("%s%d CPUs", of, n)
	}
	text += " · " + FormatDuration(f.Trace.End)
	f.text(text, f.caption, f.Palette.Text2, x, band.Min.Y+f.px(chartCaption*scale), clip)
}

// chartArea is the chart of the overview.
func (s *Scene) chartArea() image.Rectangle {
	r := s.OverviewArea()
	scale := s.Metrics.Overview / 60
	r.Min.Y += s.Metrics.Px(chartTop * scale)
	r.Max.Y = r.Min.Y + min(s.Metrics.Px(chartHeight*scale), paint.FullShare)
	return r
}

// utilization adds the chart: dimmed before and after the window, and in full
// colour inside it.
func (f *frame) utilization(chart image.Rectangle) {
	u := f.Utilization
	if u == nil || u.All() == 0 || chart.Empty() {
		return
	}
	x0, x1 := f.windowInOverview()
	main, rest := f.p.chart.heights(f.Scene, f.Whole(), chart.Dy())
	inside, outside := f.styles.overview, f.styles.dimmed
	if u.Sampled != nil {
		inside, outside = f.styles.overviewSampled, f.styles.dimmedSampled
	}
	for _, part := range []struct {
		style  *paint.LaneStyle
		x0, x1 int
	}{{outside, 0, x0}, {inside, x0, x1}, {outside, x1, f.View.Width}} {
		if part.x0 >= part.x1 {
			continue
		}
		f.dl.Lanes = append(f.dl.Lanes, paint.Lane{
			X: chart.Min.X + part.x0, Y: chart.Min.Y, Height: chart.Dy(), Style: part.style, Main: main[part.x0:part.x1],
		})
		if len(rest) > 0 {
			f.dl.Lanes[len(f.dl.Lanes)-1].Rest = rest[part.x0:part.x1]
		}
		r := chart
		r.Min.X, r.Max.X = chart.Min.X+part.x0, chart.Min.X+part.x1
		f.add(paint.Item{Kind: paint.ItemLane, Rect: r, Row: -1, Lane: len(f.dl.Lanes) - 1})
	}
}

// chartColumns are the columns of the overview, which stay the same while the
// window moves.
type chartColumns struct {
	of     *Utilization
	view   Viewport
	height int
	main   []uint64
	rest   []uint64 // empty if there is no sampled use
}

// slotSampled is the slot of the first sampled class in the overview; slotSampledRest
// is that of the unknown time above it, and the next that of stolen time.
const (
	slotSampled     = paint.SlotUI
	slotSampledRest = paint.SlotUI + paint.Slot(paint.ClassUnknown)
)

// heights are the columns of the chart in height pixels.
func (c *chartColumns) heights(s *Scene, v Viewport, height int) (main, rest []uint64) {
	u := s.Utilization
	if c.of == u && c.view == v && c.height == height {
		return c.main, c.rest
	}
	*c = chartColumns{u, v, height, c.main[:0], c.rest[:0]}
	var sampled []SampledTimes
	if u.Sampled != nil {
		sampled = s.sampledColumns(u, v, nil)
	}
	for x, times := range u.Columns(v, nil) {
		length := v.Column(x).Len()
		whole := float64(length) * float64(u.All())
		var h paint.Mix
		sum, y := 0.0, 0
		add := func(sl paint.Slot, t model.Time) {
			sum += float64(t)
			top := min(int(sum/whole*float64(height)+0.5), height)
			h.Add(sl, top-y)
			y = top
		}
		unknown := paint.Slot(paint.ClassUnknown)
		var of SampledTimes
		if u.Sampled != nil {
			of, unknown = sampled[x], slotSampledRest
			u.fit(&times, &of, v.Column(x).Clip(s.Trace.Whole()).Len())
		}
		for cl := range paint.ClassUnknown {
			add(paint.Slot(cl), times[cl])
		}
		if u.Sampled != nil {
			for cl := range paint.ClassUnknown {
				add(slotSampled+paint.Slot(cl), of.Times[cl])
			}
		}
		add(unknown, times[paint.ClassUnknown])
		add(unknown+1, times[paint.ClassStolen])
		c.main = append(c.main, h.Main)
		if u.Sampled != nil {
			c.rest = append(c.rest, h.Rest)
		}
	}
	return c.main, c.rest
}

// windowInOverview are the columns of the overview that the window covers.
func (s *Scene) windowInOverview() (x0, x1 int) {
	w := s.Whole()
	x0 = min(max(w.X(s.View.From), 0), w.Width-1)
	x1 = min(max(w.X(s.View.To), x0+1), w.Width)
	return x0, x1
}

// overviewLosses hatches the time of lost events along the lower edge.
func (f *frame) overviewLosses(chart, r image.Rectangle) {
	for x0, x1 := range f.lossColumns(f.Whole()) {
		tick := image.Rect(r.Min.X+x0, chart.Max.Y, r.Min.X+x1, chart.Max.Y+f.px(lossTickHeight)).Intersect(r)
		f.rect(tick, f.Palette.WarnBack)
		f.add(paint.Item{Kind: paint.ItemHatch, Rect: tick, Color: paint.Opaque(f.Palette.WarnLine), Row: -1})
	}
}

// brush draws the window on the overview: a frame with two handles, or a marker if
// that would be too narrow to see.
func (f *frame) brush(r image.Rectangle) {
	b := f.Brush()
	c := f.Palette.Accent
	if b.Dx() < f.px(brushMin) {
		mid := (b.Min.X + b.Max.X) / 2
		half := f.px(handleWidth)
		f.rect(image.Rect(mid-f.px(brushLine)/2, b.Min.Y, mid-f.px(brushLine)/2+f.px(brushLine), b.Max.Y).Intersect(r), c)
		mark := image.Rect(mid-half, b.Min.Y-half, mid-half+2*half, b.Min.Y)
		f.shape(paint.ItemDown, mark, c, -1, r)
		return
	}
	f.outline(b, f.px(brushLine), c, r)
	w, h := f.px(handleWidth), f.px(handleHeight)
	y := (b.Min.Y + b.Max.Y - h) / 2
	left := min(max(b.Min.X+f.px(brushLine)/2-w/2, r.Min.X), r.Max.X-w)
	right := min(max(b.Max.X-f.px(brushLine)/2-w/2, r.Min.X), r.Max.X-w)
	f.rect(image.Rect(left, y, left+w, y+h), c)
	f.rect(image.Rect(right, y, right+w, y+h), c)
}

// outline draws the border of r, inside it.
func (f *frame) outline(r image.Rectangle, w int, c color.RGBA, clip image.Rectangle) {
	f.rect(image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+w).Intersect(clip), c)
	f.rect(image.Rect(r.Min.X, r.Max.Y-w, r.Max.X, r.Max.Y).Intersect(clip), c)
	f.rect(image.Rect(r.Min.X, r.Min.Y+w, r.Min.X+w, r.Max.Y-w).Intersect(clip), c)
	f.rect(image.Rect(r.Max.X-w, r.Min.Y+w, r.Max.X, r.Max.Y-w).Intersect(clip), c)
}

// scrollBar draws the thumb of the scroll bar if there is more than fits.
func (f *frame) scrollBar() {
	if thumb := f.Thumb(); !thumb.Empty() {
		f.add(paint.Item{Kind: paint.ItemRect, Rect: thumb, Color: paint.Fade(f.Palette.LineStrong, restAlpha), Row: -1})
	}
}
