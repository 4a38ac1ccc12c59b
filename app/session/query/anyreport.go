package query

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/app/grid"
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// AnyReport is a query for one of the command line's reports. It is a plain value, so that the
// report can be made in the background.
type AnyReport struct {
	Trace  *model.Trace
	Report report.Report
	Scope  measure.Scope
	Terms  naming.Terms
}

// ReportGroup is reports that belong together.
type ReportGroup struct {
	Title   string
	Reports []report.Report
}

// ReportGroups are all reports, in the groups in which they are offered.
func ReportGroups() (list []ReportGroup) {
	for _, a := range (Other{}).Reports() {
		title := a.Topic.Title()
		i := slices.IndexFunc(list, func(g ReportGroup) bool { return g.Title == title })
		if i < 0 {
			i, list = len(list), append(list, ReportGroup{Title: title})
		}
		list[i].Reports = append(list[i].Reports, a)
	}
	return list
}

// Run makes the report. It fails with a window outside the trace, and where the report needs what
// the trace does not have; the error says so.
func (q AnyReport) Run() (*grid.Content, error) {
	table, err := q.Report.Run(q.Trace, q.Scope)
	if err != nil {
		return nil, err
	}
	keepRows(table, mostRows)
	p := newPlaces(q.Trace, table)
	if q.Report.Name == CompareReport {
		p.states = firstOfRoles(q.Trace, q.Scope.Threads)
	}
	content := grid.FromTable(table, grid.Shape{About: p.about})
	for i := range content.Columns {
		c := &content.Columns[i]
		c.Link = c.Link && p.lead
		switch {
		case c.Kind == report.KindThread:
			c.Width = threadWidth
		case p.states != nil && c.Name == "name":
			c.Width = treeWidth
		}
	}
	content.Order.Column = table.Greatest
	tree := slices.ContainsFunc(table.Levels, func(level uint8) bool { return level > 0 })
	switch i := slices.IndexFunc(table.Columns, func(c report.Column) bool { return c.Nested }); {
	case i > 0:
		toFront(content, i)
	case i == 0, tree:
		content.Columns[0].Width = treeWidth
	}
	return content, nil
}

// mostRows is how many rows of a report are kept: a window has no room for more.
const mostRows = 200_000

// keepRows keeps at most a number of rows of a streamed table, and notes if there are more: the
// first ones, or those with the greatest values where the table says that these matter most. Such
// a table is sorted by them.
func keepRows(t *report.Table, most int) {
	if t.Stream == nil {
		return
	}
	by := t.Column(t.Greatest)
	k := keptRows{most: most, by: by}
	for row := range t.Stream {
		if k.add(row); by < 0 && k.over {
			break
		}
	}
	if by >= 0 {
		k.truncate()
	}
	t.Rows, t.Stream = k.rows, nil
	if k.over {
		which := "first"
		if by >= 0 {
			which = "longest"
		}
		t.Notes = append(t.Notes, "Only the "+which+" "+measure.Count(int64(most))+" rows are shown. To see all rows, run the report on the command line or show a shorter time window.")
	}
}

// keptRows are the first rows of a table, or those with the greatest values in a column.
type keptRows struct {
	rows  [][]report.Value
	most  int
	by    int   // the column, -1 for the first rows
	least int64 // smaller values are not among the greatest
	over  bool  // there were more
}

// add takes a row, which is only valid during the call.
func (k *keptRows) add(row []report.Value) {
	if len(k.rows) >= k.most {
		k.over = true
	}
	switch {
	case k.by < 0 && k.over, k.by >= 0 && k.over && row[k.by].Int <= k.least:
		return
	case len(k.rows) >= k.most+k.most/4+1:
		k.truncate()
	}
	k.rows = append(k.rows, slices.Clone(row))
}

