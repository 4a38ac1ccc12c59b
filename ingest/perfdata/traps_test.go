package perfdata

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

func TestRefusals(t *testing.T) {
	dir := story(t, wire.Little, 0)
	dir.feats[featDirFormat] = make([]byte, 8)
	empty := newComposer(wire.Little)
	badAttr := story(t, wire.Little, 0).file()
	badAttr[headerSize+8*10+4] = 7 // the first attr's own size
	cases := map[string]struct {
		data []byte
		want string
	}{
		"empty":      {nil, "unexpected EOF"},
		"text":       {[]byte("this is no trace but a text file, long enough for a header"), "not a perf.data file"},
		"version 1":  {append([]byte(magicV1), make([]byte, 200)...), "version 1"},
		"directory":  {dir.file(), "--threads"},
		"dir pipe":   {dir.pipe(), "--threads"},
		"no events":  {empty.file(), "no descriptions of events"},
		"short":      {[]byte(magicLittle), "unexpected EOF"},
		"attr size":  {badAttr, "attr"},
		"cut header": {story(t, wire.Little, 0).file()[:headerSize+10], "truncated"},
		"gzip":       {[]byte{0x1f, 0x8b, 8, 0, 0, 0}, "gzip"},
	}
	for name, c := range cases {
		_, err := tryDecode(c.data, true)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", name, err, c.want)
			continue
		}
		oneClearLine(t, name, err)
	}
	if _, err := tryDecode([]byte("GIF89a, certainly not a trace"), true); !errors.Is(err, ErrFormat) {
		t.Errorf("error %v does not wrap ErrFormat", err)
	}
}

func TestSniff(t *testing.T) {
	for head, want := range map[string]bool{
		magicLittle: true, magicBig: true, magicV1: true, "PERF": false, "": false, "go 1.25 trace": false,
	} {
		if Sniff([]byte(head)) != want {
			t.Errorf("Sniff(%q) is not %v", head, want)
		}
	}
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	_, _ = w.Write([]byte("a text"))
	_ = w.Close()
	if Sniff(z.Bytes()) {
		t.Error("Sniff takes any gzip file for a trace")
	}
}

// TestKilled: perf was killed before it wrote the size of the data and the features behind it.
func TestKilled(t *testing.T) {
	s := story(t, wire.Little, 0)
	data := s.file()
	at := bytes.Index(data, s.data())
	data = data[:at+len(s.data())]
	copy(data[48:], make([]byte, 8))
	d := decode(t, data, false)
	if d.diag("killed") == nil {
		t.Errorf("diagnostics %v", d.Info().Diagnostics)
	}
	if n := d.Info().SourceEvents[0].Count; n != 10 {
		t.Errorf("%d switches counted", n)
	}
}

// TestSharedKilled removes from real files what perf writes at its end. The scheduler's events must
// be the same as in the whole file.
func TestSharedKilled(t *testing.T) {
	guessed := 0
	for _, name := range sharedFiles(t) {
		data := readFile(t, name)
		whole, err := tryDecode(data, true)
		if err != nil || whole.s.m.pipe || whole.diag("subsampled") != nil {
			continue
		}
		end := whole.s.m.data.end()
		if end > int64(len(data)) {
			continue // truncated already
		}
		data = data[:end]
		copy(data[48:], make([]byte, 8))
		d := decode(t, data, true)
		if d.diag("killed") == nil {
			t.Errorf("%s: diagnostics %v", name, d.Info().Diagnostics)
		}
		if !whole.Info().Has.Switches || whole.s.countOf("sched:sched_switch") == 0 {
			continue
		}
		if whole.s.countOf("syscalls:sys_enter_sched_yield") > 0 {
			continue // without it a yield looks like a preemption
		}
		guessed++
		if d.diag("guessed-formats") == nil {
			t.Errorf("%s: diagnostics %v", name, d.Info().Diagnostics)
			continue
		}
		if got, want := schedLines(d), schedLines(whole); got != want {
			t.Errorf("%s: the scheduler's events differ: %d and %d bytes of text, %v", name, len(got), len(want), d.Info().Diagnostics)
		}
	}
	if guessed < 20 {
		t.Errorf("only %d files were tried", guessed)
	}
}

// schedLines are the switches, wakes, migrations and run times.
func schedLines(d *decoded) string {
	var b strings.Builder
	for i := range d.events {
		switch e := &d.events[i]; e.Kind {
		case model.KindSwitch, model.KindWake, model.KindMigrate, model.KindRan:
			b.WriteString(d.line(e) + "\n")
		}
	}
	return b.String()
}

