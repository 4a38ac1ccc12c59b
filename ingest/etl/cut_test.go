package etl

import (
	"bytes"
	"context"
	"errors"
	"testing"

	"threadlens/ingest/etl/etltest"
	"threadlens/ingest/etl/markers"
	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// TestCutRecords: a record with truncated contents has no effect; a complete one does.
func TestCutRecords(t *testing.T) {
	cfg := etltest.Config{}
	mk := cfg.Maker(etltest.StyleNative)
	events := func(kind model.Kind) func(tr *model.Trace) int64 {
		return func(tr *model.Trace) int64 { return tr.Events[kind] }
	}
	for name, x := range map[string]struct {
		record etltest.Record
		told   func(tr *model.Trace) int64
	}{
		"hard fault": {mk.HardFault(50, 0, 4096, 0x1000, 7, 4, 4096), events(model.KindFault)},
		"fault":      {mk.Fault(50, 10, 0x1000, 0x2000), events(model.KindFault)},
		"wake":       {mk.Ready(50, 9, 0), events(model.KindWake)},
		"sample":     {mk.Sample(50, 0x1000, 4, 1, 0), events(model.KindSample)},
		"transfer":   {mk.Disk(50, etltest.DiskRead, 3, etltest.Disk{Bytes: 4096, IRP: 1, TID: 4}), events(model.KindIO)},
		"switch":     {mk.CSwitch(50, 4, etltest.CSwitch{New: 9, Old: 4, State: 5}), func(tr *model.Trace) int64 { return tr.Events[model.KindSwitch] - 1 }},
		"thread":     {mk.Thread(50, etltest.LifeStart, 3, etltest.Thread{PID: 5, TID: 9}), events(model.KindStart)},
		"name":       {mk.SetName(50, 5, 4, "name"), events(model.KindName)},
		"interrupt":  {mk.ISR(50, 0, 0x1000, 1), events(model.KindIrq)},
		"deferred":   {mk.DPC(50, 68, 0, 0x1000), events(model.KindIrq)},
	} {
		for _, cut := range []bool{false, true} {
			c := compose(t, cfg)
			c.put(0, c.mk.CSwitch(10, 4, etltest.CSwitch{New: 4, State: 5}))
			r := x.record
			if cut {
				r.Payload = r.Payload[:min(3, len(r.Payload)-1)]
			}
			c.put(0, r)
			if got := x.told(c.load()); (got > 0) == cut {
				t.Errorf("%s, cut %v: %d", name, cut, got)
			}
		}
	}
}

// sizes is a file of zeros except for the sizes of the buffers at some places.
type sizes map[int64]uint32

func (f sizes) ReadAt(b []byte, off int64) (int, error) {
	clear(b)
	if size, ok := f[off]; ok {
		le.PutUint32(b, size)
		le.PutUint32(b[4:], min(size, 100))
	}
	return len(b), nil
}

// TestBufferSizes: a buffer is at least as long as its header, and at most 64 MiB; after one of an
// invalid size the next is searched at the distance of the first one's size.
func TestBufferSizes(t *testing.T) {
	const first, next = 200, 500
	for _, x := range []struct {
		name         string
		size, stride uint32
		damaged      bool
		buffers      int64 // valid ones
	}{
		{"of the header alone", bufferHeader, 0, false, 3},
		{"less than the header", bufferHeader - 1, 0, true, 1},
		{"as large as may be", maxBuffer, 0, false, 2}, // the rest of the file
		{"larger", maxBuffer + 1, 0, true, 1},
		{"damaged, others have the least size", 0, bufferHeader, true, 2},
		{"damaged, others have less", 0, bufferHeader - 1, true, 1},
		{"damaged, others have the largest size", 0, maxBuffer, true, 2},
		{"damaged, others have more", 0, maxBuffer + 1, true, 1},
	} {
		last := first + max(bufferHeader, int64(x.stride))
		s := newScan()
		s.size = last + next
		s.parts = []part{{input: input{r: sizes{0: first, first: x.size, last: next}, size: s.size}, head: fileHeader{stride: x.stride}}}
		if err := s.findBuffers(context.Background(), 0); err != nil {
			t.Error(err)
		}
		damaged := false
		for _, d := range s.diags {
			damaged = damaged || d.Code == "damaged-buffer"
		}
		if s.buffers != x.buffers || damaged != x.damaged {
			t.Errorf("%s: %d buffers, want %d; %+v", x.name, s.buffers, x.buffers, s.diags)
		}
	}
}

// TestHeaderSize: the header of a file is in a buffer with room for a record's header.
func TestHeaderSize(t *testing.T) {
	for size, ok := range map[uint32]bool{bufferHeader + systemHeader - 1: false, bufferHeader + systemHeader: true} {
		data := small(t, etltest.TextOptions{})
		le.PutUint32(data, size)
		if _, err := readHeader(data[:headBytes]); (err == nil) != ok || err != nil && !errors.Is(err, ErrFormat) {
			t.Errorf("a buffer of %d bytes: %v", size, err)
		}
	}
}

// TestSpanOfFile: records are at most an hour after the end in the header, or ten years after the
// start where it has no valid end.
func TestSpanOfFile(t *testing.T) {
	const longest = int64(maxSpan) / 100
	for _, x := range []struct {
		start, end int64
		want       model.Time
	}{
		{1, 2, 100 + endSlack},
		{5, 5, maxSpan},
		{5, 4, maxSpan},
		{0, 10, maxSpan},
		{-1, 10, maxSpan},
		{1, longest, maxSpan - 100 + endSlack},
		{1, 1 + longest, maxSpan + endSlack},
		{1, 2 + longest, maxSpan},
	} {
		var h fileHeader
		h.StartTime, h.EndTime = x.start, x.end
		if got := h.span(); got != x.want {
			t.Errorf("from %d to %d: %d, want %d", x.start, x.end, got, x.want)
		}
	}
}

// TestNotesOfLosses: missing data causes a warning, with its amount; packed data does not.
func TestNotesOfLosses(t *testing.T) {
	s := newScan()
	s.symbolState = &symbolState{marks: markers.NewTable()}
	s.parts = make([]part, 1)
	s.noteLosses(&model.Info{})
	if len(s.diags) != 0 {
		t.Errorf("of nothing: %+v", s.diags)
	}
	s.buffers, s.compressed, s.undefined, s.chains.full, s.counts.over = 9, 8, 7, 6, 5
	s.noteLosses(&model.Info{LostEvents: 4, LostBuffers: 3})
	want := map[string]model.Diagnostic{
		"compressed-buffers": {Severity: model.SeverityInfo, Count: 8}, "lost-events": {Severity: model.SeverityWarning, Count: 4},
		"lost-buffers": {Severity: model.SeverityWarning, Count: 3}, "kinds": {Severity: model.SeverityWarning, Count: 5},
		"stack-keys": {Severity: model.SeverityWarning, Count: 7}, "stacks": {Severity: model.SeverityWarning, Count: 6},
	}
	for _, d := range s.diags {
		if w, ok := want[d.Code]; !ok || d.Severity != w.Severity || d.Count != w.Count {
			t.Errorf("%+v", d)
		}
		delete(want, d.Code)
	}
	if len(want) != 0 {
		t.Errorf("nothing is said of %v", want)
	}
}

// TestCompactSwitches: switches in an undocumented layout are left out, with a warning.
func TestCompactSwitches(t *testing.T) {
	c := compose(t, etltest.Config{})
	c.put(0, c.mk.CSwitch(10, 4, etltest.CSwitch{New: 4, State: 5}))
	c.put(0, c.mk.CompactSwitches(20, 2))
	for _, d := range c.load().Diagnostics {
		if d.Code == "compact-switches" && d.Severity == model.SeverityWarning && d.Count == 1 {
			return
		}
	}
	t.Error("no warning")
}

// TestProgress: reading reports its progress: up to half in the first pass, and then to the end.
func TestProgress(t *testing.T) {
	data := small(t, etltest.TextOptions{})
	var last, all int64
	r, err := openFile(context.Background(), bytes.NewReader(data), int64(len(data)), "x", func(done, total int64) {
		if done < last || done > total {
			t.Errorf("%d after %d of %d", done, last, total)
		}
		last, all = done, total
	})
	if err != nil {
		t.Fatal(err)
	}
	if last > all/2 {
		t.Errorf("%d of %d before the events", last, all)
	}
	if err := r.Events(context.Background(), func([]model.Event, model.Time) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if last <= all/2 || last != all || all != 2*int64(len(data)) {
		t.Errorf("at the end %d of %d", last, all)
	}
}

// TestVersionBits: some bits of a performance record's version are the number of its counters.
func TestVersionBits(t *testing.T) {
	for n := range 4 {
		c := compose(t, etltest.Config{})
		c.put(0, c.mk.CSwitch(10, 4, etltest.CSwitch{New: 4, State: 5}))
		r := c.mk.Disk(50, etltest.DiskRead, 3, etltest.Disk{Bytes: 4096, IRP: 1, TID: 4})
		r.PMC = make([]uint64, n)
		c.put(0, r)
		if tr := c.load(); len(tr.IOs) != 1 || tr.IOs[0].Bytes != 4096 || tr.Threads[tr.IOs[0].Thread].TID != 4 {
			t.Errorf("with %d counters: %+v", n, tr.IOs)
		}
	}
}

// TestKeyItems: the stack in an event's extended item, by its key, of both widths.
func TestKeyItems(t *testing.T) {
	for kind, key := range map[uint16][]byte{
		payload.ExtStackKey64: le.AppendUint64(le.AppendUint64(nil, 0), 0xA), payload.ExtStackKey32: le.AppendUint32(le.AppendUint64(nil, 0), 0xA),
	} {
		item := le.AppendUint16(le.AppendUint16(le.AppendUint16(le.AppendUint16(nil, uint16(8+len(key))), kind), 0), uint16(len(key)))
		s := newScan()
		s.learnItems(&record{items: append(item, key...), at: 5, tid: 7, pid: 9})
		if len(s.rows) != 1 || len(s.refs) != 1 || s.refs[0].key != 0xA || s.rows[0].tid != 7 || s.rows[0].at != 5 || s.rows[0].ref != userHalf {
			t.Errorf("%d: %+v, %+v", kind, s.rows, s.refs)
		}
	}
}
