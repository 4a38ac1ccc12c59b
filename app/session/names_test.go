package session

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"threadlens/model"
	"threadlens/timeline"
)

// compiled is a trace with JIT-compiled functions.
const compiled = `threadlens-trace 1
cpus 1
span 0us 1000us
os linux
process 7 "app" target
thread 1 pid=7 name="one"
thread 2 pid=7 name="two"
stack 1 "libc.so.6!poll" "perf-7.map!" at=0x1010 "perf-7.map!" at=0x2010 "libc.so.6!start_thread"
0us cpu0 switch idle 2 wait
10us cpu0 switch 2 1 wait linux=S stack=1
500us cpu0 wake 2
510us cpu0 switch 1 2 wait linux=S stack=1
`

// TestLearn finds the names of functions for an open trace: the place stays, and everything uses
// the names.
func TestLearn(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "perf-7.map"), []byte("1000 20 Server.serve\n2000 20 Server.run\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := openedWith(t, compiled)
	tr := s.Trace()
	tr.Info.Modules = []model.Module{{Name: "perf-7.map", Path: "/tmp/perf-7.map"}}
	s.SetGroupBy(timeline.GroupStart)
	s.SelectAt(1, 100_000)
	s.Show(model.Range{From: 5_000, To: 600_000}, MoveJump)
	selected, window, opened := s.Selected(), s.Window(), s.Opened()
	place := s.Here()
	var told Change
	s.Subscribe(func(c Change) { told |= c })

	named, err := FindNames(context.Background(), tr, []string{dir})
	if err != nil || named == tr {
		t.Fatal(err, named == tr)
	}
	s.Learn(named)
	if told&ChangedKnown == 0 || told&ChangedTrace != 0 {
		t.Errorf("told %b", told)
	}
	if s.Selected() != selected || s.Window() != window || s.Opened() != opened || s.Trace() != named {
		t.Error("something else has changed")
	}
	if got := names(s.CurrentStack().Frames); got != "libc.so.6!poll perf-7.map!Server.serve perf-7.map!Server.run libc.so.6!start_thread" {
		t.Errorf("the stack is %s", got)
	}
	if got := s.starts()[selected.Thread]; got.Function != "Server.run" {
		t.Errorf("the thread was started with %+v", got)
	}
	s.Show(model.Range{From: 0, To: 100_000}, MoveJump)
	if s.Return(place); s.Window() != window {
		t.Error("a place from before the names is not returned to")
	}
}

// TestLearnTooLate: results for a closed trace do not reopen it, and what is known already is not
// reported.
func TestLearnTooLate(t *testing.T) {
	s := openedWith(t, compiled)
	tr, opened := s.Trace(), s.Opened()
	var told Change
	s.Subscribe(func(c Change) { told |= c })
	s.Learn(tr)
	s.Close()
	s.Learn(tr.With(tr.Info, tr.Tables))
	if told&ChangedKnown != 0 || s.Trace() != nil || s.Opened() == opened {
		t.Errorf("told %b, the trace is %v", told, s.Trace())
	}
}
