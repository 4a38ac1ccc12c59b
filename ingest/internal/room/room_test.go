package room

import (
	"os"
	"testing"
)

// TestTemporary: at most what is asked for, and at most half of what is free.
func TestTemporary(t *testing.T) {
	if n := Temporary(4096); n != 4096 {
		t.Errorf("%d of 4096", n)
	}
	have, ok := free(os.TempDir())
	if !ok || have <= 0 {
		t.Fatalf("%d free, %v", have, ok)
	}
	if n := Temporary(1 << 62); n <= 0 || n > have*3/4 {
		t.Errorf("%d of %d", n, have)
	}
	if _, ok := free("/no/such/folder"); ok {
		t.Error("a folder that is not there has room")
	}
}
