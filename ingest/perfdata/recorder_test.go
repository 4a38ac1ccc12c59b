package perfdata

import (
	"slices"
	"testing"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// TestRecorderFeature: who recorded is taken from what Threadlens writes, and from
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

// TestFaultsLeftOut: where some are left out, that a thread has none says nothing.
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
