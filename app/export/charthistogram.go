package export

import (
	"fmt"
	"image"
	"slices"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// barGap is between two bars, dp.
const barGap = 2

// histogram draws how many values of a metric have which size: the report's bins, of all groups
// together.
func (c *chart) histogram() ([]panel, error) {
	t, err := c.report("histogram")
	if err != nil {
		return nil, err
	}
	groups, err := measure.Groups(c.Trace, c.Scope)
	if err != nil {
		return nil, err
	}
	var all []float64
	for i := range groups {
		all = append(all, groups[i].Values...)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("nothing to draw: there are no values in the window")
	}
	h := histogramPlot{boxPlot{chart: c, kind: t.Columns[t.Column("value_from")].Kind, all: measure.BoxOf(all)}, c.Scope.Metric.Bins(all), len(all)}
	p, err := h.plot()
	if err != nil {
		return nil, err
	}
	partial := measure.Partial(c.Trace, c.Scope.Range) // the page states that once
	notes := slices.DeleteFunc(slices.Clone(t.Notes), func(n string) bool { return slices.Contains(partial, n) })
	return []panel{{
		title: c.Scope.Metric.Title(), about: plural(len(all), "value", "values"), plot: p, share: 1, notes: notes, spot: h.spot,
		legend: []legendEntry{
			{mark: markFill, ink: h.look().Fill, title: "Values per bin"},
			{title: "Median", value: c.atLeast(h.text(h.all.Median))},
			{title: "Mean", value: c.atLeast(h.text(h.all.Mean))},
			{title: "Maximum", value: c.atLeast(h.text(h.all.Max))},
		},
	}}, nil
}

// histogramPlot is a histogram under construction.
type histogramPlot struct {
	boxPlot
	bins []measure.Bin
	n    int // values
}

// plot draws a bar for each bin, all as wide, with the edges of the bins below them.
func (h *histogramPlot) plot() (*plotArea, error) {
	p := h.newPlot(h.labels)
	counts, most := make(plotter.Values, len(h.bins)), 0
	ticks := make([]plot.Tick, 0, len(h.bins)+1)
	for i, b := range h.bins {
		counts[i], most = float64(b.Count), max(most, b.Count)
		ticks = append(ticks, plot.Tick{Value: float64(i) - 0.5, Label: h.edge(b.From)})
	}
	last := len(h.bins) - 1
	p.X.Min, p.X.Max = -0.5, float64(last)+0.5
	p.X.Tick.Marker = plot.ConstantTicks(append(ticks, plot.Tick{Value: p.X.Max, Label: h.edge(h.bins[last].To)}))
	p.X.Label.Text = h.Scope.Metric.Title()
	bars, err := plotter.NewBarChart(counts, vg.Length(max(1, h.plotWidth(h.labels)/len(h.bins)-h.px(barGap))))
	if err != nil {
		return nil, fmt.Errorf("drawing a histogram of %d bars: %w", len(h.bins), err)
	}
	bars.Color, bars.LineStyle = h.look().Fill, h.solid(h.look().Edge)
	p.Add(bars)
	step := max(1, roundStep(float64(most), 6))
	p.upTo(ceilTo(float64(most)+step/4, step), step, "Count", plain)
	return p, nil
}

// edge is the label of an edge of a bin.
func (h *histogramPlot) edge(v float64) string {
	if h.Scope.Metric.IsTime() {
		return timeline.FormatDuration(model.Time(v))
	}
	return h.text(v)
}

// spot is what a bar shows.
func (h *histogramPlot) spot(at, size image.Point) (Spot, bool) {
	n := len(h.bins)
	i := min(at.X*n/size.X, n-1)
	b := h.bins[i]
	return Spot{
		Rect: image.Rect(i*size.X/n, 0, (i+1)*size.X/n, size.Y), Thread: model.NoThread,
		Lines: []string{h.edge(b.From) + " to " + h.edge(b.To), "Count: " + strconv.Itoa(b.Count) + ", " + timeline.FormatPercent(model.Time(b.Count), model.Time(h.n))},
	}, true
}
