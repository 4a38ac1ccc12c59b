package perfdata

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/ingest/format"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// excerptOfFile is a part of a file.
func excerptOfFile(t *testing.T, data []byte, part *format.Excerpt) ([]byte, error) {
	t.Helper()
	r, err := Open(t.Context(), bytes.NewReader(data), int64(len(data)), "whole", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if err := r.Events(t.Context(), func([]model.Event, model.Time) error { return nil }); err != nil {
		t.Fatal(err)
	}
	if part.Tables == nil {
		part.Tables = r.Tables()
	}
	var out bytes.Buffer
	err = r.WriteExcerpt(t.Context(), &out, part)
	return out.Bytes(), err
}

// kernelRecords lists the kernel's records of a file: type, time and CPU.
func kernelRecords(t *testing.T, data []byte) (list []string) {
	t.Helper()
	in := newInput(bytes.NewReader(data), int64(len(data)))
	m, err := readMeta(in)
	if err != nil {
		t.Fatal(err)
	}
	st := newStream(in, m.data, m.order)
	for {
		rec, _, ok := st.next()
		if !ok {
			return list
		}
		if typ := m.order.U32(rec); typ < recUser {
			var it item
			it.timed(&m.events, typ, rec)
			list = append(list, fmt.Sprintf("%s %d %d", recordName(typ), it.time, it.cpu))
		}
	}
}

// TestExcerpt: a part of a file has the records of its window and of the instants named beside it,
// and whatever describes processes until the window ends. It begins when the whole did.
func TestExcerpt(t *testing.T) {
	want := strings.Split(strings.TrimSpace(`
FORK 0 0
COMM 0 0
FORK 0 0
COMM 0 0
FORK 0 0
COMM 0 0
FORK 0 0
COMM 0 0
COMM 900 0
SAMPLE 1000 0
FORK 1100 0
SAMPLE 2100 0
SAMPLE 2600 0
LOST 3400 0
SAMPLE 1250 1
SAMPLE 2500 1
SAMPLE 2700 1
SAMPLE 3000 1`), "\n")
	// Trace time begins at 1000.
	part := &format.Excerpt{
		Window: model.Range{From: 1100, To: 1701},
		Also:   map[format.Instant]bool{{CPU: 0, Time: 0}: true, {CPU: 1, Time: 250}: true, {CPU: 1, Time: 2000}: true},
	}
	for _, order := range []wire.Order{wire.Little, wire.Big} {
		s := story(t, order, 0)
		s.feats[featSampleTime] = order.AppendU64(order.AppendU64(nil, 1000), 3700)
		s.feats[featAuxTrace] = make([]byte, 16)
		s.feats[featDisks] = []byte(recorderMagic + disk(254, 0, 4, "vda\x00"))
		for form, data := range map[string][]byte{"file": s.file(), "pipe": s.pipe()} {
			t.Run(fmt.Sprint(form, " ", order), func(t *testing.T) {
				got, err := excerptOfFile(t, data, part)
				if err != nil {
					t.Fatal(err)
				}
				if list := kernelRecords(t, got); !slices.Equal(list, want) {
					t.Errorf("records are\n%s\nwant\n%s", strings.Join(list, "\n"), strings.Join(want, "\n"))
				}
				aboutExcerpt(t, got, part.Window)
			})
		}
	}
}

// aboutExcerpt checks what a part of the story says about itself.
func aboutExcerpt(t *testing.T, data []byte, window model.Range) {
	t.Helper()
	info := decode(t, data, true).Info()
	if info.Cut != window || info.End != window.To || info.Clock.StartNS != 1000 {
		t.Errorf("cut to %v of a trace from %d to %d", info.Cut, info.Clock.StartNS, info.End)
	}
	if info.OS.Version != "6.18.44-test" || info.Command != "/bin/prog arg" || info.TargetPID != 50 || info.LostEvents != 7 {
		t.Errorf("%+v", info)
	}
	in := newInput(bytes.NewReader(data), int64(len(data)))
	m, err := readMeta(in)
	if err != nil {
		t.Fatal(err)
	}
	if m.has(featAuxTrace) {
		t.Error("there are data of other tracers")
	}
	for _, f := range m.sections {
		if b, _ := in.read(f.off, f.size); f.bit == featSampleTime && (m.order.U64(b) != 1000 || m.order.U64(b[8:]) != 3000) {
			t.Errorf("samples from %d to %d", m.order.U64(b), m.order.U64(b[8:]))
		}
	}
}

// TestExcerptEdges: a loss that begins as the window ends is not in the part, one that begins before
// is; so are the records that perf wrote without times.
func TestExcerptEdges(t *testing.T) {
	s := newScene(t, wire.Little, 0)
	s.comm(where{}, 5, 5, "a")
	s.switched(at(1000, 0, 5, 5), 5, 1, 6)
	s.lost(at(1150, 0, 5, 5), 3)
	s.switched(at(1200, 0, 6, 6), 6, 1, 5)
	s.lost(at(1250, 0, 5, 5), 4)
	s.switched(at(1300, 0, 5, 5), 5, 1, 6)
	for _, c := range []struct {
		to   model.Time
		want int64
	}{{200, 3}, {201, 7}} {
		got, err := excerptOfFile(t, s.file(), &format.Excerpt{Window: model.Range{From: 100, To: c.to}})
		if err != nil {
			t.Fatal(err)
		}
		if n := decode(t, got, true).info.LostEvents; n != c.want {
			t.Errorf("to %d: %d events are lost, want %d", c.to, n, c.want)
		}
	}
}

// TestExcerptOfSwitchRecords: a record that does not name its thread comes with those before it,
// back to one that does.
func TestExcerptOfSwitchRecords(t *testing.T) {
	s := &scene{composer: newComposer(wire.Little), tb: t}
	s.event(attr{typ: typeSoftware, config: swCPUClock, period: 1, sampleType: schedSample &^ sampleRaw, flags: attrSampleIDAll | attrContextSwitch})
	out := func(time uint64, tid, next uint32) {
		s.other(recSwitchCPUWide, where{time: time, pid: tid, tid: tid, misc: miscOut}, s.words(next, next))
	}
	out(1000, 5, 6)
	out(1010, 6, 7)
	out(1020, ^uint32(0), 8)
	out(1030, ^uint32(0), 9)
	out(1040, 9, 5)
	got, err := excerptOfFile(t, s.file(), &format.Excerpt{
		Window: model.Range{From: 35, To: 100}, Also: map[format.Instant]bool{{Time: 30}: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"SWITCH_CPU_WIDE 1010 0", "SWITCH_CPU_WIDE 1020 0", "SWITCH_CPU_WIDE 1030 0", "SWITCH_CPU_WIDE 1040 0"}
	if list := kernelRecords(t, got); !slices.Equal(list, want) {
		t.Errorf("records are %q, want %q", list, want)
	}
}

// TestJoined: sections are joined where they touch or overlap, and each byte counts once.
func TestJoined(t *testing.T) {
	got := joined([]section{{30, 5}, {0, 10}, {10, 5}, {12, 8}, {13, 2}, {21, 1}, {30, 5}, {33, 1}})
	if want := []section{{0, 20}, {21, 1}, {30, 5}}; !slices.Equal(got, want) {
		t.Errorf("joined are %v, want %v", got, want)
	}
}

// TestExcerptKnows: a part says what the whole is about, and which functions threads were started
// with; a part of a part still does.
func TestExcerptKnows(t *testing.T) {
	s := story(t, wire.Little, 0)
	s.cmdline("perf", "record", "-a")
	tables := &model.Tables{}
	stack := tables.Stacks.Push(model.NoStack, model.Frame{Module: tables.Strings.ID("prog"), Name: tables.Strings.ID("serve")})
	part := &format.Excerpt{Window: model.Range{From: 100, To: 1800}, Tables: tables, Known: []model.Event{
		{Kind: model.KindProcess, PID: 70},
		{Kind: model.KindProcess, PID: 14},
		{Kind: model.KindExists, TID: 51, PID: 50, Stack: stack},
		{Kind: model.KindExists, TID: 52},
	}}
	got, err := excerptOfFile(t, s.file(), part)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		r, err := Open(t.Context(), bytes.NewReader(got), int64(len(got)), "part", nil)
		if err != nil {
			t.Fatal(err)
		}
		var targets []uint32
		starts := ""
		err = r.Events(t.Context(), func(batch []model.Event, _ model.Time) error {
			for i := range batch {
				e := &batch[i]
				if e.Kind == model.KindProcess && model.Class(e.Arg) == model.ClassTarget {
					targets = append(targets, e.PID)
				}
				if e.Kind == model.KindExists && e.Stack != model.NoStack {
					for _, f := range r.Tables().Stacks.Frames(e.Stack) {
						starts += fmt.Sprint(e.TID, " ", r.Tables().Strings.Get(f.Module), " ", r.Tables().Strings.Get(f.Name))
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(targets)
		if targets = slices.Compact(targets); !slices.Equal(targets, []uint32{14}) || starts != "51 prog serve" {
			t.Errorf("the target is %v, threads were started with %q", targets, starts)
		}
		var out bytes.Buffer
		err = r.WriteExcerpt(t.Context(), &out, &format.Excerpt{Window: model.Range{From: 100, To: 900}, Tables: tables, Known: part.Known[2:]})
		if err != nil {
			t.Fatal(err)
		}
		got = out.Bytes()
	}
}

// TestExcerptMark: a mark that contradicts itself does not count.
func TestExcerptMark(t *testing.T) {
	for text, window := range map[string]model.Range{
		`{"start":900,"from":1100,"to":1300}`:                {From: 200, To: 400},
		`{"start":900,"from":900,"to":901}`:                  {From: 0, To: 1},
		`{"start":2000,"from":2000,"to":2300}`:               {From: 1000, To: 1300}, // the trace has events before
		`{"start":901,"from":900,"to":1300}`:                 {},
		`{"start":900,"from":1300,"to":1300}`:                {},
		`{"start":900,"from":1100,"to":4611686018427387905}`: {},
		`{"start":-1,"from":1100,"to":1300}`:                 {},
		`{"start":900,"from":1100,"to":1300`:                 {},
		``:                                                   {},
		`{"start":900,"from":1100,"to":1300,"starts":[{"tid":0},{"tid":4194304}]}`: {From: 200, To: 400},
	} {
		s := newScene(t, wire.Little, 0)
		s.feats[featExcerpt] = append([]byte(recorderMagic), text...)
		s.switched(at(1000, 0, 5, 5), 5, 0, 6)
		s.switched(at(1200, 0, 6, 6), 6, 1, 5)
		if got := decode(t, s.file(), true).info.Cut; got != window {
			t.Errorf("%s: cut to %v, want %v", text, got, window)
		}
		s.feats[featExcerpt] = []byte(text)
		if got := decode(t, s.file(), true).info.Cut; got.Len() > 0 {
			t.Errorf("%s without the magic: cut to %v", text, got)
		}
	}
}

// TestNoExcerpt: the ring buffers of perf record --overwrite and recordings of Threadlens are not
// cut; a file that cannot be written ends with its error, and a context that has ended with that.
func TestNoExcerpt(t *testing.T) {
	s := story(t, wire.Little, 0)
	r, err := Open(t.Context(), bytes.NewReader(s.file()), int64(len(s.file())), "whole", nil)
	if err != nil {
		t.Fatal(err)
	}
	full := errors.New("no space")
	part := &format.Excerpt{Window: model.Range{To: 100}, Tables: &model.Tables{}}
	if err := r.WriteExcerpt(t.Context(), fullDisk{full}, part); !errors.Is(err, full) {
		t.Errorf("the error is %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := r.WriteExcerpt(ctx, &bytes.Buffer{}, part); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	s.feats[featRecorder] = wire.Little.AppendU64([]byte(recorderMagic), 99)
	if _, err := excerptOfFile(t, s.file(), part); !errors.Is(err, errOwn) {
		t.Errorf("the error is %v", err)
	}
	delete(s.feats, featRecorder)
	for i := range s.attrs {
		s.attrs[i].flags |= attrBackward
	}
	if _, err := excerptOfFile(t, s.file(), part); !errors.Is(err, errOverwrite) {
		t.Errorf("the error is %v", err)
	}
}

// fullDisk is a writer that fails.
type fullDisk struct{ err error }

func (f fullDisk) Write([]byte) (int, error) { return 0, f.err }
