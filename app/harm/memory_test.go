//go:build linux

package harm

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"threadlens/ingest/etl/etltest"
)

// TestControlGroup: with little memory there is an answer or one line, never a kill.
// THREADLENS_MEGABYTES is the size of the large trace.
func TestControlGroup(t *testing.T) {
	p := newPlace(t)
	p.write("small.tltxt", manySwitches(150_000))
	p.generated("big.etl", setting(t, "THREADLENS_MEGABYTES", 48), 0)
	reports := []string{"threads", "waits", "locks", "critical-path", "utilization", "cores", "findings", "profile", "slices", "contention"}
	for _, c := range []struct {
		file        string
		mib         int
		least, most int // reports that are answered
	}{
		{"small.tltxt", 40, 0, len(reports) - 1},
		{"small.tltxt", 256, len(reports), len(reports)},
		{"big.etl", 256, 0, len(reports)},
	} {
		group := controlGroup(t, c.mib<<20)
		answers := 0
		for _, name := range reports {
			cmd := p.command("report", name, c.file, "--quiet", "--all")
			cmd.Path, cmd.Args = "/bin/sh", append([]string{"sh", "-c", `echo $$ > "$0" && exec "$@"`, filepath.Join(group, "cgroup.procs"), cmd.Path}, cmd.Args[1:]...)
			got := run(t, cmd)
			switch {
			case got.code == 0 && got.out != "":
				answers++
			case got.code != 1 || !oneLine(got.errOut) || !strings.Contains(got.errOut, "of memory that"):
				t.Errorf("%s of %s within %d MiB: exit %d: %s", name, c.file, c.mib, got.code, shorten(got.errOut))
			}
		}
		kills := oomKills(t, group)
		if answers < c.least || answers > c.most || kills != 0 {
			t.Errorf("%s within %d MiB: %d answers, want %d to %d; %d kills", c.file, c.mib, answers, c.least, c.most, kills)
		}
		t.Logf("%s within %d MiB: %d answers, %d refusals, %d kills", c.file, c.mib, answers, len(reports)-answers, kills)
	}
}

// TestPeak: a trace takes at most four times its size and 200 MB, however many threads and markers
// it has.
func TestPeak(t *testing.T) {
	p := newPlace(t)
	p.write("threads.tltxt", manyThreads(100_000))
	p.generated("threads.etl", 32, 100_000)
	p.write("marks.tltxt", manyMarks(300_000))
	marks, err := etltest.FromText("marks", []byte(manyMarks(60_000)), etltest.TextOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p.write("marks.etl", string(marks.Bytes()))
	for file, verbs := range map[string][]string{
		"threads.tltxt": {"info", "report threads"}, "threads.etl": {"info", "report threads"},
		"marks.tltxt": {"info", "report spans", "report span-names"}, "marks.etl": {"info", "report spans"},
	} {
		st, err := os.Stat(p.path(file))
		if err != nil {
			t.Fatal(err)
		}
		for _, verb := range verbs {
			args := append(strings.Fields(verb), file, "--quiet")
			if verb != "info" {
				args = append(args, "--all")
			}
			got, peak := p.peak(args...)
			if most := 4*st.Size() + 200e6; got.code != 0 || got.out == "" || peak > most {
				t.Errorf("%s %s: exit %d, %s; %d MB, want %d MB at most", verb, file, got.code, shorten(got.errOut), peak/1e6, most/1e6)
			}
			t.Logf("%s %s of %d MB takes %d MB", verb, file, st.Size()/1e6, peak/1e6)
		}
	}
}

// peak runs the program and measures its maximum memory that is not file-backed.
func (p *place) peak(args ...string) (got outcome, most int64) {
	p.t.Helper()
	cmd := p.command(args...)
	got = run(p.t, cmd, func() {
		path := fmt.Sprintf("/proc/%d/status", cmd.Process.Pid)
		for {
			status, err := os.ReadFile(path)
			_, text, there := bytes.Cut(status, []byte("RssAnon:"))
			var kib int64
			if _, scan := fmt.Sscan(string(text), &kib); err != nil || !there || scan != nil {
				return // it has ended
			}
			most = max(most, kib<<10)
			time.Sleep(time.Millisecond)
		}
	})
	if most == 0 {
		p.t.Errorf("%v ended before its memory was looked at", args)
	}
	return got, most
}

// manySwitches is a trace of two threads that wake each other n times.
func manySwitches(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "threadlens-trace 1\ncpus 1\nspan 0ns %dus\nos linux\nprocess 1 \"p\" target\nthread 11 pid=1\nthread 12 pid=1\n", n+1)
	for i := range n {
		runs, other := 11+i%2, 12-i%2
		fmt.Fprintf(&b, "%dns cpu0 wake %d\n%dus cpu0 switch %d %d wait\n", 1000*i+500, other, i+1, runs, other)
	}
	return b.String()
}

