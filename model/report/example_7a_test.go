package report_test

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"threadlens/model"
	"threadlens/model/classify"
	"threadlens/model/filter"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
	"threadlens/model/modeltest"
	"threadlens/model/report"
)

// us is a time of the worked example, which is written in µs with one decimal.
func us(v float64) model.Time { return model.Time(math.Round(v * 1000)) }

// seven is the trace of the worked example and the threads S of its reports.
func seven(t *testing.T) (tr *model.Trace, s []model.ThreadIx) {
	t.Helper()
	src, err := os.ReadFile("../../ingest/text/testdata/7a.tltxt")
	if err != nil {
		t.Fatal(err)
	}
	tr = classify.Default().Apply(modeltest.Parse(t, "7a.tltxt", string(src)))
	for _, tid := range []model.TID{6920, 6420, 4664} {
		s = append(s, threadOf(t, tr, tid))
	}
	return tr, s
}

func threadOf(t *testing.T, tr *model.Trace, tid model.TID) model.ThreadIx {
	t.Helper()
	for i := range tr.Threads {
		if tr.Threads[i].TID == tid {
			return model.ThreadIx(i)
		}
	}
	t.Fatalf("no thread %d", tid)
	return model.NoThread
}

// run runs a report by name.
func run(t *testing.T, name string, tr *model.Trace, s measure.Scope) *report.Table {
	t.Helper()
	a, ok := report.Find(name)
	if !ok {
		t.Fatalf("no report %s", name)
	}
	table, err := a.Run(tr, s)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range gather(table) {
		for i, v := range row {
			if c := table.Columns[i]; v.Kind != report.KindNone && v.Kind != c.Kind {
				t.Errorf("%s: a cell of kind %d in column %s of kind %d", name, v.Kind, c.Name, c.Kind)
			}
		}
	}
	return table
}

// column reads a column of a table, by row, as integers.
func column(t *testing.T, table *report.Table, name string) []int64 {
	t.Helper()
	for i, c := range table.Columns {
		if c.Name != name {
			continue
		}
		var list []int64
		for row := range table.All() {
			list = append(list, row[i].Int)
		}
		return list
	}
	t.Fatalf("%s has no column %s", table.Name, name)
	return nil
}

// cells reads one column as text.
func cells(t *testing.T, table *report.Table, name string) []string {
	t.Helper()
	for i, c := range table.Columns {
		if c.Name != name {
			continue
		}
		var list []string
		for row := range table.All() {
			list = append(list, row[i].Text)
		}
		return list
	}
	t.Fatalf("%s has no column %s", table.Name, name)
	return nil
}

// rowsOf are the rows of a table, as their cells in the units of data output: "-" is an
// empty cell, and "≥" marks a lower bound.
func rowsOf(table *report.Table) (list []string) {
	for row := range table.All() {
		list = append(list, rowText(row))
	}
	return list
}

func rowText(row []report.Value) string {
	cells := make([]string, len(row))
	for i, v := range row {
		switch v.Kind {
		case report.KindNone:
			cells[i] = "-"
		case report.KindText, report.KindThread:
			cells[i] = v.Text
		case report.KindCount, report.KindID, report.KindDuration, report.KindInstant:
			cells[i] = strconv.FormatInt(v.Int, 10)
		default:
			cells[i] = strconv.FormatFloat(v.Float, 'g', 6, 64)
		}
		if v.AtLeast {
			cells[i] = "≥" + cells[i]
		}
	}
	return strings.Join(cells, " | ")
}

func times(vs ...float64) []int64 {
	var list []int64
	for _, v := range vs {
		list = append(list, int64(us(v)))
	}
	return list
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got)\n%s", what, diff)
	}
}

