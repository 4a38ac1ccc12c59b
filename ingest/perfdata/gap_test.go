package perfdata

import (
	"bytes"
	"context"
	"testing"

	"threadlens/ingest/internal/stage"
	"threadlens/ingest/internal/wire"
	tracetext "threadlens/ingest/text"
	"threadlens/model"
)

// built is the trace of a file, as its reader hands it over.
func built(tb testing.TB, data []byte) *model.Trace {
	tb.Helper()
	r, err := Open(context.Background(), inMemory{readerAt{data}}, int64(len(data)), "test", nil)
	if err != nil {
		tb.Fatal(err)
	}
	defer r.Close()
	b := model.NewBuilder(r.Info(), r.Tables(), r.Prepass())
	err = r.Events(context.Background(), func(batch []model.Event, settled model.Time) error {
		b.Feed(batch, settled)
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return b.Trace()
}

func segments(tb testing.TB, t *model.Trace) string {
	tb.Helper()
	var b bytes.Buffer
	if err := tracetext.WriteSegments(&b, t); err != nil {
		tb.Fatal(err)
	}
	return b.String()
}

// gapFarBehind composes C1 of the design, with its wake, behind n switches that show
// who had each processor at first. begin is where the example begins.
func gapFarBehind(tb testing.TB, n int) (s *scene, begin uint64) {
	tb.Helper()
	s = newScene(tb, wire.Little, 0)
	at := func(us uint64, cpu, tid uint32) where { return at(1_000_000+us*1000, cpu, tid, tid) }
	for i := range uint64(n) / 2 {
		s.switched(at(4*i, 0, 90), 90, 0, 92)
		s.switched(at(4*i+2, 0, 92), 92, 0, 90)
	}
	begin = 2 * uint64(n)
	s.switched(at(begin, 0, 90), 90, 1, 3)
	s.switched(at(begin+1, 0, 3), 3, 1, 1)
	s.lost(at(begin+160, 0, 1), 3) // of which the kernel tells once it has room again
	s.ran(at(begin+160, 0, 1), 5000)
	s.switched(at(begin+170, 0, 1), 1, 0, 3)
	s.switched(at(begin+200, 0, 3), 3, 1, 0)
	s.switched(at(0, 1, 91), 91, 1, 2)
	s.waking(at(begin+165, 1, 2), 3, 0)
	s.switched(at(begin+201, 1, 2), 2, 1, 0)
	return s, begin
}

// TestGapFarBehind: the pre-pass of a file that lost events goes on to the last gap.
func TestGapFarBehind(t *testing.T) {
	for _, packed := range []bool{false, true} {
		s, begin := gapFarBehind(t, 3*stage.BatchEvents)
		if packed {
			s.compress(t, recCompressed, 1<<15)
		}
		d := decode(t, s.file(), true)
		got := built(t, s.file())
		info := *d.Info()
		want := model.Build(&info, d.Tables(), model.PrepassOf(info.CPUs, d.events), d.events)
		if segments(t, got) != segments(t, want) {
			t.Errorf("packed %v: what the file says differs from what its events say", packed)
		}
		us := model.Time(1000)
		sl, ok := got.SliceAt(0, (model.Time(begin)+165)*us)
		ix, _ := sl.Occupant.Thread()
		if !ok || sl.From != (model.Time(begin)+160)*us || got.Threads[ix].TID != 1 || sl.Flags&model.Inferred == 0 {
			t.Errorf("packed %v: %+v has processor 0 after the gap", packed, sl)
		}
		for i := range got.Threads {
			if got.Threads[i].TID != 3 {
				continue
			}
			sums := got.Sums(model.ThreadIx(i), model.Range{From: (model.Time(begin) + 1) * us, To: (model.Time(begin) + 170) * us})
			if sums[model.UnknownCategory] != 159*us || sums[model.Unclassified] != 5*us || sums[model.Dispatch] != 5*us {
				t.Errorf("packed %v: thread 3 was %v", packed, sums)
			}
		}
	}
}
