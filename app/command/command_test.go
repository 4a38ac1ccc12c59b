package command_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"threadlens/app/command"
	"threadlens/assets"
	"threadlens/model"
)

// TestTranscripts runs the command lines of testdata/*.txtar and compares what they print. The file
// "transcript" of an archive holds the command lines, each after "$ ", and below it what goes to
// stdout, then what goes to stderr, after "2> ", then the exit code unless it is 0. The other files
// are in the current folder, as is 7a.tltxt, the worked example. "$ cat FILE" and "$ ls" show what
// was written; "| drop WORD" leaves out the lines of stdout that begin with WORD, and "COLUMNS=80"
// before a command line is the width of the terminal. THREADLENS_UPDATE=1 rewrites the transcripts.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	example, err := os.ReadFile("../../ingest/text/testdata/7a.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		file, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			t.Setenv("XDG_CONFIG_HOME", t.TempDir()) // not the thresholds of whoever runs this
			t.Chdir(t.TempDir())
			write(t, "7a.tltxt", example)
			var transcript *txtar.File
			for i := range ar.Files {
				if f := &ar.Files[i]; f.Name == "transcript" {
					transcript = f
				} else {
					write(t, f.Name, f.Data)
				}
			}
			got := replay(t, string(transcript.Data))
			if os.Getenv("THREADLENS_UPDATE") != "" {
				transcript.Data = []byte(got)
				write(t, file, txtar.Format(ar))
				return
			}
			if diff := cmp.Diff(string(transcript.Data), got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// replay runs the command lines of a transcript and returns the current transcript.
func replay(t *testing.T, transcript string) string {
	t.Helper()
	var b strings.Builder
	for line := range strings.Lines(transcript) {
		if !strings.HasPrefix(line, "$ ") {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(line)
		cmd, drop, dropping := strings.Cut(strings.TrimSpace(line[2:]), " | drop ")
		out, errOut, code := runLine(t, words(cmd))
		for l := range strings.Lines(out) {
			if !dropping || !strings.HasPrefix(l, drop) {
				b.WriteString(l)
			}
		}
		for l := range strings.Lines(errOut) {
			b.WriteString("2> " + l)
		}
		if code != 0 {
			fmt.Fprintf(&b, "[exit %d]\n", code)
		}
	}
	return b.String()
}

// words splits a command line at blanks outside of single quotes.
func words(s string) []string {
	var list []string
	for i, part := range strings.Split(s, "'") {
		if i%2 == 1 {
			list = append(list, part)
		} else {
			list = append(list, strings.Fields(part)...)
		}
	}
	return list
}

func runLine(t *testing.T, args []string) (out, errOut string, code int) {
	t.Helper()
	t.Setenv("COLUMNS", "")
	if width, ok := strings.CutPrefix(args[0], "COLUMNS="); ok {
		t.Setenv("COLUMNS", width)
		args = args[1:]
	}
	switch args[0] {
	case "cat":
		data, err := os.ReadFile(args[1])
		if err != nil {
			t.Fatal(err)
		}
		return string(data), "", 0
	case "ls":
		list, err := os.ReadDir(".")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range list {
			out += f.Name() + "\n"
		}
		return out, "", 0
	}
	return run(context.Background(), args...)
}

func run(ctx context.Context, args ...string) (out, errOut string, code int) {
	var o, e bytes.Buffer
	code = command.Run(ctx, args, &o, &e)
	return o.String(), e.String(), code
}

// TestInterrupted: when the context ends there is one line of output, exit code 1, and no file, not
// even a temporary one.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out.csv")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range [][]string{
		{"report", "profile", "../../ingest/text/testdata/7a.tltxt", "-o", out},
		{"dump", "../../ingest/text/testdata/7a.tltxt", "-o", out},
		{"export", "threads", "../../ingest/text/testdata/7a.tltxt", "-o", out + ".png"},
	} {
		_, errOut, code := run(ctx, args...)
		if code != 1 || errOut != "threadlens: interrupted\n" {
			t.Errorf("%v: exit %d, %q", args, code, errOut)
		}
	}
	if list, _ := os.ReadDir(dir); len(list) > 0 {
		t.Errorf("left behind: %v", list)
	}
}

