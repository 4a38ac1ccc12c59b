package export

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
)

// measurement is what a sampling tool would have shown, next to the truth: the use of the CPUs by
// the threads, and the run queue, which is always the machine's, as in the view.
func (c *chart) measurement() ([]panel, error) {
	use, err := c.sampled()
	if err != nil {
		return nil, err
	}
	queue, err := c.queuePanel(0.45, measure.Visible(c.Trace))
	return []panel{use, queue}, err
}

// sampled draws the report "intervals": the exact use as steps, the sampled one as
// dots with their 95 % intervals.
func (c *chart) sampled() (panel, error) {
	t, err := c.report("intervals")
	if err != nil {
		return panel{}, err
	}
	edges := instants(t)
	if len(t.Rows) > c.view.Width {
		return panel{}, fmt.Errorf("%s do not fit in a picture: use longer intervals, a shorter time window or a wider picture",
			plural(len(t.Rows), "interval", "intervals"))
	}
	cpus := c.processors()
	p := c.timePlot()
	c.useAxis(p, cpus)
	exec := c.palette.Category(model.Execution)
	soft := color.NRGBA(exec.Fill)
	soft.A = exactAlpha
	at := t.Column("exact")
	exact := c.step(edges, func(i int) float64 { return t.Rows[i][at].Float })
	exact.FillColor, exact.LineStyle = soft, c.solid(exec.Edge)
	p.Add(exact)
	dots := intervalDots(t, edges, p.Y.Max)
	if len(dots.XYs) > 0 {
		if err := c.addSampled(p, dots); err != nil {
			return panel{}, err
		}
	}
	return panel{
		title: "CPU use", plot: p, share: 0.55, legend: c.sampledLegend(t, cpus),
		about: c.threads() + " including interrupts · " + c.denominator(cpus) + " · intervals of " + measure.Duration(edges[1]-edges[0]) + " · " + c.clock().String(),
		notes: fewSamples(t),
	}, nil
}

// sampledLegend has both averages over the window.
func (c *chart) sampledLegend(t *report.Table, cpus int) []legendEntry {
	sum := func(column string) (sum int64) {
		at := t.Column(column)
		for _, row := range t.Rows {
			sum += row[at].Int
		}
		return sum
	}
	length := c.Scope.Range.Len()
	value, more := c.share(model.Time(sum("exact_ns")), length, cpus)
	list := []legendEntry{{markLine, c.palette.Category(model.Execution).Edge, "Exact CPU use, including interrupts", c.atLeast(value), more}}
	if sum("ticks") > 0 {
		value, more := c.share(model.Time(sum("sampled_ns")), length, cpus)
		list = append(list, legendEntry{markDot, c.palette.Sampled, "Sampled at the clock tick, with 95% confidence intervals", value, more})
	}
	return list
}

// Opacity of the area of exact use, and of the bars of 95 % intervals, of 255.
const exactAlpha, intervalAlpha = 64, 96

// intervals are sampled values with their 95 % intervals.
type intervals struct {
	plotter.XYs
	plotter.YErrors
}

// intervalDots are the sampled values of a report, in the middle of their
// intervals.
func intervalDots(t *report.Table, edges []model.Time, most float64) (dots intervals) {
	sampled, low, high := t.Column("sampled"), t.Column("interval_low"), t.Column("interval_high")
	for i, row := range t.Rows {
		if row[sampled].Kind == report.KindNone {
			continue
		}
		v := min(row[sampled].Float, most)
		dots.XYs = append(dots.XYs, plotter.XY{X: (float64(edges[i]-edges[0]) + float64(edges[i+1]-edges[0])) / 2, Y: v})
		dots.YErrors = append(dots.YErrors, struct{ Low, High float64 }{max(0, v-row[low].Float), max(0, min(row[high].Float, most)-v)})
	}
	return dots
}

// addSampled draws sampled values as dots on bars.
func (c *chart) addSampled(p *plotArea, list intervals) error {
	bars, err := plotter.NewYErrorBars(list)
	if err != nil {
		return err
	}
	ink := color.NRGBA(c.palette.Sampled)
	ink.A = intervalAlpha
	bars.LineStyle = c.solid(ink)
	apart := vg.Length(c.view.Width) / vg.Length(len(list.XYs))
	least := vg.Length(leastDot * c.metrics.Scale)
	bars.LineStyle.Width = min(3*bars.LineStyle.Width, max(least, apart/2))
	bars.CapWidth = 0
	dot := c.dot()
	dot.Radius = min(dot.Radius, max(least, apart/3))
	p.Add(bars, &dots{list.XYs, func(int) draw.GlyphStyle { return dot }})
	return nil
}

// fewSamples is the report's note that warns of too few samples.
func fewSamples(t *report.Table) []string {
	n, reading := 0, t.Column("reading")
	for _, row := range t.Rows {
		if row[reading].Text != "" {
			n++
		}
	}
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("Intervals with too few samples to be reliable: %s of %s.", timeline.FormatCount(int64(n)), timeline.FormatCount(int64(len(t.Rows))))}
}

// processors counts the known CPUs.
func (c *chart) processors() (n int) {
	for i := range c.Trace.Cores {
		if c.Trace.Cores[i].Known {
			n++
		}
	}
	return n
}
