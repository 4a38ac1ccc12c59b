package etl

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/etl/etltest"
	"threadlens/ingest/etl/payload"
	"threadlens/ingest/internal/diag"
	"threadlens/model"
)

// composer puts records into a file; times are ns after the start.
type composer struct {
	tb    testing.TB
	mk    etltest.Maker
	file  etltest.Memory
	w     *etltest.Writer
	start int64
}

func compose(tb testing.TB, cfg etltest.Config) *composer {
	tb.Helper()
	c := &composer{tb: tb, mk: cfg.Maker(etltest.StyleNative)}
	w, err := etltest.NewWriter(&c.file, cfg)
	if err != nil {
		tb.Fatal(err)
	}
	c.w, c.start = w, w.Config().Start
	return c
}

// put adds a record, whose time counts from the start.
func (c *composer) put(cpu int, r etltest.Record) {
	c.tb.Helper()
	r.Time += c.start
	if err := c.w.Put(cpu, r); err != nil {
		c.tb.Fatal(err)
	}
}

func (c *composer) load() *model.Trace {
	c.tb.Helper()
	if err := c.w.Close(); err != nil {
		c.tb.Fatal(err)
	}
	return tryLoad(c.tb, c.file.Bytes())
}

// TestSessionText: the mode of the recording is shown: whether it overwrote old events decides what
// its start means.
func TestSessionText(t *testing.T) {
	for _, x := range []struct {
		mode uint32
		want string
	}{
		{etltest.ModeSequential, `session "tl": sequential, clock`},
		{etltest.ModeCircular, `session "tl": circular, clock`},
		{etltest.ModeCircular | 0x400, `session "tl": circular, clock`},
		{0x400, `session "tl": sequential, clock`}, // buffers in memory
	} {
		c := compose(t, etltest.Config{Mode: x.mode, Session: "tl"})
		c.put(0, c.mk.CSwitch(10, 4, etltest.CSwitch{New: 3, State: 5}))
		var said []string
		for _, d := range c.load().Info.Diagnostics {
			if d.Code == "session" {
				said = append(said, d.Text)
			}
		}
		if len(said) != 1 || !strings.HasPrefix(said[0], x.want) {
			t.Errorf("mode %#x: %q, want %s …", x.mode, said, x.want)
		}
	}
}

// TestItemsEnd: the payload of an event begins after its last extended item, even where it looks
// like one more.
func TestItemsEnd(t *testing.T) {
	item := func(more byte, data string) string {
		return string(le.AppendUint16(nil, uint16(8+len(data)))) + "\x06\x00" + string([]byte{more, 0}) + string(le.AppendUint16(nil, uint16(len(data)))) + data
	}
	for _, x := range []struct {
		name, items, data string
	}{
		{"no items", "", ""},
		{"one", item(0, "12345678"), "data"},
		{"data that looks like an item", item(0, "12345678"), item(0, "")},
		{"data that looks like an item and more", item(0, ""), item(1, "1234") + item(0, "")},
		{"two", item(1, "12345678") + item(0, ""), item(0, "12345678")},
		{"one more is announced, but there is none", item(1, "1234"), ""},
		{"one more is announced, but it is cut", item(1, "1234"), item(0, "12345678")[:15]},
		{"an item that is longer than its size", "", "\x09\x00\x06\x00\x00\x00\x02\x0012"},
	} {
		if n := itemBytes([]byte(x.items + x.data)); n != len(x.items) {
			t.Errorf("%s: the items take %d bytes, want %d", x.name, n, len(x.items))
		}
	}
}

// TestSampleInterval checks the reported time between samples: the one in force, nothing when it
// was changed, and nothing for counters.
func TestSampleInterval(t *testing.T) {
	const us = 10 // in units of 100 ns
	for _, x := range []struct {
		set  []uint32
		want model.Time
	}{
		{nil, 0},
		{[]uint32{125 * us}, 125_000},
		{[]uint32{1000 * us, 1000 * us}, 1_000_000},
		{[]uint32{1000 * us, 500 * us}, 0},
	} {
		c := compose(t, etltest.Config{CPUs: 1})
		c.put(0, c.mk.Interval(5, etltest.IntervalSet, 3, 2, 99, 99, "BranchMispredictions"))
		for i, v := range x.set {
			c.put(0, c.mk.Interval(int64(10+i), etltest.IntervalStart, 3, 0, v, v, "Timer"))
		}
		tr := c.load()
		if tr.Info.SampleEvery != x.want || hasDiagnostic(tr, "sample-interval") != (len(x.set) > 1 && x.want == 0) {
			t.Errorf("after %v: %d ns, %v", x.set, tr.Info.SampleEvery, tr.Diagnostics)
		}
	}
}

