package report_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// worlds are random traces that hold all kinds of events.
func worlds(t *testing.T, n uint64, each func(name string, tr *model.Trace, rng *rand.Rand)) {
	t.Helper()
	for seed := range n {
		name := fmt.Sprint("world ", seed)
		each(name, modeltest.Parse(t, name, modeltest.World(seed)), rand.New(rand.NewPCG(seed, 9)))
	}
}

// TestWaitsOfWindows: the waits listed are those that started before the window's end and did
// not end before its start.
func TestWaitsOfWindows(t *testing.T) {
	listed := 0
	worlds(t, 60, func(name string, tr *model.Trace, rng *rand.Rand) {
		type wait struct{ out, in model.Time }
		ended := func(r model.Range) (list []wait) {
			for _, row := range gather(run(t, "waits", tr, measure.Scope{Range: r})) {
				if in, out := row[3], row[1]; in.Kind != report.KindNone && out.Kind != report.KindNone {
					list = append(list, wait{model.Time(out.Int), model.Time(in.Int)})
				}
			}
			return list
		}
		all := ended(tr.Whole())
		for range 6 {
			r := randomRange(rng, tr)
			if len(all) > 0 { // exactly from the end of one to the start of another
				r.From = all[rng.IntN(len(all))].in
				r.To = max(r.From+1, all[rng.IntN(len(all))].out)
			}
			if r = r.Clip(tr.Whole()); r.Len() == 0 {
				continue
			}
			var want []wait
			for _, w := range all {
				if w.in >= r.From && w.out < r.To {
					want = append(want, w)
				}
			}
			listed += len(want)
			if got := ended(r); !slices.Equal(got, want) {
				t.Errorf("%s: in %v %v, want %v", name, r, got, want)
			}
		}
	})
	if listed == 0 {
		t.Error("no waits")
	}
}

// TestTargetThreads: the threads of the target are the visible ones whose process belongs to
// it; all of them if there is no process.
func TestTargetThreads(t *testing.T) {
	some := 0
	worlds(t, 40, func(name string, tr *model.Trace, rng *rand.Rand) {
		all := measure.Visible(tr)
		equal(t, name+" without a target", fmt.Sprint(measure.TargetThreads(tr, measure.Target{})), fmt.Sprint(all))
		for range 3 {
			g := measure.Target{Procs: []model.ProcIx{model.ProcIx(rng.IntN(len(tr.Processes)))}}
			var want []model.ThreadIx
			for _, ix := range all {
				if tr.Threads[ix].Proc == g.Procs[0] {
					want = append(want, ix)
				}
			}
			some += len(want)
			equal(t, name, fmt.Sprint(measure.TargetThreads(tr, g)), fmt.Sprint(want))
		}
	})
	if some == 0 {
		t.Error("no threads")
	}
}

// TestParseTree: each name is that of its kind; no other text is one.
func TestParseTree(t *testing.T) {
	for i, name := range calltree.TreeNames() {
		if k, ok := calltree.ParseTree(name); !ok || int(k) != i || k.String() != name {
			t.Errorf("%s is %v, %v", name, k, ok)
		}
	}
	for _, name := range []string{"", "Execution", "blockin"} {
		if k, ok := calltree.ParseTree(name); ok {
			t.Errorf("%q is %v", name, k)
		}
	}
	for _, name := range calltree.BlockingNames() {
		if _, ok := calltree.ParseBlocking(name); !ok {
			t.Errorf("%s is no category", name)
		}
	}
	if c, ok := calltree.ParseBlocking("dispatch"); ok {
		t.Errorf("dispatch is %v", c)
	}
}

// TestFramesByModule: how many of the frames in each code file have a name: mere offsets do
// not count.
func TestFramesByModule(t *testing.T) {
	tr := modeltest.Parse(t, "frames", `threadlens-trace 1
cpus 1
span 0us 9us
os linux
thread 1 pid=1
module a base=0x1000 size=0x1000
stack 1 "a!named" "a!+0x12" "b!other"
stack 2 0x1234 "b!other"
0us cpu0 switch idle 1 preempt
1us cpu0 sample 1 stack=1
2us cpu0 sample 1 stack=2
`)
	var got []string
	for _, m := range report.FramesByModule(tr) {
		got = append(got, fmt.Sprintf("%s %d/%d", m.Module.Name, m.Named, m.Frames))
	}
	equal(t, "frames", strings.Join(got, ", "), "a 1/2,  0/1, b 1/1")
}

