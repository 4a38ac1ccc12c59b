package session

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/analysis"
)

// Names of the report's columns that are no columns of `threadlens report
// threads`: they are made of others, or name the row.
const (
	ColumnThread = "thread"
	columnCPU    = "cpu_ns"   // execution and the interrupts served meanwhile
	columnQueue  = "queue_ns" // preempted and ready
)

// ReportOrder says by which column the rows of the profile report are sorted;
// "" leaves them in the order of the lanes. Numbers begin with the largest,
// names with the first, unless Reverse is set.
type ReportOrder struct {
	Column  string
	Reverse bool
}

// Next is the order after a click on a column: by it, reversed, and then that of
// the lanes again.
func (o ReportOrder) Next(column string) ReportOrder {
	switch {
	case o.Column != column:
		return ReportOrder{Column: column}
	case !o.Reverse:
		return ReportOrder{column, true}
	}
	return ReportOrder{}
}

// ReportColumn is a column of the profile report on screen.
type ReportColumn struct {
	Name     string // in data output
	Title    string // without the unit
	Kind     analysis.Kind
	Category model.Category // of a time by category, else NumCategories
	Help     string
}

// IsCategory reports whether the column is the time in a category, of which a
// share can be told.
func (c *ReportColumn) IsCategory() bool { return c.Category < model.NumCategories }

// ReportRow is a row of the profile report.
type ReportRow struct {
	Thread model.ThreadIx
	Name   string // and id
	Sums   model.Sums
	cells  []analysis.Value
}

// Report is the profile report: one row a visible thread with its time by
// category and its switches in a window, and their sum. It is a plain value.
type Report struct {
	// Table holds the same rows in the same order with all columns of
	// `threadlens report threads`: what is copied and exported.
	Table   *analysis.Table
	Columns []ReportColumn // on screen, behind name and mix
	Rows    []ReportRow
	Total   ReportRow // Name says how many threads there are
	index   map[string]int
}

// categoryColumns name the columns of the threads table that hold time by
// category, in the order in which the legend lists them.
var categoryColumns = []struct {
	name string
	cat  model.Category
}{
	{"execution_ns", model.Execution},
	{"synchronization_ns", model.Synchronization},
	{"sleep_ns", model.Sleep},
	{"io_ns", model.IO},
	{"memory_ns", model.MemoryManagement},
	{"preemption_ns", model.Preemption},
	{"ready_ns", model.Dispatch},
	{"ui_ns", model.UIProcessing},
	{"interrupt_ns", model.Interrupt},
	{"unknown_ns", model.UnknownCategory},
}

// figureColumns stand behind the categories.
var figureColumns = []ReportColumn{
	{columnCPU, "On CPU", analysis.KindDuration, model.NumCategories, "Execution and the interrupts served meanwhile"},
	{columnQueue, "In queue", analysis.KindDuration, model.NumCategories, "Preempted or ready: runnable without a processor"},
	{"switches_in", "Switches", analysis.KindCount, model.NumCategories, "How often the thread was given a processor"},
	{"voluntary", "Waits", analysis.KindCount, model.NumCategories, "How often it left the processor to wait"},
	{"involuntary", "Preemptions", analysis.KindCount, model.NumCategories, "How often it lost the processor"},
	{"ready_mean_ns", "Ready mean", analysis.KindDuration, model.NumCategories, "Mean time from being woken to running"},
	{"ready_max_ns", "Ready max", analysis.KindDuration, model.NumCategories, "Longest time from being woken to running"},
}

// ReportOf is the profile report of the given threads, in their order or in
// that of order. It reads only its arguments, so that it can run beside the
// window.
func ReportOf(t *model.Trace, threads []model.ThreadIx, window model.Range, order ReportOrder, terms Terms) (*Report, error) {
	find, _ := analysis.Find("threads")
	table, err := find.Run(t, analysis.Scope{Range: window, Threads: append([]model.ThreadIx{}, threads...)})
	if err != nil {
		return nil, err
	}
	r := &Report{Table: table, index: map[string]int{}}
	for i, c := range table.Columns {
		r.index[c.Name] = i
	}
	r.fill(t, threads, terms)
	r.sort(order)
	return r, nil
}

