package ingest

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"threadlens/ingest/internal/fault"
)

// TestShrunkFile checks that a file which another program cuts short while it
// is mapped gives an error instead of ending the process.
func TestShrunkFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trace")
	if err := os.WriteFile(path, make([]byte, 1<<20), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	src := mapFile(f)
	defer src.Close()
	m, ok := src.(*mappedFile)
	if !ok {
		t.Skip("files cannot be mapped here")
	}
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	read := func() (sum byte, err error) {
		defer fault.Guard(&err)()
		for _, b := range m.Bytes() {
			sum += b
		}
		return sum, nil
	}
	if _, err := read(); !errors.Is(err, fault.ErrShrunk) {
		t.Errorf("reading the rest: %v", err)
	}
}
