package live

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/windows"

	"threadlens/ingest"
	"threadlens/ingest/live/kernel"
	"threadlens/ingest/record"
	"threadlens/model/modeltest"
)

// TestWatch: where the kernel can be watched, moments come whose invariants hold, and what is kept
// opens; elsewhere Watch returns why not.
func TestWatch(t *testing.T) {
	seen := make(chan struct{}, 10)
	w, err := Watch(Options{Every: 500 * time.Millisecond}, func(m *Moment, err error) {
		check(t, m, err)
		select {
		case seen <- struct{}{}:
		default: // they are enough
		}
	})
	var rights *record.RightsError
	var busy *kernel.BusyError
	switch {
	case isWine():
		if err == nil || !errors.Is(err, kernel.ErrUnsupported) && !strings.Contains(err.Error(), "the kernel tracing session could not be started: ") {
			t.Errorf("Wine: %v", err)
		}
		return
	case errors.As(err, &rights), errors.As(err, &busy), errors.Is(err, kernel.ErrUnsupported):
		t.Skip(err)
	case err != nil:
		t.Fatal(err)
	}
	for range 3 {
		<-seen
	}
	path := filepath.Join(os.TempDir(), "threadlens-live-test"+Ending)
	_ = os.Remove(path) // of a test that failed
	defer os.Remove(path)
	if err := errors.Join(w.Save(path), w.Stop(), w.Stop()); err != nil {
		t.Error(err)
	}
	if tr, err := ingest.Load(t.Context(), path, ingest.Options{}); err != nil || tr.SwitchCount() == 0 {
		t.Errorf("what was kept does not open: %v", err)
	}
}

// check checks a moment.
func check(t *testing.T, m *Moment, err error) {
	if err != nil {
		t.Error(err)
		return
	}
	for _, err := range modeltest.Check(m.Trace) {
		t.Error(err)
	}
	if m.Range.Len() < 500e6 || m.Trace.SwitchCount() == 0 || m.State.Events == 0 {
		t.Errorf("%+v: %d switches, %d events", m.Range, m.Trace.SwitchCount(), m.State.Events)
	}
}

func isWine() bool {
	return windows.NewLazySystemDLL("ntdll.dll").NewProc("wine_get_version").Find() == nil
}
