package tracepoint

import (
	"testing"

	"threadlens/ingest/internal/wire"
)

// TestNumbers compares reading fields together with reading them one by one, in
// records of every length.
func TestNumbers(t *testing.T) {
	raw := []byte{0xfe, 0xff, 0xff, 0xff, 0x81, 2, 3, 4, 5, 6, 0x87, 8, 9, 10, 11, 0x8c, 13, 14, 15, 0x90, 17, 18, 19, 20}
	sets := [][]Place{
		nil,
		{{}},
		{{0, 4, true, Fixed}, {0, 4, false, Fixed}, {4, 1, true, Fixed}, {}, {10, 2, true, Fixed}},
		{{8, 8, true, Fixed}, {8, 8, false, Fixed}, {4, 1, false, Fixed}, {19, 1, true, Fixed}},
		{{16, 4, true, Fixed}, {20, 4, false, Fixed}},
		{{0, 3, false, Fixed}, {4, 2, false, Fixed}},
		{{-1, 4, false, Fixed}, {4, 2, false, Fixed}},
	}
	for _, places := range sets {
		n := NewNumbers(places...)
		for _, order := range []wire.Order{wire.Little, wire.Big} {
			for size := range len(raw) + 1 {
				out := make([]uint64, len(places))
				n.Read(order, raw[:size], out)
				for i, p := range places {
					if want := p.Uint(order, raw[:size]); out[i] != want {
						t.Errorf("%v of %d bytes, big %v: %#x, want %#x", p, size, bool(order), out[i], want)
					}
				}
			}
		}
	}
}
