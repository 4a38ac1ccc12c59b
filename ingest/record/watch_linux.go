package record

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sys/unix"
)

// watcher holds the passes of the last Span, and the state before them.
type watcher struct {
	s     session
	o     *WatchOptions
	whole file // its head starts every file
	lost  int64
	cuts  chan *Cut

	// The next stretch.
	from    int64 // its start
	first   int   // the pass in which it begins
	before  *carried
	visited int64 // when all CPUs were last visited

	// mu guards what is kept, which may be saved from any goroutine.
	mu      sync.Mutex
	kept    []pass
	size    int64
	base    *carried // before them
	dropped bool     // there were events before them
	leftOut int64    // samples of other recordings
}

// pass is what one pass through the buffers found.
type pass struct {
	at   int64 // when it began, ns on the clock of the recording
	data []byte
}

// watch starts watching, on a separate thread.
func watch(o *WatchOptions, cut func(*Cut)) (*Watcher, error) {
	if err := check(o.Program); err != nil {
		return nil, err
	}
	ctx, end := context.WithCancel(context.Background())
	w := &Watcher{end: end, done: make(chan struct{})}
	w.impl.o, w.impl.cuts = o, make(chan *Cut, 1)
	w.impl.s.o = &Options{Groups: o.Groups, Ring: o.Ring, Program: o.Program}
	if err := w.impl.s.mount(); err != nil {
		end()
		return nil, err
	}
	begun := make(chan error)
	go func() {
		runtime.LockOSThread()
		_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), urgent) // where it is not allowed, it goes without
		err := w.impl.begin()
		begun <- err
		if err == nil {
			w.err = w.impl.run(ctx)
		}
		w.impl.s.close()
		close(w.impl.cuts)
	}()
	err := <-begun
	w.LeftOut = w.impl.s.result.LeftOut
	go func() {
		for c := range w.impl.cuts {
			cut(c)
		}
		end()
		close(w.done)
	}()
	if err != nil {
		<-w.done
		return nil, err
	}
	return w, nil
}

// begin opens everything and finds out what exists.
func (w *watcher) begin() error {
	described, err := w.s.openEvents()
	if err != nil {
		return err
	}
	w.whole = file{events: w.s.events, features: described}
	if err := w.s.enable(true); err != nil {
		return err
	}
	w.s.begin, w.s.used = time.Now(), threadTime()
	there, err := existing(false, nil)
	if err != nil {
		return err
	}
	w.base = newCarried(w.s.that(switchPoint))
	w.base.take(there)
	w.before = w.base.clone()
	if err := visit(); err != nil {
		w.s.result.LeftOut = append(w.s.result.LeftOut, fmt.Sprintf("Until the first context switch of a CPU, the thread that it runs is unknown: %v.", err))
	}
	w.from = monotonic()
	w.visited = w.from
	return nil
}

// visitEvery is how often CPUs are visited, ns: several times while events are kept.
const visitEvery = int64(10 * time.Second)

// that are the events that record a tracepoint.
func (s *session) that(p tracepoint) (list []*event) {
	for _, e := range s.events {
		if e.name == p.String() {
			list = append(list, e)
		}
	}
	return list
}

// visit runs this thread on every CPU for a moment, so that each of them switches, which shows what
// had it. A CPU that one thread has for long would otherwise show nothing.
func visit() error {
	cpus, err := onlineCPUs()
	if err != nil {
		return err
	}
	var before unix.CPUSet
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return err
	}
	for _, cpu := range cpus {
		var one unix.CPUSet
		one.Set(cpu)
		_ = unix.SchedSetaffinity(0, &one) // some CPUs may be forbidden
	}
	return unix.SchedSetaffinity(0, &before)
}

// run watches until the end.
func (w *watcher) run(ctx context.Context) error {
	err := w.s.poll(w.pass, func() bool { return ctx.Err() != nil })
	if off := w.s.enable(false); err == nil {
		err = off
	}
	return err
}