func TestBrokenGzip(t *testing.T) {
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	_, _ = w.Write(story(t, wire.Little, 0).file())
	_ = w.Close()
	d, err := tryDecode(z.Bytes()[:z.Len()*3/4], false)
	if err != nil {
		t.Fatal(err)
	}
	if x := d.diag("truncated"); x == nil || !strings.Contains(x.Text, "gzip") {
		t.Errorf("diagnostics %v", d.Info().Diagnostics)
	}
}

func TestSubsampledAndPerTask(t *testing.T) {
	s := story(t, wire.Little, 0)
	for i := range s.attrs {
		s.attrs[i].flags |= attrFreq | attrEnableOnExec
	}
	d := decode(t, s.file(), true)
	if d.diag("subsampled") == nil || d.diag("per-task") == nil || !d.Info().PerTask {
		t.Errorf("diagnostics %v", d.Info().Diagnostics)
	}
	s = story(t, wire.Little, 0)
	o := s.order
	index := o.AppendU64(nil, 1)
	for _, v := range []uint64{100, 0, 0, 50} {
		index = o.AppendU64(index, v)
	}
	s.record(recIDIndex, 0, index)
	if d := decode(t, s.file(), true); !d.Info().PerTask {
		t.Error("an event opened for one thread goes unnoticed")
	}
}

// TestDamagedTimes: a time that its neighbours contradict is left out, on either side; small
// disorder is kept. Times are sorted as far back as they step.
func TestDamagedTimes(t *testing.T) {
	const far = 1 << 60
	for name, c := range map[string]struct {
		times []uint64
		back  uint64
		want  []model.Time
	}{
		"high":       {[]uint64{1000, 1010, far, 1020, 1030}, 0, []model.Time{0, 10, 20, 30}},
		"first high": {[]uint64{far, 1010, 1020}, 0, []model.Time{0, 10}},
		"low":        {[]uint64{2 * maxStep, 2*maxStep + 10, 5, 2*maxStep + 20}, 0, []model.Time{0, 10, 20}},
		"small":      {[]uint64{1000, 1100, 1050, 1200}, 50, []model.Time{0, 100, 50, 200}},
		"real step":  {[]uint64{4 * maxStep, 4*maxStep + 9, 100, 110, 120}, 4*maxStep - 91, []model.Time{4*maxStep - 100, 4*maxStep - 91, 0, 10, 20}},
	} {
		for _, packed := range []bool{false, true} {
			s := newScene(t, wire.Little, 0)
			for _, x := range c.times {
				s.ran(at(x, 0, 5, 5), 1)
			}
			if packed {
				s.compress(t, recCompressed, 1000)
			}
			d := decode(t, s.file(), true)
			if back := d.s.cpus[0].back; back != c.back {
				t.Errorf("%s, packed %v: times step back by %d, want %d", name, packed, back, c.back)
			}
			var got []model.Time
			for i := range d.events {
				got = append(got, d.events[i].Time)
			}
			if len(got) != len(c.want) {
				t.Errorf("%s, packed %v: times %v, want %v", name, packed, got, c.want)
				continue
			}
			for i := range got {
				if got[i] != c.want[i] {
					t.Errorf("%s, packed %v: times %v, want %v", name, packed, got, c.want)
					break
				}
			}
		}
	}
}

// TestBadCPU: records of CPUs beyond those of the file are dropped and counted.
func TestBadCPU(t *testing.T) {
	s := newScene(t, wire.Little, 0)
	s.ran(at(10, 0, 5, 5), 1)
	s.ran(at(20, 4, 5, 5), 1)
	s.ran(at(30, 1<<31, 5, 5), 1)
	s.ran(at(40, 3, 5, 5), 1)
	d := decode(t, s.file(), true)
	if x := d.diag("bad-cpu"); x == nil || x.Count != 2 || len(d.events) != 2 || d.Info().CPUs != 4 {
		t.Errorf("%d events, %d processors, %v", len(d.events), d.Info().CPUs, d.Info().Diagnostics)
	}
}

// TestPrepass: the pre-pass delivers the first switch of every CPU to the Builder.
func TestPrepass(t *testing.T) {
	d := decode(t, story(t, wire.Little, 0).file(), true)
	if !d.Prepass().Complete() {
		t.Error("the pre-pass is not complete")
	}
}

// TestAttrSizes: attrs have grown over the years; the tail of longer ones is skipped.
func TestAttrSizes(t *testing.T) {
	for _, size := range []int{64, 72, 96, 112, 136} {
		s := story(t, wire.Little, 0)
		for i := range s.attrs {
			s.attrs[i].size = size
		}
		d := decode(t, s.pipe(), true)
		want := "CLOCK_MONOTONIC"
		if size < attrSizeClockID {
			want = "CLOCK_REALTIME" // clock id 0
		}
		if len(d.events) != len(storyLines) || d.Info().Clock.Name != want {
			t.Errorf("attr of %d bytes: %d events, clock %s", size, len(d.events), d.Info().Clock.Name)
		}
	}
}

