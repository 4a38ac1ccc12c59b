package perfdata

import (
	"testing"

	"threadlens/ingest/internal/wire"
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
