package scratch

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFile: what was written can be mapped and read, and nothing is left behind.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir) // of Windows
	f, err := Create("test")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("written"); err != nil {
		t.Fatal(err)
	}
	if got := string(f.Map(5)); got != "writt" {
		t.Errorf("%q is mapped", got)
	}
	b := make([]byte, 3)
	if _, err := f.ReadAt(b, 4); err != nil || string(b) != "ten" {
		t.Errorf("%q, %v", b, err)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
		t.Errorf("left: %v, %v", list, err)
	}
	none := filepath.Join(dir, "none")
	t.Setenv("TMPDIR", none)
	t.Setenv("TMP", none)
	if _, err := Create("test"); err == nil {
		t.Error("a file in no folder")
	}
}
