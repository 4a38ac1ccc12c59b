package counters

import (
	"time"

	"threadlens/model"
)

// Aligned are the series of a counter file in the times of a trace.
type Aligned struct {
	*File
	// Zone is what was taken as the time zone of a file that does not tell it.
	Zone time.Duration
	// Placed is false where the trace does not tell the time of day at its
	// start, so that the file's begin was laid there.
	Placed bool
}

// Align moves the times of a file to those of a trace, and further by offset,
// which is what the user knows better.
func (f *File) Align(t *model.Trace, offset model.Time) *Aligned {
	shift, zone, ok := model.AlignCounters(t.Info, t.End, f.Clock, f.Series)
	moved := *f
	moved.Series = model.MoveCounters(f.Series, shift+offset)
	return &Aligned{&moved, zone, ok}
}
