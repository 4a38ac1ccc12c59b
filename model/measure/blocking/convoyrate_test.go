package blocking

import (
	"testing"

	"threadlens/model"
)

// TestConvoyRates: arrivals and hand-offs are told by the second of the stretch.
func TestConvoyRates(t *testing.T) {
	for _, c := range []struct {
		length          model.Time
		arrived, served int
		arrivals, rate  float64
	}{{2e9, 30, 20, 15, 10}, {1e9, 1, 0, 1, 0}, {1000, 1, 2, 1e6, 2e6}, {0, 1, 2, 1e9, 2e9}} {
		convoy := Convoy{Range: model.Range{From: 5, To: 5 + c.length}, Handoffs: c.served, arrived: c.arrived}
		if a, s := convoy.Arrivals(), convoy.Served(); a != c.arrivals || s != c.rate {
			t.Errorf("%d and %d in %d ns: %v and %v a second", c.arrived, c.served, c.length, a, s)
		}
	}
}
