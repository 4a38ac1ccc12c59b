package query

import (
	"slices"

	"threadlens/app/grid"
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// Names of the pane's columns that are not columns of `threadlens report threads`: they are
// computed from others, or name the row.
const (
	ColumnThread = "thread"
	columnMix    = "mix"
	columnCPU    = "cpu_ns"   // execution and the interrupts served meanwhile
	columnQueue  = "queue_ns" // preempted and ready
)

// columnStolen is shown where there is stolen time.
const columnStolen = "stolen_ns"

// reportColumn is a column of the profile report; those of categories have no
// title and help of their own.
type reportColumn struct {
	name, title string
	kind        report.Kind
	category    model.Category // of a time by category, else NumCategories
	adds, off   bool
	help        string
}

const noCategory = model.NumCategories

// reportColumns are the columns after name and mix: times by category in the order of the legend,
// then figures.
var reportColumns = []reportColumn{
	{name: "execution_ns", category: model.Execution},
	{name: "synchronization_ns", category: model.Synchronization},
	{name: "sleep_ns", category: model.Sleep},
	{name: "io_ns", category: model.IO},
	{name: "memory_ns", category: model.MemoryManagement},
	{name: "preemption_ns", category: model.Preemption},
	{name: "ready_ns", category: model.Dispatch},
	{name: "ui_ns", category: model.UIProcessing},
	{name: "interrupt_ns", category: model.Interrupt},
	{name: "wait_for_work_ns", category: model.WaitForWork},
	{name: "unclassified_ns", category: model.Unclassified},
	{name: "unknown_ns", category: model.UnknownCategory},
	{columnCPU, "On CPU", report.KindDuration, noCategory, true, false, "Execution, including interrupts served meanwhile"},
	{"accounted_ns", "Accounted CPU time", report.KindDuration, noCategory, true, true, "CPU time reported by the kernel, if recorded"},
	{"account_change_percent", "Accounting difference", report.KindChange, noCategory, false, true, "How much more or less CPU time the kernel reports than the context switches show, in percent of what they show"},
	{columnQueue, "Queued", report.KindDuration, noCategory, true, false, "Preempted or ready: runnable, not on a CPU"},
	{columnStolen, model.StolenTitle, report.KindDuration, noCategory, true, true, "Part of Preemption: the thread was switched in but, by the kernel's accounting, did not execute. The virtual machine's host or an unrecorded interrupt used its CPU"},
	{"switches_in", "Switches", report.KindCount, noCategory, true, false, "How often the thread was switched in"},
	{"voluntary", "Waits", report.KindCount, noCategory, true, false, "How often the thread left the CPU to wait"},
	{"involuntary", "Preemptions", report.KindCount, noCategory, true, false, "How often the thread lost the CPU while still runnable"},
	{"yields", "Yields", report.KindCount, noCategory, true, true, "How often the thread yielded the CPU and stayed runnable"},
	{"migrations", "Migrations", report.KindCount, noCategory, true, true, "How often the thread was switched in on a CPU other than its previous one"},
	{"ready_count", "Ready count", report.KindCount, noCategory, true, true, "How often the thread became ready and then ran"},
	{"ready_mean_ns", "Ready mean", report.KindDuration, noCategory, false, false, "Mean time from wake-up to running"},
	{"ready_p50_ns", "Ready median", report.KindDuration, noCategory, false, true, "Median time from wake-up to running"},
	{"ready_p99_ns", "Ready p99", report.KindDuration, noCategory, false, true, "99th percentile of the time from wake-up to running"},
	{"ready_max_ns", "Ready max", report.KindDuration, noCategory, false, false, "Longest time from wake-up to running"},
	{"process", "Process", report.KindText, noCategory, false, true, "The thread's process"},
}

// Profile is a query for a profile report. It is a plain value, so that the report can be made in
// the background.
type Profile struct {
	Trace   *model.Trace
	Threads []model.ThreadIx
	Of      int // how many threads those were chosen from
	Window  model.Range
	Terms   naming.Terms
}

// Run makes the profile report: one row per thread with its time by category and its switches in
// the window, in the order of the threads, and their sum. Copies and exports of it have all columns
// of `threadlens report threads`. It fails with a window outside the trace.
func (q Profile) Run() (*grid.Content, error) {
	find, _ := report.Find("threads")
	table, err := find.Run(q.Trace, measure.Scope{Range: q.Window, Threads: append([]model.ThreadIx{}, q.Threads...)})
	if err != nil {
		return nil, err
	}
	r := profileTable{Profile: q, index: table.ColumnsByKey()}
	return r.content(table), nil
}

// profileTable makes the content of a profile report.
type profileTable struct {
	Profile
	index map[string]int // of the report's columns
}

func (r *profileTable) content(table *report.Table) *grid.Content {
	place := make(map[[2]int64]int, len(r.Threads))
	for i, ix := range r.Threads {
		th := &r.Trace.Threads[ix]
		place[[2]int64{int64(th.TID), int64(th.Incarnation)}] = i
	}
	c := &grid.Content{Table: table, Rows: make([]grid.Row, len(r.Threads))}
	tid, inc := r.index["tid"], r.index["incarnation"]
	for cells := range table.All() {
		if table.Stream != nil {
			cells = slices.Clone(cells)
		}
		i := place[[2]int64{cells[tid].Int, cells[inc].Int}]
		ix := r.Threads[i]
		c.Rows[i] = r.row(r.Terms.Thread(r.Trace, ix), cells)
		c.Rows[i].Key, c.Rows[i].Thread, c.Rows[i].Span = r.Trace.Threads[ix].Key(), ix, r.Window
		c.Rows[i].Leads = true
	}
	table.Rows, table.Stream = make([][]report.Value, len(c.Rows)), nil
	for i := range c.Rows {
		table.Rows[i] = c.Rows[i].Data
	}
	total := r.row(r.title(), table.Total)
	c.Total = &total
	c.Columns = r.columns(&total)
	return c
}

// title says of how many threads the total is: threads of folded and collapsed rows are not among
// them.
func (r *profileTable) title() string {
	all := measure.Plural(r.Of, "thread", "threads")
	if len(r.Threads) == r.Of {
		return "All, " + all
	}
	return measure.Count(int64(len(r.Threads))) + " of " + all
}

func (r *profileTable) columns(total *grid.Row) []grid.Column {
	columns := []grid.Column{
		{Name: ColumnThread, Title: "Thread", Kind: report.KindText, Help: "Thread name and id; click to show its lane", Width: 188, Link: true},
		{Name: columnMix, Mix: true, Help: "How the thread spent its time in the time window, by category", Width: 144},
	}
	for _, c := range reportColumns {
		col := grid.Column{Name: c.name, Title: c.title, Kind: c.kind, Adds: c.adds, Off: c.off, Help: c.help}
		if c.category != noCategory {
			col.Title, col.Kind, col.Adds, col.Share = c.category.Brief(), report.KindDuration, true, true
			col.Help = "Time that the thread spent in this category in the time window; percentages are of the part of the window in which the thread existed"
			col.Off = total.Sums[c.category] == 0
		}
		if c.name == columnStolen {
			col.Off = total.Data[r.index[columnStolen]].Int == 0
		}
		columns = append(columns, col)
	}
	return columns
}

// row converts a row of the report.
func (r *profileTable) row(name string, data []report.Value) grid.Row {
	row := grid.Row{Data: data, Parent: grid.NoParent, Thread: model.NoThread, Proc: model.NoProc}
	for _, c := range reportColumns {
		if c.category != noCategory {
			row.Sums[c.category] = model.Time(data[r.index[c.name]].Int)
		}
	}
	row.Whole = row.Sums.Total()
	row.Cells = append(row.Cells, report.Value{Kind: report.KindText, Text: name}, report.Value{})
	sum := func(a, b string) report.Value {
		va, vb := data[r.index[a]], data[r.index[b]]
		return report.Value{Kind: report.KindDuration, Int: va.Int + vb.Int, AtLeast: va.AtLeast || vb.AtLeast}
	}
	for _, c := range reportColumns {
		switch c.name {
		case columnCPU:
			row.Cells = append(row.Cells, sum("execution_ns", "interrupt_ns"))
		case columnQueue:
			row.Cells = append(row.Cells, sum("preemption_ns", "ready_ns"))
		default:
			row.Cells = append(row.Cells, data[r.index[c.name]])
		}
	}
	return row
}
