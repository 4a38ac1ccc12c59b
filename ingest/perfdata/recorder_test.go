package perfdata

import (
	"slices"
	"testing"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// TestRecorderFeature: who recorded is taken from the feature that Threadlens writes, and from
// nothing else.
func TestRecorderFeature(t *testing.T) {
	for _, order := range []wire.Order{wire.Little, wire.Big} {
		for _, x := range []struct {
			magic string
			pid   uint64
			want  uint32
		}{{recorderMagic, 1234, 1234}, {"ELSEWISE", 1234, 0}, {recorderMagic, 1 << 40, 0}, {"TL", 1, 0}} {
			s := newScene(t, order, 0)
			s.feats[featRecorder] = order.AppendU64([]byte(x.magic), x.pid)
			s.switched(at(10, 0, 5, 5), 5, 1, 6)
			if got := decode(t, s.file(), true).Info().Recorder; got != x.want {
				t.Errorf("%s %d: %d, want %d", x.magic, x.pid, got, x.want)
			}
		}
	}
}

// TestEventsByProcess: where a recording states the cost of an event, the events of each process in
// the headers are counted, whatever the decoder makes of them; an impossible cost is ignored.
func TestEventsByProcess(t *testing.T) {
	all := []model.ProcessEvents{{PID: 5, Events: 3}, {PID: 0, Events: 1}, {PID: linuxsched.MaxTID - 1, Events: 1}, {PID: model.NoPID, Events: 1}}
	for _, order := range []wire.Order{wire.Little, wire.Big} {
		for _, x := range []struct {
			cost uint64
			want model.Time
			by   []model.ProcessEvents
		}{{0, 0, nil}, {1, 1, all}, {812, 812, all}, {uint64(model.MostEventCost), model.MostEventCost, all}, {uint64(model.MostEventCost) + 1, 0, nil}, {1 << 63, 0, nil}} {
			s := newScene(t, order, 0)
			s.feats[featRecorder] = []byte(recorderMagic)
			for _, v := range []uint64{99, 0, 0, x.cost} {
				s.feats[featRecorder] = order.AppendU64(s.feats[featRecorder], v)
			}
			other := s.event(attr{typ: typeHardware, sampleType: schedSample &^ sampleRaw, flags: attrSampleIDAll}) // which become no model events
			s.switched(at(10, 0, 5, 5), 5, 1, 6)
			s.switched(at(20, 0, 5, 6), 6, 1, 0)
			s.switched(at(30, 0, 0, 0), 0, 0, 5)
			s.sample(other, at(40, 1, 5, 5), nil)
			s.sample(other, at(50, 1, linuxsched.MaxTID-1, 9), nil)
			s.sample(other, at(60, 1, ^uint32(0), ^uint32(0)), nil)
			d := decode(t, s.file(), true)
			if got := d.Info(); got.EventCost != x.want || !slices.Equal(got.ByProcess, x.by) {
				t.Errorf("%d: cost %d, %v", x.cost, got.EventCost, got.ByProcess)
			}
		}
	}
}

// TestFaultsLeftOut: where some page faults are left out, a thread without any may still have had some.
func TestFaultsLeftOut(t *testing.T) {
	for n, recorded := range map[uint64]bool{0: true, 1: false, 1 << 63: false} {
		s := newScene(t, wire.Little, 0)
		s.event(attr{typ: typeSoftware, config: swPageFaultsMaj, sampleType: schedSample &^ sampleRaw, flags: attrSampleIDAll})
		s.feats[featRecorder] = wire.Little.AppendU64(wire.Little.AppendU64(wire.Little.AppendU64([]byte(recorderMagic), 99), 0), n)
		s.switched(at(10, 0, 5, 5), 5, 1, 6)
		info := decode(t, s.file(), true).Info()
		warned := slices.ContainsFunc(info.Diagnostics, func(d model.Diagnostic) bool { return d.Code == "faults-left-out" && d.Count > 0 })
		if info.Recorded.Faults != recorded || warned == recorded {
			t.Errorf("%d: recorded %v, %v", n, info.Recorded.Faults, info.Diagnostics)
		}
	}
}
