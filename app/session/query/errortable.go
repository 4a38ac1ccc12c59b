package query

import (
	"cmp"
	"slices"
	"strconv"

	"threadlens/app/grid"
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/report"
)

// errorTable makes the table of sampling errors on screen from the report
// "sampling": a row for every thread of the target and for every other process,
// the largest errors first.
type errorTable struct {
	q         *Measure
	from      *report.Table
	index     map[string]int // of its columns
	threads   map[string]model.ThreadIx
	processes []sampledProcess
}

// sampledProcess is a process's row of the report, with those of its threads.
type sampledProcess struct {
	proc           model.ProcIx
	title          string
	target         bool
	exact, sampled model.Time
	data           []report.Value
	of             [][]report.Value
}

func newErrorTable(q *Measure, from *report.Table) *errorTable {
	r := &errorTable{q: q, from: from, index: from.ColumnsByKey(), threads: map[string]model.ThreadIx{}}
	for i := range q.Trace.Threads {
		r.threads[q.Trace.Threads[i].Key()] = model.ThreadIx(i)
	}
	r.group()
	return r
}

// group assigns the rows of threads to those of their processes; the rows of CPUs have none.
func (r *errorTable) group() {
	var head []report.Value
	for _, cells := range r.from.Rows {
		ix, ok := r.threads[cells[r.index["thread"]].Text]
		if !ok {
			head = cells
			continue
		}
		if head != nil {
			proc := r.q.Trace.Threads[ix].Proc
			r.processes = append(r.processes, sampledProcess{
				proc: proc, title: r.processName(proc), target: slices.Contains(r.q.Targets, proc), data: head,
				exact: r.time(head, "exact_ns"), sampled: r.time(head, "sampled_ns"),
			})
			head = nil
		}
		p := &r.processes[len(r.processes)-1]
		p.of = append(p.of, cells)
	}
}

func (r *errorTable) time(cells []report.Value, name string) model.Time {
	return model.Time(cells[r.index[name]].Int)
}

func (r *errorTable) processName(ix model.ProcIx) string {
	if p := &r.q.Trace.Processes[ix]; p.Known {
		return naming.ProcessTitle(p)
	}
	return "Unknown process"
}

// off is how far the sampled time of a row is off.
func (r *errorTable) off(cells []report.Value) model.Time {
	return r.time(cells, "sampled_ns") - r.time(cells, "exact_ns")
}

func (r *errorTable) content() *grid.Content {
	var rows []grid.Row
	for i := range r.processes {
		p := &r.processes[i]
		if !p.target {
			rows = append(rows, r.row(p.data, p.title, p.proc, model.NoThread))
			continue
		}
		for _, cells := range p.of {
			ix := r.threads[cells[r.index["thread"]].Text]
			rows = append(rows, r.row(cells, r.q.Terms.Thread(r.q.Trace, ix), p.proc, ix))
		}
	}
	slices.SortStableFunc(rows, func(a, b grid.Row) int {
		return cmp.Compare(abs(r.off(b.Data)), abs(r.off(a.Data)))
	})
	shown := *r.from
	shown.Rows, shown.Total = nil, nil
	for i := range rows {
		shown.Rows = append(shown.Rows, rows[i].Data)
		if most := abs(r.off(rows[0].Data)); most > 0 {
			rows[i].Gauge = float64(r.off(rows[i].Data)) / float64(most)
		}
	}
	return &grid.Content{Table: &shown, Columns: r.columns(), Rows: rows, Order: grid.Order{Column: columnError}}
}

func abs(t model.Time) model.Time { return max(t, -t) }

// columnError is the name of the column by which the rows are sorted.
const columnError = "error"

// errorColumns are the columns on screen after the name, by the keys of those of the report; "" is
// the bar.
var errorColumns = []struct {
	name, title, help string
	share, off        bool
	width             float32
}{
	{"exact_ns", "Exact", "CPU time from context switches, including interrupts", false, false, 0},
	{"sampled_ns", "Sampled", "CPU time that a sampling tool would show for the thread or process if it sampled at the emulated clock ticks", false, false, 0},
	{"exact", "Exact", "", true, false, 0},
	{"sampled", "Sampled", "", true, false, 0},
	{columnError, "Error", "Sampled share minus exact share (pp: percentage points)", true, false, 0},
	{"", "", "The error (sampled minus exact) as a bar; the largest error in the table fills half of the column", false, false, 130},
	{"interval_low", "95% CI from", "Lower end of the 95% confidence interval (Wilson score) of the sampled share", true, false, 0},
	{"interval_high", "95% CI to", "Upper end of the 95% confidence interval (Wilson score) of the sampled share", true, false, 0},
	{"reading", "Sampling accuracy", "", false, false, 280},
	{"process", "Process", "", false, true, 150},
	{"mean", "Mean", "Mean share that a sampling tool would show, over 32 positions (phases) of its clock tick", true, true, 0},
	{"low", "Lowest", "Smallest share that a sampling tool would show, over 32 positions (phases) of its clock tick", true, true, 0},
	{"high", "Highest", "Largest share that a sampling tool would show, over 32 positions (phases) of its clock tick", true, true, 0},
	{"deviation", "Std. deviation", "Standard deviation of the share that a sampling tool would show, over 32 positions (phases) of its clock tick", true, true, 0},
	{"stack_samples", "Stack samples", "How many of the trace's stack samples were taken in the thread or process", false, true, 0},
	{"by_stack_samples", "Stack-sample estimate", "Share estimated from the trace's stack samples", false, true, 0},
	{"by_stack_samples_low", "Stack-sample estimate, 95% CI from", "Lower end of the 95% confidence interval of the share estimated from the trace's " +
		"stack samples", true, true, 0},
	{"by_stack_samples_high", "Stack-sample estimate, 95% CI to", "Upper end of the 95% confidence interval of the share estimated from the trace's " +
		"stack samples", true, true, 0},
}

func (r *errorTable) columns() []grid.Column {
	list := []grid.Column{{Name: ColumnThread, Title: "Thread", Kind: report.KindText, Width: 160, Link: true, Help: "A thread of a target process; each process that is not a target has one row for all its threads"}}
	for _, c := range errorColumns {
		col := grid.Column{Name: c.name, Title: c.title, Help: c.help, Off: c.off, Width: c.width}
		if c.name == "" {
			col.Name, col.Mix, col.Gauge = columnMix, true, true
		} else {
			from := r.from.Columns[r.index[c.name]]
			col.Kind, col.Digits = from.Kind, from.Digits
		}
		if c.share {
			col.Help = cmp.Or(c.help, "Share") + ", " + r.q.Unit()
		}
		col.Signed = c.name == columnError
		list = append(list, col)
	}
	return list
}

func (r *errorTable) row(data []report.Value, name string, proc model.ProcIx, ix model.ThreadIx) grid.Row {
	row := grid.Row{
		Key: "process " + strconv.Itoa(int(proc)), Data: data, Parent: grid.NoParent, Thread: ix, Proc: proc, Span: r.q.Scope,
		Whole: r.q.Scope.Len(), Leads: ix != model.NoThread,
	}
	if ix != model.NoThread {
		row.Key = r.q.Trace.Threads[ix].Key()
	}
	row.Cells = append(row.Cells, report.Value{Kind: report.KindText, Text: name})
	for _, c := range errorColumns {
		if c.name == "" {
			row.Cells = append(row.Cells, report.Value{})
			continue
		}
		row.Cells = append(row.Cells, data[r.index[c.name]])
	}
	return row
}
