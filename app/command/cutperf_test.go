package command

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"threadlens/ingest/cut"
	"threadlens/model"
)

// TestPerfReadsCut: perf script prints the same lines of a window before and after cutting, of plain,
// compressed, old and piped files.
func TestPerfReadsCut(t *testing.T) {
	perf, err := exec.LookPath("perf")
	if err != nil {
		t.Skip("perf is not installed")
	}
	paths := []string{"../../assets/demo/demo.perf.data"}
	if dir, ok := findTraces(); ok {
		more, err := filepath.Glob(filepath.Join(dir, "linux", "perf", "*.data"))
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, more...)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) { perfReadsCut(t, perf, path) })
	}
}

func perfReadsCut(t *testing.T, perf, path string) {
	t.Helper()
	whole := answersOf(t, path)
	all, err := script(perf, path, "")
	if err != nil {
		t.Skipf("perf cannot read it here: %v", err)
	}
	rng := rand.New(rand.NewPCG(2, uint64(whole.trace.End)))
	window := randomWindow(rng, whole.trace.End)
	// perf's times have microseconds; a nanosecond before the end is the last instant of the window.
	start := model.Time(whole.trace.Info.Clock.StartNS)
	window.From, window.To = (start+window.From)/1000*1000-start, (start+window.To)/1000*1000-start
	window.From = max(0, window.From)
	window.To = max(window.To, window.From+1000)
	part := cutOf(t, path, cut.Perf, fmt.Sprintf("--window=%dns-%dns", window.From, window.To))
	seconds := func(at model.Time) string { return fmt.Sprintf("%d.%09d", (start+at)/1e9, (start+at)%1e9) }
	times := seconds(window.From) + "," + seconds(window.To-1)
	want, err := script(perf, path, times)
	if err != nil {
		t.Skipf("perf cannot read a window of it: %v", err)
	}
	got, err := script(perf, part, times)
	if err != nil {
		t.Fatalf("perf cannot read the part: %v", err)
	}
	if all == "" {
		t.Error("perf prints nothing of the whole file")
	}
	if got != want {
		t.Errorf("window %v: perf prints %d lines of the whole file, %d of the part", window, strings.Count(want, "\n"), strings.Count(got, "\n"))
	}
	if kept, err := script(perf, part, ""); err != nil || strings.Count(kept, "\n") > strings.Count(all, "\n") {
		t.Errorf("perf prints %d lines of the part, %d of the whole: %v", strings.Count(kept, "\n"), strings.Count(all, "\n"), err)
	}
	t.Logf("%d of %d lines", strings.Count(got, "\n"), strings.Count(all, "\n"))
}

// script is what perf script prints of a file, or of a window of it.
func script(perf, path, times string) (string, error) {
	args := []string{"script", "-f", "-F", "comm,tid,cpu,time,event,trace", "-i", path}
	if times != "" {
		args = append(args, "--time", times)
	}
	out, err := exec.Command(perf, args...).Output()
	return string(out), err
}
