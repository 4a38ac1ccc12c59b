//go:build e2e

package e2e

import (
	"strings"
	"testing"
)

// TestNumbersInAnyLanguage starts the program in other languages: its text about a segment must be
// identical.
func TestNumbersInAnyLanguage(t *testing.T) {
	want := ""
	for _, lang := range []string{"en_US.UTF-8", "de_DE.UTF-8", "C", "xx_YY.UTF-8"} {
		t.Setenv("LC_ALL", lang)
		p := start(t, demo(t))
		p.selectInLane("worker-2", 0.55)
		p.rest() // the details are complete
		s := p.read()
		if want == "" {
			want = s.Details
		}
		if s.Details != want || !strings.Contains(want, " ms") {
			t.Errorf("%s says\n%s\nwant\n%s", lang, s.Details, want)
		}
		p.stop()
		p.exited = nil
	}
}
