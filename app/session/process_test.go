package session

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"threadlens/app/grid"
	"threadlens/app/session/find"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/modeltest"
)

// crowd has a target of two processes, two other programs, kernel threads and a thread whose
// process is unknown.
const crowd = `threadlens-trace 1
cpus 2
span 0us 1000us
os linux
process 7 "app" target
process 9 "helper" target
process 5 "idler"
process 6 "busy"
process 2 "kworker/0:1" system
process 3 "ksoftirqd/0" system
thread 7 pid=7 name="app"
thread 8 pid=7 name="worker"
thread 9 pid=9 name="helper"
thread 5 pid=5 name="idler"
thread 6 pid=6 name="busy"
thread 2 pid=2 name="kworker/0:1"
thread 3 pid=3 name="ksoftirqd/0"
around 6 "/usr/bin/busy" "--loop"
0us cpu0 switch idle 7 preempt
0us cpu1 switch idle 8 preempt
1us cpu1 switch 8 idle wait
100us cpu0 switch 7 9 wait
300us cpu0 switch 9 5 wait
310us cpu0 switch 5 6 wait
600us cpu0 switch 6 2 wait
601us cpu0 switch 2 3 wait
603us cpu0 switch 3 99 wait
610us cpu0 switch 99 idle wait
`

// picked lists the rows of a picker: headings, and below them processes with their figures.
func picked(s *Session, p *query.Picker) string {
	g := grid.New()
	g.Show(p.Content(), grid.Scope{})
	var b strings.Builder
	for i := range g.Len() {
		r := g.Row(i)
		fmt.Fprintf(&b, "%s%s", strings.Repeat("  ", g.Depth(i)), []string{"○ ", "◐ ", "● "}[p.Tick(r.Key)])
		for k := range g.Columns() {
			if text, _ := g.Text(r, k); text != "" {
				b.WriteString(text + " ")
			}
		}
		b.WriteString("\n")
	}
	return strings.ReplaceAll(b.String(), " \n", "\n")
}

// TestPickTargets: the groups, the figures, and what is ticked, as the target changes.
func TestPickTargets(t *testing.T) {
	s := openedWith(t, crowd)
	p := s.PickTargets()
	if got, want := picked(s, p), `◐ All processes
● Automatic target (recorded process)
● Recorded: helper, app
  ● helper 9 0.200 10.0 1
  ● app 7 0.101 5.1 2
○ Other programs
  ○ busy 6 0.290 14.5 1
  ○ idler 5 0.010 0.5 1
○ Kernel threads
  ○ ksoftirqd/0 3 0.002 0.1 1
  ○ kworker/0:1 2 0.001 0.1 1
○ Unknown process
  ○ Unknown process – 0.007 0.4 1
`; got != want {
		t.Errorf("as recorded:\n%swant\n%s", got, want)
	}
	busy := s.processNamed(t, "busy")
	p.Toggle(pickKey(busy))
	s.ChoosePicked(p)
	if title := s.TargetTitle(); title != "helper 9, app 7, busy 6" {
		t.Errorf("one more ticked: %q", title)
	}
	if got := picked(s, s.PickTargets()); !strings.Contains(got, "○ Automatic") || !strings.Contains(got, "● Targets that you chose\n  ● busy 6") || !strings.Contains(got, "◐ All") {
		t.Errorf("one more ticked:\n%s", got)
	}
	s.Choose([]model.ProcIx{busy})
	if got := picked(s, s.PickTargets()); !strings.Contains(got, "○ Recorded: helper, app\n") {
		t.Errorf("another chosen:\n%s", got)
	}
	p = s.PickTargets()
	p.Only("all")
	s.ChoosePicked(p)
	if !s.TargetsAll() || s.TargetTitle() != "All processes" {
		t.Errorf("all: %v, %q", s.Chosen(), s.TargetTitle())
	}
	if got := picked(s, s.PickTargets()); strings.Contains(got, "Targets that you chose") || strings.Contains(got, "◐") || strings.Count(got, "○") != 1 {
		t.Errorf("all:\n%s", got)
	}
	p = s.PickTargets()
	p.Only("auto")
	s.ChoosePicked(p)
	if s.Chosen() != nil || s.TargetsAll() {
		t.Errorf("automatic: %v", s.Chosen())
	}
}

// processNamed is the process with a name.
func (s *Session) processNamed(t *testing.T, name string) model.ProcIx {
	t.Helper()
	at := slices.IndexFunc(s.trace.Processes, func(p model.Process) bool { return p.Name == name })
	if at < 0 {
		t.Fatalf("no process %q", name)
	}
	return model.ProcIx(at)
}

