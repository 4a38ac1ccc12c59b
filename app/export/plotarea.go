package export

import (
	"image"
	"image/color"
	"math"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// plotArea is a plot in the program's colours and fonts, whose data fill a given
// rectangle.
type plotArea struct {
	*plot.Plot
	left float32 // room for labels at the left, dp
	grid gridLines
	thin bool // fewer ticks on the vertical axis where there is little room
}

// newPlot is an empty plot with left dp of room for labels at its left.
func (c *chart) newPlot(left float32) *plotArea {
	p := &plotArea{Plot: plot.New(), left: left}
	line := vg.Length(c.metrics.Line())
	ink := c.palette.Ink
	ink.A = gridAlpha
	p.grid = gridLines{ink: color.NRGBA(ink), floor: c.palette.LineStrong, width: line}
	p.BackgroundColor, p.TextHandler = nil, plotText{}
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.LineStyle.Width, a.Padding = 0, 0
		a.Tick.LineStyle = draw.LineStyle{Color: c.palette.LineStrong, Width: line}
		a.Tick.Length = vg.Length(c.px(4))
		for _, st := range []*text.Style{&a.Label.TextStyle, &a.Tick.Label} {
			st.Font, st.Color, st.Handler = textFont(c.metrics.Caption*c.metrics.Scale), c.palette.Text2, plotText{}
		}
		a.Label.Padding = vg.Length(c.px(4))
	}
	return p
}

// Add adds plotters, which must not set the ranges of the axes or the place of the plot.
func (p *plotArea) Add(list ...plot.Plotter) {
	for _, d := range list {
		p.Plot.Add(struct{ plot.Plotter }{d})
	}
}

// timePlot is a plot along the time axis: x is in ns from the window's start.
func (c *chart) timePlot() *plotArea {
	p := c.newPlot(c.labels)
	r := c.view.Range
	axis := c.Clock.Axis(c.view, c.metrics.TextPx(timeTickGap))
	var ticks []plot.Tick
	for _, t := range axis.Majors {
		ticks = append(ticks, plot.Tick{Value: float64(t.Time - r.From), Label: t.Label})
	}
	p.X.Min, p.X.Max, p.X.Tick.Marker = 0, float64(r.Len()), plot.ConstantTicks(ticks)
	p.X.Label.Text = "Time"
	if axis.Prefix != "" {
		p.X.Label.Text += ", " + axis.Prefix
	}
	if axis.Unit != "" {
		p.X.Label.Text += " (" + axis.Unit + ")"
	}
	return p
}

// timeTickGap is the minimum distance between ticks of time, dp.
const timeTickGap = 90

// upTo sets the vertical axis: from 0 to most, with a name, and labels formatted by format.
func (p *plotArea) upTo(most, step float64, name string, format func(v float64) string) {
	if most <= 0 {
		most = 1
	}
	p.Y.Min, p.Y.Max, p.Y.Label.Text, p.thin = 0, most, name, true
	var ticks []plot.Tick
	for i := 0.0; i*step <= most*(1+1e-9); i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: format(i * step)})
	}
	p.Y.Tick.Marker = plot.ConstantTicks(ticks)
}

// plain formats a number of an axis without a unit.
func plain(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// percent formats a share on an axis.
func percent(v float64) string { return plain(v) + "%" }

// roundStep is the smallest of 1, 2, 5 times a power of ten that divides most into at most n parts.
func roundStep(most float64, n int) float64 {
	if most <= 0 {
		return 1
	}
	step := math.Pow(10, math.Floor(math.Log10(most/float64(n))))
	for _, m := range []float64{1, 2, 5} {
		if most/(m*step) <= float64(n) {
			return m * step
		}
	}
	return 10 * step
}

// ceilTo is the smallest multiple of step that is not below v, at least one step.
func ceilTo(v, step float64) float64 { return step * max(1, math.Ceil(v/step-1e-9)) }

// draw draws the plot so that its data fill c, and its labels are outside.
func (p *plotArea) draw(c draw.Canvas) {
	if p.thin {
		p.thinOut(c.Size().Y)
	}
	p.Add(p.grid)
	want, outer := c.Rectangle, c
	// The room for labels depends, slightly, on where they are.
	for range 8 {
		got := p.DataCanvas(outer).Rectangle
		outer.Min = outer.Min.Add(want.Min.Sub(got.Min))
		outer.Max = outer.Max.Add(want.Max.Sub(got.Max))
	}
	p.Draw(outer)
}

// thinOut keeps every n-th tick of the vertical axis, so that their labels do not touch.
func (p *plotArea) thinOut(height vg.Length) {
	ticks := p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max)
	line := p.Y.Tick.Label.Height("0")
	every := 1
	for vg.Length(len(ticks)-1)*line > height*vg.Length(every) {
		every *= 2
	}
	var kept []plot.Tick
	for i := 0; i < len(ticks); i += every {
		kept = append(kept, ticks[i])
	}
	p.Y.Tick.Marker = plot.ConstantTicks(kept)
}