// fill makes the rows of the table's, in the order of threads.
func (r *Report) fill(t *model.Trace, threads []model.ThreadIx, terms Terms) {
	place := make(map[[2]int64]int, len(threads))
	for i, ix := range threads {
		th := &t.Threads[ix]
		place[[2]int64{int64(th.TID), int64(th.Incarnation)}] = i
	}
	tid, inc := r.index["tid"], r.index["incarnation"]
	r.Rows = make([]ReportRow, len(threads))
	for _, cells := range r.Table.Rows {
		i := place[[2]int64{cells[tid].Int, cells[inc].Int}]
		r.Rows[i] = r.row(threads[i], terms.Thread(t, threads[i]), cells)
	}
	r.Total = r.row(model.NoThread, r.countOf(t, len(threads)), r.Table.Total)
	r.Columns = nil
	for _, c := range categoryColumns {
		if r.Total.Sums[c.cat] > 0 {
			r.Columns = append(r.Columns, ReportColumn{c.name, c.cat.Title(), analysis.KindDuration, c.cat, ""})
		}
	}
	r.Columns = append(r.Columns, figureColumns...)
}

func (r *Report) row(ix model.ThreadIx, name string, cells []analysis.Value) ReportRow {
	row := ReportRow{Thread: ix, Name: name, cells: cells}
	for _, c := range categoryColumns {
		row.Sums[c.cat] = model.Time(cells[r.index[c.name]].Int)
	}
	return row
}

// countOf says how many of the trace's threads the report is about.
func (r *Report) countOf(t *model.Trace, shown int) string {
	all := 0
	for i := range t.Threads {
		if !t.Threads[i].Idle {
			all++
		}
	}
	return "All, " + analysis.Count(int64(shown)) + " of " + analysis.Count(int64(all))
}

// Value is the cell of a row; its Kind is KindNone where nothing is known or
// nothing applies.
func (r *Report) Value(row *ReportRow, c *ReportColumn) analysis.Value {
	sum := func(a, b model.Category) analysis.Value {
		return analysis.Value{Kind: analysis.KindDuration, Int: int64(row.Sums[a] + row.Sums[b])}
	}
	switch c.Name {
	case columnCPU:
		return sum(model.Execution, model.Interrupt)
	case columnQueue:
		return sum(model.Preemption, model.Dispatch)
	}
	return row.cells[r.index[c.Name]]
}

// sort orders the rows, and those of the table with them.
func (r *Report) sort(order ReportOrder) {
	i := slices.IndexFunc(r.Columns, func(c ReportColumn) bool { return c.Name == order.Column })
	if i >= 0 || order.Column == ColumnThread {
		slices.SortStableFunc(r.Rows, func(a, b ReportRow) int {
			if order.Reverse {
				a, b = b, a
			}
			if i < 0 {
				return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
			}
			return cmp.Compare(r.Value(&b, &r.Columns[i]).Int, r.Value(&a, &r.Columns[i]).Int)
		})
	}
	for i := range r.Rows {
		r.Table.Rows[i] = r.Rows[i].cells
	}
}

// ReportOrder is the order of the profile report's rows.
func (s *Session) ReportOrder() ReportOrder { return s.reportOrder }

// SortReport changes the order of the profile report's rows.
func (s *Session) SortReport(o ReportOrder) { s.reportOrder = o }

var errNoTrace = errors.New("no trace is open")

// Report is the profile report of the visible threads in Scope. It fails only
// without a trace or with a window that meets none of it.
func (s *Session) Report() (*Report, error) {
	if s.trace == nil {
		return nil, errNoTrace
	}
	return ReportOf(s.trace, s.VisibleThreads(), s.Scope(), s.reportOrder, s.Terms())
}

// ReportCost is the number of segments that Report has to look at.
func (s *Session) ReportCost() int {
	n, scope := 0, s.Scope()
	for _, ix := range s.VisibleThreads() {
		th := &s.trace.Threads[ix]
		r := scope.Clip(th.Life)
		from, ok := s.trace.SegmentAt(ix, r.From)
		if !ok {
			continue
		}
		to := th.Len() - 1
		if seg, ok := s.trace.SegmentAt(ix, r.To); ok {
			to = seg.Index
		}
		n += to - from.Index + 1
	}
	return n
}