// TestTransfers checks who requested a transfer where its record does not contain it, and which
// name a file object has when.
func TestTransfers(t *testing.T) {
	c := compose(t, etltest.Config{CPUs: 2})
	m := c.mk
	const object, irp = 0xFFFF8000_00001000, 0xFFFF8000_00002000
	c.put(0, m.DiskInit(10, etltest.DiskReadInit, 2, irp, 7, 5))
	c.put(0, m.Disk(30, etltest.DiskRead, 2, etltest.Disk{Disk: 1, Bytes: 512, IRP: irp, File: object, Response: 15}))
	c.put(0, m.File(40, etltest.FileName, object, `\Device\HarddiskVolume2\new.txt`))
	c.put(0, m.Disk(50, etltest.DiskWrite, 3, etltest.Disk{Disk: 1, Bytes: 1, IRP: irp, File: object, Response: 5, TID: 9}))
	c.put(0, m.Disk(60, etltest.DiskRead, 2, etltest.Disk{Disk: 1, IRP: irp, Response: 99}))
	c.put(1, m.Flush(70, 3, etltest.Disk{Disk: 1, IRP: irp, Response: 2, TID: 9}))
	c.put(1, m.File(90, 36, object, `\Device\HarddiskVolume2\later.txt`))
	tr := c.load()
	var got []string
	for _, x := range tr.IOs {
		tid := "-"
		if x.Thread != model.NoThread {
			tid = fmt.Sprint(tr.Threads[x.Thread].TID)
		}
		file := tr.String(x.File)
		got = append(got, fmt.Sprintf("%d-%d %s %d %v %s %s", x.From, x.To, tid, x.Bytes, x.Direction, tr.String(x.Device), file[strings.LastIndexByte(file, '\\')+1:]))
	}
	want := "15-30 7 512 read disk 1 new.txt; 45-50 9 1 write disk 1 new.txt; 0-60 - 0 read disk 1 ; 68-70 9 0 flush disk 1 "
	if s := strings.Join(got, "; "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
}

// TestRundownAtEnd checks that threads and processes that are only listed at the end have names,
// including threads that ended before their process.
func TestRundownAtEnd(t *testing.T) {
	c := compose(t, etltest.Config{})
	m := c.mk
	c.put(0, m.CSwitch(10, 4, etltest.CSwitch{New: 7, Old: 0, State: etltest.StateRunning}))
	c.put(0, m.CSwitch(20, 4, etltest.CSwitch{New: 8, Old: 7, State: etltest.StateWaiting, Reason: 6}))
	c.put(0, m.Thread(29, etltest.LifeEnd, 3, etltest.Thread{PID: 5, TID: 8}))
	c.put(0, m.CSwitch(30, 4, etltest.CSwitch{New: 0, Old: 8, State: etltest.StateTerminated}))
	c.put(0, m.Thread(90, etltest.LifeDCEnd, 3, etltest.Thread{PID: 5, TID: 7, Name: "worker", Named: true}))
	c.put(0, m.Process(91, etltest.LifeDCEnd, 4, etltest.Process{PID: 5, Image: "app.exe"}))
	c.put(0, m.Process(91, etltest.LifeDCEnd, 4, etltest.Process{PID: 0, Image: "Idle"}))
	c.put(0, m.Process(91, etltest.LifeDCEnd, 4, etltest.Process{PID: 4, Image: "System"}))
	tr := c.load()
	var got []string
	for ix := range tr.Threads {
		if th := &tr.Threads[ix]; !th.Idle {
			p := tr.Process(model.ThreadIx(ix))
			got = append(got, fmt.Sprintf("%d %q in %d %q until %d", th.TID, th.Name(), p.PID, p.Name, th.Life.To))
		}
	}
	if s := strings.Join(got, "; "); s != `7 "worker" in 5 "app.exe" until 91; 8 "" in 5 "app.exe" until 30` {
		t.Error(s)
	}
	classes := map[uint32]model.Class{}
	for _, p := range tr.Processes {
		classes[p.PID] = p.Class
	}
	if classes[0] != model.ClassIdle || classes[4] != model.ClassSystem || classes[5] != model.ClassOther {
		t.Error(classes)
	}
}

// TestLostRecord checks a record of lost events that no gap of buffers explains.
func TestLostRecord(t *testing.T) {
	c := compose(t, etltest.Config{})
	m := c.mk
	c.put(0, m.CSwitch(10, 4, etltest.CSwitch{New: 7, Old: 0, State: etltest.StateRunning}))
	c.put(0, m.Lost(20, etltest.LostEvent))
	c.put(0, m.CSwitch(30, 4, etltest.CSwitch{New: 0, Old: 8, State: etltest.StateWaiting, Reason: 6}))
	tr := c.load()
	if len(tr.Losses) != 1 || tr.Losses[0].Range != (model.Range{From: 20, To: 20}) {
		t.Errorf("%+v", tr.Losses)
	}
	if n := tr.Counters[model.CountMismatch]; n != 0 {
		t.Errorf("%d mismatches though events were lost", n)
	}
}

// TestCounters checks records with counter values before their payload, and switches in an
// undocumented layout.
func TestCounters(t *testing.T) {
	c := compose(t, etltest.Config{})
	m := c.mk
	for i, pmc := range [][]uint64{nil, {1}, {1, 2, 3, 4, 5, 6, 7}} {
		r := m.CSwitch(int64(10*i), 4, etltest.CSwitch{New: uint32(7 - 7*(i%2)), Old: uint32(7 * (i % 2)), State: etltest.StateWaiting})
		if r.PMC = pmc; i == 2 {
			index := uint64(9)
			r.PEBS = &index
		}
		c.put(0, r)
	}
	c.put(0, m.CompactSwitches(50, 64))
	tr := c.load()
	if tr.SwitchCount() != 3 || tr.Counters[model.CountMismatch] != 0 || !hasDiagnostic(tr, "compact-switches") {
		t.Errorf("%d switches, %d mismatches, %v", tr.SwitchCount(), tr.Counters[model.CountMismatch], tr.Diagnostics)
	}
}

// TestContention checks the waits for monitors of .NET, and that the thread in
// the header of an event is known to be of its process.
func TestContention(t *testing.T) {
	c := compose(t, etltest.Config{})
	m := c.mk
	c.put(0, m.Thread(5, etltest.LifeDCStart, 3, etltest.Thread{PID: 5, TID: 8}))
	held := m.Contention(10, 81, 7, 5) // version 2, which contains the lock and its holder
	held.Event.Version = 2
	held.Payload = le.AppendUint64(le.AppendUint64(le.AppendUint64([]byte{0, 1, 0}, 0x1000), 0x2000), 8)
	c.put(0, held)
	c.put(0, m.CSwitch(20, 4, etltest.CSwitch{New: 8, Old: 7, State: 77, Reason: 99}))
	c.put(0, m.CSwitch(30, 4, etltest.CSwitch{New: 7, Old: 8, State: 5}))
	c.put(0, m.Contention(40, 91, 7, 5))
	tr := c.load()
	s, ok := tr.SegmentAt(0, 25)
	if !ok || s.Label() != "Synchronization.Mutex" || tr.Process(0).PID != 5 {
		t.Errorf("%v %+v of %d", s.Label(), s, tr.Process(0).PID)
	}
	if owner := tr.LockOwner(0); owner == model.NoThread || tr.Threads[owner].TID != 8 || len(tr.LockCalls) != 1 {
		t.Errorf("held by thread %d, %+v", owner, tr.LockCalls)
	}
}

// TestRuntimeStop: the .NET runtime reports from when to when it stops all managed threads; its
// events in between are not markers.
func TestRuntimeStop(t *testing.T) {
	c := compose(t, etltest.Config{})
	m := c.mk
	c.put(0, m.GCEdge(10, etltest.GCSuspendBegin, 7, 5))
	c.put(0, m.GCEdge(20, etltest.GCSuspendEnd, 7, 5))
	c.put(0, m.GCEdge(30, etltest.GCRestartBegin, 7, 5))
	c.put(0, m.GCEdge(40, etltest.GCRestartEnd, 7, 5))
	tr := c.load()
	if len(tr.Spans.List) != 1 || tr.Spans.List[0].Len() != 30 || tr.String(tr.Markers[0].Name) != model.RuntimeStop || tr.Threads[tr.Spans.List[0].Thread].TID != 7 {
		t.Errorf("%+v of %+v", tr.Spans.List, tr.Markers)
	}
}

// TestLeaves checks samples that have an address and no stack.
func TestLeaves(t *testing.T) {
	c := compose(t, etltest.Config{CPUs: 2})
	const n = 40_000
	for i := range n {
		at := int64(100 * (i + 1))
		c.put(i%2, c.mk.Sample(at, 0x7FF0_0000_0000+uint64(i%5000)<<4, uint32(7+i%2), 1, 0))
		if i%1000 == 0 {
			c.put(i%2, c.mk.SetName(at, 5, 7, fmt.Sprint("name ", i)))
		}
	}
	c.put(0, c.mk.Image(n*100, etltest.LifeDCEnd, 3, etltest.Image{Base: 0x7FF0_0000_0000, Size: 1 << 20, PID: 5, Path: `\Windows\app.exe`}))
	c.put(0, c.mk.Thread(n*100, etltest.LifeDCEnd, 3, etltest.Thread{PID: 5, TID: 7}))
	c.put(0, c.mk.Thread(n*100, etltest.LifeDCEnd, 3, etltest.Thread{PID: 5, TID: 8}))
	tr := c.load()
	if len(tr.Samples) != n || tr.Tables.Stacks.Len() != 5000 {
		t.Fatalf("%d samples, %d stacks", len(tr.Samples), tr.Tables.Stacks.Len())
	}
	for i, s := range tr.Samples {
		f := tr.Tables.Stacks.Frames(s.Stack)
		want := fmt.Sprintf("+%#x", i%5000<<4)
		if len(f) != 1 || tr.String(f[0].Module) != "app.exe" || tr.String(f[0].Name) != want {
			t.Fatalf("sample %d: %q %q, not %q", i, tr.String(f[0].Module), tr.String(f[0].Name), want)
		}
	}
	if name := tr.Threads[0].Name(); name != "name 39000" {
		t.Error(name)
	}
}

// TestNamesOfFiles: a file object's name is the one in its name records, not the one in the records
// of its end or of the end of the recording.
func TestNamesOfFiles(t *testing.T) {
	c := compose(t, etltest.Config{})
	const object = 0xffffe000_00001000
	transfer := func(at int64) {
		c.put(0, c.mk.Disk(at, etltest.DiskRead, 3, etltest.Disk{Bytes: 4096, File: object, IRP: uint64(at), TID: 4}))
	}
	c.put(0, c.mk.CSwitch(5, 4, etltest.CSwitch{New: 4, State: 5}))
	c.put(0, c.mk.File(10, etltest.FileCreate, object, "first.txt"))
	transfer(20)
	for i, opcode := range []uint8{etltest.FileRundown, etltest.FileDelete} {
		c.put(0, c.mk.File(30+int64(i), opcode, object, "other.txt"))
		transfer(40 + int64(i))
	}
	c.put(0, c.mk.File(50, etltest.FileCreate, object, "second.txt"))
	transfer(60)
	tr := c.load()
	var got []string
	for i := range tr.IOs {
		got = append(got, tr.Tables.Strings.Get(tr.IOs[i].File))
	}
	if want := []string{"first.txt", "first.txt", "first.txt", "second.txt"}; !slices.Equal(got, want) {
		t.Errorf("transfers of %q, want %q", got, want)
	}
}

// TestLongDiagnostics: a text is kept up to a limit, and the rest is counted.
func TestLongDiagnostics(t *testing.T) {
	long := strings.Repeat("ü", diag.MaxText/2)
	var ds diagnostics
	ds.warn("whole", long)
	ds.warn("cut", "x"+long)
	ds.warn("cut", "another")
	if len(ds) != 2 || ds[0].Text != long || ds[1].Text != "x"+long[:diag.MaxText-2]+"…" || ds[1].Count != 2 {
		t.Errorf("%+v", ds)
	}
}

// TestShortInterrupts: an interrupt whose record is too short is left out.
func TestShortInterrupts(t *testing.T) {
	for _, hook := range []payload.HookID{payload.HookISR, payload.HookDPC} {
		s := newScan()
		s.clock = newClock(0, second)
		layout := payload.Layout{Version: 2, Wide: true}
		body := le.AppendUint64(le.AppendUint64(nil, 1), 1<<4)
		s.learnIrq(&record{body: body[:15], at: 5, hook: hook, layout: layout})
		if len(s.irqs) != 0 || len(s.routine) != 0 {
			t.Errorf("%v: an interrupt of 15 bytes is kept", hook)
		}
	}
}
