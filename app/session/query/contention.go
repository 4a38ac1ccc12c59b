package query

import (
	"cmp"
	"slices"
	"strconv"

	"threadlens/app/grid"
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
	"threadlens/model/report"
)

// Contention is a query for a table of contention. It is a plain value, so that the table can be
// made in the background.
type Contention struct {
	Trace   *model.Trace
	Threads []model.ThreadIx
	Window  model.Range
	Terms   naming.Terms
}

// Quick reports whether the owners of locks are known, or quickly found.
func (q Contention) Quick() bool { return blocking.LocksAtHand(q.Trace) != nil }

// contentionColumns are the meanings of the columns of the report "contention", and their short
// titles.
var contentionColumns = map[string]struct {
	help, title string
	width       float32
}{
	"lock":               {"The lock. If no call identifies it: the function that waited and the function that ended the wait. Click to show the longest wait", "", 190},
	"waiter":             {"The waiting thread", "", 122},
	"unblocker":          {"The thread that ended the waits", "", 122},
	"count":              {"Number of waits that lie at least partly in the time window", "", 60},
	"total_ns":           {"Total time waited in the time window", "", 0},
	"mean_ns":            {"Mean time per wait in the time window", "", 0},
	"max_ns":             {"The longest wait in the time window", "", 0},
	"ready_after_ns":     {"Total time that the waiting threads spent in the run queue after these waits, until they ran", "Ready after wait", 0},
	"owner_running_ns":   {"Share of the wait time during which the lock owner was running", "Owner ran", 0},
	"owner_preempted_ns": {"Share of the wait time during which the lock owner was preempted or ready", "Owner preempted", 0},
	"owner_waiting_ns":   {"Share of the wait time during which the lock owner was itself waiting", "Owner waited", 0},
	"evidence": {
		"How reliably the lock owner is known. Certain: the system names the owner. High: acquisition and release were seen. Medium: only one of the two was seen. Low: only the unblocking thread is known", "", 76,
	},
}

// Run makes the table: `threadlens report contention` of the threads, with the owners' times as
// shares. It fails with a window outside the trace.
func (q Contention) Run() (*grid.Content, error) {
	scope := measure.Scope{Range: q.Window, Threads: append([]model.ThreadIx{}, q.Threads...)}
	table, of, err := report.ContentionTable(q.Trace, scope)
	if err != nil {
		return nil, err
	}
	i, alike := 0, map[string]int{}
	lock, waiter, unblocker := table.Column("lock"), table.Column("waiter"), table.Column("unblocker")
	content := grid.FromTable(table, grid.Shape{
		Key: func(cells []report.Value) string {
			names := cells[lock].Text + " " + cells[waiter].Text + " " + cells[unblocker].Text
			alike[names]++
			return names + " " + strconv.Itoa(alike[names])
		},
		About: func(r *grid.Row) {
			q.about(r, table, &of[i])
			i++
		},
	})
	if content.Total != nil {
		content.Total.Cells = shares(table, content.Total.Data)
	}
	for i := range content.Columns {
		c := &content.Columns[i]
		about := contentionColumns[c.Name]
		c.Help, c.Width, c.Link = about.help, about.width, i == 0
		c.Title = cmp.Or(about.title, c.Title)
		if slices.Contains(ownerColumns, c.Name) {
			c.Kind, c.Digits, c.Adds = report.KindPercent, 1, false
		}
	}
	return content, nil
}

// about sets what a row is about: the longest of its waits.
func (q Contention) about(r *grid.Row, table *report.Table, c *blocking.Contention) {
	r.Cells = shares(table, r.Data)
	r.Thread, r.Span, r.Leads = c.Longest.Thread, c.Longest.Range, true
	if c.Kind != blocking.ByThread {
		r.Cells[table.Column("lock")] = report.Value{Kind: report.KindText, Display: "unknown lock"}
		return
	}
	if c.Waiter != model.NoThread {
		r.Cells[table.Column("waiter")].Display = q.Terms.Thread(q.Trace, c.Waiter)
	}
	if c.Unblocker != model.NoThread {
		r.Cells[table.Column("unblocker")].Display = q.Terms.Thread(q.Trace, c.Unblocker)
	}
}

// ownerColumns are the columns of the report with what owners did during the waits.
var ownerColumns = []string{"owner_running_ns", "owner_preempted_ns", "owner_waiting_ns"}

// shares are the cells of a row with the owners' times as shares of the waits.
func shares(table *report.Table, data []report.Value) []report.Value {
	cells, whole := slices.Clone(data), data[table.Column("total_ns")].Int
	for _, name := range ownerColumns {
		if v := &cells[table.Column(name)]; v.Kind != report.KindNone && whole > 0 {
			*v = report.Value{Kind: report.KindPercent, Float: 100 * float64(v.Int) / float64(whole)}
		}
	}
	return cells
}

// ContentionCount is the number of locks, or of pairs of threads at an unknown one, in a table of
// contention.
func ContentionCount(c *grid.Content) int {
	if len(c.Rows) == 0 {
		return 0
	}
	n, lock, waiter := 0, c.Table.Column("lock"), c.Table.Column("waiter")
	for i := range c.Rows {
		if r := &c.Rows[i]; r.Parent == grid.NoParent && (r.Data[lock].Text != "" || r.Data[waiter].Text != "") {
			n++
		}
	}
	return n
}
