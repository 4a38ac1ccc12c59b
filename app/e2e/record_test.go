//go:build e2e

package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// permitted runs a verb that needs rights: the test is skipped where this user lacks them, and
// fails for any other error.
func permitted(t *testing.T, args ...string) {
	t.Helper()
	_, err := verb(args...)
	switch {
	case err == nil:
	case strings.Contains(err.Error(), "To allow recording: "):
		t.Skip(err)
	default:
		t.Fatal(err)
	}
}

// demoProgram compiles the program of the demo trace into a folder.
func demoProgram(t *testing.T, dir string) {
	t.Helper()
	compiler := os.Getenv("CC")
	if compiler == "" {
		compiler = "cc"
	}
	out, err := exec.Command(compiler, "-O2", "-g", "-pthread", "-o", filepath.Join(dir, "contention"), "../../assets/demo/contention.c").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// TestRecord records the program of the demo from the dialog, for two seconds and without the
// mouse, and ends in the Threads view of its trace.
func TestRecord(t *testing.T) {
	home := t.TempDir() // where recordings go
	t.Setenv("HOME", home)
	p := start(t)
	permitted(t, "record", "-o", filepath.Join(t.TempDir(), "x.perf.data"), "--", "true")
	demoProgram(t, home)
	const command = "sh -c 'while ~/contention >/dev/null; do :; done'" // it takes less than a second
	p.key("ctrl+r")
	p.await("the dialog", func(s *state) bool { return s.Overlay && s.Field != nil })
	p.xdo("type", "--delay", "60", command)
	p.await("the command", func(s *state) bool { return s.Field != nil && *s.Field == command })
	p.key("Tab", "Tab", "Tab", "space", "Tab") // past “Only it” to “Limited time”, and to the seconds
	p.key("ctrl+a")
	p.xdo("type", "2")
	p.await("the seconds", func(s *state) bool { return s.Field != nil && *s.Field == "2" })
	p.key("Return")
	s := p.opened()
	names := make([]string, len(s.Rows))
	for i, r := range s.Rows {
		names[i] = r.Name
	}
	length := s.Whole[1] - s.Whole[0]
	if s.View != "threads" || s.Overlay || !strings.HasPrefix(s.File, "threadlens-sh-") || !slices.Contains(names, "worker-1") || length < 19e8 || length > 10e9 {
		t.Errorf("view %s, dialog %v, file %s, %d ns, rows %v", s.View, s.Overlay, s.File, length, names)
	}
	files, err := filepath.Glob(filepath.Join(home, "threadlens-sh-*.perf.data"))
	if err != nil || len(files) != 1 {
		t.Errorf("recorded %v, %v", files, err)
	}
	p.quit()
}
