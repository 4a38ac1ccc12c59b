package command_test

import (
	"context"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestExportSizes: a picture is as wide as requested, times the scale; plain ones are also as high.
func TestExportSizes(t *testing.T) {
	const file = "../../ingest/text/testdata/7a.tltxt"
	for _, tt := range []struct {
		flags []string
		want  image.Point // Y: 0 for any
	}{
		{nil, image.Pt(1600, 0)},
		{[]string{"--scale", "2"}, image.Pt(3200, 0)},
		{[]string{"--size", "700x300", "--plain"}, image.Pt(700, 300)},
		{[]string{"--size", "700x300", "--plain", "--scale", "1.5"}, image.Pt(1050, 450)},
	} {
		out := filepath.Join(t.TempDir(), "a.PNG")
		args := append([]string{"export", "threads", file, "-o", out}, tt.flags...)
		if _, errOut, code := run(context.Background(), args...); code != 0 {
			t.Fatalf("%v: exit %d: %s", tt.flags, code, errOut)
		}
		f, err := os.Open(out)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		size := img.Bounds().Size()
		if tt.want.Y == 0 {
			tt.want.Y = size.Y
		}
		if size != tt.want || size.Y < 200 {
			t.Errorf("%v: %v, want %v", tt.flags, size, tt.want)
		}
	}
}

// TestExportFolds: threads that only wait share a row, unless each is to have a lane, or was
// requested.
func TestExportFolds(t *testing.T) {
	dir := t.TempDir()
	file, out := filepath.Join(dir, "a.tltxt"), filepath.Join(dir, "a.svg")
	const src = `threadlens-trace 1
cpus 1
span 0us 9000us
os linux
process 7 "app" target
thread 1 pid=7 name="main"
thread 2 pid=7 name="pool-1"
thread 3 pid=7 name="pool-2"
thread 4 pid=7 name="pool-3"
0us cpu0 switch 2 3 wait sub=Futex
1us cpu0 switch 3 4 wait sub=Futex
2us cpu0 switch 4 1 wait sub=Futex
`
	if err := os.WriteFile(file, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		flags  []string
		folded bool
	}{{nil, true}, {[]string{"--unfold"}, false}, {[]string{"--thread", "pid:7"}, false}} {
		args := append([]string{"export", "threads", file, "--force", "-o", out}, c.flags...)
		if _, errOut, code := run(context.Background(), args...); code != 0 {
			t.Fatalf("%v: exit %d: %s", c.flags, code, errOut)
		}
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(data), "3 idle threads") != c.folded || strings.Contains(string(data), "pool-2") == c.folded {
			t.Errorf("%v: folded %v", c.flags, !c.folded)
		}
	}
	if _, errOut, code := run(context.Background(), "export", "cores", file, "-o", out, "--force", "--unfold"); code != 2 || !strings.Contains(errOut, "--unfold applies only to the view “threads”") {
		t.Errorf("of cores: exit %d: %s", code, errOut)
	}
}

// TestExportPath: a picture of threads has the critical path in a lane, whose hops are named even
// where their threads are not shown.
func TestExportPath(t *testing.T) {
	const file = "../../ingest/text/testdata/7a.tltxt"
	texts := func(flags ...string) string {
		out := filepath.Join(t.TempDir(), "a.svg")
		args := append([]string{"export", "threads", file, "-o", out, "--thread", "tid:6420", "--to", "262ms"}, flags...)
		if _, errOut, code := run(context.Background(), args...); code != 0 {
			t.Fatalf("%v: exit %d: %s", flags, code, errOut)
		}
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for _, want := range []string{"Critical path", "6920 · Execution 98.0 ms"} {
		if got := texts("--path"); !strings.Contains(got, want) {
			t.Errorf("the picture with a path has no %q", want)
		}
		if got := texts(); strings.Contains(got, want) {
			t.Errorf("the picture without a path has %q", want)
		}
	}
}

// TestExportPathOfNobody: where there is no thread there is no path.
func TestExportPathOfNobody(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "empty.tltxt")
	if err := os.WriteFile(file, []byte("threadlens-trace 1\ncpus 1\nspan 0ns 1ms\nos linux\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, errOut, code := run(context.Background(), "export", "threads", file, "-o", filepath.Join(dir, "a.svg"), "--path")
	if code != 1 || !strings.Contains(errOut, "--path: no thread is selected, so there is no critical path; --all selects all threads") {
		t.Errorf("exit %d: %s", code, errOut)
	}
}

// TestExportStacks: the name of the file chooses the format, and flags that have no effect are refused.
func TestExportStacks(t *testing.T) {
	const file = "../../ingest/text/testdata/7a.tltxt"
	for _, tt := range []struct {
		name  string
		flags []string
		want  string // the start of the file, or a part of the error
		code  int
	}{
		{"x.folded", nil, "Synchronization;App!Worker;", 0},
		{"x.folded", []string{"--tree", "execution"}, "Execution;[no sample] ", 0},
		{"x.json", nil, `{"meta":{"interval":1,`, 0},
		{"x.json.gz", nil, "\x1f\x8b", 0},
		{"x.speedscope.json", nil, `{"$schema":"https://www.speedscope.app/file-format-schema.json"`, 0},
		{"x.speedscope.json", []string{"--tree", "blocking"}, "--tree does not apply to .speedscope.json files, which always contain both execution and waits", 2},
		{"x.txt", nil, ".folded (folded stacks for flame graphs)", 2},
		{"x.folded", []string{"--tree", "other"}, "--tree other: needs one of: execution, blocking, unblocking", 2},
	} {
		out := filepath.Join(t.TempDir(), tt.name)
		_, errOut, code := run(context.Background(), append([]string{"export", "stacks", file, "-o", out}, tt.flags...)...)
		data, _ := os.ReadFile(out)
		if code != tt.code || code == 0 && !strings.HasPrefix(string(data), tt.want) || code != 0 && !strings.Contains(errOut, tt.want) {
			t.Errorf("%s %v: exit %d, %s%.200s", tt.name, tt.flags, code, errOut, data)
		}
	}
}
