package explain

import (
	"slices"
	"testing"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
)

// TestTitlesOfOccupants: an offline CPU and time taken by the host are named apart, each as
// everywhere else.
func TestTitlesOfOccupants(t *testing.T) {
	for occupant, want := range map[model.Occupant]string{
		model.OccupantIdle: "idle", model.OccupantOffline: "offline", model.OccupantStolen: "taken by the host", model.OccupantUnknown: "unknown",
	} {
		if got := newOccupant(nil, &measure.Occupancy{Occupant: occupant}, naming.Terms{}).Title; got != want {
			t.Errorf("%v: %q, want %q", occupant, got, want)
		}
	}
}

// TestTooManySwitches: where a CPU switched too often to add up who had it, the list says so.
func TestTooManySwitches(t *testing.T) {
	tr := modeltest.Parse(t, "often", `threadlens-trace 1
cpus 1
span 0us 60us
os linux
0us cpu0 switch idle 1 preempt
10us cpu0 switch 1 2 preempt
20us cpu0 switch 2 3 preempt
30us cpu0 switch 3 1 preempt
`)
	seg := model.Segment{Range: model.Range{From: 10_000, To: 30_000}, State: model.Preempted, CPU: 0}
	for limit, want := range map[int][]string{2: {"2 10.0 µs", "3 10.0 µs"}, 1: {"What ran is not shown: too many time slices"}} {
		m := meanwhile(tr, &seg, naming.Terms{}, limit)
		if m == nil || !slices.Equal(m.Lines(), want) {
			t.Errorf("at most %d: %+v, want %q", limit, m, want)
		}
	}
}
