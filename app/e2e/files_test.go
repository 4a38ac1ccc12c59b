//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestOpenByArgument(t *testing.T) {
	p := start(t, demo(t))
	s := p.opened()
	if s.File != "demo.perf.data" || !strings.HasPrefix(s.Title, "demo.perf.data") {
		t.Errorf("file %q, title %q", s.File, s.Title)
	}
	if s.Window != s.Whole || len(s.Rows) < 4 {
		t.Errorf("window %v of %v, %d rows", s.Window, s.Whole, len(s.Rows))
	}
}

func TestOpenBuiltInDemo(t *testing.T) {
	start(t, "--demo").opened()
}

func TestOpenByDrop(t *testing.T) {
	p := start(t)
	if s := p.read(); s.Page != "start" {
		t.Fatalf("the program starts with page %q", s.Page)
	}
	p.drop(demo(t))
	if s := p.opened(); s.File != "demo.perf.data" {
		t.Errorf("file %q", s.File)
	}
}

// TestOpenByPath: a path is typed and completed with Tab, or pasted.
func TestOpenByPath(t *testing.T) {
	path := demo(t)
	p := start(t)
	p.key("ctrl+o")
	p.await("the dialog", func(s *state) bool { return s.Overlay && s.Field != nil })
	p.xdo("type", "--delay", "60", strings.TrimSuffix(path, ".perf.data"))
	p.key("Tab")
	p.await("the whole name", func(s *state) bool { return *s.Field == path })
	p.key("ctrl+a", "ctrl+x", "Escape")
	p.await("no dialog", func(s *state) bool { return !s.Overlay })
	p.key("ctrl+o")
	p.await("the dialog", func(s *state) bool { return s.Overlay && s.Field != nil })
	p.key("ctrl+v", "Return")
	if s := p.opened(); s.File != "demo.perf.data" {
		t.Errorf("file %q", s.File)
	}
}

// bigTrace is a trace in the text format that takes seconds to read.
func bigTrace(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("threadlens-trace 1\ncpus 1\nspan 0us 2000000us\nos linux\nprocess 7 \"app\" target\n")
	for i := range 1_500_000 {
		b.WriteString(strconv.Itoa(i+1) + "us cpu0 switch " + strconv.Itoa(8+i%40) + " " + strconv.Itoa(8+(i+1)%40) + " preempt\n")
	}
	path := filepath.Join(t.TempDir(), "big.tltxt")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCancelLoading: a trace whose loading is cancelled never appears, however long reading it
// would take: when the program is idle, the start page is still there.
func TestCancelLoading(t *testing.T) {
	p := start(t, bigTrace(t))
	p.await("loading", func(s *state) bool { return s.Page == "loading" })
	p.key("Escape")
	p.await("the start page", func(s *state) bool { return s.Page == "start" })
	p.idle()
	if s := p.read(); s.Page != "start" {
		t.Errorf("after cancelling, page %q came by itself", s.Page)
	}
}

func TestCloseAndOpenAgain(t *testing.T) {
	p := start(t, demo(t))
	first := p.opened()
	p.key("ctrl+w")
	p.await("the start page", func(s *state) bool { return s.Page == "start" })
	p.key("alt", "Down", "Down", "Down", "Right", "Return") // File, Open Recent, the first one
	s := p.opened()
	if len(s.Rows) != len(first.Rows) || s.Lanes != first.Lanes || s.Window != first.Window {
		t.Errorf("opened again: %+v, want %+v", s, first)
	}
}

func TestQuitWhileLoading(t *testing.T) {
	p := start(t, bigTrace(t))
	p.await("loading", func(s *state) bool { return s.Page == "loading" })
	p.quit()
}

func TestErrorPage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "note.txt")
	if err := os.WriteFile(path, []byte("this is no trace\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := start(t, path)
	s := p.await("the error page", func(s *state) bool { return s.Page == "error" })
	if !strings.Contains(s.Error, "note.txt") {
		t.Errorf("error %q does not name the file", s.Error)
	}
	p.key("ctrl+w")
	p.await("the start page", func(s *state) bool { return s.Page == "start" })
}

func TestRealTraces(t *testing.T) {
	dir := os.Getenv("THREADLENS_TRACES")
	if dir == "" {
		dir = "../../../shared/traces"
	}
	for _, name := range []string{"lost_events", "mutex_sleep_futex", "forkstorm"} {
		t.Run(name, func(t *testing.T) {
			path, err := filepath.Abs(filepath.Join(dir, "linux/perf", name+".perf.data"))
			if err == nil {
				_, err = os.Stat(path)
			}
			if err != nil {
				t.Skipf("the shared traces are not here: %v", err)
			}
			s := start(t, path).opened()
			if s.Whole[1] <= 0 || len(s.Rows) == 0 {
				t.Errorf("whole %v, %d rows", s.Whole, len(s.Rows))
			}
		})
	}
}
