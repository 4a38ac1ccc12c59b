package ingest_test

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/ingest"
	"threadlens/ingest/container"
	"threadlens/ingest/etl/etltest"
	"threadlens/ingest/internal/recorded"
	"threadlens/model"
	"threadlens/model/modeltest"
)

// composed is an ETL file of a few switches.
func composed(t *testing.T) []byte {
	t.Helper()
	c, err := etltest.FromText("composed", []byte(`threadlens-trace 1
cpus 1
os windows
process 10 app.exe
thread 11 pid=10 name=worker
0us cpu0 exists 11
10us cpu0 switch idle 11 preempt
30us cpu0 switch 11 idle wait win=6
50us cpu0 switch idle 11 preempt
60us cpu0 switch 11 idle wait win=4
`), etltest.TextOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return c.Bytes()
}

func archive(t *testing.T, members map[string][]byte, order ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range order {
		f, err := w.Create(name)
		if err == nil {
			_, err = f.Write(members[name])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func diagnostic(t *model.Trace, code string) *model.Diagnostic {
	for i := range t.Diagnostics {
		if t.Diagnostics[i].Code == code {
			return &t.Diagnostics[i]
		}
	}
	return nil
}

// TestArchive opens a trace inside an archive: the largest one, with a note about the others.
func TestArchive(t *testing.T) {
	etl := composed(t)
	alone, err := ingest.LoadBytes(context.Background(), "a.etl", etl, ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	members := map[string][]byte{
		"readme.txt": []byte("nothing"), "deep/a.etl": etl,
		"small.tltxt": []byte("threadlens-trace 1\ncpus 1\n0us cpu0 switch idle 1 preempt\n"),
	}
	z := archive(t, members, "readme.txt", "small.tltxt", "deep/a.etl")
	path := filepath.Join(t.TempDir(), "x.zip")
	if err := os.WriteFile(path, z, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, load := range map[string]func() (*model.Trace, error){
		"file": func() (*model.Trace, error) { return ingest.Load(context.Background(), path, ingest.Options{}) },
		"memory": func() (*model.Trace, error) {
			return ingest.LoadBytes(context.Background(), "x.zip", z, ingest.Options{})
		},
	} {
		tr, err := load()
		if err != nil {
			t.Fatal(name, err)
		}
		if tr.SwitchCount() != alone.SwitchCount() || tr.End != alone.End {
			t.Errorf("%s: %d switches in %d ns, by itself %d in %d", name, tr.SwitchCount(), tr.End, alone.SwitchCount(), alone.End)
		}
		if d := diagnostic(tr, "archive"); d == nil || !strings.Contains(d.Text, "deep/a.etl") {
			t.Errorf("%s: no word about where the trace is from: %v", name, d)
		}
		if d := diagnostic(tr, "other-traces"); d == nil || !strings.Contains(d.Text, "small.tltxt") {
			t.Errorf("%s: no word about the other trace: %v", name, d)
		}
	}
}

// TestArchiveRefused: a one-line error explains why nothing in an archive can be opened.
func TestArchiveRefused(t *testing.T) {
	for name, test := range map[string]struct {
		data []byte
		want string
	}{
		"no trace":  {archive(t, map[string][]byte{"a.txt": []byte("text")}, "a.txt"), "contains no trace file"},
		"empty":     {archive(t, nil), "contains no trace file"},
		"cut short": {archive(t, map[string][]byte{"a.etl": composed(t)}, "a.etl")[:100], "zip"},
	} {
		_, err := ingest.LoadBytes(context.Background(), "x.zip", test.data, ingest.Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "x.zip: ") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestSiblings opens neighbouring files that belong together, and leaves out one that is not a
// trace.
func TestSiblings(t *testing.T) {
	etl, dir := composed(t), t.TempDir()
	for name, data := range map[string][]byte{
		"run.etl": etl, "run.kernel.etl": etl, "run.clrRundown.etl": []byte("no trace"), "other.etl": etl,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	tr, err := ingest.Load(context.Background(), filepath.Join(dir, "run.etl"), ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range tr.Info.Files {
		names = append(names, filepath.Base(f))
	}
	if got := strings.Join(names, " "); got != "run.etl run.kernel.etl" {
		t.Errorf("opened %s", got)
	}
	if d := diagnostic(tr, "part"); d == nil || !strings.Contains(d.Text, "run.clrRundown.etl") {
		t.Errorf("no word about the file that was left out: %v", tr.Diagnostics)
	}
	if err := os.WriteFile(filepath.Join(dir, "run.CvTrace"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ingest.Load(context.Background(), filepath.Join(dir, "run.CvTrace"), ingest.Options{}); !errors.Is(err, container.ErrCvTrace) {
		t.Errorf("opening a .CvTrace: %v", err)
	}
}

// TestSharedETL opens every real Windows trace as a user would, archives of all
// kinds among them, and checks the invariants of the model.
func TestSharedETL(t *testing.T) {
	dir := recorded.Path(t, "etl")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	opened := 0
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); ext == ".md" || ext == ".json" {
			continue
		}
		opened++
		t.Run(e.Name(), func(t *testing.T) {
			t.Parallel()
			tr, err := ingest.Load(context.Background(), filepath.Join(dir, e.Name()), ingest.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if tr.Info.Format != "etl" || tr.Info.OS.Family != "windows" {
				t.Errorf("format %s of %s", tr.Info.Format, tr.Info.OS.Family)
			}
			for _, err := range modeltest.Check(tr) {
				t.Error(err)
			}
			if parts := len(tr.Info.Files); strings.Contains(e.Name(), "diaghub") && parts != 4 {
				t.Errorf("%d parts, want 4: %v", parts, tr.Info.Files)
			}
		})
	}
	if opened < 25 {
		t.Errorf("only %d traces", opened)
	}
}

// TestETLCounts compares the records of the one archive that the reader's own tests cannot unpack
// with the independent counts in its README.
func TestETLCounts(t *testing.T) {
	tr, err := ingest.Load(context.Background(), filepath.Join(recorded.Path(t, "etl"), "etwanalyzer-TraceLoggingTester.7z"), ingest.Options{})
	if err != nil {
		t.Fatal(err)
	}
	counts, all := map[string]int64{}, int64(0)
	for _, e := range tr.Info.SourceEvents {
		all += e.Count
		counts[e.Provider] += e.Count
	}
	if all != 172_716 || counts["Thread"] < 6_750 || tr.Info.CPUs != 20 {
		t.Errorf("%d records, %d of threads, %d processors", all, counts["Thread"], tr.Info.CPUs)
	}
}

// TestUnpackCancelled cancels the unpacking of an archive.
func TestUnpackCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	z := archive(t, map[string][]byte{"a.etl": composed(t)}, "a.etl")
	if _, err := ingest.LoadBytes(ctx, "x.zip", z, ingest.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