// pass empties the buffers, and visits the CPUs now and then.
func (w *watcher) pass() error {
	at := monotonic()
	data, err := w.s.fetched()
	if err != nil {
		return err
	}
	if at-w.visited >= visitEvery {
		w.visited = at
		_ = visit() // the first call reported its errors
	}
	w.take(at, data)
	return nil
}

// take keeps what a pass found, and makes the cut that is due.
func (w *watcher) take(at int64, data []byte) {
	w.keep(pass{at, data})
	// Later records are not earlier than the start of the previous pass.
	if n := len(w.kept); n > 1 && w.kept[n-2].at-w.from >= int64(w.o.Every) && len(w.cuts) == 0 {
		w.cuts <- w.cut(w.kept[n-2].at)
	}
}

// keep adds a pass, and drops those that are too old or too many.
func (w *watcher) keep(p pass) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.kept = append(w.kept, p)
	w.leftOut = w.s.others
	w.size += int64(len(p.data))
	for w.first > 0 && (w.size > w.o.Most || p.at-w.kept[0].at > int64(w.o.Span)) {
		w.drop()
		w.first--
	}
	for w.first == 0 && len(w.kept) > 1 && w.size > 2*w.o.Most { // cuts are not consumed
		w.before.take(w.kept[0].data)
		w.drop()
		w.from = w.kept[0].at
	}
}

// drop drops the oldest pass.
func (w *watcher) drop() {
	w.base.take(w.kept[0].data)
	w.size -= int64(len(w.kept[0].data))
	w.kept[0].data = nil
	w.kept = w.kept[1:]
	w.dropped = true
}

// cut makes a recording of the stretch up to the start of a pass, and moves on to the next, whose
// events that pass may hold.
func (w *watcher) cut(to int64) *Cut {
	c := &Cut{From: w.from, To: to, Lost: w.s.result.Lost - w.lost}
	c.State = w.s.state()
	c.State.Bytes = w.size
	c.Offline = offlineCPUs()
	c.Data = w.file(w.before.records(), w.kept[w.first:])
	for w.first < len(w.kept) && w.kept[w.first].at < to {
		w.before.take(w.kept[w.first].data)
		w.first++
	}
	w.from, w.lost = to, w.s.result.Lost
	return c
}

// file is a whole recording.
func (w *watcher) file(records []byte, passes []pass) []byte {
	size := len(records)
	for _, p := range passes {
		size += len(p.data)
	}
	head, table := w.whole.head(int64(size)), w.whole.table()
	data := make([]byte, 0, len(head)+size+len(table))
	data = append(append(data, head...), records...)
	for _, p := range passes {
		data = append(data, p.data...)
	}
	return append(data, table...)
}

// errNothingKept is returned where there is nothing to save.
var errNothingKept = errors.New("record: nothing recorded yet")

// save makes a recording of what is kept.
func (w *watcher) save(path string) error {
	w.mu.Lock()
	there, passes, dropped, leftOut := w.base.programs(), append([]pass{}, w.kept...), w.dropped, w.leftOut
	w.mu.Unlock()
	if len(passes) == 0 {
		return errNothingKept
	}
	features := maps.Clone(w.whole.features)
	by := recorderFacts{leftOut: leftOut, eventCost: w.s.result.EventCost}
	if dropped {
		by.keptFrom = passes[0].at
	}
	features[featRecorder] = by.feature()
	f, err := createFile(path, createOptions{}, w.whole.events, features)
	if err != nil {
		return err
	}
	err = f.append(there)
	for _, p := range passes {
		if err == nil {
			err = f.append(p.data)
		}
	}
	if err == nil {
		err = f.finish()
	}
	return errors.Join(err, f.f.Drop()) // which does nothing with a complete file
}

// monotonic is the time on the clock of recordings, ns.
func monotonic() int64 {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_MONOTONIC, &t) != nil {
		return 0
	}
	return t.Nano()
}
