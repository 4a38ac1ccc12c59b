package model_test

import (
	"fmt"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// stackLine is a line of text that declares a stack, innermost frame first.
func stackLine(id int, frames string) string { return fmt.Sprintf("stack %d %s\n", id, frames) }

// TestStartFunctions: a start function is only taken from stacks that reach the
// thread's entry and that agree, a module where the function is not known; the others
// are unknown.
func TestStartFunctions(t *testing.T) {
	linux := `"start_thread" in="libc.so.6" "clone3" in="libc.so.6"`
	windows := `"BaseThreadInitThunk" in="KERNEL32.DLL" "RtlUserThreadStart" in="ntdll.dll"`
	stripped := `"+0x1339a" in="kernel32.dll" "+0x39ea5" in="SysWOW64\\ntdll.dll"`
	for _, c := range []struct {
		name   string
		stacks []string // of waits, one after the other
		want   model.Start
	}{
		{"reaches the entry", []string{`"lock" "step" "work" in="app" ` + linux}, model.Start{Module: "app", Function: "work"}},
		{"does not reach it", []string{`"lock" "step" "work" in="app"`}, model.Start{}},
		{"main", []string{`"step" "main" "__libc_start_main" "_start"`}, model.Start{Function: "main"}},
		{"innermost, may have lost its caller", []string{`"leaf" in="app" ` + linux}, model.Start{}},
		{"innermost below the kernel's", []string{`"schedule" kernel=1 "leaf" in="app" ` + linux}, model.Start{}},
		{"innermost in one stack, not in another", []string{`"leaf" ` + linux, `"leaf" "work" ` + linux}, model.Start{Function: "work"}},
		{"without a name", []string{`"lock" "+0x10" in="app" ` + linux}, model.Start{Module: "app"}},
		{"an address", []string{`"lock" "0x7f00deadbeef" ` + linux}, model.Start{}},
		{"twice the same", []string{`"lock" "work" in="app" ` + linux, `"read" "work" in="app" ` + linux}, model.Start{Module: "app", Function: "work"}},
		{"named once", []string{`"lock" "+0x10" in="app" ` + linux, `"read" "work" in="app" ` + linux}, model.Start{Module: "app", Function: "work"}},
		{"two functions", []string{`"lock" "work" in="app" ` + linux, `"read" "step" in="app" ` + linux}, model.Start{Module: "app"}},
		{"two functions, and one again", []string{`"lock" "work" in="app" ` + linux, `"read" "step" in="app" ` + linux, `"a" "step" in="app" ` + linux}, model.Start{Module: "app"}},
		{"two modules", []string{`"lock" "work" in="app" ` + linux, `"read" "step" in="libx.so" ` + linux, `"a" "work" in="app" ` + linux}, model.Start{}},
		{"a thread of the kernel", []string{`"schedule" kernel=1 "worker_thread" kernel=1 "kthread" kernel=1 "ret_from_fork" kernel=1`}, model.Start{Function: "worker_thread"}},
		{"its innermost frame", []string{`"worker_thread" kernel=1 "kthread" kernel=1 "ret_from_fork" kernel=1`}, model.Start{Function: "worker_thread"}},
		{"what the kernel does for a new thread", []string{`"schedule_tail" kernel=1 "ret_from_fork" kernel=1`}, model.Start{}},
		{"Windows", []string{`"wait" "serve" in="app.exe" ` + windows}, model.Start{Module: "app.exe", Function: "serve"}},
		{"Windows, a pool's", []string{`"wait" "task" in="app.exe" "TppWorkerThread" in="ntdll.dll" ` + windows}, model.Start{Module: "ntdll.dll", Function: "TppWorkerThread"}},
		{"Windows, partly named", []string{`"wait" "serve" "+0x9" in="kernel32.dll" "RtlUserThreadStart" in="ntdll.dll"`}, model.Start{Function: "serve"}},
		{"Windows, no names", []string{`"+0x7" in="core.dll" "+0x2270a" in="MSO.DLL" ` + stripped}, model.Start{Module: "MSO.DLL"}},
		{"Windows, no names of the system", []string{`"wait" "serve" in="app.exe" ` + stripped}, model.Start{Module: "app.exe"}},
		{"Windows, only one module of the system", []string{`"wait" "serve" in="app.exe" "+0x9" in="kernel32.dll"`}, model.Start{}},
		{"Windows, a call back from the system", []string{`"wait" "serve" in="app.exe" "+0x9" in="ntdll.dll"`}, model.Start{}},
	} {
		var decl, events strings.Builder
		for i, s := range c.stacks {
			decl.WriteString(stackLine(i+1, s))
			fmt.Fprintf(&events, "%dus cpu0 switch 41 idle wait stack=%d\n%dus cpu0 switch idle 41 preempt\n", 10*i+10, i+1, 10*i+15)
		}
		tr := modeltest.Parse(t, c.name, `threadlens-trace 1
cpus 1
span 0ns 100us
os linux
process 40 "app" target
thread 41 pid=40
`+decl.String()+events.String())
		ix := threadOf(t, tr, 41)
		if got := tr.StartFunctions(tr.Targets())[ix]; got != c.want {
			t.Errorf("%s: started in %q, want %q", c.name, got, c.want)
		}
		if got := tr.StartOf(ix); got != c.want {
			t.Errorf("%s: alone started in %q, want %q", c.name, got, c.want)
		}
		if _, ok := tr.StartFunctions(tr.Targets())[ix]; ok != (c.want != model.Start{}) {
			t.Errorf("%s: in the list %v", c.name, ok)
		}
	}
}

// TestStartsOfSources: a start that the source reports counts, samples count like
// waits, and the stacks of wakers do not.
func TestStartsOfSources(t *testing.T) {
	tr := modeltest.Parse(t, "starts", `threadlens-trace 1
cpus 1
span 0ns 100us
os windows
process 40 "app" target
thread 41 pid=40
thread 42 pid=40
thread 44 pid=40
stack 1 "lock" "step" "work" "BaseThreadInitThunk" "RtlUserThreadStart"
stack 2 "read" "loop"
stack 4 "step" "main" "BaseThreadInitThunk" "RtlUserThreadStart"
stack 5 "mscorwks.dll!ThreadStart"
stack 6 "ntdll.dll!RtlUserThreadStart"
stack 7 "+0x100" in="MSO.DLL"
5us cpu0 start 45 pid=40 stack=5
6us cpu0 start 46 pid=40 stack=6
7us cpu0 start 47 pid=40 stack=7
10us cpu0 switch 41 42 wait stack=1
15us cpu0 wake 41 stack=4
20us cpu0 switch 42 44 wait stack=2
31us cpu0 sample 44 stack=2
32us cpu0 sample 44 stack=4
40us cpu0 switch 44 45 wait
50us cpu0 switch 45 46 wait stack=1
52us cpu0 switch 46 47 wait stack=1
54us cpu0 switch 47 41 wait stack=1
`)
	got := tr.StartFunctions(tr.Targets())
	for tid, want := range map[model.TID]struct {
		model.Start
		title string
	}{
		41: {model.Start{Function: "work"}, "work"},
		42: {model.Start{}, "unknown"},
		44: {model.Start{Function: "main"}, "main"},
		45: {model.Start{Module: "mscorwks.dll", Function: "ThreadStart"}, "ThreadStart"},
		46: {model.Start{Function: "work"}, "work"},
		47: {model.Start{Module: "MSO.DLL"}, "MSO.DLL, thread 47"},
	} {
		ix := threadOf(t, tr, tid)
		if got[ix] != want.Start || tr.StartOf(ix) != want.Start {
			t.Errorf("thread %d was started in %q and %q, want %q", tid, got[ix], tr.StartOf(ix), want.Start)
		}
		if title := got[ix].Title(tr, ix); title != want.title {
			t.Errorf("thread %d is titled %q, want %q", tid, title, want.title)
		}
	}
	tr.Info.OS.Family = "linux"
	if title := (model.Start{Module: "libx.so"}).Title(tr, 0); title != "unknown function in libx.so" {
		t.Errorf("on Linux a module alone is titled %q", title)
	}
	for want, start := range map[string]model.Start{
		"": {}, "work": {Function: "work"}, "ntdll.dll": {Module: `\Windows\ntdll.dll`}, "libc.so.6!work": {"/lib/libc.so.6", "work"},
	} {
		if got := start.Place(); got != want {
			t.Errorf("%+v is at %q, want %q", start, got, want)
		}
	}
	if n := len(tr.StartFunctions(nil)); n != 0 {
		t.Errorf("%d start functions of no process", n)
	}
}
