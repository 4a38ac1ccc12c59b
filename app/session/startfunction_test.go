package session

import (
	"testing"

	"threadlens/app/session/explain"
	"threadlens/app/session/naming"
	"threadlens/model"
)

// TestStartFunctionHasOneSource: the details of a thread and the groups of the
// timeline name the same function.
func TestStartFunctionHasOneSource(t *testing.T) {
	s := openedWith(t, `threadlens-trace 1
cpus 1
span 0ms 100ms
os windows
process 20 app target
thread 21 pid=20
thread 22 pid=20
thread 23 pid=20
stack 1 "wait" "serve" in="app.exe" "BaseThreadInitThunk" in="kernel32.dll" "RtlUserThreadStart" in="ntdll.dll"
stack 2 "wait" "+0x10" in="app.exe" "BaseThreadInitThunk" in="kernel32.dll" "RtlUserThreadStart" in="ntdll.dll"
stack 3 "wait" "serve" in="app.exe"
10ms cpu0 switch 21 22 wait stack=1
20ms cpu0 switch 22 23 wait stack=2
30ms cpu0 switch 23 idle wait stack=3
`)
	for tid, want := range map[model.TID]struct{ title, group string }{
		21: {"serve", "serve"}, 22: {"app.exe, thread 22", "app.exe"}, 23: {"unknown", ""},
	} {
		ix := at(t, s, tid, 5*ms).Thread
		got := ""
		for _, r := range explain.ThreadFactsOf(s.Trace(), ix, naming.Terms{}).Rows {
			if r.Label == "Start function" {
				got = r.Value
			}
		}
		if group := s.starts()[ix].Name(); got != want.title || group != want.group {
			t.Errorf("thread %d was started in %q, in the group %q, want %q and %q", tid, got, group, want.title, want.group)
		}
	}
}
