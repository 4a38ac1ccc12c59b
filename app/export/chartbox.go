package export

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// Sizes of box plots, dp, and the maximum number of boxes.
const (
	boxLeft  = 264 // room for names
	boxPitch = 28  // from a named box to the next
	boxDot   = 2   // radius of an outlier
	mostBox  = 120
)

// box is a group of values to draw.
type box struct {
	measure.Box
	group *measure.Group
}

// boxplot draws the distribution of a metric: by time along the time axis, otherwise one row per
// group. Quartiles and whiskers are those of the report.
func (c *chart) boxplot() ([]panel, error) {
	t, err := c.report("boxplot")
	if err != nil {
		return nil, err
	}
	groups, err := measure.Groups(c.Trace, c.Scope)
	if err != nil {
		return nil, err
	}
	var boxes []box
	var all []float64
	for i := range groups {
		if g := &groups[i]; len(g.Values) > 0 {
			all = append(all, g.Values...)
			boxes = append(boxes, box{measure.BoxOf(g.Values), g})
		}
	}
	if len(boxes) == 0 {
		return nil, fmt.Errorf("nothing to draw: there are no values in the window")
	}
	b := boxPlot{chart: c, kind: t.Columns[t.Column("median")].Kind, all: measure.BoxOf(all), upright: c.Scope.GroupBy == measure.GroupTime}
	partial := measure.Partial(c.Trace, c.Scope.Range) // the page states that once
	notes := slices.DeleteFunc(slices.Clone(t.Notes), func(n string) bool { return slices.Contains(partial, n) })
	if n := len(boxes); n > mostBox {
		boxes = most(boxes)
		notes = append([]string{fmt.Sprintf("Only %d of %s are shown: those with the most values.", mostBox, plural(n, "group", "groups"))}, notes...)
	}
	p, err := b.plot(boxes)
	if err != nil {
		return nil, err
	}
	return []panel{{
		title: t.Title, about: plural(len(all), "value", "values"), plot: p, share: 1, notes: notes,
		legend: []legendEntry{
			{mark: markFill, ink: b.look().Fill, title: "Quartiles"},
			{title: "Median of all values", value: c.atLeast(b.text(b.all.Median))},
			{title: "Mean of all values", value: c.atLeast(b.text(b.all.Mean))},
			{title: "Minimum", value: b.text(b.all.Min)},
			{title: "Maximum", value: c.atLeast(b.text(b.all.Max))},
		},
	}}, nil
}

// most keeps the groups with the most values, in their order.
func most(boxes []box) []box {
	counts := make([]int, len(boxes))
	for i, b := range boxes {
		counts[i] = b.N
	}
	slices.Sort(counts)
	least := counts[len(counts)-mostBox]
	kept := slices.DeleteFunc(boxes, func(b box) bool { return b.N < least })
	return kept[:mostBox]
}

// boxPlot is a plot of boxes under construction.
type boxPlot struct {
	*chart
	kind    report.Kind
	all     measure.Box
	upright bool // by time: values go up
}

// text formats a value.
func (b *boxPlot) text(v float64) string {
	switch b.kind {
	case report.KindDuration:
		return timeline.FormatDuration(model.Time(math.Round(v)))
	case report.KindPercent:
		return measure.Percent(v, 1)
	case report.KindCores:
		return number(v) + " cores"
	}
	return number(v)
}

// look is the colour of the metric's subject.
func (b *boxPlot) look() paint.Colours {
	category, ok := map[measure.Metric]model.Category{
		measure.MetricCPU: model.Execution, measure.MetricSlice: model.Execution,
		measure.MetricReady: model.Dispatch, measure.MetricPreempted: model.Preemption,
		measure.MetricSync: model.Synchronization, measure.MetricIO: model.IO, measure.MetricSleep: model.Sleep,
		measure.MetricMemory: model.MemoryManagement, measure.MetricUI: model.UIProcessing,
	}[b.Scope.Metric]
	if of := b.Scope.Kind.Categories; len(of) == 1 {
		category, ok = of[0], true
	}
	switch {
	case ok:
		return b.palette.Category(category)
	case b.Scope.Metric == measure.MetricCounter:
		return paint.Colours{Fill: between(b.palette.Sampled, b.palette.Lane), Edge: b.palette.Sampled}
	}
	return paint.Colours{Fill: b.palette.OtherHue(paint.ClassOther), Edge: b.palette.Text2}
}

// plot draws the boxes on axes.
func (b *boxPlot) plot(boxes []box) (*plotArea, error) {
	p := b.newPlot(boxLeft)
	values, length := &p.X, b.plotWidth(boxLeft)
	if b.upright {
		p = b.timePlot()
		values = &p.Y
	}
	b.valueAxis(values)
	if b.Height == 0 && !b.upright {
		b.Height = float32(len(boxes)*boxPitch + plotTop + plotBottom)
	}
	var names []plot.Tick
	for i := range boxes {
		at, width := float64(len(boxes)-i), vg.Length(0.5*b.rowPitch(len(boxes)))
		if r := boxes[i].group.Range; b.upright {
			at = float64(r.From-b.view.From) + float64(r.Len())/2
			width = vg.Length(0.6 * float64(b.view.Width) * float64(r.Len()) / float64(b.view.Len()))
		} else {
			names = append(names, plot.Tick{Value: at, Label: b.name(boxes[i].group)})
		}
		drawn, err := b.box(&boxes[i], at, min(width, vg.Length(b.px(boxPitch))), values, length)
		if err != nil {
			return nil, err
		}
		p.Add(drawn)
	}
	if !b.upright {
		p.Y.Min, p.Y.Max, p.Y.Tick.Marker = 0.5, float64(len(boxes))+0.5, plot.ConstantTicks(names)
	}
	return p, nil
}