// gridAlpha is the opacity of the grid, of 255.
const gridAlpha = 20

// gridLines draws a line at each tick, over the data, and the base line.
type gridLines struct {
	ink     color.Color
	floor   color.Color
	width   vg.Length
	upright bool // none for the ticks of the vertical axis
}

// Plot implements plot.Plotter.
func (g gridLines) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	// Whole pixels, so that lines are sharp.
	bar := func(x0, y0, x1, y1 vg.Length, ink color.Color) {
		c.FillPolygon(ink, []vg.Point{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}})
	}
	for _, t := range p.Y.Tick.Marker.Ticks(p.Y.Min, p.Y.Max) {
		if y := floor(trY(t.Value)); !g.upright && t.Value > p.Y.Min && t.Value <= p.Y.Max {
			bar(c.Min.X, y, c.Max.X, y+g.width, g.ink)
		}
	}
	for _, t := range p.X.Tick.Marker.Ticks(p.X.Min, p.X.Max) {
		if x := floor(trX(t.Value)); t.Value > p.X.Min && t.Value < p.X.Max {
			bar(x, c.Min.Y, x+g.width, c.Max.Y, g.ink)
		}
	}
	bar(c.Min.X, floor(c.Min.Y), c.Max.X, floor(c.Min.Y)+g.width, g.floor)
}

func floor(l vg.Length) vg.Length { return vg.Length(math.Floor(float64(l) + 1e-6)) }

// columns are the bounds of the columns of pixels along the time axis, as instants: one per
// nanosecond in windows with fewer ns than columns.
func (c *chart) columns() []model.Time {
	v := c.view
	v.Width = int(min(model.Time(v.Width), v.Len()))
	edges := make([]model.Time, v.Width+1)
	for i := range edges {
		edges[i] = v.TimeAt(i)
	}
	return edges
}

// step is a line that keeps each value from an edge to the next. Equal consecutive values are one
// step.
func (c *chart) step(edges []model.Time, value func(i int) float64) *plotter.Line {
	var pts plotter.XYs
	x := func(i int) float64 { return float64(edges[i] - c.view.From) }
	for i := range len(edges) - 1 {
		if v := value(i); i == 0 || v != pts[len(pts)-1].Y {
			pts = append(pts, plotter.XY{X: x(i), Y: v})
		}
	}
	last := pts[len(pts)-1].Y
	pts = append(pts, plotter.XY{X: x(len(edges) - 1), Y: last})
	return &plotter.Line{XYs: pts, StepStyle: plotter.PostStep}
}

// level is a dashed line across the whole window.
func (c *chart) level(v float64) *plotter.Line {
	w := float64(c.view.Len())
	return &plotter.Line{
		XYs: plotter.XYs{{X: 0, Y: v}, {X: w, Y: v}},
		LineStyle: draw.LineStyle{
			Color: c.palette.Ink, Width: vg.Length(c.metrics.Scale * 1.5),
			Dashes: []vg.Length{vg.Length(c.px(6)), vg.Length(c.px(4))},
		},
	}
}

// mark is how a plot draws something, for its legend.
type mark uint8

const (
	markNone mark = iota // a figure that is not drawn
	markFill
	markHatch  // like unknown time
	markStolen // like what the host took
	markDots   // like what was sampled
	markLine
	markDashes
	markDot
	markRing
)