// near compares with a figure that the example gives to some decimals.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func TestProfile7A(t *testing.T) {
	tr, s := seven(t)
	// Execution, Synchronization, IO, Sleep, MemoryManagement, Preemption,
	// UIProcessing, Dispatch, Interrupt, Unknown
	for _, c := range []struct {
		from, to float64
		want     []int64
		share    map[string]float64
	}{
		{
			0, 540000, times(460890.2, 250000, 0, 617950, 0, 276071.8, 0, 12675, 13, 0, 0, 2400),
			map[string]float64{
				"Execution": 28.450, "Synchronization": 15.432, "Sleep": 38.145, "Dispatch": 0.782,
				"Preemption": 17.041, "Unknown": 0, "Unclassified": 0.148,
			},
		},
		{
			99900, 101000, times(315.2, 1100, 0, 1100, 0, 771.8, 0, 0, 13, 0, 0, 0),
			map[string]float64{
				"Execution": 9.552, "Interrupt": 0.394, "Synchronization": 33.333, "Sleep": 33.333, "Preemption": 23.388,
			},
		},
		{
			250000, 264000, times(23700, 2000, 0, 1950, 0, 12275, 0, 2075, 0, 0, 0, 0),
			map[string]float64{
				"Execution": 56.429, "Synchronization": 4.762, "Sleep": 4.643, "Dispatch": 4.940, "Preemption": 29.226,
			},
		},
	} {
		table := run(t, "profile", tr, measure.Scope{Range: model.Range{From: us(c.from), To: us(c.to)}, Threads: s})
		equal(t, "time", column(t, table, "time_ns"), c.want)
		equal(t, "Σ", table.Total[1].Int, int64(us(3*(c.to-c.from))))
		for i, name := range cells(t, table, "category") {
			if want, ok := c.share[name]; ok {
				near(t, name, table.Rows[i][2].Float, want, 0.0005)
			}
		}
	}
}

func TestThreads7A(t *testing.T) {
	tr, s := seven(t)
	table := run(t, "threads", tr, measure.Scope{Threads: s})
	// Rows are by execution time: 6920, 4664, 6420.
	for name, want := range map[string][]int64{
		"tid":                {6920, 4664, 6420},
		"pid":                {1396, 1396, 1396},
		"incarnation":        {0, 0, 0},
		"start_ns":           {0, 0, 0},
		"end_ns":             times(540000, 540000, 540000),
		"execution_ns":       times(263215.2, 185775, 11900),
		"interrupt_ns":       times(13, 0, 0),
		"synchronization_ns": times(0, 0, 250000),
		"io_ns":              {0, 0, 0},
		"sleep_ns":           times(0, 340000, 277950),
		"memory_ns":          {0, 0, 0},
		"ui_ns":              {0, 0, 0},
		"preemption_ns":      times(275771.8, 200, 100),
		"ready_ns":           times(100, 12525, 50),
		"unknown_ns":         {0, 0, 0},
		"unclassified_ns":    times(900, 1500, 0),
		"switches_in":        {3, 3, 2},
		"voluntary":          {0, 2, 2},
		"involuntary":        {2, 1, 1},
		"yields":             {0, 0, 0},
		"migrations":         {0, 1, 0},
		"ready_count":        {1, 2, 1},
		"ready_mean_ns":      times(100, 6262.5, 50),
		"ready_p50_ns":       times(100, 500, 50),
		"ready_p99_ns":       times(100, 12025, 50),
		"ready_max_ns":       times(100, 12025, 50),
	} {
		equal(t, name, column(t, table, name), want)
	}
}

func TestLatencies7A(t *testing.T) {
	tr, s := seven(t)
	ready, again := measure.Latencies(tr, s, tr.Whole())
	equal(t, "dispatch", ready, measure.Latency{
		N: 4, Mean: us(12675) / 4, P50: us(100), P90: us(12025), P95: us(12025), P99: us(12025), P99_9: us(12025), Max: us(12025),
	})
	equal(t, "redispatch", again, measure.Latency{
		N: 4, Mean: us(276071.8) / 4, P50: us(200), P90: us(275000), P95: us(275000), P99: us(275000), P99_9: us(275000), Max: us(275000),
	})
}

