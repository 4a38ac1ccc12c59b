//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFindAThreadByKeyboard(t *testing.T) {
	p := start(t, demo(t))
	first := p.opened()
	p.key("ctrl+p")
	p.await("the palette", func(s *state) bool { return s.Overlay })
	p.xdo("type", "--delay", "60", "worker-3")
	p.key("Down")
	previewed := p.await("a preview", func(s *state) bool { return s.Selected != nil && s.Overlay })
	p.key("Escape")
	p.await("everything as before", func(s *state) bool {
		return !s.Overlay && s.Selected == nil && s.Window == first.Window && !s.CanUndo
	})
	p.key("ctrl+p")
	p.await("the palette", func(s *state) bool { return s.Overlay })
	p.xdo("type", "--delay", "60", "worker-3")
	p.key("Return")
	p.await("the thread", func(s *state) bool {
		return !s.Overlay && s.Selected != nil && s.Selected.TID == previewed.Selected.TID
	})
	p.key("Escape", "Escape")
	p.key("slash")
	p.await("the palette", func(s *state) bool { return s.Overlay })
	p.xdo("type", "--delay", "60", "@100ms-200ms")
	p.key("Return")
	p.await("the range", func(s *state) bool { return !s.Overlay && s.Window == [2]int64{100e6, 200e6} })
}

func TestCommandsByPalette(t *testing.T) {
	p := start(t, demo(t))
	p.opened()
	p.key("ctrl+shift+p")
	p.await("the palette", func(s *state) bool { return s.Overlay })
	p.xdo("type", "--delay", "60", "theme dark")
	p.key("Return")
	p.await("the dark theme", func(s *state) bool { return !s.Overlay && s.Theme == "dark" })
}

// keys.json assigns V to the palette; the letter itself must not get into the field. The file is
// not changed, and errors in it are reported.
func TestKeysFile(t *testing.T) {
	const file = `{"find.anything": "V", "whole": "F", "nonsense": "F9"}`
	folder := filepath.Join(t.TempDir(), "threadlens")
	path := filepath.Join(folder, "keys.json")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	p := startIn(t, filepath.Dir(folder), demo(t))
	p.opened()
	p.key("v")
	p.await("the palette", func(s *state) bool { return s.Overlay })
	p.xdo("type", "--delay", "60", "worker-3")
	p.key("Return")
	p.await("the thread", func(s *state) bool { return !s.Overlay && s.Selected != nil })
	if data, err := os.ReadFile(path); err != nil || string(data) != file {
		t.Errorf("the file of the keys is now %q, %v", data, err)
	}
	p.quit()
	if kept, _ := filepath.Glob(filepath.Join(filepath.Dir(folder), "fyne", "*", "preferences.json")); len(kept) != 0 {
		t.Errorf("the toolkit has saved %v of its own", kept)
	}
	if said := p.stderr.String(); strings.Count(said, "\n") != 1 || !strings.Contains(said, `there is no command "nonsense"`) {
		t.Errorf("the program said %q", said)
	}
}

// TestPickProcesses: a text and Enter choose a process, Space ticks another one, and the palette has
// a command for all.
func TestPickProcesses(t *testing.T) {
	p := start(t, demo(t))
	p.opened()
	first := func(name string) {
		t.Helper()
		p.await(name+" first", func(s *state) bool { return !s.Overlay && len(s.Rows) > 0 && s.Rows[0].Name == name })
	}
	first("contention")
	pick := func(text string) {
		t.Helper()
		p.command("target process")
		p.await("the list", func(s *state) bool { return s.Overlay && s.Field != nil && *s.Field == "" })
		p.xdo("type", "--delay", "60", text)
	}
	pick("scanner")
	p.key("Return")
	first("scanner")
	pick("idle-s")
	p.key("Up", "Down", "space", "Return")
	p.await("two processes", func(s *state) bool {
		threads := 0
		for _, r := range s.Rows {
			if r.Kind == 2 && (r.Name == "scanner" || r.Name == "idle-soak") {
				threads++
			}
		}
		return !s.Overlay && threads == 2
	})
	p.command("all processes")
	p.await("the busiest first", func(s *state) bool { return !s.Overlay && s.Threads > 20 })
	p.command("use default target")
	first("contention")
}
