package blocking

import (
	"fmt"
	"testing"

	"threadlens/model"
)

// TestOverlappingHolds: where attested holds contradict each other, each instant has one owner,
// the one attested first.
func TestOverlappingHolds(t *testing.T) {
	hold := func(thread model.ThreadIx, from, to model.Time) Hold {
		return Hold{Range: model.Range{From: from, To: to}, Thread: thread, Sure: from, Confidence: High}
	}
	l := LockUse{Holds: []Hold{hold(1, 10, 30), hold(2, 20, 50), hold(3, 25, 28), hold(4, 60, 70)}}
	l.Holds[1].Named = model.Range{From: 40, To: 45}
	l.attest()
	got := ""
	for o, r := range l.Owners(model.Range{From: 15, To: 65}) {
		got += fmt.Sprintf("%d %d-%d %v\n", o.Thread, r.From, r.To, o.Confidence)
	}
	const want = "1 15-30 high\n2 30-40 high\n2 40-45 certain\n2 45-50 high\n4 60-65 high\n"
	if got != want {
		t.Errorf("owners\n%swant\n%s", got, want)
	}
}

// TestConvoyRates: arrivals and hand-offs are rates per second of the stretch.
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
