package ingest_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"threadlens/ingest"
	"threadlens/ingest/container"
	"threadlens/ingest/internal/recorded"
	"threadlens/model"
)

// recordedFile is one of the recorded traces, of a format that the program knows.
type recordedFile struct {
	path, format string
	events       int64 // that the file holds
	err          error // why it cannot be opened
}

// recordedFiles searches all files of the recorded traces once for those of a known format. The
// program decides which are, so that a format that it learns to read is tested from then on.
var recordedFiles = sync.OnceValues(func() (files []recordedFile, err error) {
	root, _ := recorded.Dir()
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if st, err := d.Info(); err != nil || st.Size() == 0 {
			return err
		}
		f, err := ingest.Open(context.Background(), path, ingest.Options{})
		switch {
		case errors.Is(err, ingest.ErrFormat), errors.Is(err, container.ErrNoTrace):
			return nil
		case err != nil:
			files = append(files, recordedFile{path: path, err: err})
			return nil
		}
		file := recordedFile{path: path, format: f.Info().Format}
		for _, e := range f.Info().SourceEvents {
			file.events += e.Count
		}
		files = append(files, file)
		return f.Close()
	})
	return files, err
})

// refused are the files of a known format that the program refuses: perf's first version, and texts of perf
// script without times or CPUs.
var refused = []string{"hotspot_true.v1.perf.data", "deltatime_oversub.txt.gz", "no_cpu_states.txt.gz"}

// mostEvents is the number of events up to which files of most formats are among the shared traces.
const mostEvents = 6000

// again reports whether a file is the text of a run whose binary recording is there too.
func again(path string) bool {
	return strings.Contains(filepath.ToSlash(path), "/cross/") && strings.HasSuffix(strings.TrimSuffix(path, ".gz"), ".txt")
}

// shared reports whether a trace is among the shared ones.
func (f *recordedFile) shared() bool {
	return !again(f.path) && (f.events <= mostEvents || f.format == "perf.data" || f.format == "etl")
}

// sharedTraces are one of oneOf of these traces.
func sharedTraces(t testing.TB, formats ...string) (paths []string) {
	t.Helper()
	for i, path := range allTraces(t, formats...) {
		if i%oneOf == 0 {
			paths = append(paths, path)
		}
	}
	return paths
}

// allTraces are the paths of all recorded traces that the program opens: plain, packed (gz, zip,
// 7z) and in parts. Where formats are given, only those. Left out are texts of runs that are there in
// other formats too, and, of the formats whose events become the model's in the same way, those with
// many events: the tests of these formats read them.
func allTraces(t testing.TB, formats ...string) (paths []string) {
	t.Helper()
	recorded.Path(t)
	files, err := recordedFiles()
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	for _, f := range files {
		known := slices.Contains(refused, filepath.Base(f.path))
		switch {
		case f.err != nil && !known:
			t.Error(f.err)
		case f.err == nil && known:
			t.Errorf("%s opens", f.path)
		case f.err == nil:
			all++
			if f.shared() && (len(formats) == 0 || slices.Contains(formats, f.format)) {
				paths = append(paths, f.path)
			}
		}
	}
	if all < 79 || !slices.ContainsFunc(files, func(f recordedFile) bool { return filepath.Ext(f.path) == ".7z" }) {
		t.Fatalf("only %d traces among the recorded files", all)
	}
	return paths
}

// readableFiles are the recorded perf.data files.
func readableFiles(t testing.TB) []string {
	t.Helper()
	return sharedTraces(t, "perf.data")
}

// perfFiles are those and the ones that are refused: perf's first format, and a
// broken gzip.
func perfFiles(t testing.TB) []string {
	t.Helper()
	dir := recorded.Path(t, "linux", "public", "perf")
	return append(readableFiles(t), filepath.Join(dir, "hotspot_true.v1.perf.data"), filepath.Join(dir, "hotspot_broken.perf.data.gz"))
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

// truthRow is one line of a workload's own log, by column name.
type truthRow map[string]string

// truth reads what a workload measured of itself: the facts in its first line and the rows below.
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
