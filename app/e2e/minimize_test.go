//go:build e2e

package e2e

import (
	"os/exec"
	"strings"
	"testing"
	"time"
)

// TestMinimize: the window manager reports the window as iconic, and shows it again.
func TestMinimize(t *testing.T) {
	p := start(t, demo(t))
	p.opened()
	if p.iconic() {
		t.Fatal("minimized from the start")
	}
	p.command("Minimize")
	for end := time.Now().Add(20 * time.Second); !p.iconic(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("not minimized")
		}
	}
	p.xdo("windowmap", "--sync", p.window)
	p.xdo("windowfocus", "--sync", p.window)
	p.key("w")
	p.await("zooming in the window that is back", func(s *state) bool { return s.Window != s.Whole })
	p.quit()
}

// iconic reports whether the window is minimized (ICCCM, 4.1.3.1).
func (p *program) iconic() bool {
	p.t.Helper()
	out, err := exec.Command("xprop", "-id", p.window, "WM_STATE").CombinedOutput()
	if err != nil {
		p.t.Fatalf("xprop: %v %s", err, out)
	}
	return strings.Contains(string(out), "Iconic")
}
