package room

import (
	"os"
	"strings"
	"testing"

	"threadlens/ingest/memory"
)

// TestTemporary: at most what is requested, and at most half of what is free.
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

// TestInMemory: files in memory leave most of it to the program.
func TestInMemory(t *testing.T) {
	const dir = "/dev/shm"
	mounts, _ := os.ReadFile("/proc/mounts")
	if !strings.Contains(string(mounts), " "+dir+" tmpfs ") {
		t.Skip(dir + " is no folder in memory here")
	}
	for limit, want := range map[int64]int64{4096: 1024, 4095: 1023, 1 << 60: 2000} {
		if n := within(2000, dir, []memory.Limit{{Bytes: limit}, {Bytes: 1 << 61}}); n != want {
			t.Errorf("of %d bytes of memory %d, want %d", limit, n, want)
		}
	}
	if n := within(2000, t.TempDir(), []memory.Limit{{Bytes: 4096}}); n != 2000 && !inMemory(t.TempDir()) {
		t.Errorf("of a disk %d, want 2000", n)
	}
}
