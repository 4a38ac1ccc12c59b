package etl

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/ingest/text"
	"threadlens/model"
)

// sharedTraces is the folder of real traces; the test is skipped without it.
func sharedTraces(tb testing.TB) string {
	tb.Helper()
	dir := os.Getenv("THREADLENS_TRACES")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "traces")
	}
	dir = filepath.Join(dir, "etl")
	if _, err := os.Stat(filepath.Join(dir, "README.md")); err != nil {
		tb.Skip("the shared traces are not here (THREADLENS_TRACES names their folder)")
	}
	return dir
}

// sharedFiles are all real files that stand alone or in a .zip, by the name that
// the README gives them.
func sharedFiles(tb testing.TB) map[string][]byte {
	tb.Helper()
	dir := sharedTraces(tb)
	list, err := os.ReadDir(dir)
	if err != nil {
		tb.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range list {
		switch name := filepath.Join(dir, f.Name()); filepath.Ext(name) {
		case ".etl":
			if files[f.Name()], err = os.ReadFile(name); err != nil {
				tb.Fatal(err)
			}
		case ".zip":
			z, err := zip.OpenReader(name)
			if err != nil {
				tb.Fatal(err)
			}
			for _, member := range z.File {
				if strings.HasSuffix(member.Name, ".etl") {
					files[f.Name()+" : "+filepath.Base(member.Name)] = unzip(tb, member)
				}
			}
			z.Close()
		}
	}
	if len(files) < 30 {
		tb.Fatalf("found only %d files", len(files))
	}
	return files
}

func unzip(tb testing.TB, f *zip.File) []byte {
	tb.Helper()
	r, err := f.Open()
	if err != nil {
		tb.Fatal(err)
	}
	defer r.Close()
	b, err := io.ReadAll(r)
	if err != nil {
		tb.Fatal(err)
	}
	return b
}

func open(tb testing.TB, data []byte) *Reader {
	tb.Helper()
	r, err := Open(context.Background(), bytes.NewReader(data), int64(len(data)), "test.etl", nil)
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

// load makes a model of an open file.
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
