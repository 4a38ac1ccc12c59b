package controller

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/windows"
)

// isWine reports whether this is Wine, whose event tracing accepts every call and does nothing.
func isWine() bool {
	return windows.NewLazySystemDLL("ntdll.dll").NewProc("wine_get_version").Find() == nil
}

// begin starts a session that writes to a file of that name, or logs why that is impossible: nil
// then. What is left of it is removed.
func begin(t *testing.T, name string, plan Plan) (s *Session, path string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "controller")
	if err != nil {
		t.Fatal(err)
	}
	plan.Path = filepath.Join(dir, name)
	t.Cleanup(func() {
		_ = os.Remove(plan.Path) // it may not exist
		_ = os.Remove(dir)
	})
	s, err = Start(Windows(), &plan)
	var failure *Error
	switch {
	case isWine():
		if !errors.Is(err, errSilent) || s != nil {
			t.Errorf("Wine: %v", err)
		}
		return nil, ""
	case errors.As(err, &failure) && (failure.Code == codeDenied || failure.Code == codeNoPrivilege):
		t.Skipf("not as an administrator: %v", err)
	case err != nil:
		t.Fatal(err)
	}
	return s, plan.Path
}

// TestWindows: a real session, or the reason why there can be none. It is ended in any case.
func TestWindows(t *testing.T) {
	plan := Plan{Name: Self().Name(), Flags: FlagProcess | FlagThread | FlagSwitch, Buffers: BuffersFor(1, 1)}
	s, path := begin(t, "x.etl", plan)
	if s == nil {
		return
	}
	time.Sleep(100 * time.Millisecond)
	live(t, s)
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		t.Errorf("no file: %v", err)
	}
}

// live checks a session that records, and ends it.
func live(t *testing.T, s *Session) {
	t.Helper()
	if c, err := s.Query(); err != nil || c.Thread == 0 || c.BufferCount == 0 {
		t.Errorf("%+v, %v", c, err)
	}
	if n, err := StopStale(s.sys); err != nil || n != 0 {
		t.Errorf("%d sessions that crashed, %v", n, err)
	}
	if c, err := s.Stop(); err != nil || c.Bytes == 0 {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestProgramsOfWindows: a real session for program events, or the reason why there can be none.
func TestProgramsOfWindows(t *testing.T) {
	s, _ := begin(t, "x.user.etl", Plan{Name: Self().BesideName(), Programs: true, Buffers: ProgramBuffers(1, false)})
	if s == nil {
		return
	}
	for _, p := range append(Marks(), Methods(), ModulesThere(), MethodsThere()) {
		var failure *Error
		if err := s.Ask(p, time.Second); err != nil && !(errors.As(err, &failure) && failure.Late()) {
			t.Error(err)
		}
	}
	if err := s.Flush(1); err != nil {
		t.Error(err)
	}
	live(t, s)
}

// TestWine: what Wine lacks is reported.
func TestWine(t *testing.T) {
	if !isWine() {
		t.Skip("this is Windows")
	}
	var failure *Error
	err := failed("TraceSetInformation", Windows().Set(1, InfoStacks, bytesOf([]ClassicEvent{StackSwitch})))
	if !errors.As(err, &failure) || failure.Code != codeNoCall {
		t.Error(err)
	}
}

// TestSystemErrors: the system's errors for what does not exist.
func TestSystemErrors(t *testing.T) {
	sys := Windows()
	if handle, code := sys.Start("a\x00b", newBlock()); handle != 0 || code != codeInvalid {
		t.Errorf("a name with a zero: handle %d, code %d", handle, code)
	}
	if code := sys.Enable(1, TakeNone, &Marks()[0], 0); code != codeDone && code != codeInvalid {
		t.Errorf("a provider of a session that there is not: code %d", code) // Wine accepts it
	}
	if code := sys.Control(0, "a\x00b", newBlock(), ControlStop); code != codeInvalid {
		t.Errorf("a name with a zero: code %d", code)
	}
	if isWine() {
		return
	}
	if err := failed("ControlTraceW(QUERY)", sys.Control(0, "Threadlens of a test", newBlock(), ControlQuery)); err == nil || !strings.Contains(err.Error(), "the tracing session no longer exists") {
		t.Errorf("a session that there is not: %v", err)
	}
}

// TestRuns: this process runs; an earlier one with the same id, and none, do not.
func TestRuns(t *testing.T) {
	sys, self := Windows(), Self()
	if self.Created == 0 || !sys.Runs(self) {
		t.Errorf("%+v does not run", self)
	}
	for _, o := range []Owner{{self.PID, self.Created - 1}, {1<<31 - 4, 1}} {
		if sys.Runs(o) {
			t.Errorf("%+v runs", o)
		}
	}
}
