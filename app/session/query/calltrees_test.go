package query

import (
	"testing"

	"threadlens/model"
	"threadlens/model/measure/calltree"
	"threadlens/model/modeltest"
)

func TestCallChoices(t *testing.T) {
	for c, want := range map[model.Category]CallChoice{
		model.Execution: {calltree.TreeExecution, AllBlocking, 3},
		model.IO:        {calltree.TreeBlocking, model.IO, 3},
		model.Dispatch:  {},
		model.Interrupt: {},
	} {
		got, ok := CallChoiceOf(c, 3)
		if got != want || ok != (want != CallChoice{}) {
			t.Errorf("%v: %+v, %v", c, got, ok)
		}
	}
	for want, c := range map[string]CallChoice{
		"Execution":               {Kind: calltree.TreeExecution, Category: AllBlocking},
		"Blocking and preemption": {Kind: calltree.TreeBlocking, Category: AllBlocking},
		"Sleep":                   {Kind: calltree.TreeBlocking, Category: model.Sleep},
		"Unblocking":              {Kind: calltree.TreeUnblocking, Category: AllBlocking},
		"Unblocking of Sleep":     {Kind: calltree.TreeUnblocking, Category: model.Sleep},
	} {
		if got := c.Title(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestCallTreesArePartial: trees are lower bounds where events were lost in their window, on
// whatever CPU, or where what was lost before leaves the state of their threads unknown.
func TestCallTreesArePartial(t *testing.T) {
	tr := modeltest.Parse(t, "lost", `threadlens-trace 1
cpus 2
span 0us 1000us
os linux
process 7 "app" target
thread 8 pid=7
thread 9 pid=7
10us cpu0 switch idle 8 preempt
20us cpu1 switch idle 9 preempt
500us cpu1 loss 600us
700us cpu1 switch 9 idle wait
900us cpu0 switch 8 idle wait
`)
	for _, c := range []struct {
		tid      model.TID
		from, to model.Time
		partial  bool
	}{
		{8, 0, 500 * us, false},
		{8, 0, 500*us + 1, true},
		{8, 600 * us, 1000 * us, true},
		{8, 600*us + 1, 1000 * us, false},
		{9, 0, 500 * us, false},
		{9, 0, 501 * us, true},
		{9, 650 * us, 1000 * us, true},
		{9, 700 * us, 1000 * us, true},
	} {
		q := Calls{Trace: tr, Choice: CallChoice{Kind: calltree.TreeExecution}, Threads: []model.ThreadIx{thread(t, tr, c.tid)}, Window: model.Range{From: c.from, To: c.to}}
		got, err := q.Run()
		if err != nil {
			t.Fatal(err)
		}
		if got.Partial != c.partial {
			t.Errorf("thread %d from %d to %d: partial is %v", c.tid, c.from, c.to, got.Partial)
		}
	}
}
