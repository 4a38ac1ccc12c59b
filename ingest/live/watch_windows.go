package live

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"time"

	"threadlens/ingest/live/kernel"
	"threadlens/ingest/record"
	"threadlens/ingest/save"
	"threadlens/model"
)

// Ending is the file name ending of what Watching.Save makes.
const Ending = ".tltxt"

// mostKept is how many events are kept, 96 bytes each.
const mostKept = 4 << 20

// watcher cuts the events of the kernel's session into stretches, on the goroutine that reads it.
type watcher struct {
	cutter *cutter
	begun  time.Time
	lost   int64
	events int64
	tell   func(*Moment, error)
	saves  chan saving
}

// saving is a request to save a file.
type saving struct {
	path string
	done chan error
}

func watch(o Options, tell func(*Moment, error)) (*Watching, error) {
	if err := record.Check(o.Program); err != nil {
		return nil, err
	}
	tables := &model.Tables{}
	info := model.Info{
		Format: "live", OS: model.OS{Family: "windows", Machine: runtime.GOARCH},
		Clock: model.Clock{Name: "FILETIME", ResolutionNS: 100}, StartWall: time.Now(), TargetPID: model.NoPID,
		Has: model.Has{Switches: true, Wakes: true},
	}
	w := &watcher{
		cutter: newCutter(cutOptions{
			Every: model.Time(cmp.Or(o.Every, record.DefaultEvery)), Span: model.Time(record.DefaultSpan), Most: mostKept,
		}, info, tables),
		begun: time.Now(), tell: tell, saves: make(chan saving),
	}
	ctx, end := context.WithCancel(context.Background())
	begun, done := make(chan error, 1), make(chan struct{})
	var failed error // read after done
	go func() {
		defer close(done)
		first := true
		failed = kernel.Watch(ctx, kernel.Options{Tables: tables}, func(b kernel.Batch) error {
			if first {
				first = false
				begun <- nil
			}
			w.take(&b)
			return nil
		})
		if first {
			begun <- errors.Join(failed, context.Cause(ctx))
		}
	}()
	stop := func() error {
		end()
		<-done
		return failed
	}
	if err := <-begun; err != nil {
		return nil, stop()
	}
	return &Watching{Stop: stop, Save: func(path string) error { return w.save(path, done) }, Done: done, LeftOut: []string{"On Windows, live monitoring does not record interrupts."}}, nil
}

// take handles a batch, and saves requested files.
func (w *watcher) take(b *kernel.Batch) {
	w.events += int64(len(b.Events))
	if m := w.cutter.take(b.Events, b.Settled, b.CPUs); m != nil {
		lost := b.Lost + b.LostBuffers
		m.Lost, w.lost = lost > w.lost, lost
		m.State = record.State{Elapsed: time.Since(w.begun), Events: w.events, Lost: b.Lost}
		w.tell(m, nil)
	}
	select {
	case s := <-w.saves:
		s.done <- w.write(s.path)
	default:
	}
}

// save makes the goroutine that owns the names write a file, or writes it itself after the end.
func (w *watcher) save(path string, done <-chan struct{}) error {
	s := saving{path, make(chan error, 1)}
	select {
	case w.saves <- s:
		return <-s.done
	case <-done:
		return w.write(path)
	}
}

// write writes what is kept to a file.
func (w *watcher) write(path string) error {
	f, err := save.Create(path, save.Options{Mode: save.Private})
	if err != nil {
		return err
	}
	if err = w.cutter.writeText(f); err == nil {
		err = f.Commit()
	}
	return errors.Join(err, f.Drop()) // which does nothing with a complete file
}
