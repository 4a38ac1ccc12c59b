package export

import (
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// useLayer is a layer of the utilization chart: what is known of a class, or what was
// sampled.
type useLayer struct {
	class   paint.Class
	of      func(u *measure.Use) model.Time
	sampled func(u *report.SampledPiece) model.Time
}

func (l *useLayer) time(u *measure.Use, s *report.SampledPiece) model.Time {
	if l.sampled != nil {
		return l.sampled(s)
	}
	return l.of(u)
}

// useLayers are the layers of the utilization chart from the bottom up.
var useLayers = []useLayer{
	{class: paint.ClassTarget, of: func(u *measure.Use) model.Time { return u.Target }},
	{class: paint.ClassOther, of: func(u *measure.Use) model.Time { return u.Other }},
	{class: paint.ClassSystem, of: func(u *measure.Use) model.Time { return u.System }},
	{class: paint.ClassInterrupt, of: func(u *measure.Use) model.Time { return u.ISR + u.DPC }},
	{class: paint.ClassUnknown, of: func(u *measure.Use) model.Time { return u.Unknown }},
	{class: paint.ClassStolen, of: func(u *measure.Use) model.Time { return u.Stolen }},
	{class: paint.ClassIdle, of: func(u *measure.Use) model.Time { return u.Idle }},
}

// sampledLayers are useLayers with what was sampled: above what is known to be in use,
// below what is unknown, and idle time below what is known to be idle.
var sampledLayers = slices.Concat(useLayers[:4], []useLayer{
	{class: paint.ClassTarget, sampled: func(p *report.SampledPiece) model.Time { return p.Target }},
	{class: paint.ClassOther, sampled: func(p *report.SampledPiece) model.Time { return p.Other }},
	{class: paint.ClassSystem, sampled: func(p *report.SampledPiece) model.Time { return p.System }},
	{class: paint.ClassInterrupt, sampled: func(p *report.SampledPiece) model.Time { return p.Interrupts }},
}, useLayers[4:6], []useLayer{
	{class: paint.ClassIdle, sampled: func(p *report.SampledPiece) model.Time { return p.Idle }},
}, useLayers[6:])

// utilization is the use of the CPUs by class: a column of pixels is the exact use in its time,
// without gaps.
func (c *chart) utilization() ([]panel, error) {
	s, p := c.Scope, c.timePlot()
	usage := measure.NewUsage(c.Trace, s.Target)
	edges := c.columns()
	use, all := usage.In(edges), usage.In([]model.Time{s.Range.From, s.Range.To})[0]
	layers, columns := useLayers, c.sampledUse(edges)
	cpus := usage.Processors() + columns.cpus
	columns.takeFrom(use, edges)
	if columns.sampled() {
		layers = sampledLayers
	}
	of := func(d, length model.Time) float64 { return s.Percent.Of(d, length, cpus) }
	// sums[k][i] is the top of layer k in column i.
	sums := make([][]float64, len(layers))
	for k := range layers {
		sums[k] = make([]float64, len(use))
	}
	for i := range use {
		var sum model.Time
		for k := range layers {
			sum += layers[k].time(&use[i], columns.at(i))
			sums[k][i] = of(sum, edges[i+1]-edges[i])
		}
	}
	// From the top down, each layer over the ones above it, so that no seam shows between two.
	for k := len(layers) - 1; k >= 0; k-- {
		if layers[k].class == paint.ClassStolen && all.Stolen == 0 {
			continue // its colour would shine through where edges are between pixels
		}
		area := c.step(edges, func(i int) float64 { return sums[k][i] })
		area.FillColor = c.palette.Class(layers[k].class)
		p.Add(area)
		below := func(i int) float64 { return 0 }
		if k > 0 {
			below = func(i int) float64 { return sums[k-1][i] }
		}
		if l := &layers[k]; l.sampled != nil {
			p.Add(c.dots(l.class, area.XYs, c.step(edges, below).XYs))
		} else if ink, ok := c.palette.HatchInk(l.class); ok {
			p.Add(c.hatch(area.XYs, c.step(edges, below).XYs, ink))
		}
	}
	if columns.sampled() {
		p.Add(c.interval(edges, use, columns, of))
	}
	whole := columns.whole(&all, s.Range)
	p.Add(c.level(of(all.Target+whole.Target, s.Range.Len())))
	c.useAxis(p, cpus)
	return []panel{{
		title: "CPU utilization", about: c.useAbout(usage.Processors(), cpus), plot: p, share: 1, legend: c.useLegend(&all, &whole, columns, cpus),
	}}, nil
}

// useAxis goes up to all CPUs.
func (c *chart) useAxis(p *plotArea, cpus int) {
	step := 1.0
	for float64(cpus) > 16*step {
		step *= 2
	}
	switch n := float64(cpus); c.Scope.Percent {
	case measure.PercentMachine:
		p.upTo(100, 25, "Share of all CPUs", percent)
	case measure.PercentCore:
		p.upTo(100*n, 100*step, "Share of one CPU", percent)
	default:
		p.upTo(n, step, "CPUs", plain)
	}
}

// useAbout names whose use it is, and the denominator of shares.
func (c *chart) useAbout(known, cpus int) string {
	how := "exact, from context switches; interrupts shown separately"
	switch {
	case cpus > known && known == 0:
		how = "sampled; no context switches were recorded"
	case cpus > known:
		how = "exact, from context switches; interrupts shown separately; dotted: sampled"
	}
	return targetWords(c.Trace, c.Scope.Target.Procs) + " · " + how + " · " + c.denominator(cpus)
}

// targetWords names the processes that a chart calls the target: "This process: app (pid 7)".
func targetWords(t *model.Trace, procs []model.ProcIx) string {
	var names []string
	for _, ix := range procs {
		names = append(names, timeline.Printable(measure.ProcessName(&t.Processes[ix])))
	}
	if len(names) == 0 {
		names = []string{"no process"}
	}
	return paint.ClassTarget.TitleOf(len(procs)) + ": " + strings.Join(names, ", ")
}

// denominator describes the denominator of shares.
func (c *chart) denominator(cpus int) string {
	of := plural(cpus, "CPU", "CPUs")
	switch c.Scope.Percent {
	case measure.PercentMachine:
		return "% of " + of
	case measure.PercentCore:
		return "% of one CPU; total: " + of
	}
	return "in cores; total: " + of
}

// plural is a number of things.
func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return timeline.FormatCount(int64(n)) + " " + many
}

