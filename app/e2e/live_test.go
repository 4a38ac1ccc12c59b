//go:build e2e

package e2e

import (
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestLive watches this machine, finds a program that never waits among what is shown, and opens
// the last of what it watched as a trace.
func TestLive(t *testing.T) {
	home := t.TempDir() // where the trace goes
	t.Setenv("HOME", home)
	p := start(t)
	permitted(t, "monitor", "--for", "1s", "--quiet")
	spinner := exec.Command("sh", "-c", "while :; do :; done")
	if err := spinner.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = spinner.Process.Kill(), spinner.Wait() }()
	p.key("ctrl+shift+r")
	p.await("the live monitor", func(s *state) bool { return s.Page == "live" })
	p.await("what is watched", func(s *state) bool {
		return slices.ContainsFunc(s.Texts, func(x word) bool { return strings.HasPrefix(x.Text, "Running for 3 s") })
	})
	p.command("Open Last 60 s of Live Monitor")
	s := p.opened()
	if !strings.HasPrefix(s.File, "threadlens-system-") || s.View != "threads" {
		t.Errorf("view %s of %s", s.View, s.File)
	}
	files, err := filepath.Glob(filepath.Join(home, "threadlens-system-*.perf.data"))
	if err != nil || len(files) != 1 {
		t.Fatalf("kept %v, %v", files, err)
	}
	out, err := verb("report", "cpu", files[0], "--format", "csv", "--quiet")
	if err != nil || !strings.Contains(out, ","+strconv.Itoa(spinner.Process.Pid)+",") {
		t.Errorf("process %d is not in the trace: %v\n%s", spinner.Process.Pid, err, out)
	}
	p.quit()
}
