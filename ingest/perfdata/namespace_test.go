package perfdata

import (
	"testing"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// TestNamespace: ids of a container in headers are translated by the pairs that switches show, and
// dropped before a pair is known.
func TestNamespace(t *testing.T) {
	s := newScene(t, wire.Little, 0)
	clock := s.event(attr{typ: typeSoftware, config: swCPUClock, period: 1_000_000, sampleType: schedSample &^ sampleRaw, flags: attrSampleIDAll})
	step := func(us uint64, tid uint32) where { return at(1_000_000+us*1000, 0, tid, tid) }
	s.feats[featRecorder] = []byte(recorderMagic)
	for _, v := range []uint64{2, 0, 0, 900} {
		s.feats[featRecorder] = wire.Little.AppendU64(s.feats[featRecorder], v)
	}
	s.comm(step(0, 7), 7, 7, "inside")   // of the container's 7, not the system's
	s.sample(clock, step(5, 2), nil)     // no pair is known for it yet
	s.switched(step(10, 2), 902, 1, 903) // 2 is 902
	s.switched(step(20, 3), 903, 0, 902) // 3 is 903
	s.sample(clock, step(25, 2), nil)    // 902
	s.sample(clock, step(26, 0), nil)    // somebody outside
	s.switched(step(30, 2), 902, 0, 50)  // 50 is outside
	s.switched(step(40, 0), 50, 0, 0)    // and has no id in the container
	d := decode(t, s.file(), true)
	if d.diag("namespace") == nil || d.Info().TargetPID != model.NoPID {
		t.Errorf("target %d, diagnostics %v", d.Info().TargetPID, d.Info().Diagnostics)
	}
	if got := d.Info().ByProcess; len(got) != 1 || got[0] != (model.ProcessEvents{PID: model.NoPID, Events: 7}) {
		t.Errorf("events of processes: %v", got)
	}
	tr := built(t, s.file())
	var sampled []model.TID
	for i := range tr.Samples {
		sampled = append(sampled, tr.Threads[tr.Samples[i].Thread].TID)
	}
	if len(sampled) != 1 || sampled[0] != 902 {
		t.Errorf("samples of %v", sampled)
	}
	for i := range tr.Threads {
		switch id := tr.Threads[i].TID; id {
		case 50, 902, 903:
		default:
			t.Errorf("thread %d is there", id)
		}
	}
}

// TestNoNamespace: headers of exiting threads have no id, which does not indicate a container.
func TestNoNamespace(t *testing.T) {
	s := newScene(t, wire.Little, 0)
	s.switched(at(1_000_000, 0, 5, 5), 5, 1, 6)
	s.switched(at(1_010_000, 0, ^uint32(0), ^uint32(0)), 6, 16, 0)
	s.switched(at(1_020_000, 0, 0, 0), 0, 0, 5)
	if d := decode(t, s.file(), true); d.diag("namespace") != nil {
		t.Errorf("diagnostics %v", d.Info().Diagnostics)
	}
}