func TestUtilization7A(t *testing.T) {
	tr, _ := seven(t)
	use, err := measure.Utilization(tr, tr.Whole(), tr.End, target(t, tr))
	if err != nil {
		t.Fatal(err)
	}
	want := measure.Use{
		Target: us(460890.2), Other: us(418020), System: us(1071.8), Idle: us(199992), ISR: us(5), DPC: us(21),
	}
	equal(t, "use", use, []measure.Use{want})
	equal(t, "sum", use[0].Total(), us(1080000))
	table := run(t, "utilization", tr, measure.Scope{Bucket: tr.End})
	for i, share := range []float64{42.675, 38.706, 0.099, 18.518} {
		near(t, table.Columns[i+1].Name, 50*table.Rows[0][i+1].Float, share, 0.0005)
	}
}

// target is the process 1396, which the example's text declares.
func target(t *testing.T, tr *model.Trace) measure.Target {
	t.Helper()
	g, err := measure.FindTarget(tr, filter.Filter{})
	if err != nil || len(g.Procs) != 1 || tr.Processes[g.Procs[0]].PID != 1396 {
		t.Fatalf("target is %+v: %v", g, err)
	}
	return g
}

func TestConcurrency7A(t *testing.T) {
	tr, s := seven(t)
	c := measure.ConcurrencyOf(tr, s, tr.Whole())
	equal(t, "H", c.H, []model.Time{us(127796.8), us(363503.2), us(48700)})
	near(t, "ratio", 100*c.Ratio(), 42.676, 0.0005)
	near(t, "antiratio", 100*c.Antiratio(), 76.334, 0.0005)
	near(t, "parallelism", c.Parallelism(), 2*42.676/76.334, 0.0001)
	table := run(t, "concurrency", tr, measure.Scope{Threads: s})
	equal(t, "k", column(t, table, "k"), []int64{0, 1, 2})
	equal(t, "time", column(t, table, "time_ns"), times(127796.8, 363503.2, 48700))

	pair := []model.ThreadIx{threadOf(t, tr, 6420), threadOf(t, tr, 4664)}
	overlap := measure.ConcurrencyOf(tr, pair, model.Range{From: us(252000), To: tr.End})
	equal(t, "overlap of 6420 and 4664", overlap.H[2], us(9700))
}

func TestQueue7A(t *testing.T) {
	tr, _ := seven(t)
	q := runqueue.QueueOf(tr, measure.Visible(tr), tr.Whole(), measure.Clock{Tick: measure.Tick})
	near(t, "mean", q.Mean(), 0.55330, 0.000005)
	equal(t, "max", q.Max(), 3)
	equal(t, "integral", q.Integral(), us(298779.8))
	equal(t, "window", q.Window(), tr.End)
	mean, ticks := q.Sampled()
	near(t, "sampled mean", mean, 0.529, 0.0005)
	equal(t, "ticks", ticks, int64(34))
}

func TestSwitches7A(t *testing.T) {
	tr, s := seven(t)
	all := run(t, "migrations", tr, measure.Scope{})
	equal(t, "switches in", sum(column(t, all, "switches")), int64(14))
	equal(t, "cross-core", sum(column(t, all, "cross_core")), int64(2))
	near(t, "cross-core share", all.Total[3].Float, 100*2.0/9, 1e-9)
	of := run(t, "migrations", tr, measure.Scope{Threads: s})
	equal(t, "cross-core of S", sum(column(t, of, "cross_core")), int64(1))
	near(t, "cross-core share of S", of.Total[3].Float, 100*1.0/6, 1e-9)
	equal(t, "first row", cells(t, of, "thread")[0], "4664.0")
	equal(t, "switches", tr.SwitchCount(), int64(15))
	equal(t, "notes", all.Notes[:2], []string{
		"Switches that moved the thread to another CPU: 2 of the 9 for which the previous CPU is known.",
		"All CPUs: 15 switches (1 of them to idle), 27.78 per second.",
	})
}

