//go:build e2e

package e2e

import (
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWithoutTheMouse does with the keyboard alone what people usually do with the mouse: it opens
// a trace, finds a thread and its long wait, follows that to who ended it, and exports the picture.
// The pointer is never moved.
func TestWithoutTheMouse(t *testing.T) {
	dir, folder := t.TempDir(), t.TempDir()
	rememberFolder(t, dir, folder)
	data, err := os.ReadFile(demo(t))
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "demo.perf.data"), data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	p := startIn(t, dir)
	p.key("ctrl+o")
	p.await("the dialog", func(s *state) bool { return s.Overlay })
	p.key("Down", "Return")
	p.opened()

	p.key("ctrl+p")
	p.enter("worker-2")
	worker := p.await("the thread", func(s *state) bool { return s.Selected != nil && !s.Overlay }).Selected
	p.key("shift+w")
	wait := p.await("its wait", func(s *state) bool {
		return s.Selected.TID == worker.TID && s.Selected.Category == "Synchronization" && s.Details != ""
	}).Selected
	p.key("alt+3")
	p.await("the unblocking stack", func(s *state) bool { return s.Tab == "unblocking" && strings.Contains(s.Details, "worker-1") })
	p.key("bracketleft")
	s := p.await("the unblocker", func(s *state) bool { return s.Selected.TID != wait.TID })
	if r := s.Selected.Range; r[0] > wait.Range[1] || r[1] < wait.Range[1] {
		t.Errorf("the unblocker's segment is %v, the wait %v", r, wait.Range)
	}
	p.key("bracketright", "f")
	p.await("the wait in the window", func(s *state) bool {
		return s.Selected.TID == wait.TID && s.Window != s.Whole && s.Window[0] <= wait.Range[0] && s.Window[1] >= wait.Range[1]
	})

	p.key("ctrl+e")
	p.await("the dialog", func(s *state) bool { return s.Overlay && s.Field == nil })
	p.key("Return")
	p.save("demo-threads.png", "wait.png")
	checkWidth(t, filepath.Join(folder, "wait.png"), s.Size[0])
}

// checkWidth reads a picture, which must be at least as wide as the window.
func checkWidth(t *testing.T, path string, least int) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if size, err := png.DecodeConfig(file); err != nil || size.Width < least {
		t.Errorf("the picture is %d pixels wide: %v", size.Width, err)
	}
}
