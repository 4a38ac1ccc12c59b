package explain

import (
	"testing"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
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
