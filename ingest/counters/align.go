package counters

import (
	"time"

	"threadlens/model"
)

// Aligned is the series of a counter file in the times of a trace.
type Aligned struct {
	*File
	// Zone is the time zone that was assumed for a file without one.
	Zone time.Duration
	// Placed is false where the trace lacks the time of day of its start, so that the file was
	// placed to begin there.
	Placed bool
}

// Align converts the times of a file to those of a trace, and shifts them by offset, which the user
// specifies.
func (f *File) Align(t *model.Trace, offset model.Time) *Aligned {
	shift, zone, ok := model.AlignCounters(t.Info, t.End, f.Clock, f.Series)
	moved := *f
	moved.Series = model.MoveCounters(f.Series, shift+offset)
	return &Aligned{&moved, zone, ok}
}
