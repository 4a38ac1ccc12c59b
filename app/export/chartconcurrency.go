package export

import (
	"image/color"
	"strconv"

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

// concurrency is how many of the threads ran simultaneously: both ratios over the window, and for
// how much of it each number of them ran.
func (c *chart) concurrency() ([]panel, error) {
	all := measure.ConcurrencyOf(c.Trace, c.Scope.Threads, c.Scope.Range)
	rolling, err := c.ratios(&all)
	if err != nil {
		return nil, err
	}
	return []panel{rolling, c.simultaneity(&all)}, nil
}

// ratios are the lines of the report of that name.
func (c *chart) ratios(all *measure.Concurrency) (panel, error) {
	t, err := c.report("ratios")
	if err != nil {
		return panel{}, err
	}
	p := c.timePlot()
	p.upTo(100, 25, "Share", percent)
	edges := instants(t)
	ratio, antiratio := c.palette.Class(paint.ClassTarget), c.palette.ThreadHue(0)
	for _, l := range []struct {
		column string
		ink    color.RGBA
	}{{"antiratio_percent", antiratio}, {"ratio_percent", ratio}} {
		at := t.Column(l.column)
		line := c.step(edges, func(i int) float64 { return t.Rows[i][at].Float })
		line.LineStyle = c.solid(l.ink)
		p.Add(line)
	}
	bucket := model.Time(0)
	if len(edges) > 1 {
		bucket = edges[1] - edges[0]
	}
	return panel{
		title: "CPU use, and share of the time with at least one thread running", about: c.threads() + " · buckets of " + timeline.FormatDuration(bucket), plot: p, share: 0.5,
		legend: []legendEntry{
			{markLine, ratio, "CPU use, as a share of " + plural(all.CPUs, "CPU", "CPUs"), c.atLeast(share(100 * all.Ratio())), ""},
			{markLine, antiratio, "At least one thread running", c.atLeast(share(100 * all.Antiratio())), ""},
		},
	}, nil
}

// instants are the starts of the rows of a table and the end of the last.
func instants(t *report.Table) []model.Time {
	list := make([]model.Time, 0, len(t.Rows)+1)
	from := t.Column("from_ns")
	for _, r := range t.Rows {
		list = append(list, model.Time(r[from].Int))
	}
	return append(list, t.Range.To)
}

// threads names the threads of a chart.
func (c *chart) threads() string { return plural(len(c.Scope.Threads), "thread", "threads") }

// solid is the style of a line of data.
func (c *chart) solid(ink color.Color) draw.LineStyle {
	return draw.LineStyle{Color: ink, Width: vg.Length(c.px(2))}
}

// mostShare is the maximum end of the axis of shares: above a bar of 100 % there is room for its
// label.
const mostShare = 110

// simultaneity is the histogram of the numbers of threads that ran simultaneously.
func (c *chart) simultaneity(all *measure.Concurrency) panel {
	p := c.newPlot(timeAxisLeft)
	fill := c.palette.Class(paint.ClassTarget)
	window, most := all.Window(), 0.0
	values := make(plotter.Values, len(all.H))
	var ticks []plot.Tick
	every := max(1, int(roundStep(float64(len(all.H)), 32)))
	for k, d := range all.H {
		values[k] = measure.PercentCore.Of(d, window, all.CPUs)
		most = max(most, values[k])
		if k%every == 0 {
			ticks = append(ticks, plot.Tick{Value: float64(k), Label: strconv.Itoa(k)})
		}
	}
	pitch := vg.Length(c.plotWidth(p.left)) / vg.Length(len(values))
	p.Add(&plotter.BarChart{Values: values, Width: min(0.7*pitch, vg.Length(c.px(96))), Color: fill})
	c.barLabels(p, values, all.H, pitch)
	p.X.Min, p.X.Max, p.X.Tick.Marker = -0.5, float64(len(values))-0.5, plot.ConstantTicks(ticks)
	p.X.Label.Text = "Threads running simultaneously"
	step := roundStep(most, 5)
	p.upTo(min(ceilTo(1.1*most, step), mostShare), step, "Share of the time", percent)
	return panel{
		title: "Threads running simultaneously", about: c.threads() + " · " + timeline.FormatDuration(window), plot: p, share: 0.5,
		legend: []legendEntry{
			{title: "Average", value: c.atLeast(number(all.Average())), more: "threads"},
			{title: "Average while at least one thread runs", value: c.atLeast(number(all.Parallelism())), more: "threads"},
		},
		notes: []string{all.Verdict().Sentence()},
	}
}

// barLabels writes the share and the time above each bar, where there is room.
func (c *chart) barLabels(p *plotArea, values plotter.Values, h []model.Time, pitch vg.Length) {
	var l plotter.XYLabels
	st := p.X.Tick.Label
	st.YAlign = draw.YBottom
	for k, v := range values {
		text := measure.Percent(v, 1)
		if long := text + " · " + timeline.FormatDuration(h[k]); h[k] > 0 && st.Width(long) < pitch {
			text = long
		}
		if st.Width(text) < pitch {
			l.XYs = append(l.XYs, plotter.XY{X: float64(k), Y: v})
			l.Labels = append(l.Labels, text)
		}
	}
	labels, err := plotter.NewLabels(l)
	if err != nil {
		return // there are none
	}
	for i := range labels.TextStyle {
		labels.TextStyle[i] = st
	}
	labels.Offset.Y = vg.Length(c.px(4))
	p.Add(labels)
}