// TestInterruptedWhileWriting ends the context after the first piece of output.
func TestInterruptedWhileWriting(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var e bytes.Buffer
	w := writerFunc(func(p []byte) (int, error) { cancel(); return len(p), nil })
	code := command.Run(ctx, []string{"dump", "--segments", "../../ingest/text/testdata/7a.tltxt"}, w, &e)
	if code != 1 || e.String() != "threadlens: interrupted\n" {
		t.Errorf("exit %d, %q", code, e.String())
	}
}

type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestFiles: what cannot be opened causes one line that names the file, and exit code 1.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.data")
	write(t, secret, []byte("threadlens-trace 1\n"))
	if err := os.Chmod(secret, 0); err != nil {
		t.Fatal(err)
	}
	junk := filepath.Join(dir, "junk.data")
	write(t, junk, bytes.Repeat([]byte{0xff, 0, 'x'}, 5000))
	empty := filepath.Join(dir, "empty.data")
	write(t, empty, nil)
	names := []string{dir, junk, empty, filepath.Join(dir, "missing.data")}
	if os.Geteuid() != 0 { // root may read it all the same
		names = append(names, secret)
	}
	for _, name := range names {
		for _, verb := range [][]string{{"info"}, {"report", "profile"}, {"dump"}, {"dump", "--segments"}} {
			out, errOut, code := run(context.Background(), append(verb, name)...)
			if code != 1 || out != "" || strings.Count(errOut, "\n") != 1 || !strings.HasPrefix(errOut, "threadlens: "+name+": ") {
				t.Errorf("%v %s: exit %d, stdout %q, stderr %q", verb, name, code, out, errOut)
			}
		}
	}
}

// TestCounters: health and the segments contain every counter, zero or not.
func TestCounters(t *testing.T) {
	const file = "../../ingest/text/testdata/7a.tltxt"
	for _, c := range []struct {
		args []string
		line string
	}{
		{[]string{"report", "health", file, "--format", "csv"}, "counter,%v,,0,,,"},
		{[]string{"dump", "--segments", file}, "counter %v 0\n"},
	} {
		out, _, code := run(context.Background(), c.args...)
		for k := range model.NumCounters {
			if want := fmt.Sprintf(c.line, k); code != 0 || strings.Count(out, want) != 1 {
				t.Errorf("%v: exit %d, no %q in\n%s", c.args, code, want, out)
			}
		}
	}
}

// TestZeroCountersAreLeftOut: health for people has no counters that are 0, but says how many.
func TestZeroCountersAreLeftOut(t *testing.T) {
	file := filepath.Join(t.TempDir(), "woken.tltxt")
	write(t, file, []byte(`threadlens-trace 1
cpus 1
span 0us 100us
os linux
process 7 "app" target
thread 8 pid=7
10us cpu0 switch idle 8 preempt
20us cpu0 switch 8 idle wait
50us cpu0 switch idle 8 preempt
`))
	for _, format := range []string{"text", "md"} {
		out, _, code := run(context.Background(), "report", "health", file, "--format", format)
		shown := 0
		for line := range strings.Lines(out) {
			if fields := strings.Fields(strings.ReplaceAll(line, "|", " ")); len(fields) > 2 && fields[0] == "counter" {
				shown++
				if fields[2] == "0" {
					t.Errorf("%s: %s", format, line)
				}
			}
		}
		if want := fmt.Sprintf("%d counters are 0 and left out", int(model.NumCounters)-shown); code != 0 || shown == 0 || !strings.Contains(out, want) {
			t.Errorf("%s: exit %d, %d counters, not %q in\n%s", format, code, shown, want, out)
		}
	}
}

// TestInfoProblem: a problem report has figures of the trace, and none of its names.
func TestInfoProblem(t *testing.T) {
	path := filepath.Join(t.TempDir(), "secret.perf.data")
	write(t, path, assets.Demo())
	out, errOut, code := runLine(t, []string{"info", path, "--format", "problem"})
	if code != 0 || !regexp.MustCompile(`Context switches +601\n`).MatchString(out) {
		t.Errorf("exit %d, %q, %q", code, out, errOut)
	}
	for _, name := range []string{"contention", "worker", "secret", "scanner"} {
		if strings.Contains(out, name) {
			t.Errorf("%q is in %q", name, out)
		}
	}
}