// rowPitch is the distance between n rows, in device pixels.
func (b *boxPlot) rowPitch(n int) float64 {
	return float64(b.Height-plotTop-plotBottom) * float64(b.metrics.Scale) / float64(n)
}

// name is the label of a row.
func (b *boxPlot) name(g *measure.Group) string {
	s := g.Name
	switch b.Scope.GroupBy {
	case measure.GroupThread:
		s = measure.ThreadName(b.Trace, g.Thread)
	case measure.GroupProcess:
		s = measure.ProcessName(&b.Trace.Processes[g.Proc])
	case measure.GroupAll:
		s = "all"
	}
	if s == "" {
		s = "no name"
	}
	face := paint.NewFace(false, b.metrics.Caption*b.metrics.Scale)
	return face.Fit(timeline.Printable(s), b.px(boxLeft-pageMargin))
}

// box draws a group with the report's figures. Outliers within the same pixel are drawn once.
func (b *boxPlot) box(x *box, at float64, width vg.Length, values *plot.Axis, length int) (*plotter.BoxPlot, error) {
	d, err := plotter.NewBoxPlot(width, at, plotter.Values(x.group.Values))
	if err != nil {
		return nil, fmt.Errorf("drawing a box plot of %d values: %w", x.N, err)
	}
	d.Median, d.Quartile1, d.Quartile3 = x.Median, x.Q1, x.Q3
	d.AdjLow, d.AdjHigh, d.Min, d.Max = x.Low, x.High, x.Min, x.Max
	d.Horizontal = !b.upright
	d.Values, d.Outside = x.Outliers, nil
	last := math.Inf(-1)
	for i, v := range x.Outliers {
		if pixel := math.Floor(values.Norm(v) * float64(length)); pixel != last {
			d.Outside = append(d.Outside, i)
			last = pixel
		}
	}
	look, line := b.look(), vg.Length(b.metrics.Scale)
	d.FillColor, d.CapWidth = look.Fill, width/2
	d.BoxStyle = draw.LineStyle{Color: look.Edge, Width: line}
	d.WhiskerStyle = d.BoxStyle
	d.MedianStyle = draw.LineStyle{Color: b.palette.Ink, Width: 2 * line}
	d.GlyphStyle = draw.GlyphStyle{Color: color.RGBA(look.Edge), Radius: boxDot * line, Shape: draw.CircleGlyph{}}
	return d, nil
}

// valueAxis is the axis of the values: linear, and for times, a few of which are far longer than
// all the others, logarithmic from a microsecond on.
func (b *boxPlot) valueAxis(a *plot.Axis) {
	a.Min, a.Max = min(0, b.all.Min), max(b.all.Max, b.all.Min+1)
	var ticks []plot.Tick
	if b.kind == report.KindDuration {
		a.Label.Text, a.Scale = "Time (logarithmic)", bent{}
		a.Max *= 1.2
		ticks = append(ticks, plot.Tick{Label: "0"})
		for v := 1000.0; v <= a.Max; v *= 10 {
			ticks = append(ticks, plot.Tick{Value: v, Label: decade(v)})
		}
	} else {
		step := roundStep(a.Max-a.Min, 8)
		a.Min, a.Max = step*math.Floor(a.Min/step), step*math.Ceil(a.Max/step)
		for v := a.Min; v <= a.Max+step/2; v += step {
			ticks = append(ticks, plot.Tick{Value: v, Label: b.axisText(math.Round(v/step) * step)})
		}
		a.Label.Text = b.valueName()
	}
	a.Tick.Marker = plot.ConstantTicks(ticks)
}

// valueName is the name of the values.
func (b *boxPlot) valueName() string {
	switch {
	case b.Scope.Metric == measure.MetricCounter:
		return "Value"
	case b.kind == report.KindCores:
		return "CPUs"
	case b.Scope.Percent == measure.PercentCore:
		return "Share of one CPU"
	}
	return "Share of all CPUs"
}

func (b *boxPlot) axisText(v float64) string {
	if b.kind == report.KindPercent {
		return percent(v)
	}
	return plain(v)
}

// decade formats a power of ten of ns, from 1 µs on.
func decade(ns float64) string {
	for _, u := range []struct {
		ns   float64
		name string
	}{{1e9, " s"}, {1e6, " ms"}} {
		if ns >= u.ns {
			return plain(ns/u.ns) + u.name
		}
	}
	return plain(ns/1e3) + " µs"
}

// bent is a scale that is linear around 0 and logarithmic from a microsecond on: it has a place for
// 0.
type bent struct{}

// Normalize implements plot.Normalizer.
func (bent) Normalize(least, most, v float64) float64 {
	at := func(v float64) float64 { return math.Log1p(max(v, 0) / 1000) }
	return (at(v) - at(least)) / (at(most) - at(least))
}
