package perfdata

import (
	"testing"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/model"
)

// TestDirections: the operation of a request, by its letters and its size.
func TestDirections(t *testing.T) {
	for _, c := range []struct {
		rwbs string
		size int64
		want model.Direction
	}{
		{"R", 4096, model.Read},
		{"RA", 4096, model.Read},
		{"RF", 4096, model.Read},
		{"RM", 4096, model.Read},
		{"W", 4096, model.Write},
		{"WS", 0, model.Write},
		{"WFS", 4096, model.Write},
		{"FWFS", 4096, model.Write},
		{"FWS", 4096, model.Write},
		{"FWS", 0, model.Flush},
		{"F", 0, model.Flush},
		{"FF", 0, model.Flush},
		{"FFS", 0, model.Flush},
		{"D", 1 << 20, model.Discard},
		{"DS", 0, model.Discard},
		{"DE", 4096, model.Discard},
	} {
		if got := linuxsched.DirectionOf([]byte(c.rwbs), c.size); got != c.want {
			t.Errorf("%s of %d bytes is a %v, want %v", c.rwbs, c.size, got, c.want)
		}
	}
}
