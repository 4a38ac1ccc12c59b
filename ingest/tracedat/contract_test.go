package tracedat

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// longFile is a file with many batches of events.
func longFile(tb testing.TB, method string) []byte {
	tb.Helper()
	s := newStory(tb, wire.Little)
	s.method, s.pageSize = method, 4096
	payload := s.payload(s.waking, fields{"common_pid": 1, "pid": 2})
	for i := range 100_000 {
		s.cpu(i%2).raw(zero+uint64(i), payload)
	}
	return s.v7()
}

func TestProgress(t *testing.T) {
	for _, method := range []string{"none", "zstd"} {
		data := longFile(t, method)
		var done, total int64
		steps := 0
		progress := func(d, all int64) {
			if d < done || d > all || total != 0 && all != total {
				t.Errorf("%s: %d of %d after %d of %d", method, d, all, done, total)
			}
			done, total = d, all
			steps++
		}
		r, err := Open(t.Context(), bytes.NewReader(data), int64(len(data)), "x.dat", progress)
		if err != nil {
			t.Fatal(err)
		}
		if steps < 3 || done > total/2 || done < total/4 {
			t.Errorf("%s: %d of %d after Open, %d steps", method, done, total, steps)
		}
		if err := r.Events(t.Context(), func([]model.Event, model.Time) error { return nil }); err != nil || done < total*9/10 {
			t.Errorf("%s: %d of %d at the end: %v", method, done, total, err)
		}
	}
}

func TestCancel(t *testing.T) {
	data := longFile(t, "none")
	ctx, cancel := context.WithCancel(t.Context())
	r, err := Open(ctx, bytes.NewReader(data), int64(len(data)), "x.dat", nil)
	if err != nil {
		t.Fatal(err)
	}
	batches := 0
	err = r.Events(ctx, func([]model.Event, model.Time) error {
		batches++
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || batches > 12 {
		t.Errorf("%v after %d batches", err, batches)
	}
	if _, err := Open(ctx, bytes.NewReader(data), int64(len(data)), "x.dat", nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Open: %v", err)
	}
	stop := errors.New("enough")
	if err := r.Events(t.Context(), func([]model.Event, model.Time) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("%v instead of the consumer's error", err)
	}
}