// useLegend has the averages, in the order in which the layers are stacked.
func (c *chart) useLegend(all *measure.Use, whole *report.SampledPiece, columns *sampledColumns, cpus int) (list []legendEntry) {
	length := c.Scope.Range.Len()
	for k := len(useLayers) - 1; k >= 0; k-- {
		l := useLayers[k]
		d := l.of(all) + sampledOf(whole, l.class)
		mark := markOf(l.class)
		if mark != markFill && d == 0 {
			continue
		}
		e := legendEntry{mark: mark, ink: c.palette.Class(l.class), title: l.class.TitleOf(len(c.Scope.Target.Procs))}
		e.value, e.more = c.share(d, length, cpus)
		if mark == markFill && d > 0 {
			e.value = c.atLeast(e.value)
		}
		list = append(list, e)
	}
	if columns.sampled() {
		value, more := c.share(whole.Threads(), length, cpus)
		low, _ := c.share(whole.Low, length, cpus)
		high, _ := c.share(whole.High, length, cpus)
		list = append(list, legendEntry{markDots, c.palette.Ink, "Sampled", value, more + ", 95 %: " + low + " to " + high})
	}
	value, _ := c.share(all.Target+whole.Target, length, cpus)
	return append(list, legendEntry{markDashes, c.palette.Ink, "Average of " + strings.ToLower(paint.ClassTarget.TitleOf(len(c.Scope.Target.Procs))), c.atLeast(value), ""})
}

// share formats a time as the scope's share, and as another.
func (c *chart) share(d, length model.Time, cpus int) (value, more string) {
	by := c.Scope.Percent
	v := by.Of(d, length, cpus)
	if by == measure.PercentCores {
		return number(v) + " cores", share(measure.PercentMachine.Of(d, length, cpus))
	}
	return share(v), number(measure.PercentCores.Of(d, length, cpus)) + " cores"
}

// hatch hatches the area between two steps, like unknown time elsewhere and what the host took.
func (c *chart) hatch(top, bottom plotter.XYs, ink color.RGBA) steps {
	style, period := draw.LineStyle{Color: color.NRGBA(ink), Width: vg.Length(c.metrics.Scale * 1.2)}, vg.Length(c.px(6))
	return steps{top, bottom, func(cv draw.Canvas, boxes []vg.Rectangle) {
		var path vg.Path
		for _, b := range boxes {
			hatchLines(&path, b, period)
		}
		if len(path) > 0 {
			cv.SetLineStyle(style)
			cv.Stroke(path)
		}
	}}
}

// hatchLines adds the parts inside a box of the lines on which y - x is a multiple of the period:
// they rise to the right, like those of the legend, since y goes up.
func hatchLines(path *vg.Path, box vg.Rectangle, period vg.Length) {
	for n := floor((box.Min.Y - box.Max.X) / period); n*period < box.Max.Y-box.Min.X; n++ {
		at := n * period
		x0, x1 := max(box.Min.X, box.Min.Y-at), min(box.Max.X, box.Max.Y-at)
		if x0 < x1 {
			path.Move(vg.Point{X: x0, Y: at + x0})
			path.Line(vg.Point{X: x1, Y: at + x1})
		}
	}
}
