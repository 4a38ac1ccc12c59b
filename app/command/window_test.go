package command

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"threadlens/app/grid"
	"threadlens/app/session"
	"threadlens/app/session/explain"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// windowTraces are traces of different kinds: waits with calls, plain switches and wakes,
// lost events, stacks and samples, some threads only, samples without switches, disks,
// Windows with stacks and with .NET.
var windowTraces = []string{
	"linux/perf/mutex_busy_g_futex.perf.data", "linux/perf/oversub8.perf.data", "linux/perf/lost_events.perf.data",
	"linux/perf/switch_events_prof.perf.data", "linux/perf/percpu_task_only.perf.data", "linux/public/perf/hotspot_true.v2.perf.data",
	"linux/perf/diskio_block_g.perf.data", "linux/cross/states_irq/states_irq.perf.data",
	"etl/win7-xperf-cswitch-slow-ppt.zip", "etl/perfview-net.4.5.2.x64.etl.zip",
}

// ringTrace is of a ring buffer.
const ringTrace = `threadlens-trace 1
cpus 2
span 0us 100us
os linux
process 10 app target
thread 1 pid=10
thread 2 pid=10
thread 3 pid=10
thread 4 pid=11
0us cpu0 loss 40us ring=1
10us cpu1 switch 3 4 wait linux=S
40us cpu0 switch 1 2 preempt
50us cpu1 wake 3 ctx=thread
60us cpu1 switch 4 3 preempt
`

// TestWindowAnswers: every figure in the window is the same as on the command line: for the whole
// trace, for a window, and for one process.
func TestWindowAnswers(t *testing.T) {
	ring := filepath.Join(t.TempDir(), "ring.tltxt")
	if err := os.WriteFile(ring, []byte(ringTrace), 0o600); err != nil {
		t.Fatal(err)
	}
	paths := []string{"../../ingest/text/testdata/7a.tltxt", ring}
	dir, ok := findTraces()
	if ok {
		for _, name := range windowTraces {
			paths = append(paths, filepath.Join(dir, filepath.FromSlash(name)))
		}
	}
	n := &compared{}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			a := answersOf(t, path)
			for _, view := range []string{"whole", "window", "process"} {
				t.Run(view, func(t *testing.T) {
					w := openWindow(t, a, view)
					w.n = n
					w.tables()
					w.profile()
					w.measurement()
					w.use()
					w.facts()
				})
			}
		})
	}
	if t.Logf("%+v, with the shared traces: %v", *n, ok); ok && (n.cells < 100 || n.waits < 10 || n.threads < 10 || n.intervals < 10) {
		t.Errorf("only %+v were compared", *n)
	}
}

// compared counts comparisons.
type compared struct{ cells, waits, threads, intervals int }

// shownWindow is the computing part of the program's window, next to the command line.
type shownWindow struct {
	*testing.T
	s    *session.Session
	cli  *answers
	args []string // the equivalent arguments for the command line
	n    *compared
}

// openWindow shows a trace in one of the views.
func openWindow(t *testing.T, a *answers, view string) *shownWindow {
	t.Helper()
	s := session.New()
	s.SetMetrics(timeline.NewMetrics(timeline.Comfortable, 1, 1))
	s.SetWidth(1000)
	s.Open(session.FileSource(a.path), a.trace)
	w := &shownWindow{T: t, s: s, cli: a}
	if view == "window" {
		s.Show(model.Range{From: a.trace.End / 3, To: a.trace.End/2 + 1}, session.MoveZoom)
	}
	if r := s.Scope(); r != a.trace.Whole() { // also where ring buffers cover only a part
		w.args = []string{fmt.Sprintf("--from=%dns", r.From), fmt.Sprintf("--to=%dns", r.To)}
	}
	if view == "process" {
		threads := s.VisibleThreads()
		if len(threads) == 0 {
			t.Fatal("no thread is shown")
		}
		filter := fmt.Sprintf("pid:%d", a.trace.Processes[a.trace.Threads[threads[len(threads)-1]].Proc].PID)
		if err := s.SetFilter(filter); err != nil {
			t.Fatal(err)
		}
		w.args = append(w.args, "--process="+filter)
	}
	return w
}

// table is a report of the command line.
func (w *shownWindow) table(name string, args ...string) *report.Table {
	w.Helper()
	table, err := w.cli.table(w.T, name, append(slices.Clip(w.args), args...)...)
	if err != nil {
		w.Fatalf("%s: %v", name, err)
	}
	return table
}

