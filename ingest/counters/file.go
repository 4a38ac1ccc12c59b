package counters

import (
	"fmt"
	"time"

	"threadlens/model"
)

// Bounds on the contents of a file.
const (
	maxSeries = 1 << 14
	maxPoints = 1 << 22
	maxFields = 1 << 14 // of a line
)

// File is the contents of a counter file.
type File struct {
	Kind   string // the tool's file format, for people
	Clock  model.CounterClock
	Series []model.CounterSeries
}

// Error is a mistake in a counter file.
type Error struct {
	File  string
	Line  int // from 1, 0 for the whole file
	Cause string
}

// Error is the file, the line and the cause.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.File + ": " + e.Cause
	}
	return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Cause)
}

// mistake is the cause of an Error at a line.
type mistake string

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
