package record

import (
	"cmp"
	"context"
	"time"
)

// WatchOptions are what is watched, and how.
type WatchOptions struct {
	// Every is how long a Cut is, at least; 0 for DefaultEvery. Where cuts are consumed more slowly
	// than they are made, they are longer.
	Every time.Duration
	// Span is how long events are kept, so that they can be saved, and Most the most bytes of them;
	// 0 for DefaultSpan and DefaultMost.
	Span time.Duration
	Most int64

	Groups  []Group // watched in addition to the scheduler's events
	Ring    int     // as in Options
	Program string  // as in Options
}

// Defaults of WatchOptions.
const (
	DefaultEvery = time.Second
	DefaultSpan  = time.Minute
	DefaultMost  = 256 << 20
)

// Cut is a stretch of what is watched, as a recording of its own.
type Cut struct {
	// Data is a whole file. It begins before the stretch, with the state at its start: the existing
	// threads, and which of them had a CPU.
	Data []byte
	// From and To are the start and end of the stretch on the clock of the recording, ns. The next
	// one begins where this one ends, unless cuts were not consumed for so long that events had to
	// be dropped.
	From, To int64
	// Lost counts the events of the stretch, at least, that the kernel had no room for.
	Lost int64
	// Offline are the CPUs of the machine that are offline, by number.
	Offline []int
	State   State // so far; Bytes is what is kept
}

// Watcher watches until it is stopped.
type Watcher struct {
	// LeftOut lists what cannot be watched, and why, a sentence each.
	LeftOut []string

	impl watcher
	end  context.CancelFunc
	done chan struct{} // closed when everything is released
	err  error         // of the end; read after done
}

// Watch starts watching. It passes cuts to cut, one after another, on a separate goroutine;
// watching has ended when the last call has returned. Errors are those of Record.
func Watch(o WatchOptions, cut func(*Cut)) (*Watcher, error) {
	o.Every, o.Span, o.Most = cmp.Or(o.Every, DefaultEvery), cmp.Or(o.Span, DefaultSpan), cmp.Or(o.Most, DefaultMost)
	o.Ring, o.Program = cmp.Or(o.Ring, DefaultRing), cmp.Or(o.Program, programName)
	return watch(&o, cut)
}

// Stop ends the watching, and returns when everything is released; it may be called twice. The
// error is the one that had already ended it, if any.
func (w *Watcher) Stop() error {
	w.end()
	<-w.done
	return w.err
}

// Done is closed when the watching has ended, because it was stopped or failed.
func (w *Watcher) Done() <-chan struct{} { return w.done }

// Save makes a recording of what is kept, also after the end. An existing file is not replaced.
func (w *Watcher) Save(path string) error { return w.impl.save(path) }
