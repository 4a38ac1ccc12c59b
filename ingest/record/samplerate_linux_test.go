package record

import (
	"os"
	"path/filepath"
	"testing"
)

// TestMostSamples: what the kernel says of its rate of samples, and 0 of what is no rate.
func TestMostSamples(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rate")
	for text, want := range map[string]int{"100000\n": 100000, "750": 750, "": 0, "many\n": 0} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := mostSamples(path); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
	if got := mostSamples(path + ".none"); got != 0 {
		t.Errorf("no file: %d", got)
	}
}
