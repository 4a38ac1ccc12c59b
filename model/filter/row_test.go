package filter_test

import (
	"testing"

	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/model/modeltest"
)

// TestRow: words are searched in a row's texts and in the thread or process that it
// is about, all other terms only in the latter.
func TestRow(t *testing.T) {
	tr := modeltest.Parse(t, "row", `threadlens-trace 1
cpus 1
span 0us 10us
os linux
process 7 "app" target
thread 70 pid=7 name="worker"
0us cpu0 switch idle 70 wait
`)
	var ix model.ThreadIx
	for i := range tr.Threads {
		if tr.Threads[i].TID == 70 {
			ix = model.ThreadIx(i)
		}
	}
	thread := filter.Row{Texts: []string{"Some text"}, Thread: ix, Proc: model.NoProc}
	process := filter.Row{Texts: []string{"Some text"}, Thread: model.NoThread, Proc: tr.Threads[ix].Proc}
	nobody := filter.Row{Texts: []string{"Some text"}, Thread: model.NoThread, Proc: model.NoProc}
	for _, c := range []struct {
		filter                  string
		thread, process, nobody bool
	}{
		{"", true, true, true},
		{"some", true, true, true},
		{"!some", false, false, false},
		{"worker", true, false, false},
		{"app", true, true, false},
		{"tid:70", true, true, false},
		{"!tid:70", false, false, true},
		{"pid:7 text", true, true, false},
		{"process:app !worker", false, true, false},
		{"tid:7", false, false, false},
		{"process:70", false, false, false},
		{"/^Some/ 70", true, false, false},
	} {
		f, err := filter.Parse(c.filter)
		if err != nil {
			t.Fatal(err)
		}
		p := filter.In(tr)
		if a, b, n := f.Row(p, thread), f.Row(p, process), f.Row(p, nobody); a != c.thread || b != c.process || n != c.nobody {
			t.Errorf("%q: %v %v %v", c.filter, a, b, n)
		}
		for _, gone := range []filter.Row{ // of another trace
			{Texts: nobody.Texts, Thread: model.ThreadIx(len(tr.Threads)), Proc: model.NoProc},
			{Texts: nobody.Texts, Thread: model.NoThread, Proc: model.ProcIx(len(tr.Processes))},
		} {
			if f.Row(p, gone) != c.nobody {
				t.Errorf("%q: another answer about who is not in the trace", c.filter)
			}
		}
		if f.Row(filter.Place{}, nobody) != c.nobody {
			t.Errorf("%q: another answer without a trace", c.filter)
		}
	}
}
