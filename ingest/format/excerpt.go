package format

import (
	"context"
	"errors"
	"io"

	"threadlens/model"
)

// ErrNoExcerpt is the error for a format of which no part can be written.
var ErrNoExcerpt = errors.New("this trace is not a perf.data file, so a part of it cannot be saved as one: save it with the extension .tltxt.zst instead")

// Excerpter is a Reader that can write a part of its trace in the trace's own format.
type Excerpter interface {
	Reader
	// WriteExcerpt writes a file with a part of the records, as they are. The file says which part
	// it holds.
	WriteExcerpt(ctx context.Context, w io.Writer, part *Excerpt) error
}

// Excerpt is a part of a trace.
type Excerpt struct {
	// Window is the time of which the part has all records.
	Window model.Range
	// Also are instants outside it of which the part has the records too.
	Also map[Instant]bool
	// Known are events that say what only the whole trace shows: processes of the target, and threads
	// with the functions that they were started with.
	Known []model.Event
	// Tables holds the strings and stacks that Known refers to.
	Tables *model.Tables
}

// Instant is a time on a CPU.
type Instant struct {
	CPU  model.CPU
	Time model.Time
}

// Holds reports whether the records at an instant are part of it.
func (x *Excerpt) Holds(at Instant) bool { return x.Window.Contains(at.Time) || x.Also[at] }
