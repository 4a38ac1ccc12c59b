package explain

import (
	"threadlens/model"
	"threadlens/timeline"
)

// Followed is what is known about the way of a thread over the processors.
type Followed struct {
	Thread model.ThreadIx
	Title  string
	// Switches counts the times it was given a processor of which it is known
	// where it ran before, Cross those of them onto another one.
	Switches, Cross int
	// Span is the time that the figures are about.
	Span model.Range
	// On is the time on each processor of the trace, gross.
	On []model.Time
	// Lossy says that lost events may have cut the figures.
	Lossy bool
}

// Share is the part of the switches onto another processor.
func (f *Followed) Share() string {
	return timeline.FormatPercent(model.Time(f.Cross), model.Time(f.Switches))
}

// PerSecond is how often a second it went to another processor.
func (f *Followed) PerSecond() float64 {
	if f.Span.Len() == 0 {
		return 0
	}
	return float64(f.Cross) * 1e9 / float64(f.Span.Len())
}
