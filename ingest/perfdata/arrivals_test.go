package perfdata

import (
	"testing"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// TestLeaveIdle: a switch out of idle that the tracepoint lacks is read from the SWITCH record of
// the next thread. SWITCH records of other switches are skipped, and so are those after lost
// events, where the CPU's occupant is unknown.
func TestLeaveIdle(t *testing.T) {
	s := newScene(t, wire.Little, 0)
	for _, tid := range []uint32{5, 6} {
		s.comm(where{}, tid, tid, "prog")
	}
	wide := func(w where, misc uint16) {
		w.misc = misc
		s.other(recSwitchCPUWide, w, s.words(0, 0))
	}
	s.switched(at(1000, 0, 5, 5), 5, 1, 0)
	wide(at(1001, 0, 5, 5), miscOut)
	wide(at(1010, 0, 6, 6), 0) // no other record shows it
	wide(at(1011, 0, 6, 6), 0)
	s.switched(at(1100, 0, 6, 6), 6, 1, 5)
	wide(at(1101, 0, 5, 5), 0)
	s.switched(at(1200, 0, 5, 5), 5, 1, 0)
	wide(at(1201, 0, 0, 0), 0)
	wide(at(1202, 1, 6, 6), 0) // on a CPU about which nothing is known
	s.lost(at(1250, 0, 5, 5), 3)
	wide(at(1300, 0, 6, 6), 0)
	s.switched(at(1400, 0, 6, 6), 6, 1, 0)
	wide(at(1410, 0, 5, 5), 0)
	d := decode(t, s.file(), true)
	var got []model.Event
	for _, e := range d.events {
		if e.Kind == model.KindSwitch && e.TID == model.IdleTID {
			got = append(got, e)
		}
	}
	if len(got) != 2 {
		t.Fatalf("%d switches out of idle, want 2: %v", len(got), d.lines())
	}
	for i, want := range []struct {
		at model.Time
		to model.TID
	}{{10, 6}, {410, 5}} {
		if e := got[i]; e.Time != want.at || e.Other != want.to || e.CPU != 0 || e.Flags != model.SwitchArrival || e.Out != model.OutPreempt {
			t.Errorf("switch %d out of idle: %+v, want one to %d at %d", i, e, want.to, want.at)
		}
	}
}
