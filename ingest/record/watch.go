package record

import (
	"cmp"
	"context"
	"time"
)

// WatchOptions say how what happens now is watched.
type WatchOptions struct {
	// Every is how long a Cut is, at least; 0 for DefaultEvery. Where the cuts are not
	// taken as fast as they are made, they are longer.
	Every time.Duration
	// Span is how long events are kept, so that they can be saved, and Most how many
	// bytes of them at most; 0 for DefaultSpan and DefaultMost.
	Span time.Duration
	Most int64

	Groups  []Group // what is watched besides the scheduler's events
	Ring    int     // as in Options
	Program string  // as in Options
}

// What WatchOptions has where it says nothing.
const (
	DefaultEvery = time.Second
	DefaultSpan  = time.Minute
	DefaultMost  = 256 << 20
)

// Cut is a stretch of what is watched, as a recording of its own.
type Cut struct {
	// Data is a whole file. It begins before the stretch, with what was known then:
	// the threads that there were, and which of them had a processor.
	Data []byte
	// From and To are the begin and end of the stretch on the clock of the recording,
	// ns. The next one begins where this one ends, unless cuts were not taken for so
	// long that events had to be dropped.
	From, To int64
	// Lost counts the events of the stretch, at least, that the kernel could not hold.
	Lost int64
	// Offline are the processors of the machine that do not run, by number.
	Offline []int
	State   State // so far; Bytes is what is kept
}

// Watcher watches until it is stopped.
type Watcher struct {
	// LeftOut says what cannot be watched, and why, a sentence each.
	LeftOut []string

	impl watcher
	end  context.CancelFunc
	done chan struct{} // closed when all is given back
	err  error         // of the end; read after done
}

// Watch begins to watch. It hands what it finds to cut, one after the other, on a
// goroutine of its own; it has ended when the last one has returned. Errors are those
// of Record.
func Watch(o WatchOptions, cut func(*Cut)) (*Watcher, error) {
	o.Every, o.Span, o.Most = cmp.Or(o.Every, DefaultEvery), cmp.Or(o.Span, DefaultSpan), cmp.Or(o.Most, DefaultMost)
	o.Ring, o.Program = cmp.Or(o.Ring, DefaultRing), cmp.Or(o.Program, programName)
	return watch(&o, cut)
}

// Stop ends the watching, and returns when nothing of it is left; it may be called
// twice. The error is one for which it had ended already.
func (w *Watcher) Stop() error {
	w.end()
	<-w.done
	return w.err
}

// Done is closed when the watching has ended, because it was stopped or failed.
func (w *Watcher) Done() <-chan struct{} { return w.done }

// Save makes a recording of what is kept, which it is after the end too. An existing
// file is not replaced.
func (w *Watcher) Save(path string) error { return w.impl.save(path) }
