//go:build e2e

package e2e

import (
	"strings"
	"testing"
)

// TestVerbs runs verbs of the program with the window linked in: they must neither need a display
// nor fail because of the toolkit.
func TestVerbs(t *testing.T) {
	if missing != "" {
		t.Skip(missing)
	}
	t.Setenv("DISPLAY", "")
	for _, c := range []struct{ args, want string }{
		{"report profile", "Visible timeline profile"},
		{"report threads", "worker-1"},
		{"info", "demo.perf.data"},
	} {
		out, err := verb(append(strings.Fields(c.args), demo(t))...)
		if err != nil || !strings.Contains(out, c.want) {
			t.Errorf("%s: %v, and prints\n%s", c.args, err, out)
		}
	}
}
