package record

import (
	"os"
	"path/filepath"
	"testing"
)

// TestNumberIn: numbers in files of the kernel, and 0 for what is not a number.
func TestNumberIn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rate")
	for text, want := range map[string]uint32{"100000\n": 100000, "750": 750, "": 0, "many\n": 0} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, ok := numberIn(path); got != want || ok != (want > 0) {
			t.Errorf("%q: %d, %t, want %d", text, got, ok, want)
		}
	}
	if got, ok := numberIn(path + ".none"); ok {
		t.Errorf("no file: %d", got)
	}
}
