package record

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/windows"

	"threadlens/ingest/internal/controller"
	"threadlens/ingest/save"
)

// fake is a Windows that records: it writes the requested file immediately.
type fake struct {
	started  int
	running  map[uint64]bool // sessions, by handle
	nothing  bool            // it writes nothing
	goneAt   int             // the query that finds no kernel session
	queries  int
	interval []byte

	// State of the session for program events, the second one.
	size         int // of its file
	startFails   controller.Code
	stopFails    controller.Code
	askFails     map[controller.GUID]controller.Code
	asked        []string // "STOP" for the end of the kernel's session
	grows        bool     // it reports more without end
	lost, buffer uint32
	queriesOf2   uint32
}

const (
	kernelSession   = 1
	programsSession = 2
)

func (f *fake) Start(name string, b *controller.Block) (uint64, controller.Code) {
	handle, size := uint64(kernelSession), 2<<20
	if strings.HasSuffix(name, " programs") {
		handle, size = programsSession, f.size
		if f.startFails != 0 {
			return 0, f.startFails
		}
	}
	f.started++
	if f.running == nil {
		f.running = map[uint64]bool{}
	}
	f.running[handle] = true
	if !f.nothing {
		if err := os.WriteFile(windows.UTF16ToString(b.LogFile[:]), make([]byte, size), 0o600); err != nil {
			return 0, 5
		}
	}
	return handle, 0
}

func (f *fake) Control(handle uint64, name string, b *controller.Block, what controller.Control) controller.Code {
	if what == controller.ControlStop {
		delete(f.running, handle)
		if handle == kernelSession {
			f.asked = append(f.asked, "STOP")
		}
	}
	if handle == programsSession {
		if what == controller.ControlUpdate && b.FlushTimer == 1 {
			f.asked = append(f.asked, "FLUSH")
		}
		if what == controller.ControlStop && f.stopFails != 0 {
			return f.stopFails
		}
		if f.grows {
			f.queriesOf2++
		}
		b.BufferSize, b.BuffersWritten, b.EventsLost, b.LogBuffersLost = 256, 1+f.queriesOf2, f.lost, f.buffer
		return 0
	}
	if what == controller.ControlStop {
		if f.goneAt > 0 {
			return 4201
		}
	} else if f.queries++; f.queries == f.goneAt {
		return 4201
	}
	b.BufferSize, b.BuffersWritten, b.EventsLost, b.LogBuffersLost = 1024, 5, 7, 3
	return 0
}

func (f *fake) Enable(handle uint64, what controller.Taking, p *controller.Provider, wait uint32) controller.Code {
	if handle != programsSession {
		return 87
	}
	f.asked = append(f.asked, fmt.Sprintf("%d %.8v %d %#x %v", what, p.GUID, p.Level, p.Keywords, wait > 0))
	return f.askFails[p.GUID]
}

func (f *fake) All([]*controller.Block) (int, controller.Code) { return 0, 0 }

func (f *fake) Set(handle uint64, what controller.Info, data []byte) controller.Code {
	if what == controller.InfoInterval {
		f.interval = slices.Clone(data)
	}
	return 0
}

func (f *fake) Get(handle uint64, what controller.Info, data []byte) controller.Code {
	data[4], data[5] = 0x20, 0x4e // 2 ms
	return 0
}

func (f *fake) Runs(controller.Owner) bool { return false }

// child is a command that ends with an exit code: this program, see TestMain.
const child = "THREADLENS_TEST_CHILD"

func TestMain(m *testing.M) {
	switch os.Getenv(child) {
	case "":
		os.Exit(m.Run())
	case "long":
		time.Sleep(time.Minute)
	case "writes":
		fmt.Println("out")
		fmt.Fprintln(os.Stderr, "err")
	case "fails":
		os.Exit(3)
	}
}

// folder is a new one for the test. It is emptied file by file: Wine cannot do what
// t.TempDir does.
func folder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "record")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		list, err := os.ReadDir(dir)
		if err != nil {
			t.Error(err)
		}
		for _, f := range list {
			if err := os.Remove(filepath.Join(dir, f.Name())); err != nil {
				t.Error(err)
			}
		}
		if err := os.Remove(dir); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// TestRecordWith: a recording of a command, from claiming the file to the result.
