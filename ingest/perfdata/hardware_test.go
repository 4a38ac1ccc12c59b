package perfdata

import (
	"fmt"
	"testing"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// TestCounters: the values of a group that was read at a switch become readings of its hardware
// counters, by name, with the times for which they counted.
func TestCounters(t *testing.T) {
	for _, order := range []wire.Order{wire.Little, wire.Big} {
		s := newScene(t, order, sampleRead)
		for i := range s.attrs {
			s.attrs[i].readFormat = readGroup | readID | readTimeEnabled | readTimeRunning | readLost
		}
		cycles := s.event(attr{typ: typeHardware, config: 0, sampleType: schedSample, flags: attrSampleIDAll})
		for i, v := range []uint64{1000, 1480} {
			w := at(uint64(10+10*i), 1, 1, 1)
			w.reads = []uint64{
				2, 900 + v, 800 + v,
				uint64(i), s.attrs[s.evSwitch].ids[1], 0,
				v, s.attrs[cycles].ids[1], 0,
			}
			s.switched(w, 1+i, 1, 2-i)
		}
		got := decode(t, s.file(), true)
		var lines []string
		for i := range got.events {
			if e := &got.events[i]; e.Kind == model.KindCount {
				lines = append(lines, fmt.Sprintf("%d cpu%d %s %d %d %d", e.Time, e.CPU, got.Tables().Strings.Get(e.Name), e.Arg, e.Arg2, e.End))
			}
		}
		diffLines(t, lines, []string{"0 cpu1 cycles 1000 1900 1800", "10 cpu1 cycles 1480 2380 2280"})
		if !got.Info().Has.Counters {
			t.Error("the trace does not say that it has counters")
		}
	}
}
