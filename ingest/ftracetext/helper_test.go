package ftracetext

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"threadlens/ingest/internal/held"
	"threadlens/model"
)

func open(tb testing.TB, data []byte) *held.Reader {
	tb.Helper()
	r, err := Open(context.Background(), bytes.NewReader(data), int64(len(data)), "test.txt", nil)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// openLines opens a text that is given line by line.
func openLines(tb testing.TB, lines ...string) *held.Reader {
	tb.Helper()
	return open(tb, []byte(strings.Join(lines, "\n")+"\n"))
}

// collect returns the events of a reader.
func collect(tb testing.TB, r *held.Reader) (events []model.Event) {
	tb.Helper()
	err := r.Events(context.Background(), func(batch []model.Event, _ model.Time) error {
		events = append(events, batch...)
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return events
}

// build makes the model of a trace.
func build(tb testing.TB, r *held.Reader) *model.Trace {
	tb.Helper()
	b := model.NewBuilder(r.Info(), r.Tables(), r.Prepass())
	err := r.Events(context.Background(), func(batch []model.Event, settled model.Time) error {
		b.Feed(batch, settled)
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return b.Trace()
}

// numbered repeats a text with the numbers below n.
func numbered(n int, format string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}
