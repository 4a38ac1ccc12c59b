package export

import (
	"fmt"
	"image"
	"image/color"
	"io"
	"slices"

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

// Chart is what a report says of a window, drawn on axes: what Write paints
// into a file. Its numbers are those of the report of the same scope.
type Chart struct {
	// Name is one of ChartNames.
	Name string
	// Title heads the page: the name of the trace, "" for a page without a head.
	Title   string
	Trace   *model.Trace
	Scope   measure.Scope
	Clock   timeline.Clock
	Palette *paint.Palette
	Scale   float32 // device pixels a dp
	// Width and Height are the size of the plots together, dp; Height 0 is the
	// height that suits the chart. That fills a page of the height Room, dp, unless it
	// has rows of a height of their own.
	Width, Height, Room float32
	// Bare leaves out title, legends and notes.
	Bare bool
	// Colours are those of the slices in the chart of the processors; nil tells
	// threads apart. Followed is a thread whose way over the processors it shows,
	// if it is a single one.
	Colours  *timeline.CoreColours
	Followed []model.ThreadIx
}

// chartKind is a chart that there is.
type chartKind struct {
	name   string
	title  string  // as a command
	height float32 // dp; 0: the panels choose it
	left   float32 // of plots along the time axis, for labels, dp
	panels func(*chart) ([]panel, error)
}

func chartKinds() []chartKind {
	return []chartKind{
		{"utilization", "CPU Utilization", 480, timeAxisLeft, (*chart).utilization},
		{"cores", "Cores", 0, coreNameLeft, (*chart).cores},
		{"measurement", "Measurement", 640, timeAxisLeft, (*chart).measurement},
		{"concurrency", "Concurrency", 640, timeAxisLeft, (*chart).concurrency},
		{"queue", "Run Queue", 400, timeAxisLeft, (*chart).queue},
		{"clumps", "Clump Timeline", 480, timeAxisLeft, (*chart).clumps},
		{"boxplot", "Box Plot", 400, timeAxisLeft, (*chart).boxplot},
		{"ready", "Ready Times", 400, heatLeft, (*chart).heat},
		{"waits", "Waits", 400, heatLeft, (*chart).heat},
		{"holds", "Holds of Locks", 400, heatLeft, (*chart).heat},
		{"spans", "Spans", 400, heatLeft, (*chart).heat},
	}
}

// ChartNames are the names of the charts, which are those of views or reports.
func ChartNames() []string {
	var names []string
	for _, k := range chartKinds() {
		names = append(names, k.name)
	}
	return names
}

// ChartTitle is what a command calls a chart.
func ChartTitle(name string) string {
	for _, k := range chartKinds() {
		if k.name == name {
			return k.title
		}
	}
	return ""
}

// IsChart reports whether there is a chart of that name.
func IsChart(name string) bool { return ChartTitle(name) != "" }

// Write paints the chart: the same bytes each time. It fails when there is no
// such chart, when the scope makes no sense for the trace, and with the error of
// w.
func (c *Chart) Write(w io.Writer, k Kind) error {
	d, err := c.Draw()
	if err != nil {
		return err
	}
	return d.Write(w, k)
}

// Draw lays the chart out. It fails when there is no such chart, and when the scope
// makes no sense for the trace.
func (c *Chart) Draw() (*Drawing, error) {
	kinds := chartKinds()
	i := slices.IndexFunc(kinds, func(k chartKind) bool { return k.name == c.Name })
	if i < 0 {
		return nil, fmt.Errorf("no chart %q", c.Name)
	}
	b := chart{Chart: *c}
	if err := b.complete(); err != nil {
		return nil, err
	}
	m := timeline.NewMetrics(timeline.Comfortable, c.Scale, 1)
	b.sheet = newSheet(c.Palette, m, m.Px(c.Width))
	b.labels = kinds[i].left
	b.view = timeline.Viewport{Range: b.Scope.Range, Width: b.plotWidth(b.labels)}
	panels, err := kinds[i].panels(&b)
	if err != nil {
		return nil, err
	}
	if b.Height == 0 && b.Room > 0 {
		b.Height = b.rest(panels)
	} else if b.Height == 0 {
		b.Height = kinds[i].height
	}
	return b.page(panels), nil
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

// complete fills in what the scope leaves to the trace, as the reports do.
func (c *chart) complete() (err error) {
	s := &c.Scope
	if s.Range.Len() == 0 {
		s.Range = c.Trace.Whole()
	}
	if s.Range = s.Range.Clip(c.Trace.Whole()); s.Range.Len() == 0 {
		return fmt.Errorf("nothing to draw in a window without length")
	}
	if s.Threads == nil {
		s.Threads = measure.Visible(c.Trace)
	}
	if s.Target.Procs == nil {
		s.Target, err = measure.FindTarget(c.Trace, filter.Filter{})
	}
	return err
}

// report is the table of a report of the same scope.
func (c *chart) report(name string) (*report.Table, error) {
	a, ok := report.Find(name)
	if !ok {
		return nil, fmt.Errorf("no report %q", name)
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
	// spot is what a place of the plot shows, a pixel of its data of the given size;
	// ok is false where that is nothing. Nil: of no place is there more to say.
	spot func(at, size image.Point) (s Spot, ok bool)
}

// plotWidth is the width of the data of a plot with so much room at its left, in
// device pixels.
func (c *chart) plotWidth(left float32) int {
	return max(1, c.list.Size.X-c.px(left)-c.px(plotRight))
}

// leastPlot is how high a plot is at least that fills a page, dp.
const leastPlot = 150

// rest is the height that the plots have where the page is as high as Room, dp.
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

// upwards is a rectangle of the page for vg.
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

// panelNotes writes what belongs to the numbers.
func (c *chart) panelNotes(p *panel) {
	margin, row := c.px(pageMargin), c.px(noteRow)
	for _, n := range p.notes {
		for _, l := range wrapped(n, c.caption, c.list.Size.X-2*margin) {
			c.text(l, c.caption, c.palette.Text2, margin, row)
			c.y += row
		}
	}
}

// legendEntry explains a mark of a plot: what it is, how much, and in another
// unit.
type legendEntry struct {
	mark               mark
	ink                color.RGBA
	title, value, more string
}

// entries writes a legend, in as many lines as it takes.
func (c *chart) entries(list []legendEntry) {
	if len(list) == 0 {
		return
	}
	margin, row, side, gap := c.px(pageMargin), c.px(legendRow), c.px(legendSwatch), c.px(pageGap)
	x := margin
	for _, e := range list {
		lead := side + gap
		if e.mark == markNone {
			lead = 0
		}
		width := lead + c.body.Width(e.title)
		if e.value != "" {
			width += gap + c.bold.Width(e.value)
		}
		if e.more != "" {
			width += gap + c.caption.Width(e.more)
		}
		if x > margin && x+width > c.list.Size.X-margin {
			x = margin
			c.y += row
		}
		e.mark.draw(c, image.Rect(0, 0, side, side).Add(image.Pt(x, c.y+(row-side)/2)), e.ink)
		end := c.text(e.title, c.body, c.palette.Text, x+lead, row)
		if e.value != "" {
			end = c.text(e.value, c.bold, c.palette.Text, end+gap, row)
		}
		if e.more != "" {
			end = c.text(e.more, c.caption, c.palette.Text2, end+gap, row)
		}
		x = end + c.px(entryGap)
	}
	c.y += row
}
