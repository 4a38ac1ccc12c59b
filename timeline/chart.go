package timeline

import (
	"image"
	"strconv"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// PercentOf is what shares of CPU time are shares of.
type PercentOf uint8

// The wholes of shares: all CPUs, one CPU, or none, which makes them numbers of
// CPUs.
const (
	OfMachine PercentOf = iota
	OfCore
	OfCores
)

// FormatUse writes a CPU time inside length as a share of what of selects, or as
// the number of CPUs used.
func FormatUse(used, length model.Time, processors int, of PercentOf) string {
	switch of {
	case OfCore:
		return FormatPercent(used, length)
	case OfCores:
		return FormatCores(used, length)
	}
	return FormatPercent(used, length*model.Time(processors))
}

// FormatCores writes the CPU time used inside length as a number of CPUs with two
// decimals: "3.96", "<0.01" for next to nothing, "0", and "–" without a length.
func FormatCores(used, length model.Time) string {
	cores := float64(used) / float64(length)
	switch {
	case length <= 0:
		return enDash
	case used == 0:
		return "0"
	case cores < 0.005:
		return "<0.01"
	}
	return strconv.FormatFloat(cores, 'f', 2, 64)
}

// Chart is what the chart of the CPU use shows besides the Utilization.
type Chart struct {
	// Scope is the time of the average and of the figures in the gutter.
	Scope model.Range
	Of    PercentOf
	// Focus is the class in full colour; the others fade. NoClass: none.
	Focus paint.Class
	// Part is the use by some threads, drawn on the floor, while everything else
	// fades; nil for none. PartClass is their class, PartName their name.
	Part      *Utilization
	PartClass paint.Class
	PartName  string
	// Factor converts the average of this process to what the host of a virtual
	// machine gave it, which is shown next to it; 0: it is not shown.
	Factor float64
	// Still is set for pictures in files, in which nothing can be chosen.
	Still bool
}

// ChartRows are the rows of the CPU utilization view: a chart that fills the lane
// area.
func ChartRows(m Metrics) *Rows {
	return newRows([]Row{{Kind: RowChart, Proc: model.NoProc, Thread: model.NoThread, Name: "CPU utilization"}}, 0, 0, m)
}

// IsChart reports whether the rows are ChartRows.
func (r *Rows) IsChart() bool { return len(r.List) == 1 && r.List[0].Kind == RowChart }

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
