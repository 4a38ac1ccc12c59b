package record

import (
	"os"
	"path/filepath"
	"testing"
)

// TestDiskNames: the names of block devices are those that their links lead to; other links are
// left out, and without the folder there are no names.
func TestDiskNames(t *testing.T) {
	dir := t.TempDir()
	for name, target := range map[string]string{
		"254:0": "../../devices/virtio1/block/vda", "8:17": "../../devices/ata1/block/sdb/sdb1", "none": "x", "7:x": "y",
	} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "9:0"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var want block
	want.raw([]byte(recorderMagic))
	want.u32(254, 0)
	want.text("vda")
	want.u32(8, 17)
	want.text("sdb1")
	if got := diskNames(dir); string(got) != string(want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := diskNames(filepath.Join(dir, "gone")); string(got) != recorderMagic {
		t.Errorf("without the folder: %q", got)
	}
}
