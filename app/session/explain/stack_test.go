package explain

import (
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestNearestSample: among the samples of a thread the nearest counts, before or after an instant
// and the earlier of two equally near, skipping those of other threads.
func TestNearestSample(t *testing.T) {
	tr := modeltest.Parse(t, "samples", `threadlens-trace 1
cpus 1
span 0us 1000us
os linux
process 7 "app" target
thread 1 pid=7
thread 2 pid=7
0us cpu0 switch idle 1 preempt
100us cpu0 sample 1
240us cpu0 switch 1 2 preempt
250us cpu0 sample 2
260us cpu0 sample 2
280us cpu0 switch 2 1 preempt
300us cpu0 sample 1
`)
	one := slices.IndexFunc(tr.Threads, func(th model.Thread) bool { return th.TID == 1 })
	for at, want := range map[model.Time]model.Time{0: 100, 100: 100, 199: 100, 200: 100, 201: 300, 255: 300, 1000: 300} {
		if got, ok := nearestSample(tr, model.ThreadIx(one), at*1000); !ok || got.Time != want*1000 {
			t.Errorf("near %d µs: %d, %v, want %d µs", at, got.Time, ok, want)
		}
	}
	if _, ok := nearestSample(tr, model.NoThread, 0); ok {
		t.Error("a sample of no thread")
	}
}

// TestFileOfModule: a frame shows the file of its module, without folders of either system.
func TestFileOfModule(t *testing.T) {
	for module, want := range map[string]string{
		`SysWOW64\WindowsCodecs.dll`: "WindowsCodecs.dll", "/usr/lib/libc.so.6": "libc.so.6", "memfd:sealed-9132": "memfd:sealed-9132", "": "",
	} {
		if got := (&StackFrame{Module: module}).File(); got != want {
			t.Errorf("%q: %q, want %q", module, got, want)
		}
	}
}
