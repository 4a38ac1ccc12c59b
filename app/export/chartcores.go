package export

import (
	"context"
	"image"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/vg/draw"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/lanes"
)

// Sizes of the chart of the CPUs, dp.
const (
	coreNameLeft  = 116 // room for names
	coreRow       = 34  // of a CPU
	coreRowMost   = 60
	coreRowsMost  = 900  // of all CPUs, where no height was requested
	coreNameRow   = 14   // the minimum distance between names
	coreQueue     = 220  // of the run queue
	coreQueuePart = 0.45 // of the height: the minimum part in a low chart
)

// cores is what each CPU ran, as in the lanes of the Cores view, and the run queue below.
func (c *chart) cores() ([]panel, error) {
	var err error
	if c.Colours == nil {
		c.Colours = timeline.NewCoreColours(c.Trace, timeline.ColourThread, c.Scope.Target.Procs, timeline.Hues{})
	}
	lanes, err := c.coreLanes()
	if err != nil {
		return nil, err
	}
	top, err := c.corePanel(lanes)
	if err != nil {
		return nil, err
	}
	// As in the view, whichever threads are shown: the queue is the machine's.
	queue, err := c.queuePanel(1-top.share, measure.Visible(c.Trace))
	return []panel{top, queue}, err
}

// coreLanes is the frame with the lanes of the CPUs. It chooses the height of the chart where none
// was requested.
func (c *chart) coreLanes() (*timeline.Scene, error) {
	build := func(m timeline.Metrics) *timeline.Rows {
		return timeline.BuildCoreRows(c.Trace, timeline.CoreOptions{Colours: c.Colours, Plain: true}, m)
	}
	m := c.metrics
	n, heads := 0, 0
	for _, r := range build(m).List {
		if r.Kind == timeline.RowCore {
			n++
		} else {
			heads += m.Px(m.Group)
		}
	}
	n = max(n, 1)
	row := min(m.Px(coreRow), m.Px(coreRowsMost)/n)
	if c.Height > 0 {
		rest := m.Px(c.Height-min(coreQueue, coreQueuePart*c.Height)) - c.px(plotTop) - c.px(plotBottom) - heads
		row = min(m.Px(coreRowMost), rest/n)
	}
	row = max(row, 1)
	m.Pitch = float32(row) / m.Scale * m.Pitch / coreRow
	s := &timeline.Scene{
		Trace: c.Trace, Summary: lanes.NewSummary(c.Trace), Rows: build(m), View: c.view, Palette: c.palette, Metrics: m,
		Focus: timeline.NoFocus, Row: -1, Selected: timeline.NoSegment, Clock: c.Clock,
	}
	s.Size = image.Pt(c.view.Width, s.Rows.Height())
	if len(c.Followed) == 1 {
		s.Selected.Thread = c.Followed[0]
	}
	if c.Height == 0 {
		c.Height = float32(s.Size.Y+c.px(plotTop)+c.px(plotBottom))/m.Scale + coreQueue
	}
	return s, s.Summary.BuildCores(context.Background(), c.Colours)
}

// corePanel puts the lanes on axes: the time axis, and the names of the CPUs with how busy they
// were.
func (c *chart) corePanel(lanes *timeline.Scene) (panel, error) {
	t, err := c.report("cores")
	if err != nil {
		return panel{}, err
	}
	p := c.timePlot()
	p.Add(lanePlotter{c, lanes})
	height := lanes.Size.Y
	p.Y.Min, p.Y.Max = 0, float64(max(height, 1))
	p.Y.Tick.Marker, p.Y.Tick.LineStyle.Width = plot.ConstantTicks(c.coreNames(lanes, t)), 0
	p.grid.upright = true
	cpus := c.processors()
	out := panel{
		title: "Cores", plot: p, legend: c.coreEntries(lanes, cpus),
		about: "coloured by " + c.Colours.By.Key() + " · exact, from context switches · " + c.denominator(cpus),
		share: float32(height+c.px(plotTop)+c.px(plotBottom)) / float32(c.metrics.Px(c.Height)),
	}
	if lanes.Followed().Many {
		out.notes = []string{"The time slices of the selected thread are not outlined: there are too many of them in this time window."}
	}
	return out, nil
}

// coreNames are the names of the rows: of all, or, where the rows are too low, of every n-th.
func (c *chart) coreNames(lanes *timeline.Scene, t *report.Table) (ticks []plot.Tick) {
	room := c.px(coreNameLeft - pageMargin)
	busy := t.Column("busy_percent")
	next := -c.px(coreNameRow)
	for i := range lanes.Rows.List {
		row, r := &lanes.Rows.List[i], lanes.RowRect(i)
		mid := (r.Min.Y + r.Max.Y) / 2
		if row.Kind == timeline.RowCore && mid-c.px(coreNameRow)/2 < next {
			continue
		}
		next = mid + c.px(coreNameRow)/2
		name := row.Name
		if row.Kind == timeline.RowCore {
			if v := t.Rows[row.CPUs[0]][busy]; v.Kind != report.KindNone {
				figure := share(v.Float)
				if v.AtLeast {
					figure = timeline.AtLeast(figure)
				}
				name += " · " + figure
			}
		}
		ticks = append(ticks, plot.Tick{Value: float64(lanes.Size.Y - mid), Label: c.caption.Fit(name, room)})
	}
	return ticks
}

// coreEntries explain the colours in the window, with the average use of each, and what is
// outlined.
func (c *chart) coreEntries(lanes *timeline.Scene, cpus int) (list []legendEntry) {
	length := c.Scope.Range.Len()
	times := c.Colours.Times(c.Trace, c.Scope.Range)
	for i, e := range c.Colours.Legend() {
		if times[i] == 0 {
			continue
		}
		entry := legendEntry{mark: markFill, ink: c.Colours.LegendFill(c.palette, e), title: e.Title}
		entry.value, entry.more = c.share(times[i], length, cpus)
		if class, ok := c.Colours.HatchClass(e); ok {
			entry.mark = markOf(class)
		} else {
			entry.value = c.atLeast(entry.value)
		}
		list = append(list, entry)
	}
	if ix := lanes.Selected.Thread; ix != model.NoThread {
		e := legendEntry{mark: markRing, ink: c.palette.Ink, title: "Followed: " + timeline.Printable(measure.ThreadName(c.Trace, ix))}
		e.value, e.more = c.share(c.Trace.Sums(ix, c.Scope.Range)[model.Execution], length, cpus)
		e.value = c.atLeast(e.value)
		list = append(list, e)
	}
	return list
}

// lanePlotter draws lanes as on the screen, column by column of pixels, in the place of a plot's
// data, and on the heads of groups their summary. Everything goes onto the page itself, below what
// else the plot draws.
type lanePlotter struct {
	c     *chart
	lanes *timeline.Scene
}

// Plot implements plot.Plotter.
func (l lanePlotter) Plot(to draw.Canvas, _ *plot.Plot) {
	at := image.Pt(int(math.Round(float64(to.Min.X))), int(math.Round(float64(-to.Max.Y))))
	l.c.list.Put(timeline.Layout(l.lanes), at)
	y := l.c.y
	for i := range l.lanes.Rows.List {
		if row, r := &l.lanes.Rows.List[i], l.lanes.RowRect(i); row.Kind != timeline.RowCore {
			l.c.y = at.Y + r.Min.Y
			l.c.text(row.ID, l.c.caption, l.c.palette.Text2, at.X+l.c.px(pageGap), r.Dy())
		}
	}
	l.c.y = y
}