// machine is a report on the machine, where the window does not restrict the threads.
func (w *shownWindow) machine(name string, args ...string) *report.Table {
	w.Helper()
	v := *w
	v.args = slices.DeleteFunc(slices.Clone(w.args), func(a string) bool { return strings.HasPrefix(a, "--process") })
	return v.table(name, args...)
}

// tables compares the tables of panes with the reports of their names.
func (w *shownWindow) tables() {
	w.Helper()
	threads, err := w.s.Report()
	w.same("threads", w.table("threads"), threads, err)
	cpu, err := w.s.CPUQuery(query.GroupProcess).Run()
	w.same("cpu", w.machine("cpu"), cpu, err)
	contention, err := w.s.ContentionQuery().Run()
	w.same("contention", w.table("contention"), contention, err)
	migrations, err := w.s.MigrationQuery().Run()
	w.same("migrations", w.machine("migrations"), migrations, err)
	monitor, err := query.MonitorContent(w.cli.trace, w.s.Scope().To, w.s.Percent(), w.s.Figures())
	w.same("monitor", w.until("monitor"), monitor, err)
	found, err := w.s.FindingsQuery().Run(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	w.same("findings", w.table("findings"), found.Content, nil)
	for _, name := range calltree.TreeNames() {
		kind, _ := calltree.ParseTree(name)
		w.s.ChooseCalls(query.CallChoice{Kind: kind, Category: query.AllBlocking, Thread: model.NoThread})
		trees, err := w.s.CallQuery(false).Run()
		if err != nil {
			w.Fatal(err)
		}
		w.same(name, w.table(name), trees.Content, nil)
	}
	health, _ := report.Find("health")
	shown, err := health.Run(w.cli.trace, measure.Scope{}) // as in the window's sheet
	w.same("health", w.table("health"), grid.FromTable(shown, grid.Shape{}), err)
}

// until is a report from the start of the trace to the end of what is shown.
func (w *shownWindow) until(name string) *report.Table {
	w.Helper()
	table, err := w.cli.table(w.T, name, fmt.Sprintf("--to=%dns", max(1, w.s.Scope().To)))
	if err != nil {
		w.Fatal(err)
	}
	return table
}

// same compares a table of the command line with that of a pane: the rows in any order, and each
// visible cell with the one of the same name.
func (w *shownWindow) same(name string, want *report.Table, got *grid.Content, err error) {
	w.Helper()
	if err != nil {
		w.Fatalf("%s: %v", name, err)
	}
	a, b := rowTexts(want.Rows), rowTexts(got.Table.Rows)
	if len(a) != len(b) {
		w.Errorf("%s: %d rows, in the window %d", name, len(a), len(b))
		return
	}
	for i := range a {
		if a[i] != b[i] {
			w.Errorf("%s:\n%s\nin the window\n%s", name, a[i], b[i])
			return
		}
	}
	if a, b := cellTexts(want.Total), cellTexts(got.Table.Total); a != b {
		w.Errorf("%s in all:\n%s\nin the window\n%s", name, a, b)
	}
	w.cells(name, got)
}

// cells compares the contents of a pane with the rows of the report behind it.
func (w *shownWindow) cells(name string, c *grid.Content) {
	w.Helper()
	at := map[string]int{}
	for i, col := range c.Table.Columns {
		at[col.Name] = i
	}
	for _, row := range c.Rows {
		for i, col := range c.Columns {
			k, ok := at[col.Name]
			if !ok || i >= len(row.Cells) || k >= len(row.Data) || row.Cells[i].Kind != row.Data[k].Kind ||
				col.Kind == report.KindText || name == "monitor" && col.Name == "pid" { // words, and ids below others
				continue
			}
			w.n.cells++
			shown, data := row.Cells[i], row.Data[k]
			if shown.Int != data.Int || shown.Float != data.Float || shown.AtLeast != data.AtLeast {
				w.Errorf("%s: %s is shown as %+v, and is %+v", name, col.Name, shown, data)
			}
		}
	}
}

func rowTexts(rows [][]report.Value) []string {
	list := make([]string, len(rows))
	for i, r := range rows {
		list[i] = cellTexts(r)
	}
	slices.Sort(list)
	return list
}

func cellTexts(cells []report.Value) string {
	var b strings.Builder
	for _, v := range cells {
		fmt.Fprintf(&b, "%d:%d:%g:%s:%v ", v.Kind, v.Int, v.Float, v.Text, v.AtLeast)
	}
	return b.String()
}

// profile compares the legend, which is also the profile, with its report.
func (w *shownWindow) profile() {
	w.Helper()
	sums, threads, lossy := w.s.Profile()
	table := w.table("profile")
	for i, row := range table.Rows {
		bound := lossy && model.Category(i) != model.UnknownCategory && sums[i] > 0
		if row[1].Int != int64(sums[i]) || row[1].AtLeast != bound {
			w.Errorf("%s: %+v, in the window %d, at least %v", row[0].Text, row[1], sums[i], bound)
		}
	}
	if n := len(w.table("threads").Rows); n != threads {
		w.Errorf("%d threads, in the window %d", n, threads)
	}
	for _, note := range measure.Partial(w.cli.trace, w.s.Scope()) {
		if !slices.Contains(table.Notes, note) {
			w.Errorf("no note %q", note)
		}
	}
}

// measurement compares the Measurement view with the reports intervals, sampling, queue
// and concurrency.
func (w *shownWindow) measurement() {
	w.Helper()
	m, err := w.s.MeasureQuery(200).Run(w.Context())
	if err != nil {
		w.Fatal(err)
	}
	target := w.args // the view is of the target whatever rows are shown
	w.args = slices.DeleteFunc(slices.Clone(w.args), func(a string) bool { return strings.HasPrefix(a, "--process") })
	defer func() { w.args = target }()
	machine := rowTexts(w.table("sampling", "--all").Rows)
	for _, row := range rowTexts(m.Table.Table.Rows) { // some rows of the machine's
		if _, ok := slices.BinarySearch(machine, row); !ok {
			w.Errorf("sampling in the window: %s is not among\n%s", row, strings.Join(machine, "\n"))
		}
	}
	w.cells("sampling", m.Table)
	intervals := w.table("intervals", fmt.Sprintf("--bucket=%dns", m.Length))
	if len(intervals.Rows) != len(m.Intervals) {
		w.Errorf("%d intervals, in the window %d", len(intervals.Rows), len(m.Intervals))
		return
	}
	exact := columnOf(w.T, intervals, "exact_ns")
	for i, row := range intervals.Rows {
		w.n.intervals++
		if row[exact].Int != int64(m.Intervals[i].Exact) {
			w.Errorf("interval %d: %d, in the window %d", i, row[exact].Int, m.Intervals[i].Exact)
		}
	}
	concurrency := w.table("concurrency")
	at := columnOf(w.T, concurrency, "time_ns")
	for k, row := range concurrency.Rows {
		if k < len(m.Concurrency.H) && row[at].Int != int64(m.Concurrency.H[k]) {
			w.Errorf("concurrency %d: %d, in the window %d", k, row[at].Int, m.Concurrency.H[k])
		}
	}
	q := w.table("queue")
	length, time := columnOf(w.T, q, "length"), columnOf(w.T, q, "time_ns")
	var weighted, all float64
	for _, row := range q.Rows {
		weighted, all = weighted+float64(row[length].Int*row[time].Int), all+float64(row[time].Int)
	}
	if all > 0 && math.Abs(weighted/all-m.QueueMean) > 1e-9 {
		w.Errorf("the queue's mean length is %v, in the window %v", weighted/all, m.QueueMean)
	}
}

// use compares the chart of the CPU use with the report utilization.
func (w *shownWindow) use() {
	w.Helper()
	table, r := w.machine("utilization"), w.s.Scope()
	shown := timeline.NewUtilization(w.cli.trace, w.s.Targets()).In(r)
	sum := func(names ...string) (sum float64, known bool) {
		for _, name := range names {
			v := table.Total[columnOf(w.T, table, name+"_cores")]
			sum, known = sum+v.Float, v.Kind != report.KindNone
		}
		return sum, known
	}
	for class, names := range map[paint.Class][]string{
		paint.ClassTarget: {"target"}, paint.ClassOther: {"other"}, paint.ClassSystem: {"system"}, paint.ClassIdle: {"idle"},
		paint.ClassInterrupt: {"isr", "dpc"}, paint.ClassUnknown: {"unknown"}, paint.ClassOffline: {"offline"}, paint.ClassStolen: {"stolen"},
	} {
		want, known := sum(names...)
		if got := float64(shown[class]) / float64(max(r.Len(), 1)); known && math.Abs(got-want) > 1e-9 {
			w.Errorf("%v: %v CPUs, in the window %v", names, want, got)
		}
	}
}

// facts compares the details of waits and threads with the reports waits, threads and migrations.
func (w *shownWindow) facts() {
	w.Helper()
	t := w.cli.trace
	byKey := map[string]model.ThreadIx{}
	for ix := range t.Threads {
		byKey[t.Threads[ix].Key()] = model.ThreadIx(ix)
	}
	w.waits(byKey)
	migrations, threads := w.machine("migrations"), w.table("threads")
	counts := map[string][2]int64{}
	for _, row := range migrations.Rows {
		counts[row[0].Text] = [2]int64{row[columnOf(w.T, migrations, "switches")].Int, row[columnOf(w.T, migrations, "cross_core")].Int}
	}
	tid, inc := columnOf(w.T, threads, "tid"), columnOf(w.T, threads, "incarnation")
	ran, irqs := columnOf(w.T, threads, "execution_ns"), columnOf(w.T, threads, "interrupt_ns")
	for _, row := range threads.Rows {
		ix := byKey[fmt.Sprintf("%d.%d", row[tid].Int, row[inc].Int)]
		w.s.SelectAt(ix, t.Threads[ix].Life.From)
		f, ok := w.s.Followed()
		if !ok || f.Thread != ix {
			continue
		}
		w.n.threads++
		var on int64
		for _, d := range f.On {
			on += int64(d)
		}
		if want := row[ran].Int + row[irqs].Int; want != on {
			w.Errorf("%s was on CPUs for %d, in the window %d", t.Threads[ix].Key(), want, on)
		}
		if c := counts[t.Threads[ix].Key()]; c[1] != int64(f.Cross) {
			w.Errorf("%s migrated %d times, in the window %d", t.Threads[ix].Key(), c[1], f.Cross)
		}
	}
}

// mostWaits is how many waits are compared.
const mostWaits = 300

// waits compares waits that are completely inside the window with the details of their segments.
func (w *shownWindow) waits(byKey map[string]model.ThreadIx) {
	w.Helper()
	t, table, seen := w.cli.trace, w.table("waits"), 0
	out, waiting, flags := columnOf(w.T, table, "out_ns"), columnOf(w.T, table, "waiting_ns"), columnOf(w.T, table, "flags")
	category := columnOf(w.T, table, "category")
	for row := range table.All() {
		ix := byKey[row[columnOf(w.T, table, "thread")].Text]
		seg, ok := t.SegmentAt(ix, model.Time(row[out].Int))
		if row[flags].Text != "" || row[out].Kind == report.KindNone || seen == mostWaits {
			continue
		}
		if seg.To > w.s.Scope().To || seg.From < w.s.Scope().From {
			continue
		}
		seen++
		w.n.waits++
		f := explain.FactsOf(t, seg, w.s.Window(), w.s.Terms())
		if !ok || f.Duration != timeline.FormatDuration(model.Time(row[waiting].Int)) || !strings.HasPrefix(f.Category, categoryWord(row[category].Text)) {
			w.Errorf("%s waited from %d for %d, %s; in the window %s, %s", row[0].Text, row[out].Int, row[waiting].Int, row[category].Text, f.Duration, f.Category)
		}
	}
}

// categoryWord is the first word of the display name of a category.
func categoryWord(name string) string {
	for c := model.Category(0); c < model.NumCategories; c++ {
		if c.String() == name {
			word, _, _ := strings.Cut(c.Title(), " ")
			return word
		}
	}
	return name
}

func columnOf(t *testing.T, table *report.Table, name string) int {
	t.Helper()
	i := slices.IndexFunc(table.Columns, func(c report.Column) bool { return c.Name == name })
	if i < 0 {
		names := make([]string, len(table.Columns))
		for i, c := range table.Columns {
			names[i] = c.Name
		}
		t.Fatalf("%s has no column %s but %s", table.Name, name, strings.Join(names, " "))
	}
	return i
}

// findTraces is the folder of the recorded traces, and whether it exists.
func findTraces() (dir string, ok bool) {
	dir = cmp.Or(os.Getenv("THREADLENS_TRACES"), "../../../shared/traces")
	_, err := os.Stat(dir)
	return dir, err == nil
}
