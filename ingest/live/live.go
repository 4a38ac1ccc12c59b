package live

import (
	"errors"
	"time"

	"threadlens/ingest/record"
	"threadlens/model"
)

// Moment is a stretch of time.
type Moment struct {
	// Trace is a trace that holds the stretch, Range. It goes some way beyond it on
	// both sides, without all that happened there. It is valid until the call that
	// reports it returns.
	Trace *model.Trace
	Range model.Range
	// Lost is set where events of the stretch were lost.
	Lost bool
	// Offline are the processors of the machine that do not run, as far as it tells.
	Offline []model.CPU
	State   record.State
}

// Options say how this machine is watched.
type Options struct {
	// Every is how long a stretch is, at least; 0 for record.DefaultEvery.
	Every time.Duration
	// Groups are what is watched besides the scheduler's events, where there is a
	// choice.
	Groups []record.Group
	// Program is what the program that watches is called.
	Program string
}

// Watching is this machine being watched.
type Watching struct {
	// Stop ends it, and returns when nothing of it is left; it may be called twice. The
	// error is one for which it had ended already.
	Stop func() error
	// Save makes a trace of the last minute, or as much of it as is kept, also after
	// the end. No file is replaced.
	Save func(path string) error
	// Done is closed when it has ended.
	Done <-chan struct{}
	// LeftOut says what cannot be watched, and why, a sentence each.
	LeftOut []string
}

// errNothingKept is returned where there is nothing to be saved.
var errNothingKept = errors.New("live: nothing has been watched yet")

// Watch begins to watch this machine. It reports each stretch, one after the other,
// on a goroutine of its own; err is why one of them could not be read. It has the
// errors of record.Check, and record.ErrUnsupported.
func Watch(o Options, tell func(m *Moment, err error)) (*Watching, error) { return watch(o, tell) }
