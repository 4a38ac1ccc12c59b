package export

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"strings"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// mostCounters is the maximum number of counters in a chart, one below the other.
const mostCounters = 40

// Heights of the plot of one of several counters, and of the only one, dp.
const counterHeight, loneCounter = 180, 360

// counters draws what other tools sampled, each counter over the exact use of what it is about.
func (c *chart) counters() (panels []panel, err error) {
	list := c.Scope.Counters.Series
	switch {
	case len(list) == 0:
		return nil, errors.New(measure.NoCounters)
	case len(list) > mostCounters:
		return nil, fmt.Errorf("%d counters do not fit in one picture, which holds at most %d: use a file with fewer counters", len(list), mostCounters)
	}
	for i := range list {
		panels = append(panels, c.counter(&list[i]))
	}
	return c.stacked(panels), nil
}

// host draws the CPU use of a virtual machine as its host measured it over that which the trace, recorded inside,
// shows, and how long it waited for CPUs of the host.
func (c *chart) host() ([]panel, error) {
	used, _ := measure.GuestSeries(c.Trace, c.Scope.Counters.Series, model.ScaleCore)
	if used == nil {
		t, err := c.report("host")
		if err == nil {
			err = errors.New(t.None)
		}
		return nil, err
	}
	use := c.counter(used)
	use.title = used.Guest + ": CPU use seen by guest and host"
	panels := []panel{use}
	if ready, _ := measure.GuestSeries(c.Trace, c.Scope.Counters.Series, model.ScaleReady); ready != nil {
		wait := c.counter(ready)
		wait.title = ready.Guest + ": ready time (waiting for a CPU of the host)"
		panels = append(panels, wait)
	}
	return c.stacked(panels), nil
}

// stacked gives the panels of counters their height, and the last one the notes about all.
func (c *chart) stacked(panels []panel) []panel {
	n := float32(len(panels))
	if c.Height == 0 && c.Room == 0 {
		c.Height = max(loneCounter, counterHeight*n)
	}
	for i := range panels {
		panels[i].share = 1 / n
	}
	last := &panels[len(panels)-1]
	last.notes = append(last.notes, c.Scope.Counters.Notes...)
	return panels
}

// counterPlot is a counter under construction.
type counterPlot struct {
	*chart
	*plotArea
	series  *model.CounterSeries
	cpus    int // of its subject
	isShare bool
	most    float64 // the largest value, in the unit of the axis
}

// counter is the panel of a counter.
func (c *chart) counter(s *model.CounterSeries) panel {
	known := measure.KnownCores(c.Trace)
	p := counterPlot{chart: c, plotArea: c.timePlot(), series: s, cpus: measure.CounterCPUs(s, known)}
	fit := report.FitCounter(c.Trace, s, c.Scope.Range)
	p.isShare = fit.Known
	about := []string{"values in the unit of the counter file"}
	if p.isShare {
		about = []string{c.denominator(p.cpus)}
	}
	wrong := measure.ImpossibleValues(s, known)
	list := append(p.exact(&fit), p.sampled(&fit, wrong)...)
	p.axis()
	if s.Gaps > 0 {
		about = append(about, plural(s.Gaps, "gap", "gaps"))
	}
	if fit.Samples == 0 {
		about = append(about, "no sample in the window")
	}
	return panel{
		title: s.Name, about: strings.Join(about, " · "), plot: p.plotArea, legend: list, notes: measure.ImpossibleNotes(s, wrong, c.Scope.Range),
		spot: p.spot,
	}
}

// value is a value of the counter on the axis.
func (p *counterPlot) value(at model.CounterPoint) float64 {
	if share, ok := measure.CounterShare(p.series, at, measure.KnownCores(p.Trace)); ok && p.isShare {
		return p.Scope.Percent.In(share, p.cpus)
	}
	return at.Value
}

// exact draws the exact use, where the trace shows what the counter is about.
func (p *counterPlot) exact(fit *report.CounterFit) []legendEntry {
	use, ok := measure.ExactOf(p.Trace, p.series)
	mean, title := fit.Exact, "Exact value"
	hasMean := fit.HasExact
	if p.isGuest() {
		use, ok = measure.ExactOf(p.Trace, &model.CounterSeries{Subject: model.CounterMachine})
		title = "Exact CPU use in the guest"
		mean, hasMean = p.inside()
	}
	if !ok || !p.isShare {
		return nil
	}
	edges := p.columns()
	look := p.palette.Category(model.Execution)
	soft := color.NRGBA(look.Fill)
	soft.A = exactAlpha
	area := p.step(edges, func(i int) float64 {
		v := p.Scope.Percent.In(use.Share(model.Range{From: edges[i], To: edges[i+1]}), p.cpus)
		p.most = max(p.most, v)
		return v
	})
	area.FillColor, area.LineStyle = soft, p.solid(look.Edge)
	p.Add(area)
	e := legendEntry{mark: markLine, ink: look.Edge, title: title}
	if hasMean {
		e.value, e.more = p.figure(mean), "mean over the time that the samples cover"
	}
	return []legendEntry{e}
}

