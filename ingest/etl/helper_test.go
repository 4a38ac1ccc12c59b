package etl

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/ingest/internal/recorded"
	"threadlens/ingest/text"
	"threadlens/model"
)

// sharedFiles are all real files that are separate or in a .zip, by their names in the README.
func sharedFiles(tb testing.TB) map[string][]byte {
	tb.Helper()
	list, err := os.ReadDir(recorded.Path(tb, "etl"))
	if err != nil {
		tb.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range list {
		switch name := f.Name(); filepath.Ext(name) {
		case ".etl":
			files[name] = recorded.ETL(tb, name)
		case ".zip":
			for member, data := range recorded.ETLs(tb, name) {
				files[name+" : "+member] = data
			}
		}
	}
	if len(files) < 30 {
		tb.Fatalf("found only %d files", len(files))
	}
	return files
}

func open(tb testing.TB, data []byte) *Reader {
	tb.Helper()
	r, err := openFile(context.Background(), bytes.NewReader(data), int64(len(data)), "test.etl", nil)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// load builds the model of an open file.
func load(tb testing.TB, r *Reader) *model.Trace {
	tb.Helper()
	b := model.NewBuilder(r.Info(), r.Tables(), r.Prepass())
	var last model.Time
	err := r.Events(context.Background(), func(batch []model.Event, settled model.Time) error {
		for i := range batch {
			if batch[i].Time < last {
				tb.Fatalf("%v at %d after %d", batch[i].Kind, batch[i].Time, last)
			}
			last = batch[i].Time
		}
		if settled < last {
			tb.Fatalf("settled up to %d, but an event at %d", settled, last)
		}
		b.Feed(batch, settled)
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return b.Trace()
}

func segments(tb testing.TB, t *model.Trace) string {
	tb.Helper()
	var b strings.Builder
	if err := text.WriteSegments(&b, t); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

// openFile is OpenFiles of one file.
func openFile(ctx context.Context, r io.ReaderAt, size int64, name string, progress func(done, total int64)) (*Reader, error) {
	return OpenFiles(ctx, []File{{name, r, size}}, name, progress)
}
