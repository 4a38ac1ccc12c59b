package modeltest

import (
	"context"
	"testing"

	"threadlens/ingest/text"
	"threadlens/model"
)

// Parse builds the trace of a text in the Threadlens text format.
func Parse(tb testing.TB, name, src string) *model.Trace {
	tb.Helper()
	r, err := text.Parse(name, []byte(src))
	if err != nil {
		tb.Fatal(err)
	}
	b := model.NewBuilder(r.Info(), r.Tables(), r.Prepass())
	err = r.Events(context.Background(), func(batch []model.Event, settled model.Time) error {
		b.Feed(batch, settled)
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return b.Trace()
}