// TestInlineCPU: what a thread ran, as read from its cycle counter, which is updated when it
// is switched in and out.
func TestInlineCPU(t *testing.T) {
	s := newScript(1, 100*ms)
	s.run(0, 95, 10*ms, 50*ms)
	s.run(0, 95, 60*ms, 80*ms)
	tr := s.trace(t)
	ix := model.ThreadIx(slices.IndexFunc(tr.Threads, func(th model.Thread) bool { return th.TID == 95 }))
	for _, c := range []struct{ from, to, want model.Time }{
		{20, 40, 0}, {5, 20, 0}, {5, 50, 40}, {5, 55, 40}, {20, 55, 40}, {20, 70, 40}, {55, 70, 0}, {55, 90, 20}, {0, 100, 60}, {85, 90, 0},
	} {
		if got := report.InlineCPU(tr, ix, model.Range{From: c.from * ms, To: c.to * ms}); got != c.want*ms {
			t.Errorf("from %d to %d ms: %v, want %d ms", c.from, c.to, measure.Duration(got), c.want)
		}
	}
}

// TestMonitorCores: what each CPU did in the window and in its last second.
func TestMonitorCores(t *testing.T) {
	tr := modeltest.Parse(t, "monitored", monitored)
	for at := 500 * ms; at <= 90*sec; at += 700 * ms {
		m := measure.MonitorAt(tr, measure.Visible(tr), 0, at)
		var want measure.MonitorTime
		for _, c := range m.Cores {
			now, all := tr.CoreTime(c.CPU, m.Now), tr.CoreTime(c.CPU, m.Window)
			if c.Now != now.Run+now.ISR+now.DPC || c.Window != all.Run+all.ISR+all.DPC {
				t.Errorf("at %d: %+v, want %+v and %+v", at, c, now, all)
			}
			want.Now += now.ISR + now.DPC
			want.Window += all.ISR + all.DPC
		}
		if m.Interrupts != want {
			t.Errorf("at %d: interrupts %+v, want %+v", at, m.Interrupts, want)
		}
	}
}

// TestAccountSlack: what a thread may have run after its last booking is not reported
// as accounted time that the trace does not show.
func TestAccountSlack(t *testing.T) {
	for open, want := range map[model.Time]bool{0: false, 24_999: false, 25_000: false, 25_001: true} {
		a := model.Account{Switches: sec, Kernel: sec, Open: open}
		if got := strings.Contains(report.AccountText(a), "not in the trace"); got != want {
			t.Errorf("%d ns open: %s", open, report.AccountText(a))
		}
	}
}

// TestReportColumns: the columns of all reports of two traces. THREADLENS_UPDATE=1 writes the
// list again.
func TestReportColumns(t *testing.T) {
	const golden = "testdata/columns.txt"
	var b strings.Builder
	for _, a := range report.List() {
		var of [2]string
		for i := range of {
			tr := modeltest.Parse(t, "world", modeltest.World(uint64(i+1)))
			table, err := a.Run(tr, measure.Scope{})
			if err != nil {
				of[i] = fmt.Sprintf("\t%v\n", err)
				continue
			}
			for _, c := range table.Columns {
				of[i] += fmt.Sprintf("\t%s %q kind=%d digits=%d group=%q sparse=%v nested=%v prose=%v minor=%v\n",
					c.Name, c.Title, c.Kind, c.Digits, c.Group, c.Sparse, c.Nested, c.Prose, c.Minor)
			}
		}
		fmt.Fprintf(&b, "%s\n%s", a.Name, of[0])
		if of[1] != of[0] {
			fmt.Fprintf(&b, "%s of another trace\n%s", a.Name, of[1])
		}
	}
	if os.Getenv("THREADLENS_UPDATE") != "" {
		if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestStreamsStop: a report whose rows are streamed can be stopped at each of them.
func TestStreamsStop(t *testing.T) {
	streams := 0
	tr := modeltest.Parse(t, "world", modeltest.World(1))
	for _, a := range report.List() {
		table, err := a.Run(tr, measure.Scope{})
		if err != nil || table.Stream == nil {
			continue
		}
		streams++
		all := len(gather(table))
		for n := range min(all, 50) {
			stopsAfter(t, table, n+1)
		}
	}
	if streams == 0 {
		t.Error("no report comes row by row")
	}
}
