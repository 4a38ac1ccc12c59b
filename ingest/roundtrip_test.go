package ingest_test

import (
	"bytes"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/ingest"
	"threadlens/ingest/text"
	"threadlens/model"
)

// TestRoundTrip writes the events of recorded traces as text, reads them back and compares the
// models: they are identical to the byte.
func TestRoundTrip(t *testing.T) {
	for _, path := range readableFiles(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			f, err := ingest.Open(t.Context(), path, ingest.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			var dump bytes.Buffer
			w := text.NewWriter(&dump, f.Info(), f.Tables())
			err = f.Events(t.Context(), func(batch []model.Event, _ model.Time) error { return w.Events(batch) })
			if err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			want := segments(t, load(t, path))
			again, err := ingest.LoadBytes(t.Context(), "dump.tltxt", dump.Bytes(), ingest.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := segments(t, again); got != want {
				t.Error("the model of the dump differs (-file +dump)\n", cmp.Diff(want, got)[:2000])
			}
		})
	}
}

func segments(t testing.TB, tr *model.Trace) string {
	t.Helper()
	var b bytes.Buffer
	if err := text.WriteSegments(&b, tr); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
