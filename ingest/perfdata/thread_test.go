package perfdata

import (
	"bytes"
	"context"
	"os"
	"runtime"
	"testing"

	"threadlens/model"
)

// TestLockedThread reads a compressed file where the first pass ran on a different goroutine from
// the second, which is locked to its thread, like that of a window.
func TestLockedThread(t *testing.T) {
	data, err := os.ReadFile("../../assets/demo/demo.perf.data")
	if err != nil {
		t.Fatal(err)
	}
	var r *Reader
	opened := make(chan error)
	go func() {
		var err error
		r, err = Open(context.Background(), bytes.NewReader(data), int64(len(data)), "demo", nil)
		opened <- err
	}()
	if err := <-opened; err != nil {
		t.Fatal(err)
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	n := 0
	if err := r.Events(context.Background(), func(batch []model.Event, _ model.Time) error { n += len(batch); return nil }); err != nil || n == 0 {
		t.Errorf("%d events, %v", n, err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}
