package findings

import "testing"

// TestRuleNamesInSentences: abbreviations keep their capitals.
func TestRuleNamesInSentences(t *testing.T) {
	for name, want := range map[string]string{
		"CPU quota": "CPU quota", "Idle CPUs while work is ready": "idle CPUs while work is ready", "Inefficient I/O": "inefficient I/O",
		"Unresponsive UI thread": "unresponsive UI thread", "Deadlock": "deadlock",
	} {
		if got := inSentence(name); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}