// TestReadFormats: counter values before the tracepoint's record are skipped, whatever their
// number.
func TestReadFormats(t *testing.T) {
	for _, format := range []uint64{0, readID, readTimeEnabled | readTimeRunning | readID | readLost} {
		s := newScene(t, wire.Little, sampleRead)
		s.attrs[s.evRuntime].readFormat = format
		s.ran(at(10, 0, 5, 5), 33)
		diffLines(t, decode(t, s.file(), true).lines(), []string{"0 cpu0 ran 5 33 in=5"})
	}
	l := newLayout(&attr{sampleType: sampleRead | sampleRaw, readFormat: readGroup | readID | readTimeEnabled})
	o := wire.Little
	rec := make([]byte, recordHeader)
	for _, v := range []uint64{2, 1, 10, 11, 20, 21} { // number of members, enabled, value and id of each
		rec = o.AppendU64(rec, v)
	}
	rec = append(o.AppendU32(rec, 4), "abcd"...)
	var s sample
	if !l.decode(o, rec, &s) || string(s.raw) != "abcd" {
		t.Errorf("group read: raw %q", s.raw)
	}
	copy(rec[recordHeader:], o.AppendU64(nil, 1<<60))
	if l.decode(o, rec, &s) {
		t.Error("a group of 2^60 members is believed")
	}
}

// failing is a reader that fails beyond an offset, like a bad disk.
type failing struct {
	readerAt
	from int64
}

func (f failing) ReadAt(p []byte, off int64) (int, error) {
	if off+int64(len(p)) > f.from {
		return 0, io.ErrNoProgress
	}
	return f.readerAt.ReadAt(p, off)
}

func TestReadError(t *testing.T) {
	data := story(t, wire.Little, 0).file()
	for from := int64(0); from < int64(len(data)); from += thin {
		r, err := Open(context.Background(), failing{readerAt{data}, from}, int64(len(data)), "x", nil)
		if err != nil {
			oneClearLine(t, "bad disk", err)
			continue
		}
		if (&decoded{Reader: r}).diag("read-error") == nil {
			t.Fatalf("a read error at %d goes unnoticed: %v", from, r.Info().Diagnostics)
		}
	}
	// The disk fails only later, while the events are read.
	f := &failing{readerAt{data}, int64(len(data))}
	r, err := Open(context.Background(), f, int64(len(data)), "x", nil)
	if err != nil {
		t.Fatal(err)
	}
	f.from = 0
	err = r.Events(context.Background(), func([]model.Event, model.Time) error { return nil })
	if !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("error %v, want that of the disk", err)
	}
}

func TestCancel(t *testing.T) {
	data := story(t, wire.Little, 0).file()
	ctx, cancel := context.WithCancel(context.Background())
	r, err := Open(ctx, inMemory{readerAt{data}}, int64(len(data)), "x", nil)
	if err != nil {
		t.Fatal(err)
	}
	boom := errors.New("boom")
	if err := r.Events(ctx, func([]model.Event, model.Time) error { return boom }); !errors.Is(err, boom) {
		t.Errorf("error %v, want that of the consumer", err)
	}
	cancel()
	if err := r.Events(ctx, func([]model.Event, model.Time) error { return nil }); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("error %v after cancel", err)
	}
}

// TestSilentProcessors: a file has as many CPUs as it claims, unless nearly all of them would be
// without a record.
func TestSilentProcessors(t *testing.T) {
	seen := decode(t, story(t, wire.Little, 0).file(), true).s.cpus
	for _, test := range []struct{ said, want uint32 }{
		{2, 2},
		{uint32(len(seen)) + maxSilent, uint32(len(seen)) + maxSilent},
		{uint32(len(seen)) + maxSilent + 1, uint32(len(seen))},
		{1 << 31, uint32(len(seen))},
	} {
		s := story(t, wire.Little, 0)
		s.feats[featNrCPUs] = wire.Little.AppendU32(wire.Little.AppendU32(nil, test.said), test.said)
		d := decode(t, s.file(), true)
		if got := d.Info().CPUs; got != int(test.want) {
			t.Errorf("%d processors for a file that says %d, want %d", got, test.said, test.want)
		}
		if warned := d.diag("processors") != nil; warned != (test.want < test.said) {
			t.Errorf("a file that says %d processors: warned %v", test.said, warned)
		}
	}
}
