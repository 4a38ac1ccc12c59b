package query

import (
	"strconv"

	"threadlens/app/grid"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline/paint"
)

// cpuSummary makes the content of a CPU scheduling summary.
type cpuSummary struct {
	CPU
	index   map[string]int // of the report's columns
	threads map[cpuKey][]model.ThreadIx
	content *grid.Content
	process int // the row of the last process, -1 without
}

// cpuKey identifies a thread in a row of the report: its ids, which may be reused, and its CPU
// time.
type cpuKey struct {
	pid, tid int64
	used     model.Time
}

// findThreads fills threads.
func (r *cpuSummary) findThreads() {
	r.threads = map[cpuKey][]model.ThreadIx{}
	for i := range r.Trace.Threads {
		ix := model.ThreadIx(i)
		sums := r.Trace.Sums(ix, r.Window)
		if used := sums[model.Execution]; used > 0 {
			th := &r.Trace.Threads[ix]
			key := cpuKey{int64(r.Trace.Processes[th.Proc].PID), int64(th.TID), used}
			if !r.Trace.Processes[th.Proc].Known {
				key.pid = 0
			}
			r.threads[key] = append(r.threads[key], ix)
		}
	}
}

// cell is a cell in a row of the report.
func (r *cpuSummary) cell(cells []report.Value, name string) *report.Value {
	return &cells[r.index[name]]
}

// row is a row of the report for display.
func (r *cpuSummary) row(data []report.Value) grid.Row {
	row := grid.Row{Data: data, Parent: grid.NoParent, Thread: model.NoThread, Proc: model.NoProc, Span: r.Window}
	used := model.Time(r.cell(data, "cpu_ns").Int)
	row.Key = r.cell(data, "process").Text
	for i, cell := range data {
		if i == r.index[columnBefore] {
			row.Cells = append(row.Cells, report.Value{})
		}
		row.Cells = append(row.Cells, cell)
	}
	row.Part, row.Whole = used, r.capacity()
	return row
}

// capacity is the time of all CPUs.
func (r *cpuSummary) capacity() (sum model.Time) {
	for i := range r.Trace.Cores {
		if r.Trace.Cores[i].Known {
			sum += r.Window.Clip(r.Trace.Held()).Len()
		}
	}
	return sum
}

// add adds a row of the report: of a process, of one of its threads, or of neither.
func (r *cpuSummary) add(data []report.Value) {
	c, row := r.content, r.row(data)
	tid := r.cell(data, "tid")
	switch {
	case tid.Kind != report.KindNone:
		key := cpuKey{r.cell(data, "pid").Int, tid.Int, model.Time(r.cell(data, "cpu_ns").Int)}
		list := r.threads[key]
		if len(list) == 0 {
			return
		}
		r.threads[key] = list[1:]
		r.thread(&row, list[0])
	case r.cell(data, "pid").Kind != report.KindNone || r.isProcess(data):
		row.Leads = true
		r.process = len(c.Rows)
		if r.Group == GroupThread {
			r.process = grid.NoParent
			return
		}
	default:
		row.Key = "-" + row.Key
		row.Class = classOfRow[r.cell(data, "process").Text]
	}
	c.Rows = append(c.Rows, row)
}

// isProcess reports whether a row without a pid is that of the unknown process.
func (r *cpuSummary) isProcess(data []report.Value) bool {
	_, other := classOfRow[r.cell(data, "process").Text]
	return !other
}

// classOfRow are the rows that are not processes, and the class of their time in the chart.
var classOfRow = map[string]paint.Class{
	"Threads not shown": paint.ClassOther, "Idle": paint.ClassIdle,
	report.InterruptsAndDPCs: paint.ClassInterrupt, report.InterruptsAndSoft: paint.ClassInterrupt, model.StolenTitle: paint.ClassStolen,
	"Unattributed": paint.ClassUnknown,
}

// thread fills the row of a thread, and what its process's row lacks so far.
func (r *cpuSummary) thread(row *grid.Row, ix model.ThreadIx) {
	th := &r.Trace.Threads[ix]
	row.Key, row.Thread, row.Leads = th.Key(), ix, true
	row.Class = ClassOf(r.Trace, th.Proc, r.Targets)
	if r.Group == GroupThread {
		return
	}
	row.Parent = r.process
	parent := &r.content.Rows[r.process]
	parent.Proc, parent.Class = th.Proc, row.Class
	parent.Key = CPURowOf(th.Proc)
	parent.Open = row.Class == paint.ClassTarget
	*r.cell(row.Cells, "process") = report.Value{Kind: report.KindText, Text: r.nameOf(ix)}
}

// nameOf is the name of a thread, or its id where it has none.
func (r *cpuSummary) nameOf(ix model.ThreadIx) string {
	th := &r.Trace.Threads[ix]
	for _, name := range []string{r.Terms.Names[ix], th.Name()} {
		if name != "" {
			return name
		}
	}
	return strconv.FormatUint(uint64(th.TID), 10)
}

// CPURowOf is the key of the row of a process; the row of a thread has the thread's key.
func CPURowOf(p model.ProcIx) string { return "process " + strconv.Itoa(int(p)) }

// threadCounts adds to the rows of processes how many threads they have.
func (r *cpuSummary) threadCounts() {
	counts := map[int]int{}
	for i := range r.content.Rows {
		if p := r.content.Rows[i].Parent; p != grid.NoParent {
			counts[p]++
		}
	}
	for p, n := range counts {
		r.content.Rows[p].Cells[r.index["tid"]] = report.Value{
			Kind: report.KindCount, Int: int64(n), Display: measure.Plural(n, "thread", "threads"),
		}
	}
}

// columnBefore is the column of the report before which the bar is, after the shares.
const columnBefore = "relative_percent"

// empty reports whether the report's column i is empty.
func (r *cpuSummary) empty(i int) bool {
	for _, cells := range r.content.Table.Rows {
		if cells[i].Text != "" {
			return false
		}
	}
	return true
}
