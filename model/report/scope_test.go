package report_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/model/measure"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// busy is a machine with three processes: 20 runs longer than 10, and 4 longest,
// but it belongs to the system. Nothing is known about CPU 1.
const busy = `threadlens-trace 1
cpus 2
span 0ns 100us
os linux
process 4 "kernel" system
process 10 "small"
process 20 "large"
thread 5 pid=4
thread 11 pid=10
thread 21 pid=20
0us cpu0 switch idle 5 preempt
60us cpu0 switch 5 21 wait linux=S
85us cpu0 switch 21 11 wait linux=S
95us cpu0 switch 11 idle wait linux=S
`

func TestFindTarget(t *testing.T) {
	for _, c := range []struct {
		header, filter, want, why string
	}{
		{"", "", "20", "the process with the most CPU time; other candidates: small (pid 10); choose with --target"},
		{"target 10\n", "", "10", "the recorded process"},
		{"target 10\n", "pid:20", "20", "as specified"},
		{"", "/small|large/", "10 20", "as specified"},
	} {
		tr := modeltest.Parse(t, "target", strings.Replace(busy, "os linux\n", "os linux\n"+c.header, 1))
		f, err := filter.Parse(c.filter)
		if err != nil {
			t.Fatal(err)
		}
		g, err := measure.FindTarget(tr, f)
		if err != nil || g.Why != c.why {
			t.Errorf("%q: why %q, want %q (%v)", c.filter, g.Why, c.why, err)
		}
		var pids []string
		for _, p := range g.Procs {
			pids = append(pids, map[uint32]string{4: "4", 10: "10", 20: "20"}[tr.Processes[p].PID])
		}
		if got := strings.Join(pids, " "); got != c.want {
			t.Errorf("%q: target %q, want %q", c.filter, got, c.want)
		}
	}
	f, _ := filter.Parse("nobody")
	if _, err := measure.FindTarget(modeltest.Parse(t, "target", busy), f); err == nil {
		t.Error("a target that matches nothing is no error")
	}
}

func TestUnknownProcessor(t *testing.T) {
	tr := modeltest.Parse(t, "busy", busy)
	use, err := measure.Utilization(tr, tr.Whole(), tr.End, target20(t, tr))
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "use", use, []measure.Use{{Target: 25_000, Other: 10_000, System: 60_000, Idle: 5_000}})
	for _, name := range []string{"utilization", "cpu", "concurrency"} {
		notes := strings.Join(run(t, name, tr, measure.Scope{}).Notes, "\n")
		if !strings.Contains(notes, "CPU 1 has no context switches in this trace and is excluded from all shares.") {
			t.Errorf("%s does not name the unknown processor:\n%s", name, notes)
		}
	}
}

