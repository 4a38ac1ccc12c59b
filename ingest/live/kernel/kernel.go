package kernel

import (
	"errors"
	"fmt"

	"threadlens/model"
)

// Options are what is watched. Switches, wakes, threads and processes always are.
type Options struct {
	// Tables receive the names of threads and processes. Only the goroutine of Watch uses them
	// while it runs.
	Tables *model.Tables
}

// Batch is the events since the previous one.
type Batch struct {
	// Events are in the order of their times, which count from when Watch was called; what existed
	// before has the time 0. They are valid until the callback returns.
	Events []model.Event
	// Settled is a time before which no more events come.
	Settled model.Time
	// Lost is how many events were lost so far, where they were counted, and LostBuffers how many
	// buffers, with an unknown number of events.
	Lost, LostBuffers int64
	// CPUs is the number of the machine's CPUs, or more where events name more.
	CPUs int
}

// ErrUnsupported is returned where watching is not supported.
var ErrUnsupported = errors.New("this build cannot monitor live on Windows, because it was built without cgo")

// BusyError means that the machine's only kernel session belongs to another program, which is left
// alone.
type BusyError struct{ Session string }

// Error implements error.
func (e *BusyError) Error() string {
	return fmt.Sprintf("another program is tracing the kernel, or has left its session running: stop the program, or the session “%s” (logman stop %q -ets)", e.Session, e.Session)
}
