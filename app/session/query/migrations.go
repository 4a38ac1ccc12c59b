package query

import (
	"cmp"
	"strconv"

	"threadlens/app/grid"
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
)

// Columns of the table of migrations that are not in the report.
const columnTID = "tid"

// Migrations is a query for a table of context switches and migrations. It is a plain value, so
// that the table can be made in the background.
type Migrations struct {
	Trace  *model.Trace
	Window model.Range
	Terms  naming.Terms
}

// migrationColumns are the meanings of the columns of the report "migrations".
var migrationColumns = map[string]struct {
	help  string
	width float32
	off   bool
}{
	"switches":             {help: "How often the thread was switched in"},
	"cross_core":           {help: "How often the thread was switched in on a CPU other than its previous one"},
	"cross_core_percent":   {help: "Cross-CPU migrations, as a percentage of the switch-ins for which the previous CPU is known"},
	"to_sibling":           {help: "How often the thread was switched in on the SMT sibling of its previous CPU, on the same core", off: true},
	"cross_socket":         {help: "How often the thread was switched in on a CPU socket other than its previous one"},
	"cross_socket_percent": {help: "Cross-socket migrations, as a percentage of the switch-ins for which the previous CPU is known", off: true},
	"cross_node":           {help: "How often the thread was switched in on a NUMA node other than its previous one", off: true},
	"cross_node_percent":   {help: "Cross-node migrations, as a percentage of the switch-ins for which the previous CPU is known", off: true},
	"preempted":            {help: "How often the thread lost the CPU while still runnable"},
	"cpu_ns":               {help: "Time on CPUs, including the interrupts handled in that time"},
	"mean_slice_ns":        {help: "Mean time on a CPU per switch-in"},
	"process":              {help: "The thread's process", width: 190},
}

// Run makes the table: one row per thread, those that moved most first, and their sum. It fails
// with a window outside the trace.
func (q Migrations) Run() (*grid.Content, error) {
	find, _ := report.Find("migrations")
	threads := measure.Visible(q.Trace)
	table, err := find.Run(q.Trace, measure.Scope{Range: q.Window, Threads: threads})
	if err != nil {
		return nil, err
	}
	byKey := make(map[string]model.ThreadIx, len(threads))
	for _, ix := range threads {
		byKey[q.Trace.Threads[ix].Key()] = ix
	}
	m := migrations{q, byKey, table.Column(ColumnThread), table.Column("process")}
	content := grid.FromTable(table, grid.Shape{
		Key:   func(cells []report.Value) string { return cells[m.thread].Text },
		About: m.about,
	})
	for i := range content.Rows {
		r := &content.Rows[i]
		r.Cells = m.cells(r.Data, m.name(r.Thread), m.tid(r.Thread))
	}
	m.columns(content)
	content.Order = grid.Order{Column: "cross_core"}
	if content.Total != nil {
		content.Total.Cells = m.cells(content.Total.Data, content.Total.Data[m.thread], report.Value{})
	}
	return content, nil
}

// migrations makes the content of a table of migrations.
type migrations struct {
	Migrations
	byKey           map[string]model.ThreadIx
	thread, process int // of the report's columns
}

// about sets which thread a row is about.
func (m migrations) about(r *grid.Row) {
	ix := m.byKey[r.Key]
	r.Thread, r.Span, r.Leads = ix, m.Window, true
}

// name and tid are the cells that name a thread.
func (m migrations) name(ix model.ThreadIx) report.Value {
	th := &m.Trace.Threads[ix]
	name := cmp.Or(m.Terms.Names[ix], m.Trace.ThreadLabel(ix), "Thread "+strconv.FormatUint(uint64(th.TID), 10))
	return report.Value{Kind: report.KindText, Text: timeline.Printable(name)}
}

func (m migrations) tid(ix model.ThreadIx) report.Value {
	return report.ID(m.Trace.Threads[ix].TID)
}

// cells are those of a row on screen: thread, id and process, then the figures.
func (m migrations) cells(data []report.Value, name, tid report.Value) []report.Value {
	return append([]report.Value{name, tid, data[m.process]}, figures(m, data)...)
}

// figures are what a list has for the other columns than those of the thread and its process.
func figures[T any](m migrations, list []T) (rest []T) {
	for i := range list {
		if i != m.thread && i != m.process {
			rest = append(rest, list[i])
		}
	}
	return rest
}

// columns puts the columns into the order of cells.
func (m migrations) columns(c *grid.Content) {
	old := c.Columns
	for i := range old {
		about := migrationColumns[old[i].Name]
		old[i].Help, old[i].Width, old[i].Link = about.help, about.width, false
		old[i].Off = old[i].Off || about.off
	}
	c.Columns = append([]grid.Column{
		{Name: ColumnThread, Title: "Thread", Kind: report.KindText, Help: "The thread; click to follow it from CPU to CPU", Width: 150, Link: true},
		{Name: columnTID, Title: "TID", Kind: report.KindID, Help: "Thread ID", Width: 64},
		old[m.process],
	}, figures(m, old)...)
}

// Cost is roughly the number of context switches that Run has to process.
func (q Migrations) Cost() int {
	if q.Trace.End == 0 {
		return 0
	}
	return int(float64(q.Trace.SwitchCount()) * float64(q.Window.Len()) / float64(q.Trace.End))
}
