//go:build windows && cgo

package kernel

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/Velocidex/etw"
	"golang.org/x/sys/windows"

	"threadlens/ingest/internal/controller"
	"threadlens/model"
)

const (
	// flags are enabled in addition to those of package etw.
	flags = controller.FlagProcess | controller.FlagThread | controller.FlagSwitch | controller.FlagDispatcher
	// buffers is how many buffers the session may have: at the system's 64 KiB each, half a second
	// of a million events.
	buffers = 512

	batchTime = 250 * time.Millisecond
	queryTime = time.Second
	// endTime is how long the system has to deliver what is left.
	endTime = 5 * time.Second
)

// Watch delivers what the threads of this machine do until ctx ends, on the goroutine that calls
// it; an error of batch ends it too. It needs the same rights as a recording (record.Check enables
// what an administrator has). Where the kernel's session is in use the error is a *BusyError.
func Watch(ctx context.Context, o Options, batch func(Batch) error) error {
	r, err := newReader()
	if err != nil {
		return err
	}
	var now windows.Filetime
	windows.GetSystemTimePreciseAsFileTime(&now)
	w := &watch{
		batch: batch, names: namer{tables: o.Tables}, reader: r,
		inbox: inbox{d: decoder{
			start: int64(now.HighDateTime)<<32 | int64(now.LowDateTime),
			cpus:  int(windows.GetActiveProcessorCount(windows.ALL_PROCESSOR_GROUPS)),
		}},
	}
	if err := w.start(); err != nil {
		return err
	}
	err = w.run(ctx)
	return errors.Join(err, w.stop(err == nil))
}

// watch is a running watch.
type watch struct {
	batch   func(Batch) error
	reader  reader
	inbox   inbox
	queue   queue
	names   namer
	out     []model.Event
	counts  controller.Counts
	session *etw.Session
	control *controller.Session
	ended   chan error // the result of Process
}

// receive is called on a system thread for each event.
func (w *watch) receive(e *etw.Event) {
	if r, ok := w.reader.read(e); ok {
		w.inbox.put(&r)
	} else {
		w.inbox.skip()
	}
}

// start starts the session and the thread that reads it.
func (w *watch) start() error {
	s, err := etw.NewKernelTraceSession(etw.RundownOptions{Process: true, Thread: true}, w.receive)
	var exists etw.ExistsError
	if errors.As(err, &exists) {
		return &BusyError{exists.SessionName}
	}
	if err != nil {
		err = fmt.Errorf("the kernel tracing session could not be started: %w", err)
		if s != nil { // it was started, and a later step failed
			err = errors.Join(err, s.Close())
		}
		return err
	}
	if w.control, err = controller.Adopt(controller.Windows()); err == nil {
		err = w.control.Enable(flags, buffers)
	}
	if err != nil {
		return errors.Join(err, s.Close())
	}
	w.session, w.ended = s, make(chan error, 1)
	go func() { w.ended <- s.Process() }()
	return nil
}

// run passes events on until the end.
func (w *watch) run(ctx context.Context) error {
	pass, ask := time.NewTicker(batchTime), time.NewTicker(queryTime)
	defer pass.Stop()
	defer ask.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-w.ended:
			w.ended <- err
			return errors.Join(errors.New("another program stopped the tracing session"), err)
		case <-ask.C:
			c, err := w.control.Query()
			if err != nil {
				return err
			}
			w.counts = c
		case <-pass.C:
			if err := w.pass(false); err != nil {
				return err
			}
		}
	}
}

// pass delivers what has come.
func (w *watch) pass(end bool) error {
	w.inbox.take(&w.queue, &w.names)
	w.out = w.queue.take(end, w.out)
	cpus, dropped := w.inbox.counts()
	return w.batch(Batch{
		Events: w.out, Settled: w.queue.settled, CPUs: cpus,
		Lost: w.counts.Events + w.queue.late + dropped, LostBuffers: w.counts.Readers + w.counts.Buffers,
	})
}

// stop ends the session, waits until the system has delivered what is left, and passes that on if
// tell is set. The session is ended before package etw is closed, which otherwise tears down its
// kernel state while events may still come.
func (w *watch) stop(tell bool) error {
	counts, err := w.control.Stop()
	var failure *controller.Error
	if errors.As(err, &failure) && failure.Gone() {
		err = nil
	}
	if err == nil {
		w.counts = counts
	}
	select {
	case e := <-w.ended:
		err = errors.Join(err, e)
		_ = w.session.Close() // it only reports that the session is gone
	case <-time.After(endTime):
		return errors.Join(err, fmt.Errorf("Windows did not stop the tracing session in time: if it is still running, stop it with logman stop %q -ets", controller.KernelLogger))
	}
	if tell {
		err = errors.Join(err, w.pass(true))
	}
	return err
}