func TestRecordWith(t *testing.T) {
	path := filepath.Join(folder(t), "x.etl")
	f := &fake{}
	t.Setenv(child, "fails")
	told := 0
	o := &Options{Path: path, Command: []string{os.Args[0]}, Groups: []Group{Waits}, Samples: 1000, Ring: DefaultRing, Keep: 1 << 20}
	r, err := recordWith(t.Context(), o, f, func(s State) {
		if told++; len(f.running) == 0 || s.Events >= 0 || s.Bytes != 5<<20 || s.Lost != 7 {
			t.Errorf("%+v", s)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	notes := strings.Join(r.LeftOut, "\n")
	want := Result{
		State: State{Elapsed: r.Elapsed, Bytes: 5 << 20, Events: -1, Lost: 7, CPU: -1}, Dropped: 3 << 20, Exit: 3, LeftOut: r.LeftOut,
	}
	if !reflect.DeepEqual(*r, want) || len(f.running) > 0 || told == 0 {
		t.Errorf("%+v, told %d times, running %v", r, told, f.running)
	}
	for _, want := range []string{"records no separate events for waits", "compiles at run time", "choose process", "takes 500 samples per second on this system, not the requested 1000", "3 event buffers were lost"} {
		if !strings.Contains(notes, want) {
			t.Errorf("%q is not said of it: %s", want, notes)
		}
	}
	if f.interval[4] != 0x20 || f.interval[5] != 0x4e {
		t.Errorf("the machine samples at intervals of %v", f.interval)
	}
}

// TestOutput: what a command writes is passed on.
func TestOutput(t *testing.T) {
	path := filepath.Join(folder(t), "x.etl")
	t.Setenv(child, "writes")
	var out strings.Builder
	o := &Options{Path: path, Command: []string{os.Args[0]}, Ring: DefaultRing, NoInput: true, Output: &out}
	if _, err := recordWith(t.Context(), o, &fake{}, func(State) {}); err != nil || out.String() != "out\nerr\n" {
		t.Errorf("%q, %v", out.String(), err)
	}
}

// TestRecordFor: a recording ends on time, and when it is cancelled.
func TestRecordFor(t *testing.T) {
	path := filepath.Join(folder(t), "x.etl")
	o := &Options{Path: path, For: 50 * time.Millisecond, Ring: DefaultRing}
	r, err := recordWith(t.Context(), o, &fake{}, func(State) {})
	if err != nil || r.Elapsed < 50*time.Millisecond || r.Exit != -1 {
		t.Errorf("%+v, %v", r, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	o = &Options{Path: path, Force: true, Ring: DefaultRing}
	if r, err = recordWith(ctx, o, &fake{}, func(State) { cancel() }); err != nil || r.Elapsed > time.Minute {
		t.Errorf("%+v, %v", r, err)
	}
}

// TestRecordFails: every failure ends the session, and removes an empty file of ours.
func TestRecordFails(t *testing.T) {
	dir := folder(t)
	path := filepath.Join(dir, "x.etl")
	quiet := func(State) {}
	f := &fake{nothing: true}
	_, err := recordWith(t.Context(), &Options{Path: path, For: time.Millisecond}, f, quiet)
	if err == nil || !strings.Contains(err.Error(), "but wrote nothing to") || len(f.running) > 0 {
		t.Errorf("%v, running %v", err, f.running)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) > 0 {
		t.Errorf("an empty file is left: %v, %v", list, err)
	}
}

// TestOldFileStays: a recording that ends early keeps the file that had the name, and what was
// recorded under another, which the next recording reports.
func TestOldFileStays(t *testing.T) {
	path := filepath.Join(folder(t), "x.etl")
	quiet := func(State) {}
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := recordWith(t.Context(), &Options{Path: path, For: time.Minute, Force: true}, &fake{goneAt: 2}, quiet)
	if err == nil || !strings.HasPrefix(err.Error(), "record: the recording ended early: ") || strings.Contains(err.Error(), "\n") ||
		!strings.HasSuffix(err.Error(), "what was recorded until then is in "+path+save.PartialEnding) {
		t.Errorf("a session that another program ended: %v", err)
	}
	if info, err := os.Stat(path + save.PartialEnding); err != nil || info.Size() == 0 {
		t.Errorf("what was written is gone: %v", err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "mine" {
		t.Errorf("the old file has become %d bytes: %v", len(data), err)
	}
	r, err := recordWith(t.Context(), &Options{Path: path, For: time.Millisecond, Force: true}, &fake{}, quiet)
	if err != nil || !hasNote(r, path+save.PartialEnding+" is unfinished") {
		t.Errorf("%v: the unfinished file is not said of %+v", err, r)
	}
	if info, err := os.Stat(path); err != nil || info.Size() != 2<<20 {
		t.Errorf("the file is not the new one: %v", err)
	}
}

// TestNoFile: a file that cannot be written is found before a session is started.
func TestNoFile(t *testing.T) {
	dir := folder(t)
	path := filepath.Join(dir, "x.etl")
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	quiet := func(State) {}
	f := &fake{}
	_, err := recordWith(t.Context(), &Options{Path: path}, f, quiet)
	if !errors.Is(err, os.ErrExist) || f.started > 0 {
		t.Errorf("an existing file: %v", err)
	}
	if _, err = recordWith(t.Context(), &Options{Path: dir, Force: true}, f, quiet); err == nil || f.started > 0 {
		t.Errorf("a folder: %v", err)
	}
	if _, err = recordWith(t.Context(), &Options{Path: path + "2", Command: []string{filepath.Join(dir, "none.exe")}}, f, quiet); err == nil || f.started > 0 {
		t.Errorf("a command that there is not: %v", err)
	}
	if _, err := os.Stat(path + "2"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it leaves a file: %v", err)
	}
}

// TestStop: a command that is asked to end does, or is reported as still running.
func TestStop(t *testing.T) {
	t.Setenv(child, "long")
	s := &session{o: &Options{Command: []string{os.Args[0]}}}
	p, err := s.start()
	if err != nil {
		t.Fatal(err)
	}
	if s.o.PID != p.cmd.Process.Pid {
		t.Errorf("it is about process %d", s.o.PID)
	}
	switch code := p.stop(time.Second); code {
	case -1:
	case stillRuns:
		if err := p.cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
	default:
		t.Errorf("exit code %d", code)
	}
	<-p.ended()
}

// TestProcesses: this process is among them.
func TestProcesses(t *testing.T) {
	list, err := Processes()
	own := slices.IndexFunc(list, func(p Process) bool { return p.PID == os.Getpid() })
	if err != nil || own < 0 || !strings.HasSuffix(list[own].Name, ".exe") || !strings.Contains(list[own].Command, list[own].Name) {
		t.Errorf("process %d is not among %v, %v", os.Getpid(), list, err)
	}
}

// TestRights: recording is allowed, or the error names what is missing and how to get it.
func TestRights(t *testing.T) {
	err := Check("threadlens")
	var rights *RightsError
	if err != nil && (!errors.As(err, &rights) || len(rights.Missing) == 0 || len(rights.Remedy) == 0) {
		t.Error(err)
	}
}
