package etl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/etl/etltest"
	"threadlens/ingest/etl/payload"
	"threadlens/ingest/internal/stage"
	"threadlens/model"
	"threadlens/model/modeltest"
)

// tryLoad reads arbitrary data, and checks that the result makes sense.
func tryLoad(tb testing.TB, data []byte) *model.Trace {
	tb.Helper()
	r, err := openFile(context.Background(), bytes.NewReader(data), int64(len(data)), "hostile.etl", nil)
	if err != nil {
		return nil
	}
	tr := load(tb, r)
	for _, err := range modeltest.Check(tr) {
		tb.Error(err)
	}
	return tr
}

func hasDiagnostic(tr *model.Trace, code string) bool {
	return slices.ContainsFunc(tr.Diagnostics, func(d model.Diagnostic) bool { return d.Code == code })
}

// small is a file with every kind of event, 8 buffers or so.
func small(tb testing.TB, opt etltest.TextOptions) []byte {
	tb.Helper()
	opt.HeaderTells, opt.Config.BufferSize = true, 1024
	c, err := etltest.FromText("rich", []byte(rich), opt)
	if err != nil {
		tb.Fatal(err)
	}
	return c.Bytes()
}

// TestDamage cuts and flips files with every kind of event.
func TestDamage(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, opt := range []etltest.TextOptions{
		{}, {Keys: true, Style: etltest.StyleClassic}, {Config: etltest.Config{Compression: etltest.Xpress}},
	} {
		data := small(t, opt)
		for n := 0; n < len(data); n += 1 + rng.IntN(97) {
			tryLoad(t, data[:n])
		}
		for range 600 {
			b := bytes.Clone(data)
			for range 1 + rng.IntN(3) {
				b[rng.IntN(len(b))] ^= 1 << rng.IntN(8)
			}
			tryLoad(t, b)
		}
	}
}

// TestSharedDamage cuts and flips the real files.
func TestSharedDamage(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for name, data := range sharedFiles(t) {
		if len(data) > 8<<20 {
			data = data[:8<<20]
		}
		t.Run(name, func(t *testing.T) {
			tryLoad(t, data[:rng.IntN(len(data))])
			b := bytes.Clone(data)
			for range 50 {
				b[rng.IntN(len(b))] ^= 1 << rng.IntN(8)
			}
			tryLoad(t, b)
		})
	}
}

// TestHostile checks the messages for single faults.
func TestHostile(t *testing.T) {
	data := small(t, etltest.TextOptions{})
	second := int(le.Uint32(data))
	for name, test := range map[string]struct {
		change func(b []byte) []byte
		code   string
	}{
		"cut in a buffer":       {func(b []byte) []byte { return b[:len(b)-700] }, "truncated"},
		"buffer of no size":     {func(b []byte) []byte { le.PutUint32(b[second:], 0); return b }, "damaged-buffer"},
		"absurd size":           {func(b []byte) []byte { le.PutUint32(b[second:], 1<<31); return b }, "damaged-buffer"},
		"record of no size":     {func(b []byte) []byte { le.PutUint16(b[second+72+4:], 0); return b }, "damaged-record"},
		"record too long":       {func(b []byte) []byte { le.PutUint16(b[second+72+4:], 0xFFFF); return b }, "damaged-record"},
		"unknown record":        {func(b []byte) []byte { b[second+72+2] = 0x77; return b }, "damaged-record"},
		"processor 65535":       {func(b []byte) []byte { le.PutUint16(b[second+0x28:], 0xFFFF); return b }, "bad-cpu"},
		"time of next year":     {func(b []byte) []byte { b[second+72+int(forms[b[second+74]].timeAt)+6] = 0x7F; return b }, "wild-time"},
		"no frequency":          {func(b []byte) []byte { clear(b[72+32+256:][:8]); return b }, "unknown-clock"},
		"unknown clock":         {func(b []byte) []byte { b[72+32+272] = 9; return b }, "unknown-clock"},
		"claims to be squeezed": {func(b []byte) []byte { b[second+0x34] |= flagCompressed; return b }, "damaged-buffer"},
	} {
		t.Run(name, func(t *testing.T) {
			tr := tryLoad(t, test.change(bytes.Clone(data)))
			if tr == nil || !hasDiagnostic(tr, test.code) {
				t.Errorf("no diagnostic %s", test.code)
			}
		})
	}
}

