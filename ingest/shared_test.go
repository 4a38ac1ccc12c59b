package ingest_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest"
	"threadlens/ingest/internal/recorded"
	"threadlens/model"
)

// perfFiles lists the recorded perf.data files, also the ones of others.
func perfFiles(t testing.TB) []string {
	t.Helper()
	dir := recorded.Path(t, "linux")
	var files []string
	for _, sub := range []string{"perf", "public/perf"} {
		entries, err := os.ReadDir(filepath.Join(dir, sub))
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			files = append(files, filepath.Join(dir, sub, e.Name()))
		}
	}
	slices.Sort(files)
	if len(files) < 30 {
		t.Fatalf("only %d perf.data files in %s", len(files), dir)
	}
	return files
}

// refused are the two files that are no readable trace: perf's first format,
// and a broken gzip.
var refused = []string{"hotspot_true.v1.perf.data", "hotspot_broken.perf.data.gz"}

// readableFiles lists the recorded perf.data files that must open.
func readableFiles(t testing.TB) []string {
	t.Helper()
	return slices.DeleteFunc(perfFiles(t), func(path string) bool {
		return slices.Contains(refused, filepath.Base(path))
	})
}

func load(t testing.TB, path string) *model.Trace {
	t.Helper()
	tr, err := ingest.Load(t.Context(), path, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func perfFile(t testing.TB, name string) string {
	return filepath.Join(recorded.Path(t, "linux"), "perf", name+".perf.data")
}

// truthRow is one line of a workload's own record, by column name.
type truthRow map[string]string

// truth reads what a workload measured of itself: the facts of its first line
// and the rows below.
func truth(t testing.TB, name string) (facts string, rows []truthRow) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(recorded.Path(t, "linux"), "truth", name+".txt"))
	if err != nil {
		t.Fatal(err)
	}
	var header []string
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		switch {
		case strings.HasPrefix(line, "#"):
			facts += line + " "
		case header == nil:
			header = strings.Split(line, ",")
		case line != "":
			row := truthRow{}
			for i, v := range strings.Split(line, ",") {
				if i < len(header) {
					row[header[i]] = v
				}
			}
			rows = append(rows, row)
		}
	}
	if len(rows) == 0 {
		t.Fatalf("%s: no rows", name)
	}
	return facts, rows
}
