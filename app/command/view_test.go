package command_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"threadlens/app/export"
	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/session/keep"
	"threadlens/model"
	"threadlens/model/report"
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
	save := func(name string, change func(*keep.ViewFile)) string {
		v := s.Remember()
		change(&v)
		path := filepath.Join(dir, name)
		if err := keep.WriteView(path, v); err != nil {
			t.Fatal(err)
		}
		return path
	}
	view := save("look.threadlens", func(*keep.ViewFile) {})

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
		file:                                  "7a.tltxt is not a Threadlens view file",
		filepath.Join(dir, "none.threadlens"): "no such file",
		save("other.threadlens", func(v *keep.ViewFile) { v.Trace.Name, v.Trace.Hash = "that.data", "x" }): "another trace, that.data",
	} {
		_, errOut, code := run(context.Background(), "report", "profile", file, "--view", path)
		if code != 1 || !strings.Contains(errOut, want) || strings.Count(errOut, "\n") != 1 {
			t.Errorf("%s: exit %d, %q; want one line with %q", filepath.Base(path), code, errOut, want)
		}
	}
}

func digits(t model.Time) string { return strconv.FormatInt(int64(t), 10) }

// scopedFiles are the traces of TestOneDefaultScope: one of our own, and shared ones if available.
func scopedFiles() []string {
	files := []string{"../../ingest/text/testdata/7a.tltxt"}
	dir := os.Getenv("THREADLENS_TRACES")
	if dir == "" {
		dir = "../../../shared/traces"
	}
	if _, err := os.Stat(dir); err == nil {
		for _, name := range []string{"forkstorm", "python_gil", "oversub8"} {
			files = append(files, filepath.Join(dir, "linux", "perf", name+".perf.data"))
		}
	}
	return files
}

// asInTheWindow are the arguments for the rows of a report in the order of the window.
func asInTheWindow(name, file string, content *grid.Content) []string {
	args := []string{"report", name, file, "--format", "csv", "--quiet"}
	if content != nil && content.Order.Column != "" {
		args = append(args, "--sort", "-"+content.Order.Column)
	}
	return args
}

// The newly opened window and the command line without flags agree about the same threads: every
// figure of every report. Lists begin with the longest in the window.
func TestOneDefaultScope(t *testing.T) {
	for _, file := range scopedFiles() {
		t.Run(filepath.Base(file), func(t *testing.T) {
			s, tr := opened(t, file)
			profile, err := s.Report()
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range report.List() {
				q, _ := s.AnyReport(a.Name)
				content, err := q.Run()
				out, errOut, code := run(context.Background(), asInTheWindow(a.Name, file, content)...)
				if err != nil {
					if code != 1 || !strings.Contains(errOut, err.Error()) {
						t.Errorf("%s: the window says %v, the command line, exit %d, %s", a.Name, err, code, errOut)
					}
					continue
				}
				if a.Name == "threads" && len(profile.Rows) != len(content.Rows) {
					t.Errorf("the window has %d rows of threads, the command line %d", len(profile.Rows), len(content.Rows))
				}
				g := grid.New().With(content, s.GridScope())
				for kind, table := range map[string]*report.Table{"exports": g.All(), "copies": g.Copied()} {
					var want bytes.Buffer
					if err := export.WriteTable(&want, table, export.MetaOf(tr), export.CSV); err != nil {
						t.Fatal(err)
					}
					if code != 0 || out != want.String() {
						t.Errorf("%s: exit %d %s; %d bytes, the window %s %d", a.Name, code, errOut, len(out), kind, want.Len())
					}
				}
			}
			out, _, _ := run(context.Background(), "report", "threads", file, "--format", "csv", "--quiet")
			sums, _, _ := s.Profile()
			if got := columnSum(t, out, "execution_ns"); got != int64(sums[model.Execution]) {
				t.Errorf("execution is %d ns on the command line, %d in the window", got, sums[model.Execution])
			}
		})
	}
}

// opened is a session with a trace as the window opens it.
func opened(t *testing.T, file string) (*session.Session, *model.Trace) {
	t.Helper()
	src := session.FileSource(file)
	tr, err := src.Load(context.Background(), func(int64, int64, int64) {})
	if err != nil {
		t.Fatal(err)
	}
	tr, _ = session.Classify(tr, t.TempDir()) // as in the window, before it opens
	s := session.New()
	s.Open(src, tr)
	return s, tr
}

// columnSum adds up a column of CSV.
func columnSum(t *testing.T, data, name string) (sum int64) {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	at := slices.Index(rows[0], name)
	for _, row := range rows[1:] {
		n, err := strconv.ParseInt(row[at], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		sum += n
	}
	return sum
}