// TestManyProcessors checks that the header's number of CPUs is not trusted.
func TestManyProcessors(t *testing.T) {
	data := small(t, etltest.TextOptions{})
	le.PutUint32(data[72+32+12:], 65535)
	if tr := tryLoad(t, data); tr == nil || len(tr.Cores) != 2 {
		t.Errorf("%+v", tr)
	}
}

// TestRefused checks files that are not ETL files at all.
func TestRefused(t *testing.T) {
	good := small(t, etltest.TextOptions{})
	for name, b := range map[string][]byte{
		"empty": {}, "text": bytes.Repeat([]byte("hello "), 100), "zeros": make([]byte, 4096), "cut header": good[:200],
	} {
		if Sniff(b) {
			t.Errorf("%s is recognised", name)
		}
		if _, err := openFile(context.Background(), bytes.NewReader(b), int64(len(b)), name, nil); !errors.Is(err, ErrFormat) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !Sniff(good) {
		t.Error("a good file is not recognised")
	}
}

// TestStackKeys checks to which definition a reference belongs, with keys that are reused, defined
// before the reference, self-referential, and never defined.
func TestStackKeys(t *testing.T) {
	cfg := etltest.Config{}
	mk := cfg.Maker(etltest.StyleNative)
	file := &etltest.Memory{}
	w, err := etltest.NewWriter(file, cfg)
	if err != nil {
		t.Fatal(err)
	}
	start := w.Config().Start
	put := func(at int64, r etltest.Record) {
		if err := w.Put(0, r); err != nil {
			t.Fatal(err)
		}
	}
	sample := func(at int64, key uint64) {
		put(at, mk.Sample(start+at, 0x1000, 7, 1, 0))
		put(at, mk.StackRef(start+at, etltest.KeyUser, start+at, 5, 7, key))
	}
	define := func(at int64, key uint64, addrs ...uint64) {
		put(at, mk.StackDef(start+at, etltest.KeyRundown, key, addrs...))
	}
	define(5, 0xB, 0xB0)
	sample(10, 0xA)
	define(15, 0xA, 0xA1, 0xAA)
	sample(20, 0xA)
	define(25, 0xA, 0xA2, 0xAA)
	sample(30, 0xB)
	sample(40, 0xC)
	sample(50, 0xD)
	define(60, 0xD, 0xD, 0xD, 0xD)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	tr := tryLoad(t, file.Bytes())
	var got []string
	for _, s := range tr.Samples {
		var addrs []uint64
		for _, f := range tr.Tables.Stacks.Frames(s.Stack) {
			addrs = append(addrs, f.Addr)
		}
		got = append(got, fmt.Sprintf("%d:%x", s.Time, addrs))
	}
	if s := strings.Join(got, " "); s != "10:[a1 aa] 20:[a2 aa] 30:[b0] 40:[1000] 50:[d d d]" {
		t.Error(s)
	}
	if !hasDiagnostic(tr, "stack-keys") {
		t.Error("nothing is said of the undefined key")
	}
}

// TestSchedule checks that nothing depends on how many CPUs work, nor on whether the file is
// mapped.
func TestSchedule(t *testing.T) {
	data, g := generated(t, 6<<20, etltest.GenerateOptions{SwitchStacks: true, Config: etltest.Config{Compression: etltest.Xpress}})
	var want string
	for _, procs := range []int{1, 2, 7} {
		old := runtime.GOMAXPROCS(procs)
		r := open(t, data)
		if procs == 2 {
			var err error
			if r, err = openFile(context.Background(), mappedBytes(data), int64(len(data)), "test.etl", nil); err != nil {
				t.Fatal(err)
			}
		}
		tr := load(t, r)
		runtime.GOMAXPROCS(old)
		got := segments(t, tr) + fmt.Sprint(tr.Diagnostics, tr.Info.SourceEvents, tr.Tables.Stacks.Len(), tr.Samples[:100])
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("another trace with %d processors", procs)
		}
		if tr.SwitchCount() != g.Switches || tr.Events[model.KindWake] != g.Readies || r.s.counts.records != g.Records+2 {
			t.Errorf("%d switches, %d wakes, %d records of %+v", tr.SwitchCount(), tr.Events[model.KindWake], r.s.counts.records, g)
		}
		if tr.Counters[model.CountMismatch]+tr.Counters[model.CountBrokenChain]+tr.Counters[model.CountWakeMissing] != 0 {
			t.Error("the chain of switches is broken")
		}
	}
}

