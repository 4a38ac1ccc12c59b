package perfdata

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// TestAttrLengths: attrs of old kernels, which are shorter, are read as far as they go.
func TestAttrLengths(t *testing.T) {
	c := newComposer(wire.Little)
	whole := c.attrBytes(&composedAttr{attr: attr{typ: 1, period: 7, registers: 5, clockID: 9}, size: 136})
	for size := attrSizeV0 - 8; size <= 104; size += 8 {
		b := slices.Clone(whole[:size])
		copy(b[4:], wire.Little.AppendU32(nil, uint32(size)))
		a, n, err := parseAttr(b, wire.Little)
		if size < attrSizeV0 {
			if err == nil {
				t.Errorf("an attr of %d bytes is read", size)
			}
			continue
		}
		want := attr{typ: 1, period: 7}
		if size >= 88 {
			want.registers = 5
		}
		if size >= 96 {
			want.clockID = 9
		}
		if err != nil || n != size || a != want {
			t.Errorf("an attr of %d bytes: %+v, %d, %v, want %+v", size, a, n, err, want)
		}
	}
}

// TestFeatureBits: each of the 256 features has a bit of its own.
func TestFeatureBits(t *testing.T) {
	for set := range 256 {
		var h header
		h.features[set/64] = 1 << (set % 64)
		for f := range 256 {
			if h.has(f) != (f == set) {
				t.Errorf("with feature %d alone, it has %d: %v", set, f, h.has(f))
			}
		}
	}
}

// TestTrailerTimes: of records without a sample_id only those of forks and exits have a time,
// behind four ids.
func TestTrailerTimes(t *testing.T) {
	table := eventTable{order: wire.Little, idsLeft: 4}
	if err := table.add(attr{sampleType: sampleTime | sampleTID}, nil); err != nil {
		t.Fatal(err)
	}
	table.finish()
	for _, typ := range []uint32{recComm, recFork, recExit, recLost} {
		for n, whole := range map[int]bool{recordHeader + 23: false, recordHeader + 24: true, recordHeader + 32: true} {
			rec := slices.Repeat([]byte{1}, n)
			copy(rec, wire.Little.AppendU32(nil, typ))
			copy(rec[recordHeader:], make([]byte, 16))
			var smp sample
			_, ok := table.trailer(typ, rec, &smp)
			if told := whole && (typ == recFork || typ == recExit); !ok || (smp.time != 0) != told || told && smp.time != 0x0101_0101_0101_0101 {
				t.Errorf("record %d of %d bytes: time %#x, %v", typ, n, smp.time, ok)
			}
		}
	}
}

// TestRunsOfAProcessor: records that perf wrote out late are behind later ones, several times; each
// makes its event once, in the order of their times.
func TestRunsOfAProcessor(t *testing.T) {
	for runs := range 4 {
		s := newScene(t, wire.Little, 0)
		want := 0
		for run := runs; run >= 0; run-- {
			for i := range uint64(3) {
				s.ran(at(10*minStep+uint64(run)*minStep+i, 0, 5, 5), 1)
				want++
			}
		}
		n, last := 0, model.Time(-1)
		for _, e := range decode(t, s.file(), true).events {
			if e.Kind != model.KindRan {
				continue
			}
			if n++; e.Time <= last {
				t.Errorf("%d runs: an event at %d behind one at %d", runs, e.Time, last)
			}
			last = e.Time
		}
		if n != want {
			t.Errorf("%d runs: %d events, want %d", runs, n, want)
		}
	}
}

// TestOtherRecords: records of unknown types are skipped, and so is the data of hardware traces
// that follows its record.
func TestOtherRecords(t *testing.T) {
	for _, typ := range []uint32{recUser - 1, 254, 255, 256, 1 << 31} {
		s := newScene(t, wire.Little, 0)
		s.ran(at(10, 0, 5, 5), 1)
		s.other(typ, at(15, 0, 5, 5), make([]byte, 16))
		s.ran(at(20, 0, 5, 5), 1)
		if n := len(decode(t, s.file(), true).events); n < 2 {
			t.Errorf("with a record %d: %d events", typ, n)
		}
	}
	for _, size := range []int{0, 8, 4096} {
		s := newScene(t, wire.Little, 0)
		s.ran(at(10, 0, 5, 5), 1)
		before := len(decode(t, s.file(), true).events)
		s.record(recAuxTrace, 0, append(wire.Little.AppendU64(nil, uint64(size)), make([]byte, size/128)...))
		s.recs = append(s.recs, slices.Repeat([]byte{0xff}, size))
		s.ran(at(20, 0, 5, 5), 1)
		for name, data := range map[string][]byte{"file": s.file(), "pipe": s.pipe()} {
			if d := decode(t, data, true); len(d.events) != before+1 || len(d.Info().Diagnostics) > 0 {
				t.Errorf("%s with a trace of %d bytes: %d events, want %d: %v", name, size, len(d.events), before+1, d.Info().Diagnostics)
			}
		}
	}
}

