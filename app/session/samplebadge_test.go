package session

import (
	"testing"

	"threadlens/app/session/query"
)

// TestS02Badge: 959 ticks are too few for trustworthy shares of threads; 960, 15 s at 64 Hz, are
// not.
func TestS02Badge(t *testing.T) {
	for ticks, want := range map[int64]string{0: ", too few samples", 959: ", too few samples", 960: "", 3840: ""} {
		if m := (query.Measurement{Ticks: ticks}); m.Few() != want {
			t.Errorf("%d ticks: %q", ticks, m.Few())
		}
	}
}
