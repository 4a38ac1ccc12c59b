package timeline

import (
	"fmt"
	"image"

	"threadlens/timeline/paint"
)

// Places in the overview, dp.
const (
	overviewTick   = 6
	chartTitle     = 19
	chartCaption   = 35
	brushLine      = 2
	handleWidth    = 5
	handleHeight   = 14
	brushMin       = 14 // a narrower brush turns into a marker
	lossTickHeight = 3
)

// overviewFrame is the layout of the overview.
type overviewFrame struct{ *frame }

// overview lays out the CPU use of the whole trace with the window on it.
func (f overviewFrame) overview() {
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

func (f overviewFrame) overviewTitle(scale float32, band image.Rectangle) {
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
	text += " · " + FormatDuration(f.Trace.Held().Len())
	f.text(text, f.caption, f.Palette.Text2, x, band.Min.Y+f.px(chartCaption*scale), clip)
}

// utilization adds the chart: dimmed before and after the window, and in full
// colour inside it.
func (f overviewFrame) utilization(chart image.Rectangle) {
	u := f.Utilization
	if u == nil || u.All() == 0 || chart.Empty() {
		return
	}
	x0, x1 := f.windowInOverview()
	main, rest := f.buf.chart.heights(f.Scene, f.Whole(), chart.Dy())
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

// overviewLosses hatches the time of lost events along the lower edge.
func (f overviewFrame) overviewLosses(chart, r image.Rectangle) {
	for x0, x1 := range f.lossColumns(f.Whole()) {
		tick := image.Rect(r.Min.X+x0, chart.Max.Y, r.Min.X+x1, chart.Max.Y+f.px(lossTickHeight)).Intersect(r)
		f.rect(tick, f.Palette.WarnBack)
		f.add(paint.Item{Kind: paint.ItemHatch, Rect: tick, Color: paint.Opaque(f.Palette.WarnLine), Row: -1})
	}
}

// brush draws the window on the overview: a frame with two handles, or a marker if
// that would be too narrow to see.
func (f overviewFrame) brush(r image.Rectangle) {
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

// markTick is the width of a mark on the overview, dp.
const markTick = 2

// markColumns are the columns of the overview that the ticks of the marks take.
func (f overviewFrame) markColumns() [][2]int {
	whole := f.Whole()
	spans := make([][2]int, len(f.Marks))
	for i, at := range f.Marks {
		x := min(max(whole.X(at), 0), whole.Width-1)
		spans[i] = [2]int{x, x + f.px(markTick)}
	}
	return spans
}

// overviewMarks draws the marks as ticks above the chart of the overview.
func (f overviewFrame) overviewMarks(marks [][2]int, chart, r image.Rectangle) {
	top := r.Min.Y + f.px(overviewTick*f.Metrics.Overview/60)
	for _, s := range marks {
		f.rect(image.Rect(r.Min.X+s[0], top, r.Min.X+s[1], chart.Min.Y).Intersect(r), f.Palette.Ink)
	}
}
