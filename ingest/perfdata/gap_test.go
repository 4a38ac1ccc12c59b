package perfdata

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/internal/stage"
	"threadlens/ingest/internal/wire"
	tracetext "threadlens/ingest/text"
	"threadlens/model"
)

// built is the trace of a file, as its reader delivers it.
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

// gapFarBehind composes an example of a gap, with its wake, after n switches that show who had each
// CPU at first. begin is where the example begins.
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
	s.lost(at(begin+160, 0, 1), 3) // which the kernel reports once it has room again
	s.ran(at(begin+160, 0, 1), 5000)
	s.switched(at(begin+170, 0, 1), 1, 0, 3)
	s.switched(at(begin+200, 0, 3), 3, 1, 0)
	s.switched(at(0, 1, 91), 91, 1, 2)
	s.waking(at(begin+165, 1, 2), 3, 0)
	s.switched(at(begin+201, 1, 2), 2, 1, 0)
	return s, begin
}

// TestGapFarBehind: the pre-pass of a file that lost events continues to the last gap.
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

// rings composes a file of perf record --overwrite: the buffer of CPU 0 has filled up, that of CPU
// 1 has not, or not clearly so.
func rings(tb testing.TB, fill int) *scene {
	tb.Helper()
	s := newScene(tb, wire.Little, 0)
	for i := range s.attrs {
		s.attrs[i].flags |= attrBackward
	}
	at := func(us uint64, cpu, tid uint32) where { return at(1_000_000+us*1000, cpu, tid, tid) }
	s.fork(where{}, 1, 0, 1, 0) // perf's own record about the time before
	s.comm(where{}, 1, 1, "one")
	var cpus [2][][]byte
	take := func(cpu int) { cpus[cpu], s.recs = s.recs, nil }
	before := s.recs
	s.recs = nil
	s.switched(at(40, 0, 1), 1, 0, 2)
	for i := range uint64(fill) {
		s.switched(at(1000+2*i, 0, 2), 2, 1, 7)
		s.switched(at(1001+2*i, 0, 7), 7, 1, 2)
	}
	take(0)
	s.comm(at(0, 1, 3), 3, 3, "three")
	s.ran(at(0, 1, 3), 0)
	s.switched(at(10, 1, 3), 3, 1, 4)
	s.waking(at(50, 1, 4), 3, 1)
	s.switched(at(60, 1, 4), 4, 0, 3)
	take(1)
	s.recs = before
	s.record(68, 0, nil)
	for _, recs := range cpus {
		slices.Reverse(recs)
		s.recs = append(s.recs, recs...)
	}
	s.record(68, 0, nil)
	return s
}

// TestOverwrittenRings: the records of ring buffers come out in the order in which they were
// written; the time before the first record of a full buffer is a gap.
func TestOverwrittenRings(t *testing.T) {
	const us = 1000
	want := func(gap bool) string {
		if gap {
			return "Running 10 Unknown 30 Waiting 10 Ready 10 Running 40 "
		}
		return "Running 10 Waiting 40 Ready 10 Running 40 "
	}
	s := rings(t, 1000)
	tr := built(t, s.file())
	if got := states(tr, 3, model.Range{To: 100 * us}); got != want(true) {
		t.Errorf("thread 3: %s", got)
	}
	if got := states(tr, 1, model.Range{To: 100 * us}); got != "Unknown 40 Preempted 60 " {
		t.Errorf("thread 1: %s", got)
	}
	if n := tr.Counters; n[model.CountRing] != 1 || n[model.CountLoss]+n[model.CountMismatch]+n[model.CountClampedTs]+n[model.CountStreamError] != 0 {
		t.Errorf("counters %v", n)
	}
	if r := tr.Covered(); r != (model.Range{From: 40 * us, To: tr.End}) {
		t.Errorf("all are covered in %v", r)
	}
	if i := slices.IndexFunc(tr.Diagnostics, func(d model.Diagnostic) bool { return d.Code == "ring" }); i < 0 || tr.Diagnostics[i].Range != tr.Covered() {
		t.Errorf("%v", tr.Diagnostics)
	}
	// The file read in pieces gives the same.
	d := decode(t, s.file(), false)
	info := *d.Info()
	if again := model.Build(&info, d.Tables(), model.PrepassOf(info.CPUs, d.events), d.events); segments(t, again) != segments(t, tr) {
		t.Error("the file that is not mapped says something else")
	}
	// A buffer that holds clearly less than another has not filled up: here both count as full, but
	// nothing shows that CPU 0 was known before.
	tr = built(t, rings(t, 1).file())
	if got := states(tr, 3, model.Range{To: 100 * us}); got != want(true) || tr.Counters[model.CountRing] != 1 {
		t.Errorf("small buffers: thread 3: %s", got)
	}
}

// states are the states of a thread in an interval, with the length of each, in µs.
func states(tr *model.Trace, id model.TID, r model.Range) string {
	var b strings.Builder
	for ix := range tr.Threads {
		if tr.Threads[ix].TID != id {
			continue
		}
		for s := range tr.Segments(model.ThreadIx(ix), r) {
			fmt.Fprintf(&b, "%v %d ", s.State, s.Overlap(r)/1000)
		}
	}
	return b.String()
}

// TestKept: a recording that dropped its oldest events knows a CPU from its first record on, or
// from the last drop on.
func TestKept(t *testing.T) {
	for _, x := range []struct {
		from uint64 // µs, 0: all was kept
		ring int64
		want string
	}{{0, 0, "2 1000 3 1000 "}, {500, 1, "? 500 2 500 3 1000 "}, {5000, 1, "? 1000 3 1000 "}} {
		s := newScene(t, wire.Little, 0)
		kept := uint64(0)
		if x.from > 0 {
			kept = 1_000_000 + x.from*1000
		}
		s.feats[featRecorder] = wire.Little.AppendU64(wire.Little.AppendU64([]byte(recorderMagic), 99), kept)
		s.ran(at(1_000_000, 1, 5, 5), 0)
		s.switched(at(2_000_000, 0, 2, 2), 2, 1, 3)
		s.switched(at(3_000_000, 0, 3, 3), 3, 1, 0)
		tr := built(t, s.file())
		got := ""
		for sl := range tr.Slices(0, tr.Whole()) {
			who := "?"
			if ix, ok := sl.Occupant.Thread(); ok {
				who = fmt.Sprint(tr.Threads[ix].TID)
			}
			if sl.Occupant != model.OccupantIdle {
				got += fmt.Sprintf("%s %d ", who, sl.Len()/1000)
			}
		}
		if got != x.want || tr.Counters[model.CountRing] != x.ring || tr.Info.Recorder != 99 {
			t.Errorf("kept from %d µs: %q, %d rings, want %q", x.from, got, tr.Counters[model.CountRing], x.want)
		}
	}
}
