package container

import "testing"

// TestUnpackLimit: an archive may unpack to 200 times its size, to a GiB at least and 256 at
// most.
func TestUnpackLimit(t *testing.T) {
	const gib = 1 << 30
	for size, want := range map[int64]int64{
		0: gib, 1: gib, gib / 200: gib, gib/200 + 1: 200 * (gib/200 + 1), 10 << 20: 2000 << 20,
		256 * gib / 200: 200 * (256 * gib / 200), 256*gib/200 + 1: 256 * gib, 1 << 62: 256 * gib,
	} {
		if got := unpackLimit(size); got != want {
			t.Errorf("of %d bytes: %d, want %d", size, got, want)
		}
	}
}
