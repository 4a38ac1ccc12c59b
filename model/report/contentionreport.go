package report

import (
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

// ContentionTable is the report of which threads waited for which, and for which
// lock, and the contention that each of its rows shows.
func ContentionTable(t *model.Trace, s measure.Scope) (table *Table, of []blocking.Contention, err error) {
	table, err = prepared(func(t *model.Trace, s measure.Scope, table *Table) error {
		of = contentionRows(t, s, table)
		return nil
	})(t, s)
	return table, of, err
}

func contention(t *model.Trace, s measure.Scope) (*Table, error) {
	table, _, err := ContentionTable(t, s)
	return table, err
}

// contentionRows fills in the report.
func contentionRows(t *model.Trace, s measure.Scope, table *Table) []blocking.Contention {
	table.Name, table.Title = "contention", "Contention"
	table.Columns = []Column{
		{Name: "waiter", Title: "Waiter", Kind: KindThread},
		{Name: "unblocker", Title: "Unblocker", Kind: KindThread},
		{Name: "lock", Title: "Lock", Kind: KindText},
		{Name: "count", Title: "Count", Kind: KindCount, Bound: true},
		{Name: "total_ns", Title: "Total", Kind: KindDuration, Group: "time"},
		{Name: "mean_ns", Title: "Mean", Kind: KindDuration, Group: "time", Minor: true},
		{Name: "max_ns", Title: "Max", Kind: KindDuration, Group: "time"},
		{Name: "ready_after_ns", Title: "Ready after", Kind: KindDuration, Group: "ready", Bound: true, Minor: true},
		{Name: "owner_running_ns", Title: "Owner running", Kind: KindDuration, Group: "time", Bound: true, Minor: true},
		{Name: "owner_preempted_ns", Title: "Owner preempted", Kind: KindDuration, Group: "time", Bound: true, Minor: true},
		{Name: "owner_waiting_ns", Title: "Owner waiting", Kind: KindDuration, Group: "time", Bound: true, Minor: true},
		{Name: "evidence", Title: "Evidence", Kind: KindText, Minor: true},
	}
	var all blocking.Contention
	list := blocking.ContentionOf(t, s.Threads, s.Range)
	for i := range list {
		table.Rows = append(table.Rows, contentionRow(&list[i], t))
		all.Join(&list[i])
	}
	all.Kind = blocking.Unresolved
	table.Total = contentionRow(&all, t)
	table.Total[0], table.Total[1], table.Total[2] = text("Total"), Value{}, Value{}
	sumMarks(table.Total, table.Rows)
	table.Notes = []string{
		s.Shown(t) + "; times are clipped to the window; their total is the time of the category Synchronization.",
		"Owner: the thread that held the lock meanwhile, if calls show it, else the thread that ended the wait; preempted " +
			"includes ready. The rest of the total is unknown. Conditions, barriers, semaphores and reader-writer locks have no " +
			"owner.",
		"Evidence: certain, the kernel or the runtime names the owner at both ends; high, its acquisition and release were " +
			"seen; medium, only its release was; low, only the unblocker is known.",
	}
	return list
}

func contentionRow(c *blocking.Contention, t *model.Trace) []Value {
	row := []Value{
		{},
		{},
		{},
		count(c.Count), atLeast(duration(c.Total), c.Lost),
		{},
		atLeast(duration(c.Max), c.Lost), duration(c.ReadyAfter),
		{},
		{},
		{},
		{},
	}
	if c.Count > 0 {
		row[5] = atLeast(duration(c.Total/model.Time(c.Count)), c.Lost)
	}
	owners := c.Kind == blocking.ByThread && !c.Ownerless() || c.Running+c.Preempted+c.Waiting > 0
	if owners {
		row[8], row[9], row[10] = duration(c.Running), duration(c.Preempted), duration(c.Waiting)
	}
	if c.Kind != blocking.ByThread {
		row[1] = Value{Kind: KindThread, Text: c.Kind.String()}
		return row
	}
	row[0], row[1], row[11] = thread(t, c.Waiter), thread(t, c.Unblocker), text(c.Confidence.String())
	row[2] = optional(c.Sites)
	if c.Lock != nil {
		row[2] = lockCell(c.Lock)
	}
	return row
}

// lockCell names a lock.
func lockCell(l *blocking.LockUse) Value {
	return Value{Kind: KindText, Text: l.Address(), Display: l.LockTitle()}
}