// TestAllProcessesAreInNoOrderOfTheirOwn: with all processes as the target, the rows are those of a
// trace without a target: the busiest first, the kernel's threads together.
func TestAllProcessesAreInNoOrderOfTheirOwn(t *testing.T) {
	s := openedWith(t, crowd)
	s.Choose(s.AllProcesses())
	var heads []string
	for _, r := range s.Rows().List {
		if r.Kind.Heads() {
			heads = append(heads, fmt.Sprint(r.Name, " ", r.Expanded))
		}
	}
	if got, want := strings.Join(heads, ", "), "busy true, helper true, app true, idler true, Unknown process true, Kernel threads true"; got != want {
		t.Errorf("rows %s, want %s", got, want)
	}
	if n := len(s.VisibleThreads()); n != 8 {
		t.Errorf("%d threads are shown", n)
	}
}

// TestPickTargetsWithoutOne: a trace that declares no target has an automatic one, which is not
// called recorded; figures that are not known are empty or lower bounds.
func TestPickTargetsWithoutOne(t *testing.T) {
	s := openedWith(t, strings.ReplaceAll(crowd, " target\n", "\n"))
	if got := picked(s, s.PickTargets()); !strings.Contains(got, "● Automatic target (most CPU time)\n● Most CPU time: busy\n") || strings.Contains(got, "ecorded") {
		t.Errorf("no target declared:\n%s", got)
	}
	s = openedWith(t, crowd+"200us cpu0 loss 250us n=3\n")
	if got := picked(s, s.PickTargets()); !strings.Contains(got, "busy 6 ≥ 0.290 ≥ 14.5 1") {
		t.Errorf("events lost:\n%s", got)
	}
	s = openedWith(t, `threadlens-trace 1
cpus 1
span 0us 1000us
os linux
process 7 "app" target
thread 7 pid=7 name="app"
100us cpu0 sample 7
`)
	if got := picked(s, s.PickTargets()); !strings.Contains(got, "app 7 1\n") {
		t.Errorf("no switches:\n%s", got)
	}
}

// TestPickTargetsByCommandLine: a filter sees what the trace has of the command line, and the id.
func TestPickTargetsByCommandLine(t *testing.T) {
	s := openedWith(t, crowd)
	for filter, want := range map[string]string{"--loop": "busy", "6": "busy", "hel": "helper", "kernel": "ksoftirqd/0 kworker/0:1", "nothing": ""} {
		g := grid.New()
		g.Show(s.PickTargets().Content(), grid.Scope{})
		if err := g.SetFilter(filter); err != nil {
			t.Fatal(err)
		}
		var names []string
		for i := range g.Len() {
			if r := g.Row(i); r.Leads {
				names = append(names, r.Cells[0].Text)
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q selects %q, want %q", filter, got, want)
		}
	}
}

// TestCountedThreads: the picker and the search count the threads that can be shown, as the rows do,
// without one of which only the name is known.
func TestCountedThreads(t *testing.T) {
	s := openedWith(t, strings.Replace(crowd, "thread 9 ", "thread 10 pid=7 name=\"absent\"\nthread 9 ", 1))
	if got := picked(s, s.PickTargets()); !strings.Contains(got, "app 7 0.101 5.1 2\n") {
		t.Errorf("picked from\n%s", got)
	}
	x := find.NewIndex(s.Trace())
	if got := x.Find("absent", nil, s.Window(), s.Terms()); got.Len() != 0 {
		t.Errorf("a thread that is not shown is found: %+v", got)
	}
	app := x.Find(":7", nil, s.Window(), s.Terms()).Groups
	if got := app[len(app)-1].Hits[0]; got.Subject != find.SubjectProcess || got.Note != "2 threads" {
		t.Errorf("%+v", got)
	}
}

// TestNoTarget: where no process is known, the title says so.
func TestNoTarget(t *testing.T) {
	s := New()
	if got := s.TargetTitle(); got != "" {
		t.Errorf("without a trace: %q", got)
	}
	s.Open(Source{Name: "bare"}, modeltest.Parse(t, "bare", "threadlens-trace 1\ncpus 1\nspan 0us 100us\nos linux\n0us cpu0 switch idle 1 preempt\n50us cpu0 switch 1 idle wait\n"))
	if got := s.TargetTitle(); got != "No target process" {
		t.Errorf("of unknown processes: %q", got)
	}
}
