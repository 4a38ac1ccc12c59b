package timeline

import (
	"image"

	"threadlens/timeline/paint"
)

// Sizes of the chart, dp.
const (
	chartHead   = 24 // above the chart
	chartFoot   = 18 // below it
	plotLeast   = 24 // a lower chart is not drawn
	legendFrom  = 94 // upper edge of the first line of the legend
	legendPitch = 24
	legendLow   = 18 // if there is little room
	legendLeast = 14 // if lines would be left out otherwise
	legendLeft  = 11
	swatchLeft  = 20
	swatchSide  = 11
	nameLeft    = 39
	legendGap   = 8
	axisRoom    = 44 // for the labels of the axis, at the right of the gutter
	percentGap  = 14 // above "Percent of"
	percentHigh = 50 // including the switch
	percentFrom = 18 // the upper edge of the switch in it
)

// chartPlaces is where the parts of the chart and its gutter are, device pixels.
type chartPlaces struct {
	area, plot image.Rectangle // the lane area, and the chart in it
	classes    []paint.Class   // of the legend, from its top
	legend     []image.Rectangle
	sampled    image.Rectangle // the line about sampled use, below them; empty if there is none
	percent    image.Rectangle // the switch and its title, empty if there is no room
}

// plot is the rectangle of the chart.
func (s *Scene) plot() image.Rectangle {
	r := s.LaneArea()
	r.Min.Y += s.Metrics.TextPx(chartHead)
	r.Max.Y -= s.Metrics.TextPx(chartFoot)
	if r.Dy() < s.Metrics.Px(plotLeast) {
		return image.Rectangle{}
	}
	return r
}

// legendClasses are the classes of the legend from the top, as they are stacked:
// exceptional classes are left out if they do not occur.
func (s *Scene) legendClasses() []paint.Class {
	var whole ClassTimes
	if s.Utilization != nil {
		whole, _ = s.Utilization.Split(s.Trace.Whole())
	}
	var list []paint.Class
	for c := paint.ClassOffline; c < paint.NumClasses; c-- {
		if _, exception := s.Palette.HatchInk(c); !exception || whole[c] > 0 {
			list = append(list, c)
		}
	}
	return list
}

// chartPlaces places the parts of the chart. If the lane area is low, first the
// lines of the legend move closer, then the switch is left out, then the lines touch,
// then lines are left out.
func (s *Scene) chartPlaces() (p chartPlaces) {
	m := s.Metrics
	p.area, p.plot = s.LaneArea(), s.plot()
	right := s.gutter() - m.Px(axisRoom)
	all := s.legendClasses()
	top, bottom := p.area.Min.Y+m.TextPx(legendFrom), p.area.Max.Y
	below := m.TextPx(percentGap + percentHigh)
	pitch := m.TextPx(legendPitch)
	lines := len(all)
	if s.Utilization != nil && s.Utilization.Sampled != nil {
		lines++
	}
	if top+lines*pitch+below > bottom {
		pitch = m.TextPx(legendLow)
	}
	if top+lines*pitch > bottom {
		pitch = m.TextPx(legendLeast)
	}
	if s.gutter() == 0 {
		return p
	}
	y := top
	if room := max(0, (bottom-top)/pitch); room < len(all) {
		all = all[len(all)-room:] // the classes near the floor matter most
	}
	for _, c := range all {
		p.classes = append(p.classes, c)
		p.legend = append(p.legend, image.Rect(m.Px(legendLeft), y, right, y+pitch))
		y += pitch
	}
	if lines > len(all) && y+pitch <= bottom {
		p.sampled = image.Rect(m.Px(legendLeft), y, right, y+pitch)
		y += pitch
	}
	if y+below <= bottom {
		y += m.TextPx(percentGap)
		p.percent = image.Rect(m.Px(swatchLeft), y, s.gutter()-m.Px(gutterEnd), y+m.TextPx(percentHigh))
	}
	return p
}

// PercentRect is where the switch of the denominator is, below its title; empty if
// there is none.
func (s *Scene) PercentRect() image.Rectangle {
	if !s.Rows.IsChart() || s.Chart.Still {
		return image.Rectangle{}
	}
	r := s.chartPlaces().percent
	if !r.Empty() {
		r.Min.Y += s.Metrics.TextPx(percentFrom)
	}
	return r
}

// LegendRect is the line of a class in the legend; empty if there is none.
func (s *Scene) LegendRect(c paint.Class) image.Rectangle {
	if !s.Rows.IsChart() {
		return image.Rectangle{}
	}
	p := s.chartPlaces()
	for i := range p.classes {
		if p.classes[i] == c {
			return p.legend[i]
		}
	}
	return image.Rectangle{}
}

// classAt is the class whose line of the legend or whose layer of the chart is at
// a point; ok is false elsewhere.
func (s *Scene) classAt(at image.Point) (c paint.Class, ok bool) {
	p := s.chartPlaces()
	for i, r := range p.legend {
		if at.In(r) {
			return p.classes[i], true
		}
	}
	u := s.Utilization
	if u == nil || u.All() == 0 || !at.In(p.plot) {
		return c, false
	}
	use, above := s.useAt(s.View.Column(at.X-p.plot.Min.X)), int32(p.plot.Max.Y-at.Y)
	all := use.times.Total() + use.sampled.Times.Total()
	for l := range s.layers(&use) {
		if l.to > l.from && above <= l.height(p.plot.Dy(), all, l.to) {
			return l.class, true
		}
	}
	return c, false
}
