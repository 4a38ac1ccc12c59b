package explain

import (
	"threadlens/model"
	"threadlens/timeline"
)

// Followed is what is known about a thread's moves between CPUs.
type Followed struct {
	Thread model.ThreadIx
	Title  string
	// Switches counts its switches to a CPU where it is known where it ran before, Cross those to a
	// different CPU.
	Switches, Cross int
	// Span is the time that the figures are about.
	Span model.Range
	// On is the time on each CPU of the trace, gross.
	On []model.Time
	// Lossy is set where lost events may have made the figures smaller.
	Lossy bool
}

// Share is the fraction of switches to a different CPU.
func (f *Followed) Share() string {
	return timeline.FormatPercent(model.Time(f.Cross), model.Time(f.Switches))
}

// PerSecond is how often a second it moved to a different CPU.
func (f *Followed) PerSecond() float64 {
	if f.Span.Len() == 0 {
		return 0
	}
	return float64(f.Cross) * 1e9 / float64(f.Span.Len())
}