// truncate sorts the rows, and drops all but the greatest.
func (k *keptRows) truncate() {
	slices.SortStableFunc(k.rows, func(a, b []report.Value) int { return cmp.Compare(b[k.by].Int, a[k.by].Int) })
	if len(k.rows) > k.most {
		clear(k.rows[k.most:])
		k.rows = k.rows[:k.most]
		k.least = k.rows[k.most-1][k.by].Int
	}
}

// toFront moves a column to the front on screen: the column of a tree is where its rows are folded.
// What is copied and exported keeps its order.
func toFront(c *grid.Content, i int) {
	move := func(cells []report.Value) []report.Value {
		return slices.Concat(cells[i:i+1], cells[:i], cells[i+1:])
	}
	for k := range c.Rows {
		c.Rows[k].Cells = move(c.Rows[k].Cells)
	}
	if c.Total != nil {
		c.Total.Cells = move(c.Total.Cells)
	}
	c.Columns = slices.Concat(c.Columns[i:i+1], c.Columns[:i], c.Columns[i+1:])
	c.Columns[0].Width, c.Columns[0].Link, c.Columns[1].Link = treeWidth, true, false
}

// Widths of columns, dp: of a thread's name and id, and of a tree.
const threadWidth, treeWidth = 150, 260

// places finds which thread or process and what time the rows of a table are about, from their
// cells for threads, processes and instants.
type places struct {
	threads   map[string]model.ThreadIx // by key
	processes map[int64]model.ProcIx    // the last with an id
	pid       int                       // the column of the process, -1 without
	tid, inc  int                       // columns that identify a thread where none names it, -1 without
	states    map[string]model.ThreadIx // of a comparison: a thread for each role
	lead      bool                      // there is a row about a thread, process or time
}

func newPlaces(t *model.Trace, table *report.Table) *places {
	p := &places{
		threads: make(map[string]model.ThreadIx, len(t.Threads)), processes: map[int64]model.ProcIx{},
		pid: table.Column("pid"), tid: table.Column("tid"), inc: table.Column("incarnation"),
	}
	for i := range t.Threads {
		p.threads[t.Threads[i].Key()] = model.ThreadIx(i)
	}
	for i := range t.Processes {
		p.processes[int64(t.Processes[i].PID)] = model.ProcIx(i)
	}
	return p
}

// about sets what a row is about: the first thread that it names, else its process, and from its
// first instant to its second.
func (p *places) about(r *grid.Row) {
	r.Open = true // as the command line prints it
	r.Thread = p.thread(r.Data)
	if p.states != nil {
		if ix, ok := p.states[report.StateRole(r.Data[0].Text, r.Data[1].Text)]; ok {
			r.Thread = ix
		}
	}
	if p.pid >= 0 && r.Data[p.pid].Kind == report.KindID {
		if proc, ok := p.processes[r.Data[p.pid].Int]; ok {
			r.Proc = proc
		}
	}
	var instants []model.Time
	for i := range r.Data {
		if v := &r.Data[i]; v.Kind == report.KindInstant {
			instants = append(instants, model.Time(v.Int))
		}
	}
	if len(instants) > 0 {
		r.Span = model.Range{From: instants[0], To: instants[0]}
		if len(instants) > 1 {
			r.Span.To = max(instants[0], instants[1])
		}
	}
	r.Leads = r.Thread != model.NoThread || r.Proc != model.NoProc || len(instants) > 0
	p.lead = p.lead || r.Leads
}

// thread is the first thread that a row names, NoThread without one.
func (p *places) thread(row []report.Value) model.ThreadIx {
	for i := range row {
		if ix, ok := p.threads[row[i].Text]; ok && row[i].Kind == report.KindThread {
			return ix
		}
	}
	if p.tid >= 0 && p.inc >= 0 {
		if ix, ok := p.threads[fmt.Sprintf("%d.%d", row[p.tid].Int, row[p.inc].Int)]; ok {
			return ix
		}
	}
	return model.NoThread
}
