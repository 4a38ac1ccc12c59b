package perfdata

import (
	"context"
	"errors"
	"testing"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// TestRecordsAtWindowEnds: a file that is read piece by piece is complete where its last
// record ends with a piece, one byte before or after, or needs a piece of its own.
func TestRecordsAtWindowEnds(t *testing.T) {
	const body = 1024 - recordHeader
	for _, last := range []int{0, 8, 1016, 1024, 1032, 2048} {
		c := newComposer(wire.Little)
		for range windowSize/1024 - 1 {
			c.record(68, 0, make([]byte, body))
		}
		want := windowSize/1024 - 1
		if last > 0 {
			c.record(68, 0, make([]byte, last-recordHeader))
			want++
		}
		data := c.data()
		for name, in := range map[string]*input{
			"mapped": newInput(inMemory{readerAt{data}}, int64(len(data))), "read": newInput(readerAt{data}, int64(len(data))),
		} {
			st := newStream(in, section{0, int64(len(data))}, wire.Little)
			n := 0
			for {
				if _, _, ok := st.next(); !ok {
					break
				}
				n++
			}
			if n != want || st.err != nil {
				t.Errorf("%s, a last record of %d bytes: %d records of %d, error %v", name, last, n, want, st.err)
			}
		}
	}
}

// TestDenseIDs: ids of events are looked up in a table as long as they span, wherever
// they begin, and in none where they span too much.
func TestDenseIDs(t *testing.T) {
	for _, x := range []struct {
		first, last uint64
		dense       int
	}{
		{0, 0, 1},
		{1 << 40, 1<<40 + 3, 4},
		{1<<64 - 3, 1<<64 - 1, 3},
		{5, 5 + maxDense - 1, maxDense},
		{5, 5 + maxDense, 1},
		{0, 1 << 40, 1},
	} {
		table := eventTable{order: wire.Little, idsLeft: 4}
		for i, id := range []uint64{x.first, x.last} {
			if err := table.add(attr{config: uint64(i)}, wire.Little.AppendU64(nil, id)); err != nil {
				t.Fatal(err)
			}
		}
		table.finish()
		second := table.list[1]
		if x.last == x.first {
			second = table.list[0] // the first keeps the id
		}
		if len(table.dense) != x.dense || table.byID(x.first) != table.list[0] || table.byID(x.last) != second ||
			table.byID(x.last+1) != nil || table.byID(x.first-1) != nil {
			t.Errorf("ids %#x and %#x: a table of %d, want %d", x.first, x.last, len(table.dense), x.dense)
		}
	}
}

// TestNoTimes: a sample without a time causes a warning, and an event without samples does not.
func TestNoTimes(t *testing.T) {
	for n := range 3 {
		s := newScene(t, wire.Little, 0)
		ev := s.tracepoint(t, "timer:timer_start", `"x"`, schedSample&^sampleTime, "void * timer 8 8 0")
		s.ran(at(10, 0, 5, 5), 1)
		for range n {
			s.sample(ev, at(0, 0, 5, 5), map[string]any{"timer": 1})
		}
		d := decode(t, s.file(), true)
		if got := d.diag("no-times") != nil; got != (n > 0) {
			t.Errorf("%d samples without time: warned %v", n, got)
		}
	}
}

// TestDecodingStops: decoding stops soon when it is cancelled, also among records that make no
// events.
func TestDecodingStops(t *testing.T) {
	s := newScene(t, wire.Little, 0)
	ev := s.trace("timer:timer_start", "void * timer 8 8 0")
	s.ran(at(10, 0, 5, 5), 1)
	for i := range 3 * pieceRecords {
		s.sample(ev, at(uint64(20+i), 0, 5, 5), map[string]any{"timer": 1})
	}
	data := s.file()
	r, err := Open(t.Context(), inMemory{readerAt{data}}, int64(len(data)), "test", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []struct {
		cancel bool
		want   error
	}{{false, nil}, {true, context.Canceled}} {
		ctx, cancel := context.WithCancel(t.Context())
		if x.cancel {
			cancel()
		}
		src := newMerge(r.s)
		d := newDecoder(r.s, src, newStackTable(r.s))
		settled, end, err := d.Fill(ctx)
		if !errors.Is(err, x.want) || end == x.cancel || end && settled != model.Forever || x.cancel && d.Done() > int64(len(data))/2 {
			t.Errorf("cancelled %v: end %v, %d of %d bytes, %v", x.cancel, end, d.Done(), len(data), err)
		}
		cancel()
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

// TestLostBeforeAllElse: what a processor lost before its first record, it lost since the
// trace began.
func TestLostBeforeAllElse(t *testing.T) {
	s := newScene(t, wire.Little, 0)
	s.ran(at(1000, 0, 5, 5), 1)
	s.lost(at(3000, 1, 6, 6), 2)
	s.ran(at(3100, 1, 6, 6), 1)
	losses := built(t, s.file()).Losses
	if len(losses) != 1 || losses[0].CPU != 1 || losses[0].Range != (model.Range{From: 0, To: 2000}) {
		t.Errorf("%+v", losses)
	}
}

// TestLockCallsAlone: waits for locks of the kernel are calls, also where no other calls are
// recorded, and where only their beginnings or ends are.
func TestLockCallsAlone(t *testing.T) {
	for name, field := range map[string]string{"": "", "lock:contention_begin": "unsigned int flags 16 4 0", "lock:contention_end": "int ret 16 4 1"} {
		s := newScene(t, wire.Little, 0)
		if name != "" {
			ev := s.trace(name, "void * lock_addr 8 8 0", field)
			s.sample(ev, at(20, 0, 5, 5), map[string]any{"lock_addr": 64})
		}
		s.ran(at(10, 0, 5, 5), 1)
		if has := decode(t, s.file(), true).Info().Has.Calls; has != (name != "") {
			t.Errorf("%q: has calls %v", name, has)
		}
	}
}