func TestCores7A(t *testing.T) {
	tr, _ := seven(t)
	table := run(t, "cores", tr, measure.Scope{})
	for name, want := range map[string][]int64{
		"cpu":        {0, 1},
		"run_ns":     times(538987, 340995),
		"idle_ns":    times(996, 198996),
		"isr_ns":     times(5, 0),
		"dpc_ns":     times(12, 9),
		"unknown_ns": {0, 0},
		"offline_ns": {0, 0},
		"switches":   {8, 7},
		"threads":    {4, 4},
	} {
		equal(t, name, column(t, table, name), want)
	}
}

func TestCPU7A(t *testing.T) {
	tr, _ := seven(t)
	table := run(t, "cpu", tr, measure.Scope{})
	equal(t, "tid", column(t, table, "tid"), []int64{0, 6920, 4664, 6420, 0, 7000, 7001, 0, 88, 0, 0})
	equal(t, "used", column(t, table, "cpu_ns"), times(
		460890.2, 263215.2, 185775, 11900, 418020, 290995, 127025, 1071.8, 1071.8, 199992, 26,
	))
	equal(t, "capacity", table.Total[table.Column("cpu_ns")].Int, int64(us(1080000)))
	near(t, "share of the target", table.Rows[0][table.Column("cpu")].Float, 42.675, 0.0005)
	near(t, "relative share of the target", table.Rows[0][table.Column("relative_percent")].Float, 100*460890.2/(1080000-26), 1e-9)
	near(t, "in cores", run(t, "cpu", tr, measure.Scope{Percent: measure.PercentCores}).Rows[0][table.Column("cpu")].Float, 460890.2/540000, 1e-9)
	near(t, "of one CPU", run(t, "cpu", tr, measure.Scope{Percent: measure.PercentCore}).Rows[0][table.Column("cpu")].Float, 100*460890.2/540000, 1e-9)
}

func TestWaits7A(t *testing.T) {
	tr, s := seven(t)
	table := run(t, "waits", tr, measure.Scope{Threads: s})
	// By thread: 6920's before the trace, 6420's on the lock and its last, 4664's three.
	for name, want := range map[string][]string{
		"thread":    {"6920.0", "6420.0", "6420.0", "4664.0", "4664.0", "4664.0"},
		"category":  {"Unclassified", "Synchronization", "Sleep", "Unclassified", "Sleep", "Sleep"},
		"unblocker": {"", "6920.0", "", "6420.0", "", ""},
		"context":   {"Timer", "Thread", "", "Thread", "Timer", ""},
		"flags":     {"began-before", "", "open", "began-before", "", "open"},
	} {
		equal(t, name, cells(t, table, name), want)
	}
	for name, want := range map[string][]int64{
		"out_ns":     times(0, 2000, 262050, 0, 40000, 400000),
		"ready_ns":   times(900, 252000, 0, 1500, 240000, 0),
		"in_ns":      times(1000, 252050, 0, 2000, 252025, 0),
		"waiting_ns": times(900, 250000, 277950, 1500, 200000, 140000),
		"unknown_ns": times(0, 0, 0, 0, 0, 0),
	} {
		equal(t, name, column(t, table, name), want)
	}
	for row := range table.All() { // before the trace: no switch-out to identify it
		if row[1].Kind != report.KindNone {
			t.Errorf("the first wait left the CPU at %v", row[1])
		}
		break
	}
}

// TestWork7A has the waits of other threads: a worker of the system waits for work, and
// the reason of the last wait of another thread says only that it was requested.
func TestWork7A(t *testing.T) {
	tr, _ := seven(t)
	sums := tr.Sums(threadOf(t, tr, 88), tr.Whole())
	equal(t, "for work", int64(sums[model.WaitForWork]), int64(us(540000-100771.8-5-200-5-100)))
	ix := threadOf(t, tr, 7001)
	last := tr.Segment(ix, tr.Threads[ix].Len()-1)
	if last.Category != model.Unclassified || last.Likely != model.Synchronization {
		t.Errorf("the last wait is %v, likely %v", last.Category, last.Likely)
	}
}

func sum(list []int64) (total int64) {
	for _, v := range list {
		total += v
	}
	return total
}
