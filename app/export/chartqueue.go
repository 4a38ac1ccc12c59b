package export

import (
	"image"
	"image/color"
	"strconv"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
	"threadlens/timeline"
)

// clock is the clock at whose ticks the scope reads.
func (c *chart) clock() measure.Clock {
	k := measure.Clock{Tick: c.Scope.Tick, Phase: c.Scope.Phase}
	if k.Tick == 0 {
		k.Tick = measure.Tick
	}
	return k
}

// queue is the run-queue length as a separate panel.
func (c *chart) queue() ([]panel, error) {
	p, err := c.queuePanel(1, c.Scope.Threads)
	return []panel{p}, err
}

// queuePanel draws the run-queue length of the threads: for every column of pixels its minimum,
// mean and maximum length, and what an instantaneous counter reads.
func (c *chart) queuePanel(height float32, threads []model.ThreadIx) (panel, error) {
	s, clock := c.Scope, runqueue.QueueClock(c.Trace, c.clock(), c.Scope.PhaseGiven)
	edges := c.columns()
	data, err := runqueue.QueueChartOf(c.Trace, threads, s.Range, len(edges)-1, clock)
	if err != nil {
		return panel{}, err
	}
	exact := runqueue.QueueOf(c.Trace, threads, s.Range, clock)
	read, reads := exact.Read()
	p := c.timePlot()
	ready := c.palette.Category(model.Dispatch)
	full := c.palette.Category(model.Preemption).Fill
	half := between(ready.Fill, full)
	layer := func(fill color.Color, length func(q runqueue.QueueColumn) float64) *plotter.Line {
		area := c.step(edges, func(i int) float64 { return length(data.Columns[i]) })
		area.FillColor = fill
		p.Add(area)
		return area
	}
	most := layer(ready.Fill, func(q runqueue.QueueColumn) float64 { return float64(q.Max) })
	most.LineStyle = c.solid(ready.Edge)
	most.LineStyle.Width /= 2
	layer(half, func(q runqueue.QueueColumn) float64 { return q.Mean })
	layer(full, func(q runqueue.QueueColumn) float64 { return float64(q.Min) })
	highest := float64(exact.Max())
	if dots := c.reads(data.Reads); len(dots.XYs) > 0 {
		_, _, _, top := plotter.XYRange(dots.XYs)
		highest = max(highest, top)
		p.Add(dots)
	}
	p.Add(c.level(exact.Mean()))
	step := max(1, roundStep(highest, 6))
	p.upTo(ceilTo(highest+step/4, step), step, "Threads", plain)
	list := []legendEntry{
		{markFill, ready.Fill, "Maximum per pixel column", c.queued(float64(exact.Max()), strconv.Itoa(exact.Max())), ""},
		{mark: markFill, ink: half, title: "Mean"},
		{markFill, full, "Minimum", c.queued(float64(exact.Min()), strconv.Itoa(exact.Min())), ""},
		{markDashes, c.palette.Ink, "Time-weighted mean", c.queued(exact.Mean(), number(exact.Mean())), ""},
	}
	if reads > 0 {
		list = append(list, legendEntry{markDot, c.palette.Sampled, "Run queue at the clock tick", c.queued(read, number(read)), "mean of " + plural(int(reads), "read", "reads")})
	}
	who := "ready and preempted threads, "
	if c.Trace.NoWakeEvents {
		who = "only preempted threads (wake-ups not recorded), "
	}
	return panel{
		title: "Run-queue length", about: who + c.whose(threads) + " · " + clock.String(),
		plot: p, share: height, legend: list, spot: c.queueSpot(edges, &data),
	}, nil
}

// queueSpot is what a column of the chart shows.
func (c *chart) queueSpot(edges []model.Time, data *runqueue.QueueChart) func(at, size image.Point) (Spot, bool) {
	return func(at, size image.Point) (Spot, bool) {
		n := len(data.Columns)
		i := at.X * n / size.X
		q, r := &data.Columns[i], model.Range{From: edges[i], To: edges[i+1]}
		text := c.queued(float64(q.Max), strconv.Itoa(q.Max))
		if q.Min != q.Max {
			text = c.queued(float64(q.Min), strconv.Itoa(q.Min)) + " to " + strconv.Itoa(q.Max) + ", mean " + number(q.Mean)
		}
		return Spot{
			Rect: image.Rect(i*size.X/n, 0, (i+1)*size.X/n, size.Y), Lines: []string{c.Clock.Range(r), "In the run queue: " + text}, Thread: model.NoThread,
		}, true
	}
}

// queued formats a length of the queue as far as the trace shows it: without wakes it is at least
// that of the preempted threads, and without any of them unknown.
func (c *chart) queued(length float64, text string) string {
	noWakes := c.Trace.NoWakeEvents
	switch {
	case !noWakes && c.atLeast("") == "":
		return text
	case noWakes && length == 0:
		return unknown
	}
	return timeline.AtLeast(text)
}

// whose names the threads whose queue it is.
func (c *chart) whose(threads []model.ThreadIx) string {
	if len(threads) == len(measure.Visible(c.Trace)) {
		return "whole machine"
	}
	return plural(len(threads), "thread", "threads")
}

// between is the colour halfway between two.
func between(a, b color.RGBA) color.RGBA {
	half := func(x, y uint8) uint8 { return uint8((int(x) + int(y)) / 2) }
	return color.RGBA{half(a.R, b.R), half(a.G, b.G), half(a.B, b.B), 255}
}

// reads are the dots of the readings. Dots in the same column of pixels are drawn once.
func (c *chart) reads(list []runqueue.QueueRead) *dots {
	type spot struct{ x, length int }
	seen := map[spot]bool{}
	var pts plotter.XYs
	for _, r := range list {
		at := spot{c.view.X(r.At), r.Length}
		if !seen[at] {
			seen[at] = true
			pts = append(pts, plotter.XY{X: float64(r.At - c.view.From), Y: float64(r.Length)})
		}
	}
	dot := c.dot()
	if n := len(list); n > 0 {
		apart := float32(c.view.Width) / float32(n)
		dot.Radius = min(dot.Radius, vg.Length(max(leastDot*c.metrics.Scale, apart/3)))
	}
	return &dots{pts, func(int) draw.GlyphStyle { return dot }}
}
