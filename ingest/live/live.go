package live

import (
	"errors"
	"time"

	"threadlens/ingest/record"
	"threadlens/model"
)

// Moment is a stretch of time.
type Moment struct {
	// Trace is a trace that holds the stretch, Range. It extends beyond it on both sides, where it
	// is incomplete. It is valid until the call that delivers it returns.
	Trace *model.Trace
	Range model.Range
	// Lost is set where events of the stretch were lost.
	Lost bool
	// Offline are the CPUs of the machine that are offline, if known.
	Offline []model.CPU
	State   record.State
}

// Options are how this machine is watched.
type Options struct {
	// Every is how long a stretch is, at least; 0 for record.DefaultEvery.
	Every time.Duration
	// Groups are watched in addition to the scheduler's events, where there is a choice.
	Groups []record.Group
	// Program is the name of the watching program.
	Program string
}

// Watching is a running watch of this machine.
type Watching struct {
	// Stop ends it, and returns when everything is released; it may be called twice. The error is
	// the one that had already ended it, if any.
	Stop func() error
	// Save makes a trace of the last minute, or as much of it as is kept, also after the end.
	// Existing files are not replaced.
	Save func(path string) error
	// Done is closed when it has ended.
	Done <-chan struct{}
	// LeftOut lists what cannot be watched, and why, a sentence each.
	LeftOut []string
}

// errNothingKept is returned where there is nothing to save.
var errNothingKept = errors.New("live: nothing recorded yet")

// Watch starts watching this machine. It passes each stretch to tell, one after another, on a
// separate goroutine; err is why one of them could not be read. It returns the errors of
// record.Check, and record.ErrUnsupported.
func Watch(o Options, tell func(m *Moment, err error)) (*Watching, error) { return watch(o, tell) }
