package kernel

import (
	"errors"
	"fmt"

	"threadlens/model"
)

// Options say what is watched. Switches, wakes, threads and processes are, always.
type Options struct {
	// Tables get the names of threads and processes. Only the goroutine of Watch
	// touches them while it runs.
	Tables *model.Tables
}

// Batch is what has come together since the one before.
type Batch struct {
	// Events are in the order of their times, which count from when Watch was called;
	// what was there before has the time 0. They are valid until the callback returns.
	Events []model.Event
	// Settled is a time before which no event will be told any more.
	Settled model.Time
	// Lost is how many events were lost so far, as far as they were counted, and
	// LostBuffers how many buffers, of which nobody knows what they held.
	Lost, LostBuffers int64
	// CPUs is how many processors the machine has, or more where events name more.
	CPUs int
}

// ErrUnsupported is returned where nothing can be watched.
var ErrUnsupported = errors.New("this build of the program has no live view of Windows")

// BusyError says that the session of the kernel, of which a machine has one, belongs
// to another program, which is left alone.
type BusyError struct{ Session string }

// Error implements error.
func (e *BusyError) Error() string {
	return fmt.Sprintf("another program watches what the kernel does: end it, or the session “%s” that it may have left (logman stop %q -ets)", e.Session, e.Session)
}