// isGuest reports whether the counter is the CPU use of the virtual machine in which the trace was recorded, as its
// host measured it.
func (p *counterPlot) isGuest() bool {
	if p.series.Subject != model.CounterGuest || p.series.Scale != model.ScaleCore {
		return false
	}
	used, _ := measure.GuestSeries(p.Trace, p.Scope.Counters.Series, model.ScaleCore)
	return used != nil && used.Name == p.series.Name
}

// inside is the mean use inside a virtual machine, over the samples of its host that the trace covers.
func (p *counterPlot) inside() (mean float64, ok bool) {
	var time float64
	for _, h := range report.InsideOutside(p.Trace, p.series, p.Scope.Range) {
		if !h.AtLeast {
			mean, time = mean+h.Inside*float64(h.Len()), time+float64(h.Len())
		}
	}
	if time == 0 {
		return 0, false
	}
	return mean / time, true
}

// figure formats a share of the CPUs of the subject.
func (p *counterPlot) figure(percent float64) string {
	v := p.Scope.Percent.In(percent, p.cpus)
	if p.Scope.Percent == measure.PercentCores {
		return number(v) + " cores"
	}
	return share(v)
}

// sampled draws each sample as a line over its interval, with a dot at its end, where the tool read it;
// impossible ones are red.
func (p *counterPlot) sampled(fit *report.CounterFit, wrong []measure.Impossible) []legendEntry {
	impossible := map[model.CounterPoint]bool{}
	for _, x := range wrong {
		impossible[x.Point] = true
	}
	ends, red := &dots{}, []bool(nil)
	for _, at := range p.series.In(p.Scope.Range) {
		v, ink := max(0, p.value(at)), p.palette.Sampled
		if impossible[at] {
			ink = p.palette.Danger
		}
		p.most = max(p.most, v)
		if at.Len() > 0 {
			p.Add(&plotter.Line{XYs: plotter.XYs{{X: p.along(at.From), Y: v}, {X: p.along(at.To), Y: v}}, LineStyle: p.solid(ink)})
		}
		if at.To <= p.Scope.Range.To {
			ends.XYs, red = append(ends.XYs, plotter.XY{X: p.along(at.To), Y: v}), append(red, impossible[at])
		}
	}
	ends.style = func(i int) draw.GlyphStyle {
		dot := p.dot()
		if red[i] {
			dot.Color = p.palette.Danger
		}
		return dot
	}
	p.Add(ends)
	value := number(fit.Mean)
	if p.isShare {
		value = p.figure(fit.Share)
	}
	title := "Sampled by another tool"
	if p.series.Subject == model.CounterGuest {
		title = "Measured by the host"
	}
	list := []legendEntry{{mark: markDot, ink: p.palette.Sampled, title: title}}
	if fit.Samples > 0 {
		list[0].value, list[0].more = value, "mean of "+plural(fit.Samples, "sample", "samples")
	}
	n := 0
	for _, x := range p.series.In(p.Scope.Range) {
		if impossible[x] {
			n++
		}
	}
	if n > 0 {
		list = append(list, legendEntry{mark: markDot, ink: p.palette.Danger, title: "Impossible value", value: plural(n, "sample", "samples")})
	}
	return list
}

// along is the place of an instant on the time axis, inside the window.
func (p *counterPlot) along(at model.Time) float64 {
	r := p.Scope.Range
	return float64(min(max(at, r.From), r.To) - p.view.From)
}

// axis goes up to all CPUs, or to the largest value if that is above.
func (p *counterPlot) axis() {
	full, title, format := 0.0, "Value", plain
	if p.isShare {
		full = p.Scope.Percent.In(100, p.cpus)
		title, format = "Share of the CPUs", percent
		switch p.Scope.Percent {
		case measure.PercentCore:
			title = "Share of one CPU"
		case measure.PercentCores:
			title, format = "CPUs", plain
		}
	}
	most := max(full, p.most)
	step := roundStep(most, 4)
	p.upTo(ceilTo(most, step), step, title, format)
}

// spot is the sample whose interval contains a place.
func (p *counterPlot) spot(at, size image.Point) (s Spot, ok bool) {
	r := p.Scope.Range
	instant := r.From + model.Time(float64(r.Len())*float64(at.X)/float64(size.X))
	for _, x := range p.series.In(r) {
		if instant < x.From || instant >= x.To {
			continue
		}
		from, to := int(p.along(x.From)*float64(size.X)/float64(r.Len())), int(p.along(x.To)*float64(size.X)/float64(r.Len()))
		text := number(x.Value)
		if share, ok := measure.CounterShare(p.series, x, measure.KnownCores(p.Trace)); ok {
			text = p.figure(share)
		}
		return Spot{Rect: image.Rect(from, 0, max(to, from+1), size.Y), Lines: []string{p.Clock.Range(x.Range), p.series.Name + ": " + text}, Thread: model.NoThread}, true
	}
	return s, false
}
