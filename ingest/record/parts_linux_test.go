package record

import (
	"context"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestParseCPUs(t *testing.T) {
	for text, want := range map[string][]int{"0\n": {0}, "0-3,8": {0, 1, 2, 3, 8}, "2,4-5\n": {2, 4, 5}} {
		if got, err := parseCPUs(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "a", "3-1", "-1", "0-999999999", "1,,2"} {
		if got, err := parseCPUs(text); err == nil {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// TestNoteBuildID: the build id is found among other notes, and a damaged note ends the search.
func TestNoteBuildID(t *testing.T) {
	note := func(kind uint32, name, content string) []byte {
		var b block
		b.u32(uint32(len(name)), uint32(len(content)), kind)
		b.padded(name, (len(name)+3)&^3)
		b.padded(content, (len(content)+3)&^3)
		return b
	}
	id := strings.Repeat("x", buildIDSize)
	good := slices.Concat(note(1, "Linux\x00", "abcde"), note(3, "GNU\x00", id))
	if got := noteBuildID(good); string(got) != id {
		t.Errorf("%q", got)
	}
	for n := range len(good) {
		if got := noteBuildID(good[:n]); got != nil {
			t.Errorf("%d bytes: %q", n, got)
		}
	}
	huge := note(3, "GNU\x00", id)
	binary.NativeEndian.PutUint32(huge, 1<<31)
	if got := noteBuildID(huge); got != nil {
		t.Errorf("a name of 2 GiB: %q", got)
	}
}

func TestPathOf(t *testing.T) {
	for line, want := range map[string]string{
		"7ffc1000-7ffc2000 r-xp 00000000 00:00 0                          [vdso]\n":     "[vdso]",
		"55d0-55d1 r-xp 00001000 fe:00 4100                       /opt/my app/a b.so\n": "/opt/my app/a b.so",
	} {
		if got := pathOf(line); got != want {
			t.Errorf("%q: %q", line, got)
		}
	}
}

// TestNoFile: an existing file is not replaced, and a command that cannot be started leaves no
// finished recording.
func TestNoFile(t *testing.T) {
	if err := check("threadlens"); err != nil {
		t.Skip(err)
	}
	path := filepath.Join(t.TempDir(), "x.perf.data")
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Record(context.Background(), Options{Path: path, Command: []string{"true"}}, nil); err == nil {
		t.Error("an existing file was replaced")
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != "mine" {
		t.Errorf("the file is %q, %v", got, err)
	}
	_, err := Record(context.Background(), Options{Path: path + "2", Command: []string{filepath.Join(t.TempDir(), "none")}}, nil)
	if err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a command that there is not: %v", err)
	}
	if _, err := os.Stat(path + "2"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it leaves a file: %v", err)
	}
}

// TestRights: the message names what is missing and how to get it.
func TestRights(t *testing.T) {
	e := &RightsError{Missing: []string{"No rights.", "No files."}, Remedy: []string{"a && b", "sudo x"}}
	if got, want := e.Error(), "No rights. No files. To allow recording: a && b; or: sudo x"; got != want {
		t.Errorf("%s", got)
	}
	e.Instead = "Less works."
	if got, want := e.Error(), "No rights. No files. To allow recording: a && b; or: sudo x. Less works."; got != want {
		t.Errorf("%s", got)
	}
}

// TestTreeOfNothing: a tree needs an existing process, and a command that is never released leaves
// nothing.
func TestTreeOfNothing(t *testing.T) {
	if err := (&Options{Tree: true}).check(); err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	for want, o := range map[string]Options{
		"specify a command or a process":   {Path: filepath.Join(dir, "1")},
		"the process to record has exited": {Path: filepath.Join(dir, "2"), PID: 1 << 30},
		"it is not a regular file":         {Path: dir, Command: []string{"touch", filepath.Join(dir, "begun")}},
		"no such file or directory":        {Path: filepath.Join(dir, "3"), Command: []string{filepath.Join(dir, "none")}},
		"exec format error":                {Path: filepath.Join(dir, "4"), Command: []string{unstartable(t)}},
	} {
		o.Tree = true
		if _, err := Record(t.Context(), o, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	time.Sleep(50 * time.Millisecond)
	if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
		t.Errorf("left: %v, %v", list, err)
	}
}

// unstartable is a file that looks like a program.
func unstartable(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(path, []byte{0x7f, 'E', 'L', 'F', 0}, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestProcesses: this process is among them, and they are in order.
func TestProcesses(t *testing.T) {
	list, err := Processes()
	if err != nil {
		t.Fatal(err)
	}
	own := slices.IndexFunc(list, func(p Process) bool { return p.PID == os.Getpid() })
	if own < 0 || list[own].Threads < 2 || list[own].CPU < 0 || list[own].Name != "record.test" || !strings.Contains(list[own].Command, "record.test -test.") {
		t.Errorf("process %d is not among %v", os.Getpid(), list)
	}
	if !slices.IsSortedFunc(list, func(a, b Process) int { return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)) }) {
		t.Errorf("in no order: %v", list)
	}
}

// TestStop: a command that ends when it is asked to is distinguished from one that does not.
func TestStop(t *testing.T) {
	for _, x := range []struct {
		script string
		wait   time.Duration
		want   int
	}{
		{"echo; exec sleep 20", 20 * time.Second, -1},
		{"trap 'exit 5' TERM; echo; while :; do sleep 0.05; done", 20 * time.Second, 5},
		{"trap '' TERM; echo; exec sleep 20", 100 * time.Millisecond, stillRuns},
	} {
		p := &program{cmd: exec.Command("sh", "-c", x.script), done: make(chan error, 1)}
		out, err := p.cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := p.cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Read(make([]byte, 1)); err != nil { // the trap is set
			t.Fatal(err)
		}
		go func() { p.done <- p.cmd.Wait() }()
		if got := p.stop(x.wait); got != x.want {
			t.Errorf("%s: %d, want %d", x.script, got, x.want)
		}
		_ = p.cmd.Process.Kill() // it may have ended
	}
}

// TestStopEndsChildren: a command without input ends together with what it started in the background.
func TestStopEndsChildren(t *testing.T) {
	s := &session{o: &Options{Command: []string{"sh", "-c", "sleep 100 & echo; wait"}, NoInput: true}}
	p := s.command()
	out, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p.cmd.Stdout = in
	if err := errors.Join(p.cmd.Start(), in.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil { // the child was started
		t.Fatal(err)
	}
	go func() { p.done <- p.cmd.Wait() }()
	if got := p.stop(20 * time.Second); got != -1 {
		t.Errorf("it ended with %d", got)
	}
	if err := out.SetReadDeadline(time.Now().Add(20 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(out); err != nil || len(rest) > 0 { // until no process can write to it
		t.Errorf("its child still runs: %q, %v", rest, err)
	}
}

// TestGroupWords: every group has its words and its events; markers come from elsewhere.
func TestGroupWords(t *testing.T) {
	if len(groupNames) != int(numGroups) || len(groupTitles) != int(numGroups) {
		t.Fatalf("%d names, %d titles of %d groups", len(groupNames), len(groupTitles), numGroups)
	}
	for g := range numGroups {
		if back, ok := ParseGroup(g.String()); !ok || back != g || g.Title() == "" || (len(grouped[g]) == 0) != (g == Markers || g == Methods) {
			t.Errorf("%d: %q, %q, %v", g, g, g.Title(), grouped[g])
		}
	}
}

// TestNoInput: the command's input is empty, and Check agrees with Record.
func TestNoInput(t *testing.T) {
	if err := Check(""); err != nil {
		t.Skip(err)
	}
	o := Options{Path: filepath.Join(t.TempDir(), "x"), Command: []string{"sh", "-c", "read x && exit 7; exit 3"}, NoInput: true, For: 20 * time.Second}
	r, err := Record(t.Context(), o, nil)
	if err != nil || r.Exit != 3 {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestCutRecords: after an incomplete record nothing more is written, since readers would misread
// it.
func TestCutRecords(t *testing.T) {
	events := []*event{newTracks(0, false)}
	f, err := createFile(filepath.Join(t.TempDir(), "a"), createOptions{plain: true}, events, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := f.append([]byte("one"), []byte("two")); err != nil || f.size != 6 {
		t.Fatal(f.size, err)
	}
	name := f.f.Name()
	if err := f.f.Close(); err != nil {
		t.Fatal(err)
	}
	if f.append([]byte("three"), nil) == nil {
		t.Fatal("a closed file was written")
	}
	again, err := os.OpenFile(name, os.O_RDWR|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	f.f.File = again // as when there is room again
	if f.append([]byte("four")) == nil || f.size != 6 {
		t.Errorf("%d bytes of records", f.size)
	}
	if data, err := os.ReadFile(name); err != nil || !strings.HasSuffix(string(data), "onetwo") {
		t.Errorf("%v: the file ends with %q", err, data[max(len(data)-10, 0):])
	}
}

// TestUsage: CPU time and threads from /proc/PID/stat, whatever the name of the process.
func TestUsage(t *testing.T) {
	const behind = " S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0 7 0 99"
	for _, x := range []struct {
		stat    string
		cpu     int64
		threads int
	}{
		{"12 (sh)" + behind, 3e9, 7},
		{"12 (a ) b (c) 1 2)" + behind, 3e9, 7},
		{"12 (sh) S 1 2 3", -1, 0},
		{"", -1, 0},
		{"12 (sh) S 1 2 3 4 5 6 7 8 9 10 461168601842 0 0 0 20 0 7 0 99", 4611686018420000000, 7},
		{"12 (sh) S 1 2 3 4 5 6 7 8 9 10 x 50 0 0 20 0 7 0 99", -1, 0},
		{"12 (sh) S 1 2 3 4 5 6 7 8 9 10 250 x 0 0 20 0 7 0 99", -1, 0},
		{"12 (sh) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20 0 x 0 99", -1, 0},
		{"12 (sh) S 1 2 3 4 5 6 7 8 9 10 461168601843 50 0 0 20 0 7 0 99", -1, 0},
	} {
		if cpu, threads := usage(x.stat); cpu != x.cpu || threads != x.threads {
			t.Errorf("%q: %d ns, %d threads", x.stat, cpu, threads)
		}
	}
}
