package model_test

import (
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// TestStacksOfSwitchIns: where a source records stacks at switch-in, the stack is
// that of the wait or preemption which ends there, also if the thread was ready in
// between; the ready time keeps the waker's.
func TestStacksOfSwitchIns(t *testing.T) {
	tr := modeltest.Parse(t, "stacks", `threadlens-trace 1
cpus 1
span 0us 1000us
os windows
stack 1 "app!Wait"
stack 2 "app!Wake"
stack 3 "app!Work"
10us cpu0 switch idle 1 wait
100us cpu0 switch 1 2 wait win=6
200us cpu0 wake 1 stack=2
300us cpu0 switch 2 1 preempt win=32 stacknew=1
400us cpu0 switch 1 2 wait win=6 stacknew=3
500us cpu0 switch 2 1 wait win=6 stacknew=1
`)
	want := map[model.TID]map[model.Time]string{
		1: {150_000: "Wait", 250_000: "Wake", 450_000: "Wait", 350_000: ""},
		2: {350_000: "Work", 250_000: ""},
	}
	for i := range tr.Threads {
		for at, name := range want[tr.Threads[i].TID] {
			seg, ok := tr.SegmentAt(model.ThreadIx(i), at)
			got := ""
			if frames := tr.Tables.Stacks.Frames(seg.Stack); len(frames) > 0 {
				got = tr.String(frames[0].Name)
			}
			if !ok || got != name {
				t.Errorf("%d at %d: %q, want %q", tr.Threads[i].TID, at, got, name)
			}
		}
	}
}

// TestPriorities: a thread's priorities are those of its switches.
func TestPriorities(t *testing.T) {
	tr := modeltest.Parse(t, "priorities", `threadlens-trace 1
cpus 1
span 0us 1000us
os linux
10us cpu0 switch idle 1 wait
100us cpu0 switch 1 2 preempt prio=120,90
200us cpu0 switch 2 1 wait prio=100,130
300us cpu0 switch 1 3 wait
`)
	want := map[model.TID]model.Priorities{
		1: {Low: 120, High: 130, Last: 130, Known: true}, 2: {Low: 90, High: 100, Last: 100, Known: true}, 3: {},
	}
	for i := range tr.Threads {
		if w, ok := want[tr.Threads[i].TID]; ok && tr.Threads[i].Priority != w {
			t.Errorf("%d: %+v, want %+v", tr.Threads[i].TID, tr.Threads[i].Priority, w)
		}
	}
}
