//go:build linux

package harm

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestControlGroup: where memory is short there is an answer or one line, never a kill.
func TestControlGroup(t *testing.T) {
	p := newPlace(t)
	p.write("big.tltxt", manySwitches(150_000))
	reports := []string{"threads", "waits", "locks", "critical-path", "utilization", "cores", "findings", "profile", "slices", "contention"}
	want := map[bool]int{}
	for _, mib := range []int{40, 256} {
		group := controlGroup(t, mib<<20)
		for _, name := range reports {
			cmd := p.command("report", name, "big.tltxt", "--quiet", "--all")
			cmd.Path, cmd.Args = "/bin/sh", append([]string{"sh", "-c", `echo $$ > "$0" && exec "$@"`, filepath.Join(group, "cgroup.procs"), cmd.Path}, cmd.Args[1:]...)
			got := run(t, cmd)
			want[got.code == 0]++
			if got.code == 0 && got.out != "" || got.code == 1 && oneLine(got.errOut) && strings.Contains(got.errOut, "of memory that") {
				continue
			}
			t.Errorf("%s within %d MiB: exit %d: %s", name, mib, got.code, shorten(got.errOut))
		}
	}
	if want[true] < len(reports) || want[false] == 0 {
		t.Errorf("%d answers, %d refusals", want[true], want[false])
	}
}

// manySwitches is a trace of two threads that wake each other so many times.
func manySwitches(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "threadlens-trace 1\ncpus 1\nspan 0ns %dus\nos linux\nprocess 1 \"p\" target\nthread 11 pid=1\nthread 12 pid=1\n", n+1)
	for i := range n {
		runs, other := 11+i%2, 12-i%2
		fmt.Fprintf(&b, "%dns cpu0 wake %d\n%dus cpu0 switch %d %d wait\n", 1000*i+500, other, i+1, runs, other)
	}
	return b.String()
}

// controlGroup is a new control group with so much memory; the test skips where none can
// be made.
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
