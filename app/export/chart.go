package export

import (
	"fmt"
	"image"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// Chart is a report about a window, drawn on axes: what Write paints into a file. Its numbers are
// those of the report with the same scope.
type Chart struct {
	// Name is one of ChartNames.
	Name string
	// Title is at the top of the page: the name of the trace, "" for a page without a head.
	Title   string
	Trace   *model.Trace
	Scope   measure.Scope
	Clock   timeline.Clock
	Palette *paint.Palette
	Scale   float32 // device pixels per dp
	// Width and Height are the size of the plots together, dp; Height 0 chooses a suitable height:
	// it fills a page of the height Room, dp, unless the chart has rows of a fixed height.
	Width, Height, Room float32
	// Bare leaves out title, legends and notes.
	Bare bool
	// Colours are the colours of slices in the chart of the CPUs; nil distinguishes threads.
	// Followed is a thread whose moves between CPUs it shows, if it is a single one.
	Colours  *timeline.CoreColours
	Followed []model.ThreadIx
}

// chart is a chart under construction.
type chart struct {
	Chart
	*sheet
	labels float32           // left of plots along the time axis, dp
	view   timeline.Viewport // their columns
	plots  recorder.Canvas
	spots  []spotArea
}

// complete fills in what the scope leaves to the trace, as in the reports.
func (c *chart) complete() (err error) {
	s := &c.Scope
	if s.Range.Len() == 0 {
		s.Range = c.Trace.Held()
	}
	if s.Range = s.Range.Clip(c.Trace.Held()); s.Range.Len() == 0 {
		return fmt.Errorf("nothing to draw: the time window is outside the trace")
	}
	if s.Threads == nil {
		s.Threads = measure.Visible(c.Trace)
	}
	if s.Target.Procs == nil {
		s.Target, err = measure.FindTarget(c.Trace, filter.Filter{})
	}
	return err
}

// report is the table of a report with the same scope.
func (c *chart) report(name string) (*report.Table, error) {
	a, ok := report.Find(name)
	if !ok {
		return nil, fmt.Errorf("unknown report %q", name)
	}
	return a.Run(c.Trace, c.Scope)
}

// Sizes of charts, dp.
const (
	timeAxisLeft = 68 // left of plots along the time axis, for labels
	plotRight    = 28 // right of plots, for half a label
	plotTop      = 10
	plotBottom   = 46 // below plots, for labels
	panelHead    = 30
	entryGap     = 26 // between entries of a legend
)

// panel is a plot with its heading and its legend.
type panel struct {
	title, about string
	legend       []legendEntry
	plot         *plotArea
	share        float32 // of the height of the chart
	notes        []string
	// spot is what a place of the plot shows, in its data of the given size in pixels; ok is false
	// for nothing. Nil: no place has more information.
	spot func(at, size image.Point) (s Spot, ok bool)
}

// plotWidth is the width of the data of a plot with left dp at its left, in device pixels.
func (c *chart) plotWidth(left float32) int {
	return max(1, c.list.Size.X-c.px(left)-c.px(plotRight))
}

// leastPlot is the minimum height of a plot that fills a page, dp.
const leastPlot = 150

// rest is the height of the plots where the page has the height Room, dp.
func (c *chart) rest(panels []panel) float32 {
	draft := chart{Chart: c.Chart, sheet: newSheet(c.palette, c.metrics, c.list.Size.X)}
	height := c.Room - float32(draft.page(panels).list.Size.Y)/c.metrics.Scale
	return max(height, float32(leastPlot*len(panels)))
}

// page lays the panels out, one below the other.
func (c *chart) page(panels []panel) *Drawing {
	c.paper()
	height := c.metrics.Px(c.Height)
	if !c.Bare && c.Title != "" {
		w := c.Scope.Range
		c.heading(c.Title, c.Clock.Range(w)+" · "+timeline.FormatDuration(w.Len()))
	}
	var share float32
	from := 0
	for i := range panels {
		p := &panels[i]
		if !c.Bare {
			c.panelHead(p)
		}
		share += p.share
		to := int(float32(height)*share + 0.5)
		c.place(p, to-from)
		from = to
		if !c.Bare {
			c.panelNotes(p)
		}
	}
	if !c.Bare {
		c.y += c.px(pageGap) / 2
		c.note(c.Trace)
	}
	c.end()
	return &Drawing{list: c.list, metrics: c.metrics, plots: &c.plots, spots: c.spots}
}

// place draws a plot into the next rows of the page.
func (c *chart) place(p *panel, height int) {
	left := c.px(p.plot.left)
	box := image.Rectangle{
		Min: image.Pt(left, c.y+c.px(plotTop)), Max: image.Pt(left+c.plotWidth(p.plot.left), c.y+height-c.px(plotBottom)),
	}
	c.y += height
	if box.Empty() {
		return
	}
	if p.spot != nil {
		c.spots = append(c.spots, spotArea{box, p.spot})
	}
	p.plot.draw(draw.Canvas{Canvas: &c.plots, Rectangle: upwards(box)})
}

// upwards converts a rectangle of the page for vg.
func upwards(r image.Rectangle) vg.Rectangle {
	return vg.Rectangle{
		Min: vg.Point{X: vg.Length(r.Min.X), Y: -vg.Length(r.Max.Y)},
		Max: vg.Point{X: vg.Length(r.Max.X), Y: -vg.Length(r.Min.Y)},
	}
}

// panelHead writes the heading and the legend.
func (c *chart) panelHead(p *panel) {
	margin, row := c.px(pageMargin), c.px(panelHead)
	x := c.text(p.title, c.bold, c.palette.Text, margin, row)
	x += c.px(pageGap)
	about := c.caption.Fit(p.about, c.list.Size.X-margin-x)
	c.text(about, c.caption, c.palette.Text2, x, row)
	c.y += row
	c.entries(p.legend)
}

// panelNotes writes the notes about the numbers.
func (c *chart) panelNotes(p *panel) {
	margin, row := c.px(pageMargin), c.px(noteRow)
	for _, n := range p.notes {
		for _, l := range wrapped(n, c.caption, c.list.Size.X-2*margin) {
			c.text(l, c.caption, c.palette.Text2, margin, row)
			c.y += row
		}
	}
}