// hatched is the class of CPU use with the mark's hatch; ok is false for marks without one.
func (m mark) hatched() (class paint.Class, ok bool) {
	switch m {
	case markHatch:
		return paint.ClassUnknown, true
	case markStolen:
		return paint.ClassStolen, true
	}
	return class, false
}

// markOf is the mark of an area in the look of a class of CPU use.
func markOf(class paint.Class) mark {
	switch class {
	case paint.ClassUnknown:
		return markHatch
	case paint.ClassStolen:
		return markStolen
	}
	return markFill
}

// draw draws the mark into a square of the page.
func (m mark) draw(c *chart, r image.Rectangle, ink color.RGBA) {
	g := draw.Canvas{Canvas: &c.plots, Rectangle: upwards(r)}
	mid, thick := g.Center(), vg.Length(c.px(2))
	switch m {
	case markLine, markDashes:
		st := draw.LineStyle{Color: ink, Width: thick}
		if m == markDashes {
			third := vg.Length(r.Dx()) / 3
			st.Dashes = []vg.Length{third, third}
		}
		g.StrokeLine2(st, g.Min.X, mid.Y, g.Max.X, mid.Y)
	case markDot:
		dot := c.dot()
		dot.Color = ink
		g.DrawGlyph(dot, mid)
	case markRing:
		c.rect(r, ink)
		c.rect(r.Inset(int(thick)), c.palette.Lane)
	case markDots:
		c.rect(r, ink)
		c.rect(r.Inset(c.metrics.Line()), c.palette.Lane)
		dot := draw.GlyphStyle{Color: ink, Radius: vg.Length(c.metrics.Scale * 1.2), Shape: draw.CircleGlyph{}}
		for _, d := range [...]vg.Point{{X: -1, Y: 1}, {X: 1, Y: -1}} {
			quarter := vg.Length(r.Dx()) / 5
			g.DrawGlyph(dot, vg.Point{X: mid.X + d.X*quarter, Y: mid.Y + d.Y*quarter})
		}
	case markFill, markHatch, markStolen:
		// Without an edge, idle would be invisible on the page's own colour.
		c.rect(r, c.palette.LineStrong)
		c.rect(r.Inset(c.metrics.Line()), ink)
		if class, ok := m.hatched(); ok {
			hatch, _ := c.palette.HatchInk(class)
			c.list.Items = append(c.list.Items, paint.Item{Kind: paint.ItemHatch, Rect: r, Color: color.NRGBA(hatch), Row: -1})
		}
	}
}

// dot is the look of sampled values.
func (c *chart) dot() draw.GlyphStyle {
	return draw.GlyphStyle{Color: c.palette.Sampled, Radius: vg.Length(dotRadius * c.metrics.Scale), Shape: draw.CircleGlyph{}}
}

// dots are points of a plot. The library's omit points at the ends of the axes and those that
// rounding has put beyond them.
type dots struct {
	plotter.XYs
	style func(i int) draw.GlyphStyle
}

// Plot implements plot.Plotter.
func (d *dots) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	for i, pt := range d.XYs {
		st := d.style(i)
		c.SetColor(st.Color)
		st.Shape.DrawGlyph(&c, st, vg.Point{X: trX(pt.X), Y: trY(pt.Y)})
	}
}

// Radius of a dot, and the minimum radius of dots that are close together, dp.
const dotRadius, leastDot = 3.5, 1.25

// atLeast marks a figure of a window with lost events.
func (c *chart) atLeast(s string) string {
	if c.Trace.LossIn(model.AllCPUs, c.Scope.Range) {
		return timeline.AtLeast(s)
	}
	return s
}

// number formats a figure of a legend with two decimals, and a small one with two digits: it never
// reads as zero.
func number(v float64) string {
	switch {
	case v == 0 || v >= 0.1:
		return strconv.FormatFloat(v, 'f', 2, 64)
	case v < 0.001:
		return "<0.001"
	}
	return strconv.FormatFloat(v, 'g', 2, 64)
}

// share formats a percentage of a legend.
func share(v float64) string { return measure.Percent(v, 1) }
