package command_test

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"threadlens/app/session"
	"threadlens/model"
)

// A report of a view is about the window and the threads that the program's
// window showed.
func TestReportOfAView(t *testing.T) {
	const file = "../../ingest/text/testdata/7a.tltxt"
	src := session.FileSource(file)
	tr, err := src.Load(context.Background(), func(int64, int64, int64) {})
	if err != nil {
		t.Fatal(err)
	}
	s := session.New()
	src.ID = src.Identify()
	s.Open(src, tr)
	hidden := s.VisibleThreads()[0]
	s.SelectAt(hidden, 0)
	s.Hide()
	s.Mark(model.Range{From: tr.End / 4, To: tr.End / 2})
	dir := t.TempDir()
	save := func(name string, change func(*session.ViewFile)) string {
		v := s.Remember()
		change(&v)
		path := filepath.Join(dir, name)
		if err := session.WriteView(path, v); err != nil {
			t.Fatal(err)
		}
		return path
	}
	view := save("look.threadlens", func(*session.ViewFile) {})

	out, errOut, code := run(context.Background(), "report", "threads", file, "--view", view, "--format", "csv", "--quiet")
	if code != 0 || errOut != "" {
		t.Fatalf("exit %d, %q", code, errOut)
	}
	rows := strings.Split(strings.TrimSpace(out), "\n")[1:]
	if want := len(s.VisibleThreads()); len(rows) != want {
		t.Errorf("%d rows, want the %d visible threads:\n%s", len(rows), want, out)
	}
	json, _, _ := run(context.Background(), "report", "profile", file, "--view", view, "--format", "json", "--quiet")
	if want := `"from_ns":` + digits(tr.End/4); !strings.Contains(strings.ReplaceAll(json, " ", ""), want) {
		t.Errorf("%s: want %s", json, want)
	}
	json, _, _ = run(context.Background(), "report", "profile", file, "--view", view, "--to", "1ms", "--format", "json", "--quiet")
	if !strings.Contains(strings.ReplaceAll(json, " ", ""), `"from_ns":0,"to_ns":`+digits(min(tr.End, 1_000_000))) {
		t.Errorf("%s: want the window of the command line", json)
	}

	damaged := filepath.Join(dir, "damaged.threadlens")
	if err := os.WriteFile(damaged, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		damaged:                               "damaged.threadlens is damaged",
		file:                                  "7a.tltxt is not a view file of Threadlens",
		filepath.Join(dir, "none.threadlens"): "no such file",
		save("other.threadlens", func(v *session.ViewFile) { v.Trace.Name, v.Trace.Hash = "that.data", "x" }): "another trace, that.data",
	} {
		_, errOut, code := run(context.Background(), "report", "profile", file, "--view", path)
		if code != 1 || !strings.Contains(errOut, want) || strings.Count(errOut, "\n") != 1 {
			t.Errorf("%s: exit %d, %q; want one line with %q", filepath.Base(path), code, errOut, want)
		}
	}
}

func digits(t model.Time) string { return strconv.FormatInt(int64(t), 10) }
