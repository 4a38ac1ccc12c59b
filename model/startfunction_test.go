package model_test

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
stack 3 "+0x7" in="core.dll" "+0x2270a" in="MSO.DLL" "+0x1339a" in="kernel32.dll" "+0x39ea5" in="SysWOW64\\ntdll.dll"
stack 4 "step" "main" "__libc_start_main" "_start"
stack 5 "mscorwks.dll!ThreadStart"
5us cpu0 start 45 pid=40 stack=5
10us cpu0 switch 41 42 wait sub=Futex stack=1
20us cpu0 switch 42 43 wait sub=Pipe stack=2
30us cpu0 switch 43 44 wait stack=3
31us cpu0 sample 44 stack=2
32us cpu0 sample 44 stack=4
40us cpu0 switch 44 45 wait
50us cpu0 switch 45 idle wait stack=1
`)
	got := tr.StartFunctions(tr.Targets())
	want := map[model.TID]model.Start{
		41: {Function: "work"},
		43: {Module: "MSO.DLL"},
		44: {Function: "main"},
		45: {Module: "mscorwks.dll", Function: "ThreadStart"},
	}
	for ix := range tr.Threads {
		tid := tr.Threads[ix].TID
		if start := got[model.ThreadIx(ix)]; start != want[tid] {
			t.Errorf("thread %d was started in %q, want %q", tid, start, want[tid])
		}
	}
	if n := len(tr.StartFunctions(nil)); n != 0 {
		t.Errorf("%d start functions of no process", n)
	}
}
