package query

import (
	"strings"
	"testing"

	"threadlens/app/grid"
	"threadlens/model/modeltest"
)

// TestS23GroupByStartFunction: threads are below their start functions, those below their process;
// where no function is known the grouping is not offered.
func TestS23GroupByStartFunction(t *testing.T) {
	tr := modeltest.Parse(t, "starts", `threadlens-trace 1
cpus 1
span 0us 100us
os linux
process 7 "app" target
thread 8 pid=7
thread 9 pid=7
thread 10 pid=7
stack 1 "wait" "WorkerStart" "start_thread"
stack 2 "read" "main" "__libc_start_main" "_start"
0us cpu0 switch idle 8 wait
20us cpu0 switch 8 9 wait stack=1
50us cpu0 switch 9 10 wait stack=2
90us cpu0 switch 10 idle wait stack=1
`)
	q := CPU{Trace: tr, Window: tr.Whole(), Targets: tr.Targets(), Group: GroupFunction}
	c, err := q.Run()
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for i := range c.Rows {
		r := &c.Rows[i]
		for p := r.Parent; p != grid.NoParent; p = c.Rows[p].Parent {
			got.WriteString(". ")
		}
		got.WriteString(r.Cells[c.Table.Column("process")].Text + " " + r.Cells[c.Table.Column("tid")].Display + " " + grid.Milliseconds(r.Part) + "\n")
	}
	want := `app 3 threads 0.090
. WorkerStart 2 threads 0.060
. . 10  0.040
. . 8  0.020
. main 1 thread 0.030
. . 9  0.030
Idle  0.010
`
	if got.String() != want {
		t.Errorf("%s\nwant\n%s", got.String(), want)
	}
	if !StartsKnown(c) || GroupProcess.Next(true) != GroupFunction || GroupProcess.Next(false) != GroupThread || GroupThread.Next(true) != GroupProcess {
		t.Error("groups are offered wrongly")
	}
	c, err = CPU{Trace: story(t), Window: story(t).Whole(), Group: GroupFunction}.Run()
	if err != nil || StartsKnown(c) {
		t.Errorf("starts are known: %v", err)
	}
}
