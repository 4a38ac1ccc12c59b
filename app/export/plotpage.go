package export

import (
	"image"
	"image/color"

	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// PlotPage is a page with charts as in the window, one below another.
type PlotPage struct {
	// Title is at the top of the page: the name of the trace.
	Title   string
	Trace   *model.Trace
	Metrics timeline.Metrics
	Width   int // device pixels
	Plots   []PagePlot
	// Marked is a time range to tint, of length 0 for none.
	Marked model.Range
	// Bare leaves out everything but the charts.
	Bare bool
}

// PagePlot is a chart on a page. Only the height of its plot's Size is used.
type PagePlot struct {
	Title, About   string
	Exact, Sampled PlotEntry
	Plot           timeline.Plot
}

// PlotEntry is an entry of the legend of a chart.
type PlotEntry struct{ Title, Value string }

// Draw lays the page out. There must be a chart.
func (p *PlotPage) Draw() *Drawing {
	first := &p.Plots[0].Plot
	c := chart{
		Chart: Chart{Title: p.Title, Trace: p.Trace, Clock: first.Clock, Palette: first.Palette, Bare: p.Bare},
		sheet: newSheet(first.Palette, p.Metrics, p.Width),
	}
	c.paper()
	if !p.Bare {
		c.heading(p.Title, c.Clock.Range(first.Window)+" · "+timeline.FormatDuration(first.Window.Len()))
	}
	for _, q := range p.Plots {
		if !p.Bare {
			c.panelHead(&panel{title: q.Title, about: q.About, legend: []legendEntry{
				{markFill, q.Plot.Fill, q.Exact.Title, q.Exact.Value, ""},
				{markDot, first.Palette.Sampled, q.Sampled.Title, q.Sampled.Value, ""},
			}})
		}
		plot := q.Plot
		plot.Metrics, plot.Size.X = p.Metrics, p.Width
		c.list.Put(plot.Layout(), image.Pt(0, c.y))
		c.tint(&plot, p.Marked)
		c.y += plot.Size.Y
	}
	if !p.Bare {
		c.y += c.px(pageGap)
		c.note(p.Trace)
	}
	c.end()
	return &Drawing{list: c.list, metrics: p.Metrics, plots: &c.plots}
}

// tint tints a time range in a plot that begins at the next line of the page.
func (c *chart) tint(plot *timeline.Plot, r model.Range) {
	area := plot.Area()
	if r.Overlap(plot.Window) == 0 || area.Empty() {
		return
	}
	r = r.Clip(plot.Window)
	area.Min.X, area.Max.X = plot.X(r.From), plot.X(r.To)
	area = area.Add(image.Pt(0, c.y))
	edge, accent := c.metrics.Line(), color.NRGBA(c.palette.Accent)
	left, right := area, area
	left.Max.X, right.Min.X = area.Min.X+edge, area.Max.X-edge
	c.rect(left, c.palette.Accent)
	c.rect(right, c.palette.Accent)
	accent.A = markedAlpha
	c.list.Items = append(c.list.Items, paint.Item{Kind: paint.ItemRect, Rect: area, Color: accent, Row: -1})
}