// TestDamagedRecords: invalid records are counted, and the first is named.
func TestDamagedRecords(t *testing.T) {
	for n := range 4 {
		s := newScene(t, wire.Little, 0)
		s.ran(at(10, 0, 5, 5), 1)
		for range n {
			s.record(recComm, 0, make([]byte, 8))
		}
		s.ran(at(20, 0, 5, 5), 1)
		d := decode(t, s.file(), true).diag("damaged-record")
		if n == 0 {
			if d != nil {
				t.Errorf("nothing is damaged: %+v", d)
			}
			continue
		}
		if d == nil || d.Count != int64(n) || !strings.HasPrefix(d.Text, "perf.data: record COMM at ") {
			t.Errorf("%d damaged records: %+v", n, d)
		}
	}
}

// TestCommandLines: the command is the words behind "--", or else all of them.
func TestCommandLines(t *testing.T) {
	for args, want := range map[string]string{
		"":                          "",
		"perf":                      "perf",
		"perf record":               "perf record",
		"perf record -a ls":         "perf record -a ls",
		"perf -- ls":                "ls",
		"perf record -- ls -l":      "ls -l",
		"perf record -- ls -- more": "ls -- more",
		"perf record -a --":         "",
		"-- ls":                     "-- ls",
	} {
		if got := commandLine(strings.Fields(args)); got != want {
			t.Errorf("%q is %q, want %q", args, got, want)
		}
	}
}

// TestIDsOfAnAttr: a file has as many ids of events as fit into what is left, and no byte more.
func TestIDsOfAnAttr(t *testing.T) {
	c := newComposer(wire.Little)
	for size, want := range map[int]string{0: "", 8: "", 16: "", 17: "more event ids than", 18: "more event ids than", 24: "more event ids than"} {
		b := c.attrBytes(&composedAttr{attr: attr{typ: 1}, size: attrSizeV0})
		b = wire.Little.AppendU64(b, uint64(len(b)+16))
		b = wire.Little.AppendU64(b, uint64(size))
		m := &meta{header: header{order: wire.Little, attrSize: int64(len(b)), attrs: section{0, int64(len(b))}}}
		m.events.order, m.events.idsLeft = wire.Little, 2
		b = append(b, make([]byte, size)...)
		if err := m.readFile(newInput(inMemory{readerAt{b}}, int64(len(b)))); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%d bytes of ids: %v, want %q", size, err, want)
		}
	}
}

// broken is a reader that fails.
type broken struct{}

func (broken) ReadAt([]byte, int64) (int, error) { return 0, fmt.Errorf("broken") }

// TestSectionLimit: a section is read up to a size; of a larger one nothing is read.
func TestSectionLimit(t *testing.T) {
	in := newInput(broken{}, 2*maxSection)
	for n, want := range map[int64]string{maxSection: "broken", maxSection + 1: "larger than the limit"} {
		if _, err := in.read(0, n); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d bytes: %v, want %s", n, err, want)
		}
	}
}

// TestRecordedOnOtherMachines: calls that were recorded are listed as such; old ones, which newer
// machines do not have, cannot be missing there.
func TestRecordedOnOtherMachines(t *testing.T) {
	for _, arch := range []string{"x86_64", "aarch64"} {
		for _, call := range []string{"", "read"} {
			m := &meta{arch: arch}
			want := 0
			if call != "" {
				ev := &event{name: "syscalls:sys_enter_" + call, handle: func(*decoder, *sample) {}}
				ev.typ, ev.period = typeTracepoint, 1
				m.events.list = []*event{ev}
				if want = 1; arch != "x86_64" {
					want += len(oldCalls)
				}
			}
			if got := m.recorded().Calls; len(got) != want {
				t.Errorf("%s with %q: %v", arch, call, got)
			}
		}
	}
}

// TestDumped: only the records of events that were written backwards came from a ring buffer.
func TestDumped(t *testing.T) {
	s := newScene(t, wire.Little, 0)
	s.attrs[s.evWaking].flags |= attrBackward
	s.ran(at(10, 0, 5, 5), 1)
	s.waking(at(20, 0, 5, 5), 6, 1)
	s.waking(at(0, 0, 5, 5), 6, 1)
	s.record(68, 0, nil)
	d := decode(t, s.file(), true)
	r := &turner{m: d.s.m, rings: map[uint32]int64{}}
	for i, want := range []bool{false, true, false, false} {
		rec := s.recs[i]
		before := r.rings[0]
		if got := r.dumped(wire.Little.U32(rec), rec); got != want || r.rings[0]-before != int64(len(rec)*bit(want)) {
			t.Errorf("record %d is of a ring buffer: %v, %d bytes", i, got, r.rings[0]-before)
		}
	}
}
