package timeline

import (
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

func TestStartFunctions(t *testing.T) {
	tr := modeltest.Parse(t, "starts", `threadlens-trace 1
cpus 1
span 0ns 100us
os linux
process 40 "app" target
thread 41 pid=40
thread 42 pid=40
thread 43 pid=40
thread 44 pid=40
stack 1 "lock" "step" "work" "start_thread" "clone3"
stack 2 "read" "loop"
stack 3 "+0x7" in="core.dll" "+0x2270a" in="MSO.DLL" "+0x1339a" in="kernel32.dll" "+0x39ea5" in="ntdll.dll"
stack 4 "step" "main" "__libc_start_main" "_start"
10us cpu0 switch 41 42 wait sub=Futex stack=1
20us cpu0 switch 42 43 wait sub=Pipe stack=2
30us cpu0 switch 43 44 wait stack=3
31us cpu0 sample 44 stack=2
32us cpu0 sample 44 stack=4
`)
	got := StartFunctions(tr, tr.Targets())
	want := map[model.TID]string{41: "work", 42: "", 43: "MSO.DLL", 44: "main"}
	for tid, name := range want {
		if start := got[thread(t, tr, tid)]; start != name {
			t.Errorf("thread %d was started in %q, want %q", tid, start, name)
		}
	}
	if n := len(StartFunctions(tr, nil)); n != 0 {
		t.Errorf("%d start functions of no process", n)
	}
}
