package export

import (
	"cmp"
	"slices"
	"strconv"

	"gonum.org/v1/plot/plotter"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
)

// mostLines is the maximum number of lines with colours of their own.
const mostLines = 8

// lineBucket is the width of a step of the lines of CPU use, dp.
const lineBucket = 6

// useLines makes the panels of a chart of CPU use as lines.
type useLines struct {
	*chart
	edges []model.Time // of the buckets
}

// useLine is the use of CPUs by one of many over the buckets of a chart.
type useLine struct {
	title   string
	total   model.Time
	used    []model.Time
	threads []model.ThreadIx // of a process
}

// cpuUse draws the use of the CPUs as lines: by process, by CPU, and by interrupts, all of the machine.
func (c *chart) cpuUse() ([]panel, error) {
	l, cpus := useLines{c, c.lineEdges()}, max(1, c.processors())
	list := []panel{
		l.panel("CPU use by process", l.byProcess(), cpus, true),
		l.panel("CPU use by CPU", l.byCPU(), 1, true),
	}
	if c.Scope.Percent != measure.PercentCores {
		list[1].plot.Y.Label.Text = "Share of each CPU"
	}
	if c.Trace.Info.Has.Interrupts {
		list = append(list, l.panel("Interrupts", l.byInterrupt(), cpus, false))
	}
	for i := range list {
		list[i].share = 1 / float32(len(list))
	}
	return list, nil
}

// lineEdges are the bounds of buckets of a few columns of pixels each.
func (c *chart) lineEdges() (edges []model.Time) {
	columns, step := c.columns(), max(1, c.px(lineBucket))
	for i := 0; i < len(columns)-1; i += step {
		edges = append(edges, columns[i])
	}
	return append(edges, columns[len(columns)-1])
}

// byProcess is the CPU time of the processes, the most first; those without a line have no steps.
func (c *useLines) byProcess() (list []useLine) {
	for i := range c.Trace.Processes {
		p := &c.Trace.Processes[i]
		l := useLine{title: timeline.Printable(measure.ProcessName(p)), threads: p.Threads}
		if l.total = c.executed(p.Threads, c.Scope.Range); l.total > 0 {
			list = append(list, l)
		}
	}
	slices.SortStableFunc(list, func(a, b useLine) int { return cmp.Compare(b.total, a.total) })
	for i := range min(len(list), mostLines) {
		for k := range len(c.edges) - 1 {
			list[i].used = append(list[i].used, c.executed(list[i].threads, model.Range{From: c.edges[k], To: c.edges[k+1]}))
		}
	}
	return list
}

// executed is the CPU time of threads.
func (c *useLines) executed(threads []model.ThreadIx, r model.Range) model.Time {
	sums := c.Trace.Profile(threads, r)
	return sums[model.Execution]
}

// byCPU is how long the CPUs were busy, the busiest first.
func (c *useLines) byCPU() (list []useLine) {
	for i := range c.Trace.Cores {
		if !c.Trace.Cores[i].Known {
			continue
		}
		l := useLine{title: "CPU " + strconv.Itoa(i)}
		l.total = c.busy(model.CPU(i), c.Scope.Range)
		for k := range len(c.edges) - 1 {
			l.used = append(l.used, c.busy(model.CPU(i), model.Range{From: c.edges[k], To: c.edges[k+1]}))
		}
		list = append(list, l)
	}
	slices.SortStableFunc(list, func(a, b useLine) int { return cmp.Compare(b.total, a.total) })
	return list
}

func (c *useLines) busy(cpu model.CPU, r model.Range) model.Time {
	t := c.Trace.CoreTime(cpu, r)
	used, _, _ := t.Busy()
	return used
}

// byInterrupt is the time in interrupts of both kinds, on all CPUs.
func (c *useLines) byInterrupt() []useLine {
	list := []useLine{{title: report.KindOfInterrupt(c.Trace, model.LevelIsr)}, {title: report.KindOfInterrupt(c.Trace, model.LevelDpc)}}
	add := func(r model.Range) (isr, dpc model.Time) {
		for i := range c.Trace.Cores {
			if c.Trace.Cores[i].Known {
				t := c.Trace.CoreTime(model.CPU(i), r)
				isr, dpc = isr+t.ISR, dpc+t.DPC
			}
		}
		return isr, dpc
	}
	list[0].total, list[1].total = add(c.Scope.Range)
	for k := range len(c.edges) - 1 {
		isr, dpc := add(model.Range{From: c.edges[k], To: c.edges[k+1]})
		list[0].used, list[1].used = append(list[0].used, isr), append(list[1].used, dpc)
	}
	return list
}

// panel is a panel of lines, shares of so many CPUs. Its axis goes up to all of them, or only as far as the lines.
func (c *useLines) panel(title string, list []useLine, cpus int, whole bool) panel {
	p := c.timePlot()
	var legend []legendEntry
	var most float64
	shown := list[:min(len(list), mostLines)]
	var drawn []*plotter.Line
	for i, l := range shown {
		ink := c.palette.ThreadHue(i)
		line := c.step(c.edges, func(k int) float64 {
			v := c.Scope.Percent.Of(l.used[k], c.edges[k+1]-c.edges[k], cpus)
			most = max(most, v)
			return v
		})
		line.LineStyle = c.solid(ink)
		drawn = append(drawn, line)
		value, more := c.share(l.total, c.Scope.Range.Len(), cpus)
		legend = append(legend, legendEntry{markLine, ink, l.title, c.atLeast(value), more})
	}
	for i := len(drawn) - 1; i >= 0; i-- { // the first on top
		p.Add(drawn[i])
	}
	if len(list) > len(shown) {
		var rest model.Time
		for _, l := range list[len(shown):] {
			rest += l.total
		}
		value, more := c.share(rest, c.Scope.Range.Len(), cpus)
		legend = append(legend, legendEntry{markNone, c.palette.Ink, plural(len(list)-len(shown), "more", "more"), c.atLeast(value), more})
	}
	if whole {
		c.useAxis(p, cpus)
	} else {
		format := percent
		if c.Scope.Percent == measure.PercentCores {
			format = plain
		}
		step := roundStep(most, 4)
		p.upTo(ceilTo(most, step), step, "Share", format)
	}
	return panel{
		title: title, plot: p, legend: legend,
		about: "whole machine · " + c.denominator(cpus) + " · buckets of " + timeline.FormatDuration(c.edges[1]-c.edges[0]),
	}
}