// manyThreads is a trace of n threads, which wake each other in turn, twice each.
func manyThreads(n int) string {
	const tid, each = 1000, 100 // of the first one, and threads of a process
	var b strings.Builder
	fmt.Fprintf(&b, "threadlens-trace 1\ncpus 1\nspan 0ns %dus\nos linux\n", 2*n+1)
	for i := range n / each {
		fmt.Fprintf(&b, "process %d \"program %d\"\n", i+1, i)
	}
	for i := range n {
		fmt.Fprintf(&b, "thread %d pid=%d name=\"worker %d\"\n", tid+i, i/each+1, i)
	}
	for i := range 2 * n {
		runs, next := tid+i%n, tid+(i+1)%n
		fmt.Fprintf(&b, "%dns cpu0 wake %d\n%dus cpu0 switch %d %d wait\n", 1000*i+500, next, i+1, runs, next)
	}
	return b.String()
}

// manyMarks is a trace of a thread with n spans, each with a message.
func manyMarks(n int) string {
	const names = 100
	var b strings.Builder
	fmt.Fprintf(&b, "threadlens-trace 1\ncpus 1\nspan 0ns %dus\nos windows\nprocess 1 \"p\" target\nthread 11 pid=1\nthread 12 pid=1\n0us cpu0 switch 12 11 wait\n", n+1)
	for i := range n {
		fmt.Fprintf(&b, "%[1]d100ns cpu0 mark 11 begin \"work %[2]d\" id=%[1]d\n%[1]d200ns cpu0 mark 11 flag \"message %[1]d\"\n%[1]d300ns cpu0 mark 11 end \"work %[2]d\" id=%[1]d\n", i+1, i%names)
	}
	return b.String()
}

// generated puts a trace of so many megabytes there; with so many threads, or few for 0.
func (p *place) generated(name string, megabytes, threads int) {
	p.t.Helper()
	f, err := os.Create(p.path(name))
	if err == nil {
		_, err = etltest.Generate(f, int64(megabytes)<<20, etltest.GenerateOptions{Threads: threads})
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// oomKills is how many processes of a control group the system has killed for lack of memory.
func oomKills(t *testing.T, group string) (n int) {
	t.Helper()
	for _, name := range []string{"memory.oom_control", "memory.events"} {
		text, err := os.ReadFile(filepath.Join(group, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		_, after, there := bytes.Cut(text, []byte("oom_kill "))
		if _, scan := fmt.Sscan(string(after), &n); err != nil || !there || scan != nil {
			t.Fatalf("%s: %v: %q", name, err, text)
		}
		return n
	}
	t.Fatal("the control group does not count what it kills")
	return 0
}

// controlGroup is a new control group with so much memory; the test is skipped where none can be
// made.
func controlGroup(t *testing.T, bytes int) string {
	t.Helper()
	for _, g := range []struct{ root, limit string }{
		{"/sys/fs/cgroup/memory", "memory.limit_in_bytes"},
		{"/sys/fs/cgroup", "memory.max"},
	} {
		dir, err := os.MkdirTemp(g.root, "threadlens-")
		if err != nil {
			continue
		}
		t.Cleanup(func() { os.Remove(dir) })
		if err := os.WriteFile(filepath.Join(dir, g.limit), fmt.Append(nil, bytes), 0o644); err == nil {
			return dir
		}
	}
	t.Skip("control groups with a limit of memory cannot be made here")
	return ""
}