func target20(t *testing.T, tr *model.Trace) measure.Target {
	t.Helper()
	g, err := measure.FindTarget(tr, filter.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestNotRecorded: without wakes ready time is not zero but unknown.
func TestNotRecorded(t *testing.T) {
	for _, c := range []struct {
		wake string
		want report.Kind
	}{{"", report.KindNone}, {"70us cpu0 wake 21\n", report.KindDuration}} {
		tr := modeltest.Parse(t, "ready", `threadlens-trace 1
cpus 1
os windows
process 20 large.exe
thread 21 pid=20
0us cpu0 switch 21 idle wait win=6
`+c.wake+`80us cpu0 switch idle 21 preempt
100us cpu0 switch 21 idle wait win=6
`)
		profile, threads := run(t, "profile", tr, measure.Scope{}), run(t, "threads", tr, measure.Scope{})
		if got := profile.Rows[model.Dispatch][1].Kind; got != c.want {
			t.Errorf("%q: the profile's ready time is of kind %d, want %d", c.wake, got, c.want)
		}
		for i, column := range threads.Columns {
			if column.Name == "ready_ns" && threads.Rows[0][i].Kind != c.want {
				t.Errorf("%q: the thread's ready time is of kind %d, want %d", c.wake, threads.Rows[0][i].Kind, c.want)
			}
		}
	}
}

// TestLoss: totals that a loss affects are lower bounds, and every table notes what
// was lost.
func TestLoss(t *testing.T) {
	tr := modeltest.Parse(t, "loss", strings.Replace(busy, "95us", "90us cpu0 loss 92us n=1874\n95us", 1))
	const said = "1\u2009874 events were lost on CPU 0, 0.090000 – 0.092000 ms."
	window := model.Range{From: 80_000, To: 100_000}
	for _, a := range report.List() {
		table, err := a.Run(tr, measure.Scope{Range: window})
		if err != nil {
			t.Fatal(err)
		}
		notes := strings.Join(table.Notes, "\n")
		if !strings.Contains(notes, "1\u2009874 events were lost on CPU 0, ") {
			t.Errorf("%s keeps the loss to itself:\n%s", a.Name, notes)
		}
	}
	equal(t, "partial", measure.Partial(tr, window)[0], said)
	for _, name := range []string{"cpu", "cores", "profile", "threads"} {
		bound := func(row []report.Value) bool {
			return slices.ContainsFunc(row, func(v report.Value) bool { return v.AtLeast })
		}
		if !slices.ContainsFunc(run(t, name, tr, measure.Scope{Range: window}).Rows, bound) {
			t.Errorf("%s has no lower bounds", name)
		}
	}
	if notes := measure.Partial(tr, model.Range{From: 0, To: 80_000}); len(notes) > 0 && strings.Contains(notes[0], "1874") {
		t.Errorf("a window before the loss shows it: %q", notes)
	}
	table := run(t, "profile", tr, measure.Scope{Range: window})
	if v := table.Rows[0][1]; !v.AtLeast || v.Int == 0 {
		t.Errorf("Execution is %+v, want a lower bound", v)
	}
	if v := table.Rows[9][1]; v.AtLeast {
		t.Errorf("Unknown is %+v, want no lower bound", v)
	}
	before := run(t, "profile", tr, measure.Scope{Range: model.Range{From: 0, To: 80_000}})
	if before.Rows[0][1].AtLeast {
		t.Error("Execution before the loss is a lower bound")
	}
	for i, row := range run(t, "threads", tr, measure.Scope{}).Rows {
		if row[1].Int == 10 && !row[7].AtLeast {
			t.Errorf("row %d: thread 11 lost execution: %+v", i, row[7])
		}
	}
}

// TestLossBuckets: only the buckets that a loss affects are lower bounds.
func TestLossBuckets(t *testing.T) {
	tr := modeltest.Parse(t, "loss", strings.Replace(busy, "85us", "64us cpu0 loss 71us n=3\n85us", 1))
	table := run(t, "utilization", tr, measure.Scope{Range: model.Range{From: 50_000, To: 90_000}, Bucket: 10_000})
	var got []bool
	for _, row := range table.Rows {
		bound := false
		for _, v := range row {
			bound = bound || v.AtLeast
		}
		got = append(got, bound)
	}
	equal(t, "lower bounds", got, []bool{false, true, true, false})
}

func TestScopeErrors(t *testing.T) {
	tr := modeltest.Parse(t, "busy", busy)
	for _, s := range []measure.Scope{
		{Range: model.Range{From: 5, To: 4}},
		{Range: model.Range{From: 200_000, To: 300_000}},
		{Threads: []model.ThreadIx{99}},
		{Bucket: -1},
		{Percent: 9},
	} {
		a, _ := report.Find("utilization")
		if _, err := a.Run(tr, s); err == nil {
			t.Errorf("%+v is no error", s)
		}
	}
	if _, err := measure.Utilization(tr, model.Range{From: 0, To: 100_000}, 0, measure.Target{}); err == nil {
		t.Error("a bucket of 0 is no error")
	}
	a, _ := report.Find("utilization")
	long := modeltest.Parse(t, "busy", strings.Replace(busy, "span 0ns 100us", "span 0ns 100s", 1))
	if _, err := a.Run(long, measure.Scope{Bucket: 10_000}); err == nil || !strings.Contains(err.Error(), "longer") {
		t.Errorf("ten million buckets: %v", err)
	}
}

// TestVisible: threads about which nothing is known are hidden.
func TestVisible(t *testing.T) {
	tr := modeltest.Parse(t, "visible", busy+"97us cpu0 exists 77\n")
	for _, ix := range measure.Visible(tr) {
		if tr.Threads[ix].TID == 77 {
			t.Error("a thread that is only known to exist is shown")
		}
	}
	if n := len(measure.Visible(tr)); n != 3 {
		t.Errorf("%d threads shown, want 3", n)
	}
}

// TestLossSentence: the sentence about lost events, by how many, where and when, in a
// window from 20 to 80 µs.
func TestLossSentence(t *testing.T) {
	window := model.Range{From: 20_000, To: 80_000}
	said := func(from, to model.Time) string { return measure.Window(model.Range{From: from, To: to}) + "." }
	const untold = " lost at unknown times."
	for _, c := range []struct{ lines, want string }{
		{"", ""},
		{"lost 0\n", ""},
		{"lost 1\n", "1 event was" + untold},
		{"lost 5\n", "5 events were" + untold},
		{"lost 0 buffers=1\n", "1 buffer was" + untold},
		{"lost 0 buffers=2\n", "2 buffers were" + untold},
		{"lost 1 buffers=2\n", "1 event was" + untold},
		{"lost 3 buffers=1\n", "3 events in 1 buffer were" + untold},
		{"lost 3 buffers=2\n", "3 events in 2 buffers were" + untold},
		{"lost 7\n5us cpu0 loss 6us n=7\n", ""}, // before the window
		{"lost 8\n5us cpu0 loss 6us n=7\n", "1 event was" + untold},
		{"lost 8\n25us cpu0 loss 26us n=7\n", "7 events were lost on CPU 0, " + said(25_000, 26_000)},
		{"25us cpu0 loss 26us\n", "Events were lost on CPU 0, " + said(25_000, 26_000)},
		{"25us cpu1 loss 26us n=1\n", "1 event was lost on CPU 1, " + said(25_000, 26_000)},
		{"10us cpu0 loss 20us n=2\n", "2 events were lost on CPU 0, " + said(10_000, 20_000)},
		{"10us cpu0 loss 19.999us n=2\n", ""},
		{"80us cpu0 loss 85us n=2\n", ""},
		{"79.999us cpu0 loss 85us n=2\n", "2 events were lost on CPU 0, " + said(79_999, 85_000)},
		{"50us cpu0 loss 50us n=2\n", "2 events were lost on CPU 0, " + said(50_000, 50_000)},
		{"25us cpu0 loss 26us n=1\n30us cpu0 loss 36us n=1\n", "2 events were lost on CPU 0 in 2 intervals within " + said(25_000, 36_000)},
		{"25us cpu1 loss 40us n=2\n30us cpu0 loss 36us n=1\n", "3 events were lost on CPUs 1 and 0 in 2 intervals within " + said(25_000, 40_000)},
		{"25us all loss 40us n=2\n", "16 events were lost on CPUs 0, 1, 2, 3, 4, 5 and 2 more in 8 intervals within " + said(25_000, 40_000)},
		{losses(6), "Events were lost on CPUs 0, 1, 2, 3, 4 and 5 in 6 intervals within " + said(30_000, 31_000)},
		{losses(7), "Events were lost on CPUs 0, 1, 2, 3, 4, 5 and 1 more in 7 intervals within " + said(30_000, 31_000)},
	} {
		tr := modeltest.Parse(t, "loss", "threadlens-trace 1\ncpus 8\nspan 0us 100us\n"+c.lines+"90us cpu0 switch 1 2 wait\n")
		got := ""
		for _, note := range measure.Partial(tr, window) {
			if strings.Contains(note, " lost ") {
				got += note
			}
		}
		equal(t, c.lines, got, c.want)
	}
}

// losses are the losses of the first n CPUs.
func losses(n int) (lines string) {
	for cpu := range n {
		lines += fmt.Sprintf("30us cpu%d loss 31us\n", cpu)
	}
	return lines
}

// TestFindTargetTogether: processes that wait for each other are chosen together, and the
// sentence reports that, and the alternatives.
func TestFindTargetTogether(t *testing.T) {
	text := "threadlens-trace 1\ncpus 2\nspan 0us 1000us\nos linux\n"
	for _, p := range []string{"1 a", "2 b", "3 c", "4 d", "5 e"} {
		text += "process " + p + "\nthread " + p[:1] + " pid=" + p[:1] + "\n"
	}
	text += "0us cpu0 exists 1 state=running\n0us cpu1 exists idle state=running\n0us cpu1 exists 2 state=waiting\n"
	for i := range 20 {
		at := 20 * i
		text += strings.NewReplacer("AT", strconv.Itoa(at+10), "TO", strconv.Itoa(at+20)).Replace(`ATus cpu0 wake 2 ctx=thread
ATus cpu1 switch idle 2 preempt
ATus cpu0 switch 1 idle wait
TOus cpu1 wake 1 ctx=thread
TOus cpu0 switch idle 1 preempt
TOus cpu1 switch 2 idle wait
`)
	}
	text += "420us cpu0 switch 1 3 wait\n500us cpu0 switch 3 4 wait\n590us cpu0 switch 4 5 wait\n650us cpu0 switch 5 idle wait\n"
	g, err := measure.FindTarget(modeltest.Parse(t, "together", text), filter.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	equal(t, "why", g.Why, "the processes that wait for each other and together have the most CPU time; other candidates: d (pid 4), c (pid 3); choose with --target")
	if len(g.Procs) != 2 {
		t.Errorf("processes %v", g.Procs)
	}
}
