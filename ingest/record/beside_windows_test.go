package record

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"threadlens/ingest/internal/controller"
)

// recorded records for a moment.
func recorded(t *testing.T, o Options, f *fake) *Result {
	t.Helper()
	o.For, o.Ring = 10*time.Millisecond, DefaultRing
	r, err := recordWith(t.Context(), &o, f, func(State) {})
	if err != nil {
		t.Fatal(err)
	}
	if len(f.running) > 0 {
		t.Errorf("sessions %v are left", f.running)
	}
	return r
}

// hasNote reports whether a recording has a note with a text, and no more than most notes.
func hasNote(r *Result, text string) bool {
	return slices.ContainsFunc(r.LeftOut, func(note string) bool { return strings.Contains(note, text) })
}

const (
	askMarks   = "1 d6434340 5 0x0 false"
	askSDK     = "1 8d4925ab 5 0x0 false"
	askMethods = "1 e13c0d23 4 0x18 false"
)

// TestBesideMarks: markers of programs are in a separate file, which is removed where no program
// wrote any.
func TestBesideMarks(t *testing.T) {
	for _, x := range []struct {
		size int
		want bool
	}{{256 << 10, false}, {512 << 10, true}} {
		path := filepath.Join(folder(t), "x.etl")
		f := &fake{size: x.size}
		r := recorded(t, Options{Path: path, Groups: []Group{Markers}}, f)
		if want := []string{askMarks, askSDK, "STOP"}; !slices.Equal(f.asked, want) {
			t.Errorf("asked for %q, want %q", f.asked, want)
		}
		_, err := os.Stat(strings.TrimSuffix(path, ".etl") + ".user.etl")
		if got := err == nil; got != x.want {
			t.Errorf("a file of %d bytes: %v", x.size, err)
		}
		if hasNote(r, "ser markers") || hasNote(r, "an earlier recording") {
			t.Errorf("%q", r.LeftOut)
		}
	}
}

// TestBesideMethods: .NET is made to report its methods at the end, once the kernel is no longer
// recorded and no program writes markers.
func TestBesideMethods(t *testing.T) {
	path := filepath.Join(folder(t), "x.etl")
	f := &fake{size: 1 << 20}
	start := time.Now()
	r := recorded(t, Options{Path: path, Groups: []Group{Markers, Methods}, Stacks: true}, f)
	want := []string{
		askMarks, askSDK, askMethods, "STOP",
		"0 d6434340 5 0x0 false", "0 8d4925ab 5 0x0 false", "0 e13c0d23 4 0x18 false", "FLUSH",
		"1 a669021c 4 0x108 true", "1 a669021c 4 0x130 true",
	}
	if !slices.Equal(f.asked, want) {
		t.Errorf("asked for %q, want %q", f.asked, want)
	}
	if took := time.Since(start); r.Elapsed > time.Second || took < quietTime || took > methodTime {
		t.Errorf("%v are recorded in %v", r.Elapsed, took)
	}
	if hasNote(r, ".NET") {
		t.Errorf("%q", r.LeftOut)
	}
}

// TestAskMethods: whatever the runtime does, waiting for it is limited.
func TestAskMethods(t *testing.T) {
	rundown := controller.ModulesThere().GUID
	for _, x := range []struct {
		name string
		f    *fake
		note string
	}{
		{"in time", &fake{}, ""},
		{"without end", &fake{grows: true}, "may be missing: after 200ms, programs were still reporting names"},
		{"late", &fake{askFails: map[controller.GUID]controller.Code{rundown: 1460}}, "may be missing"},
		{"refused", &fake{askFails: map[controller.GUID]controller.Code{rundown: 5}}, "compiled before the recording are left out: EnableTraceEx2(a669021c-"},
	} {
		s := &session{o: &Options{Groups: []Group{Methods}}}
		var err error
		s.beside.run, err = controller.Start(x.f, &controller.Plan{Name: "x programs", Path: filepath.Join(folder(t), "x"), Programs: true})
		if err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		s.askMethods(200*time.Millisecond, 50*time.Millisecond, func(State) {})
		if took := time.Since(start); took > 2*time.Second {
			t.Errorf("%s: it takes %v", x.name, took)
		}
		if notes := strings.Join(s.result.LeftOut, " "); !strings.Contains(notes, x.note) || x.note == "" && notes != "" {
			t.Errorf("%s: %q", x.name, notes)
		}
	}
}

