package perfscript

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/ingest/internal/readertest"
	"threadlens/ingest/internal/recorded"
)

// sharedTexts are the recorded texts of perf script, by their names below the folder linux.
func sharedTexts(tb testing.TB) (list [][]string) {
	tb.Helper()
	for _, file := range sharedFiles(tb) {
		if isScript(file) {
			list = append(list, strings.Split(file, "/"))
		}
	}
	if len(list) < 45 {
		tb.Fatalf("only %d texts", len(list))
	}
	return list
}

// isScript reports whether a recorded file is a text of perf script.
func isScript(file string) bool {
	base := path.Base(file)
	return strings.Contains(base, ".script") || path.Base(path.Dir(file)) == "perfscript" &&
		!strings.Contains(base, ".expect.") && base != "README.md"
}

// sharedFiles are all recorded files of Linux, by their names below its folder.
func sharedFiles(tb testing.TB) (list []string) {
	tb.Helper()
	dir := recorded.Path(tb, "linux")
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			rel, _ := filepath.Rel(dir, path)
			list = append(list, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return list
}

// TestSharedSniff: of all recorded files, those of perf script are recognised.
func TestSharedSniff(t *testing.T) {
	for _, file := range sharedFiles(t) {
		data := readertest.Linux(t, strings.Split(file, "/")...)
		if got, want := Sniff(data[:min(len(data), headSize)]), isScript(file); got != want {
			t.Errorf("%s: recognised %v, want %v", file, got, want)
		}
	}
}

func TestSniff(t *testing.T) {
	const (
		line   = "   worker 5 [000] 1.000001: sched:sched_waking: comm=x pid=6 prio=120 target_cpu=000\n"
		header = "# ========\n# captured on    : Sun Nov 22 18:26:26 2026\n# os release : 6.18.44\n"
		ftrace = "   worker-5 [000] d..2. 1.000001: sched_waking: comm=x pid=6 prio=120 target_cpu=000\n"
	)
	tests := []struct {
		text string
		want bool
	}{
		{"", false},
		{"\n\n", false},
		{line, true},
		{strings.TrimSpace(line), true},
		{"\ufeff" + line, true},
		{strings.ReplaceAll(line, "\n", "\r\n"), true},
		{header + line, true},
		{header, true},
		{"# a comment\n", false},
		{"# a comment\n" + line, true},
		{"\tffffffff81000000 schedule ([kernel.kallsyms])\n\n" + line, true},
		{"\tffffffff81000000 schedule ([kernel.kallsyms])\n", false},
		{line + line + "Warning: something\n", true},
		{line + "one\ntwo\n", false},
		{line + "the rest of this line is miss", true},
		{ftrace, false},
		{"# tracer: nop\n#\n" + ftrace, false},
		{"cpus=2\n" + ftrace, false},
		{"threadlens-trace 1\ncpus 1\n10us cpu0 switch 1 2 wait\n", false},
		{`{"traceEvents": [{"pid": 5, "ts": 1.0}]}` + "\n", false},
		{"time,pid,cpu\n1.0,5,0\n", false},
		{"     0.613 ( 0.005 ms): sleep/28346 brk() = 0x5581\n", false},
		{"PERFILE2\x00\x00", false},
	}
	for _, test := range tests {
		if got := Sniff([]byte(test.text)); got != test.want {
			t.Errorf("%q: %v", test.text, got)
		}
	}
}
