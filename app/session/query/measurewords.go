package query

import (
	"threadlens/timeline"
)

// PlotWords is the text above a chart of the Measurement view.
type PlotWords struct {
	Title, About   string
	Exact, Sampled PlotFigure
}

// PlotFigure is an entry of a legend: its title, and its mean.
type PlotFigure struct{ Title, Value string }

// Counted names whose CPU time is measured, and that it differs from the chart of CPU utilization,
// where interrupts are separate: the clock tick charges a thread with the interrupts served in its
// time, and what is compared with it must be counted alike.
func (m *Measurement) Counted() string { return m.Who() + " including interrupts" }

// UseWords is the text above UsePlot.
func (m *Measurement) UseWords() PlotWords {
	sampled := "–"
	if m.Ticks > 0 {
		sampled = m.Share(m.Sampled)
	}
	return PlotWords{
		Title:   "CPU utilization",
		About:   m.Counted() + ", " + m.Unit() + ", " + timeline.FormatDuration(m.Length) + " intervals",
		Exact:   PlotFigure{"Exact CPU use, including interrupts", m.Share(m.Exact)},
		Sampled: PlotFigure{"Sampled at " + m.Rate() + ", with 95% interval", sampled},
	}
}

// QueueWords is the text above QueuePlot.
func (m *Measurement) QueueWords() PlotWords {
	reads := "–"
	if m.Reads > 0 {
		reads = m.queued(m.ReadMean)
	}
	words := PlotWords{
		Title:   "Run-queue length",
		About:   "ready and preempted threads, whole machine",
		Exact:   PlotFigure{"Exact, time-weighted mean", m.queued(m.QueueMean)},
		Sampled: PlotFigure{"Sampled at clock ticks, every " + timeline.FormatDuration(m.Reader.Tick), reads},
	}
	if m.Trace.NoWakeEvents {
		words.About = "preempted threads, whole machine; wake-ups not recorded"
		words.Exact.Title = "Preempted threads only, time-weighted mean"
	}
	return words
}

// queued formats a mean length of the queue as far as the trace shows it: without wakes it is at
// least that of the preempted threads, and without any of them unknown.
func (m *Measurement) queued(mean float64) string {
	noWakes := m.Trace.NoWakeEvents
	switch text := QueueLength(mean); {
	case !noWakes && m.AtLeast("") == "":
		return text
	case noWakes && mean == 0:
		return "–"
	default:
		return timeline.AtLeast(text)
	}
}
