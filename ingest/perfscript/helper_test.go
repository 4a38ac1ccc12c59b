package perfscript

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"threadlens/ingest/format"
	"threadlens/model"
)

func open(tb testing.TB, data []byte) format.Reader {
	tb.Helper()
	r, err := Open(context.Background(), bytes.NewReader(data), int64(len(data)), "test.txt", nil)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// openLines opens a text that is given line by line.
func openLines(tb testing.TB, lines ...string) format.Reader {
	tb.Helper()
	return open(tb, []byte(strings.Join(lines, "\n")+"\n"))
}

// collect returns the events of a reader.
func collect(tb testing.TB, r format.Reader) (events []model.Event) {
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
func build(tb testing.TB, r format.Reader) *model.Trace {
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

// diagnostic is the diagnostic with a code, nil where there is none.
func diagnostic(r format.Reader, code string) *model.Diagnostic {
	list := r.Info().Diagnostics
	for i := range list {
		if list[i].Code == code {
			return &list[i]
		}
	}
	return nil
}