// TestCircular checks that a file whose newest buffers come first gives the same trace.
func TestCircular(t *testing.T) {
	file := &etltest.Memory{}
	if _, err := etltest.Generate(file, 2<<20, etltest.GenerateOptions{Config: etltest.Config{Mode: etltest.ModeCircular, BufferSize: 8192}}); err != nil {
		t.Fatal(err)
	}
	want := segments(t, load(t, open(t, file.Bytes())))
	if got := segments(t, load(t, open(t, file.Wrapped(77)))); got != want {
		t.Error("another trace")
	}
}

// TestParts splits a recording by CPU into two files.
func TestParts(t *testing.T) {
	data, _ := generated(t, 1<<20, etltest.GenerateOptions{Config: etltest.Config{CPUs: 4}})
	size := int(le.Uint32(data))
	parts := [2][]byte{bytes.Clone(data[:size]), bytes.Clone(data[:size])}
	for at := size; at < len(data); at += size {
		b := data[at : at+size]
		k := b[0x28] & 1
		parts[k] = append(parts[k], b...)
	}
	openAll := func(list ...[]byte) *Reader {
		var files []File
		for i, b := range list {
			files = append(files, File{fmt.Sprint("part ", i), bytes.NewReader(b), int64(len(b))})
		}
		r, err := OpenFiles(context.Background(), files, "parts", nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	want := segments(t, load(t, open(t, data)))
	tr := load(t, openAll(parts[0], parts[1]))
	if segments(t, tr) != want || len(tr.Info.Files) != 2 || hasDiagnostic(tr, "other-recording") {
		t.Errorf("another trace of %v", tr.Info.Files)
	}
	other := bytes.Clone(parts[1])
	le.PutUint64(other[72+32+264:], le.Uint64(other[72+32+264:])+3600*systemFreq)
	tr = load(t, openAll(parts[0], other))
	if !hasDiagnostic(tr, "other-recording") || len(tr.Info.Files) != 1 {
		t.Errorf("a part of another recording was taken: %v", tr.Info.Files)
	}
}

// TestCancel checks that both passes end with their context.
func TestCancel(t *testing.T) {
	data, _ := generated(t, 4<<20, etltest.GenerateOptions{})
	ctx, cancel := context.WithCancel(context.Background())
	r, err := openFile(ctx, bytes.NewReader(data), int64(len(data)), "test.etl", nil)
	if err != nil {
		t.Fatal(err)
	}
	batches := 0
	err = r.Events(ctx, func([]model.Event, model.Time) error { batches++; cancel(); return nil })
	if !errors.Is(err, context.Canceled) || batches > stage.Ahead+2 {
		t.Errorf("%v after %d batches", err, batches)
	}
	if _, err = openFile(ctx, bytes.NewReader(data), int64(len(data)), "test.etl", nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	stop := errors.New("enough")
	if err = r.Events(context.Background(), func([]model.Event, model.Time) error { return stop }); !errors.Is(err, stop) {
		t.Error(err)
	}
}

// TestRoutines checks that interrupt routines beyond the limit share one entry.
func TestRoutines(t *testing.T) {
	s := newScan()
	s.clock = newClock(0, second)
	for i := range maxRoutines + 100 {
		body := le.AppendUint64(le.AppendUint64(nil, 1), uint64(i+1)<<4)
		s.learnIrq(&record{body: body, at: 5, hook: payload.HookDPC, layout: payload.Layout{Version: 2, Wide: true}})
	}
	n := 0
	for _, chunk := range s.irqs {
		n += len(chunk)
	}
	if len(s.routine) != maxRoutines+1 || s.routine[maxRoutines] != 0 || n != maxRoutines+100 {
		t.Errorf("%d routines of %d interrupts are kept", len(s.routine), n)
	}
}
