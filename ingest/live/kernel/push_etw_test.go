//go:build windows && cgo

package kernel

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/Velocidex/etw"
	"golang.org/x/sys/windows"

	"threadlens/ingest/internal/controller"
	"threadlens/ingest/live/kernel/kerneltest"
	"threadlens/model"
)

// TestPush: events delivered like the system's, through C, are read with their CPUs, and mean the
// same as elsewhere.
func TestPush(t *testing.T) {
	r, err := newReader()
	if err != nil {
		t.Fatal(err)
	}
	w := &watch{reader: r, names: namer{tables: &model.Tables{}}, inbox: inbox{d: decoder{start: begin}}}
	s, err := etw.NewKernelTraceSession(etw.RundownOptions{Process: true, Thread: true}, w.receive)
	if s == nil {
		t.Skipf("package etw makes no session here: %v", err)
	}
	defer s.Close()
	if err := kerneltest.Push(s, story()); err != nil {
		t.Fatal(err)
	}
	w.inbox.take(&w.queue, &w.names)
	checkStory(t, w.queue.take(true, nil), w.names.tables)
}

// TestWatch: where event tracing is available and permitted, events come until the end; elsewhere
// the error says why not.
func TestWatch(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
	defer cancel()
	s := seen{t: t, kinds: map[model.Kind]int{}}
	err := Watch(ctx, Options{Tables: &model.Tables{}}, s.batch)
	var busy *BusyError
	switch {
	case isWine():
		if err == nil || !strings.HasPrefix(err.Error(), "the kernel tracing session could not be started: ") {
			t.Errorf("Wine: %v", err)
		}
	case errors.As(err, &busy), errors.Is(err, windows.ERROR_ACCESS_DENIED):
		t.Skip(err)
	case err != nil:
		t.Error(err)
	default:
		for _, k := range []model.Kind{model.KindSwitch, model.KindWake, model.KindProcess, model.KindExists} {
			if s.kinds[k] == 0 {
				t.Errorf("no events of kind %d among %v", k, s.kinds)
			}
		}
	}
}

// seen are the events delivered.
type seen struct {
	t     *testing.T
	kinds map[model.Kind]int
	last  model.Time
}

func (s *seen) batch(b Batch) error {
	for _, e := range b.Events {
		if s.kinds[e.Kind]++; e.Time < s.last || e.Kind == model.KindSwitch && int(e.CPU) >= b.CPUs {
			s.t.Errorf("%+v after %d, of %d processors", e, s.last, b.CPUs)
		}
		s.last = e.Time
	}
	if s.last >= b.Settled && len(b.Events) > 0 {
		s.t.Errorf("settled at %d, but reported at %d", b.Settled, s.last)
	}
	return nil
}

// isWine reports whether this is Wine, which has no event tracing.
func isWine() bool {
	return windows.NewLazySystemDLL("ntdll.dll").NewProc("wine_get_version").Find() == nil
}

// TestBusy: the error about another program's session says what to do.
func TestBusy(t *testing.T) {
	const want = "another program is tracing the kernel, or has left its session running: stop the program, or the session “NT Kernel Logger” (logman stop \"NT Kernel Logger\" -ets)"
	if got := (&BusyError{controller.KernelLogger}).Error(); got != want {
		t.Error(got)
	}
	if etw.KernelTraceSessionName != controller.KernelLogger {
		t.Errorf("package etw calls it %q", etw.KernelTraceSessionName)
	}
}
