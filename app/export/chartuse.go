package export

import (
	"image/color"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"threadlens/model"
	"threadlens/model/analysis"
	"threadlens/timeline"
)

// useLayers are the layers of the utilization chart from the floor up.
var useLayers = []struct {
	class timeline.Class
	of    func(u *analysis.Use) model.Time
}{
	{timeline.ClassTarget, func(u *analysis.Use) model.Time { return u.Target }},
	{timeline.ClassOther, func(u *analysis.Use) model.Time { return u.Other }},
	{timeline.ClassSystem, func(u *analysis.Use) model.Time { return u.System }},
	{timeline.ClassInterrupt, func(u *analysis.Use) model.Time { return u.ISR + u.DPC }},
	{timeline.ClassUnknown, func(u *analysis.Use) model.Time { return u.Unknown }},
	{timeline.ClassStolen, func(u *analysis.Use) model.Time { return u.Stolen }},
	{timeline.ClassIdle, func(u *analysis.Use) model.Time { return u.Idle }},
}

// utilization is the use of the processors by class: a column of pixels is the
// exact use of its time, none is left out.
func (c *chart) utilization() ([]panel, error) {
	s, p := c.Scope, c.timePlot()
	usage := analysis.NewUsage(c.Trace, s.Target)
	edges := c.columns()
	use, all := usage.In(edges), usage.In([]model.Time{s.Range.From, s.Range.To})[0]
	cpus := usage.Processors()
	of := func(d, length model.Time) float64 { return s.Percent.Of(d, length, cpus) }
	// sums[k][i] is the top of layer k in column i.
	sums := make([][]float64, len(useLayers))
	for k := range useLayers {
		sums[k] = make([]float64, len(use))
	}
	for i := range use {
		var sum model.Time
		for k, l := range useLayers {
			sum += l.of(&use[i])
			sums[k][i] = of(sum, edges[i+1]-edges[i])
		}
	}
	// From the top down, each layer over the ones above it: no seam shows between
	// two of them.
	for k := len(useLayers) - 1; k >= 0; k-- {
		if useLayers[k].class == timeline.ClassStolen && all.Stolen == 0 {
			continue // its colour would shine through where edges lie between pixels
		}
		area := c.step(edges, func(i int) float64 { return sums[k][i] })
		area.FillColor = c.palette.Class(useLayers[k].class)
		p.Add(area)
		if ink, ok := c.palette.HatchInk(useLayers[k].class); ok {
			p.Add(c.hatch(area.XYs, c.step(edges, func(i int) float64 { return sums[k-1][i] }).XYs, ink))
		}
	}
	p.Add(c.level(of(all.Target, s.Range.Len())))
	c.useAxis(p, cpus)
	return []panel{{
		title: "CPU utilization", about: c.useAbout(cpus), plot: p, share: 1, legend: c.useLegend(&all, cpus),
	}}, nil
}

// useAxis goes up to all processors.
func (c *chart) useAxis(p *plotArea, cpus int) {
	step := 1.0
	for float64(cpus) > 16*step {
		step *= 2
	}
	switch n := float64(cpus); c.Scope.Percent {
	case analysis.PercentMachine:
		p.upTo(100, 25, "Share of the machine", percent)
	case analysis.PercentCore:
		p.upTo(100*n, 100*step, "Share of one core", percent)
	default:
		p.upTo(n, step, "Processors", plain)
	}
}

// useAbout says whose use it is, and of what the shares are.
func (c *chart) useAbout(cpus int) string {
	var names []string
	for _, ix := range c.Scope.Target.Procs {
		names = append(names, timeline.Printable(analysis.ProcessName(&c.Trace.Processes[ix])))
	}
	if len(names) == 0 {
		names = []string{"no process"}
	}
	return "This process: " + strings.Join(names, ", ") + " · exact, from context switches, interrupts apart · " + c.denominator(cpus)
}

// denominator says what shares are of.
func (c *chart) denominator(cpus int) string {
	of := plural(cpus, "processor", "processors")
	switch c.Scope.Percent {
	case analysis.PercentMachine:
		return "% of " + of
	case analysis.PercentCore:
		return "% of one of " + of
	}
	return "in cores, of " + of
}

// plural is a number of things.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return timeline.FormatCount(int64(n)) + " " + many
}

// useLegend tells the averages, in the order in which the layers lie on each
// other.
func (c *chart) useLegend(all *analysis.Use, cpus int) (list []legendEntry) {
	length := c.Scope.Range.Len()
	for k := len(useLayers) - 1; k >= 0; k-- {
		l := useLayers[k]
		d := l.of(all)
		mark := markOf(l.class)
		if mark != markFill && d == 0 {
			continue
		}
		e := legendEntry{mark: mark, ink: c.palette.Class(l.class), title: l.class.Title()}
		e.value, e.more = c.share(d, length, cpus)
		if mark == markFill && d > 0 {
			e.value = c.atLeast(e.value)
		}
		list = append(list, e)
	}
	value, _ := c.share(all.Target, length, cpus)
	return append(list, legendEntry{markDashes, c.palette.Ink, "Average of this process", c.atLeast(value), ""})
}

// share writes a time as the scope's share, and as another.
func (c *chart) share(d, length model.Time, cpus int) (value, more string) {
	by := c.Scope.Percent
	v := by.Of(d, length, cpus)
	if by == analysis.PercentCores {
		return number(v) + " cores", share(analysis.PercentMachine.Of(d, length, cpus))
	}
	return share(v), number(analysis.PercentCores.Of(d, length, cpus)) + " cores"
}

// hatching fills the room between two steps with diagonal lines.
type hatching struct {
	top, bottom plotter.XYs
	style       draw.LineStyle
	period      vg.Length
}

// hatch hatches what lies between two steps, as unknown times are everywhere and
// what the host took.
func (c *chart) hatch(top, bottom plotter.XYs, ink color.RGBA) hatching {
	return hatching{top, bottom, draw.LineStyle{Color: color.NRGBA(ink), Width: vg.Length(c.metrics.Scale * 1.2)}, vg.Length(c.px(6))}
}

// Plot implements plot.Plotter.
func (h hatching) Plot(c draw.Canvas, p *plot.Plot) {
	trX, trY := p.Transforms(&c)
	var path vg.Path
	i, k := 0, 0
	for x := h.top[0].X; i < len(h.top)-1 && k < len(h.bottom)-1; {
		next := min(h.top[i+1].X, h.bottom[k+1].X)
		box := vg.Rectangle{Min: vg.Point{X: trX(x), Y: trY(h.bottom[k].Y)}, Max: vg.Point{X: trX(next), Y: trY(h.top[i].Y)}}
		h.lines(&path, box)
		if x = next; h.top[i+1].X == next {
			i++
		}
		if h.bottom[k+1].X == next {
			k++
		}
	}
	if len(path) > 0 {
		c.SetLineStyle(h.style)
		c.Stroke(path)
	}
}

// lines adds the parts inside a box of the lines on which x + y is a multiple of
// the period.
func (h hatching) lines(path *vg.Path, box vg.Rectangle) {
	if box.Max.Y <= box.Min.Y {
		return
	}
	for n := floor((box.Min.X + box.Min.Y) / h.period); n*h.period < box.Max.X+box.Max.Y; n++ {
		at := n * h.period
		x0, x1 := max(box.Min.X, at-box.Max.Y), min(box.Max.X, at-box.Min.Y)
		if x0 < x1 {
			path.Move(vg.Point{X: x0, Y: at - x0})
			path.Line(vg.Point{X: x1, Y: at - x1})
		}
	}
}