// TestBesideFails: where program events cannot be recorded, the kernel is recorded all the same,
// and a note says what is missing.
func TestBesideFails(t *testing.T) {
	for _, x := range []struct {
		name string
		f    *fake
		left bool // the second file
		note string
	}{
		{"no session", &fake{startFails: 1450}, false, ".NET method names are left out: StartTraceW failed: too many kernel sessions"},
		{"one provider", &fake{size: 1 << 20, askFails: map[controller.GUID]controller.Code{controller.Marks()[0].GUID: 5}}, true, "User markers are left out: EnableTraceEx2(d6434340-"},
		{"gone", &fake{size: 1 << 20, stopFails: 4201}, true, "another program stopped the tracing session for them"},
		{"cannot be ended", &fake{size: 1 << 20, stopFails: 5}, true, "could not be stopped: ControlTraceW(STOP) failed"},
		{"lost", &fake{size: 1, lost: 7, buffer: 2}, true, "lost: 7 events and 2 buffers"},
	} {
		path := filepath.Join(folder(t), "x.etl")
		r := recorded(t, Options{Path: path, Groups: []Group{Markers}}, x.f)
		beside, _ := Beside(path)
		if _, err := os.Stat(beside); (err == nil) != x.left || !hasNote(r, x.note) || r.Bytes != 5<<20 {
			t.Errorf("%s: %v, %q", x.name, err, r.LeftOut)
		}
	}
}

// TestBesideExists: the second file is not replaced either, and where it is of another recording
// that is noted.
func TestBesideExists(t *testing.T) {
	path := filepath.Join(folder(t), "x.etl")
	beside, _ := Beside(path)
	if err := os.WriteFile(beside, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	f := &fake{size: 1 << 20}
	_, err := recordWith(t.Context(), &Options{Path: path, Groups: []Group{Markers}}, f, func(State) {})
	if !errors.Is(err, os.ErrExist) || !strings.Contains(err.Error(), "x.user.etl") || f.started > 0 {
		t.Errorf("%v, %d sessions", err, f.started)
	}
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an empty file is left: %v", err)
	}
	if r := recorded(t, Options{Path: path}, &fake{}); !hasNote(r, "x.user.etl belongs to an earlier recording") {
		t.Errorf("%q", r.LeftOut)
	}
	if data, err := os.ReadFile(beside); err != nil || string(data) != "mine" {
		t.Errorf("%q, %v", data, err)
	}
	r := recorded(t, Options{Path: path, Groups: []Group{Markers}, Force: true}, f)
	if data, err := os.ReadFile(beside); err != nil || len(data) != 1<<20 || hasNote(r, "an earlier recording") {
		t.Errorf("%d bytes, %v, %q", len(data), err, r.LeftOut)
	}
	recorded(t, Options{Path: path, Groups: []Group{Markers}, Force: true}, &fake{size: 1})
	if _, err := os.Stat(beside); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the marks of the recording that was replaced stay beside the new one: %v", err)
	}
	odd := filepath.Join(filepath.Dir(path), "odd.dat")
	if r := recorded(t, Options{Path: odd, Groups: []Group{Markers}}, &fake{}); !hasNote(r, "cannot be named after odd.dat") {
		t.Errorf("%q", r.LeftOut)
	}
}

// TestBesideEnds: whatever happens to the kernel's session, the other one is ended.
func TestBesideEnds(t *testing.T) {
	path := filepath.Join(folder(t), "x.etl")
	o := Options{Path: path, Groups: []Group{Markers}, Ring: DefaultRing, For: time.Minute}
	for _, x := range []struct {
		name string
		f    *fake
		o    func(o *Options)
	}{
		{"gone", &fake{goneAt: 2}, func(*Options) {}},
		{"no session of the kernel", &fake{goneAt: 1}, func(*Options) {}},
		{"a command that does not start", &fake{}, func(o *Options) {
			text := filepath.Join(filepath.Dir(path), "text.exe")
			if err := os.WriteFile(text, []byte("no program"), 0o600); err != nil {
				t.Fatal(err)
			}
			o.Command = []string{text}
		}},
	} {
		o := o
		o.Force = true
		x.o(&o)
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		_, err := recordWith(ctx, &o, x.f, func(State) {})
		cancel()
		if err == nil || len(x.f.running) > 0 {
			t.Errorf("%s: %v, sessions %v are left", x.name, err, x.f.running)
		}
	}
}

// TestBesidePlan: the newest program events have as much room as the newest of the kernel, and .NET
// has more.
func TestBesidePlan(t *testing.T) {
	file, err := claimFile(filepath.Join(folder(t), "y"), false)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Drop()
	for _, x := range []struct {
		o      Options
		newest uint32
		most   uint32
	}{
		{Options{}, 0, 0},
		{Options{Keep: 1<<20 + 1}, 2 + startRoom, 0},
		{Options{Keep: 1 << 20, Groups: []Group{Methods}}, 1 + startRoom + methodRoom, 256},
	} {
		s := &session{o: &x.o, beside: beside{file: file}}
		p := s.besidePlan()
		if !p.Programs || p.Path != file.Name() || p.Flags != 0 || p.Newest != x.newest || x.most != 0 && p.Buffers.Max != x.most || p.Name == controller.Self().Name() {
			t.Errorf("%+v: %+v", x.o, p)
		}
	}
}
