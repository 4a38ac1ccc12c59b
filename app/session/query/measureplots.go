package query

import (
	"math"
	"strconv"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// share is a CPU time in length by the view's denominator.
func (m *Measurement) share(used, length model.Time) float64 {
	return m.Percent.Of(used, length, m.CPUs)
}

// whole is the share of all CPUs.
func (m *Measurement) whole() float64 { return m.share(model.Time(m.CPUs)*1e9, 1e9) }

// Share formats a CPU time in Scope: "58.9%", "4.71 cores".
func (m *Measurement) Share(used model.Time) string {
	if m.Scope.Len() == 0 {
		return "–"
	}
	return m.AtLeast(m.shareText(m.share(used, m.Scope.Len())))
}

// lost are the times in which events were lost.
func (m *Measurement) lost() []model.Range { return m.Trace.Lost(model.AllCPUs) }

// AtLeast writes a figure of Scope, as a lower bound where lost events touch Scope.
func (m *Measurement) AtLeast(figure string) string { return m.atLeast(m.Scope, figure) }

// atLeast is AtLeast for another time.
func (m *Measurement) atLeast(r model.Range, figure string) string {
	if m.Trace.LossIn(model.AllCPUs, r) {
		return timeline.AtLeast(figure)
	}
	return figure
}

// QueueLength formats a mean length of the queue: "0.14", "<0.01".
func QueueLength(mean float64) string {
	switch {
	case mean == 0:
		return "0"
	case mean < 0.005:
		return "<0.01"
	}
	return strconv.FormatFloat(mean, 'f', 2, 64)
}

func (m *Measurement) shareText(v float64) string {
	if m.Percent == measure.PercentCores {
		return strconv.FormatFloat(v, 'f', 2, 64) + " cores"
	}
	return measure.Percent(v, 1)
}

// sampled is the share that the ticks make of an interval and the ends of its 95 %
// interval; ok is false without a tick in it.
func (m *Measurement) sampled(v *report.Interval) (share, low, high float64, ok bool) {
	if v.Ticks == 0 {
		return 0, 0, 0, false
	}
	n := float64(v.Ticks) * float64(m.CPUs)
	low, high = v.Bounds(m.CPUs)
	return float64(v.Hits) / n * m.whole(), low * m.whole(), high * m.whole(), true
}

// UsePlot is the chart of the target's CPU time: exact by intervals, and as it would have been
// sampled.
func (m *Measurement) UsePlot(p *paint.Palette) timeline.Plot {
	c := p.Category(model.Execution)
	plot := timeline.Plot{
		Window: m.Window, Clock: m.Terms.Clock, Palette: p, Fill: c.Fill, Edge: c.Edge, Mean: -1,
		Top: m.whole(), Ticks: m.shareTicks(), Lost: m.lost(),
	}
	ran := false
	for i := range m.Intervals {
		v := &m.Intervals[i]
		ran = ran || v.Exact > 0
		plot.Steps = append(plot.Steps, timeline.PlotStep{Range: v.Range, Value: m.share(v.Exact, v.Len())})
		if share, low, high, ok := m.sampled(v); ok {
			plot.Dots = append(plot.Dots, timeline.PlotDot{At: v.From + v.Len()/2, Value: share, Low: low, High: high})
		}
	}
	if !ran {
		plot.Empty = "This process did not run in this time window"
	}
	return plot
}

// shareTicks are the grid lines of the axis of shares: quarters, or CPUs.
func (m *Measurement) shareTicks() (ticks []timeline.PlotTick) {
	if m.Percent == measure.PercentCores {
		for v, step := 0, (m.CPUs+7)/8; v <= m.CPUs; v += step {
			ticks = append(ticks, timeline.PlotTick{Value: float64(v), Label: strconv.Itoa(v)})
		}
		return ticks
	}
	for i := range 5 {
		v := m.whole() * float64(i) / 4
		ticks = append(ticks, timeline.PlotTick{Value: v, Label: strconv.FormatFloat(v, 'f', -1, 64) + "%"})
	}
	return ticks
}

// QueuePlot is the chart of the run queue: exact by columns, its mean, and what a
// counter reads at the tick.
func (m *Measurement) QueuePlot(p *paint.Palette) timeline.Plot {
	c := p.Category(model.Preemption)
	plot := timeline.Plot{
		Window: m.Window, Clock: m.Terms.Clock, Palette: p, Fill: c.Fill, Edge: c.Edge, Mean: m.QueueMean, Lost: m.lost(),
	}
	most, queued := 1, 0
	for _, col := range m.Queue.Columns {
		plot.Columns = append(plot.Columns, timeline.PlotColumn{Low: float64(col.Min), High: float64(col.Max)})
		queued = max(queued, col.Max)
	}
	if queued == 0 && m.Trace.NoWakeEvents { // nothing is known, not even what a counter reads
		plot.Empty, plot.Mean = "No wake-ups were recorded: the number of ready threads is unknown", -1
		plot.Top, plot.Ticks = 1, []timeline.PlotTick{{Value: 0, Label: "0"}, {Value: 1, Label: "1"}}
		return plot
	}
	most = max(most, queued)
	for _, r := range m.Queue.Reads {
		v := float64(r.Length)
		plot.Dots = append(plot.Dots, timeline.PlotDot{At: r.At, Value: v, Low: v, High: v})
		most = max(most, r.Length)
	}
	step := niceStep(most, 3)
	plot.Top = float64((most + step - 1) / step * step)
	for v := 0; v <= int(plot.Top); v += step {
		plot.Ticks = append(plot.Ticks, timeline.PlotTick{Value: float64(v), Label: strconv.Itoa(v)})
	}
	return plot
}

// niceStep is the smallest of 1, 2, 4, 5, 10, 20, 40, 50 … that reaches most in at most so many
// steps.
func niceStep(most, steps int) int {
	for p := 1; ; p *= 10 {
		for _, m := range []int{1, 2, 4, 5} {
			if m*p*steps >= most || p > math.MaxInt32 {
				return m * p
			}
		}
	}
}

// UseAt is what the chart of the CPU time shows at an instant.
func (m *Measurement) UseAt(at model.Time) []string {
	i := int((at - m.Window.From) / max(1, m.Length))
	if at < m.Window.From || i >= len(m.Intervals) {
		return nil
	}
	v := &m.Intervals[i]
	lines := []string{m.Terms.Clock.Range(v.Range), "Exact " + m.atLeast(v.Range, m.shareText(m.share(v.Exact, v.Len())))}
	share, low, high, ok := m.sampled(v)
	if !ok {
		return append(lines, "No clock tick in this interval")
	}
	text := "Sampled " + m.atLeast(v.Range, m.shareText(share)) + ", 95% interval " + strings.TrimSuffix(m.shareText(low), " cores") + " – " + m.shareText(high)
	if v.TooFew(m.CPUs) {
		text += ", too few samples"
	}
	return append(lines, text)
}

// QueueAt is what the chart of the queue shows at an instant, and the nearest read.
func (m *Measurement) QueueAt(at model.Time) []string {
	n := len(m.Queue.Columns)
	if n == 0 || at < m.Window.From || at >= m.Window.To {
		return nil
	}
	c := m.Queue.Columns[min(n-1, int(float64(n)*float64(at-m.Window.From)/float64(m.Window.Len())))]
	what, read := "Exact ", "Sampled "
	if m.Trace.NoWakeEvents {
		what, read = "Number of ready threads unknown; preempted threads: ", "Sampled at least "
	}
	text := what + strconv.Itoa(c.Max)
	if c.Min != c.Max {
		text = what + strconv.Itoa(c.Min) + " to " + strconv.Itoa(c.Max) + ", mean " + QueueLength(c.Mean)
	}
	lines := []string{m.Terms.Clock.Instant(at, m.Window.Len()), text}
	var near *runqueue.QueueRead
	for i := range m.Queue.Reads {
		if r := &m.Queue.Reads[i]; near == nil || abs(r.At-at) < abs(near.At-at) {
			near = r
		}
	}
	if near != nil {
		line := read + strconv.Itoa(near.Length) + " at " + m.Terms.Clock.Instant(near.At, m.Window.Len())
		if near.Before != near.Length {
			line += ", " + strconv.Itoa(near.Before) + " just before the tick"
		}
		lines = append(lines, line)
	}
	return lines
}

// Rate is how often the clock ticks: "64 Hz", "66.7 Hz".
func (m *Measurement) Rate() string {
	return strconv.FormatFloat(1e9/float64(m.Tick.Tick), 'g', 3, 64) + " Hz"
}

// Sentences explain what the simultaneity of the target's threads means.
func (m *Measurement) Sentences() string {
	c := m.Concurrency
	if c.Active() == 0 {
		return "No thread of this process ran in this time window."
	}
	text := "While the target runs, " + strconv.FormatFloat(c.Parallelism(), 'f', 2, 64) + " of its threads run on average"
	if len(c.H) > 1 && c.H[1] > 0 {
		text += "; exactly one of them runs for " + timeline.FormatPercent(c.H[1], c.Window()) + " of the time window"
	}
	return text + ". " + c.Verdict().Sentence()
}

// OfMachine is a CPU time in Scope as a percentage of all CPUs.
func (m *Measurement) OfMachine(used model.Time) float64 {
	return measure.PercentMachine.Of(used, m.Scope.Len(), m.CPUs)
}

// Correction is the correction of a virtual machine's figures by what its host
// saw; ok is false without a host's figure, or where the guest used nothing.
func (m *Measurement) Correction(host, guest Figure) (c measure.Correction, ok bool) {
	if !host.Known {
		return c, false
	}
	return measure.CorrectionOf(host.Percent, m.Inside(guest), m.Scope.Len())
}

// Inside is how much of its CPUs the machine used in percent, as typed or from the trace.
func (m *Measurement) Inside(guest Figure) float64 {
	if guest.Known {
		return guest.Percent
	}
	return measure.Inside(m.Trace, m.Scope)
}

// Few is the badge of a scope with too few ticks for trustworthy sampled shares of threads.
func (m *Measurement) Few() string {
	if measure.TooFew(0, m.Ticks) {
		return ", too few samples"
	}
	return ""
}
