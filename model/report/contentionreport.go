package report

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

// ContentionTable is the report of which threads waited for which, by lock, and the contention
// that each of its rows shows. The row of a lock with several pairs of threads sums these up; its
// Waiter and its Unblocker are NoThread where they differ.
func ContentionTable(t *model.Trace, s measure.Scope) (table *Table, of []blocking.Contention, err error) {
	table, err = prepared(func(t *model.Trace, s measure.Scope, table *Table) error {
		of = contentionRows(t, s, table)
		return nil
	}, targetThreads, contentionNeeds)(t, s)
	return table, of, err
}

var contentionNeeds = []needs{needSwitches, needWakes, needReasons}

func contention(t *model.Trace, s measure.Scope, table *Table) error {
	contentionRows(t, s, table)
	return nil
}

// contentionRows fills in the report.
func contentionRows(t *model.Trace, s measure.Scope, table *Table) (of []blocking.Contention) {
	table.Name, table.Title, table.Sums = "contention", "Contention", true
	table.Columns = []Column{
		{Name: "lock", Title: "Lock", Kind: KindText, Nested: true},
		{Name: "waiter", Title: "Waiter", Kind: KindThread},
		{Name: "unblocker", Title: "Unblocker", Kind: KindThread},
		{Name: "count", Title: "Count", Kind: KindCount, Bound: true},
		{Name: "total_ns", Title: "Total", Kind: KindDuration, Group: "time"},
		{Name: "mean_ns", Title: "Mean", Kind: KindDuration, Group: "time", Minor: true},
		{Name: "max_ns", Title: "Max", Kind: KindDuration, Group: "time"},
		{Name: "ready_after_ns", Title: "Ready after wait", Kind: KindDuration, Group: "ready", Bound: true, Minor: true},
		{Name: "owner_running_ns", Title: "Owner running", Kind: KindDuration, Group: "time", Bound: true, Minor: true},
		{Name: "owner_preempted_ns", Title: "Owner preempted", Kind: KindDuration, Group: "time", Bound: true, Minor: true},
		{Name: "owner_waiting_ns", Title: "Owner waiting", Kind: KindDuration, Group: "time", Bound: true, Minor: true},
		{Name: "evidence", Title: "Evidence", Kind: KindText, Minor: true},
	}
	var all blocking.Contention
	for _, l := range byLock(blocking.ContentionOf(t, s.Threads, s.Range)) {
		all.Join(&l.sum)
		if len(l.pairs) > 1 {
			of = append(of, l.sum)
			table.add(0, l.row(t))
		}
		for i := range l.pairs {
			of = append(of, l.pairs[i])
			table.add(uint8(min(1, len(l.pairs)-1)), l.pairRow(i, t))
		}
	}
	all.Kind = blocking.Unresolved
	table.Total = contentionRow(&all, t)
	for key, v := range map[string]Value{"lock": text("Total"), "waiter": {}, "unblocker": {}} {
		table.Total[table.Column(key)] = v
	}
	sumMarks(table.Total, table.Rows)
	table.Notes = []string{
		s.Shown(t) + "; times are clipped to the window; their total is the time of the category Synchronization.",
		"If several pairs of waiter and unblocker have the same lock, its row is the sum of the rows below it, one for each pair. CSV, TSV and JSON contain only the rows of the pairs.",
		"Owner: the thread that held the lock during the wait or, if recorded calls do not show it, the thread that " +
			"ended the wait. Owner preempted includes the owner's ready time. For the rest of the total, it is unknown what the owner did. " +
			"The columns are empty for conditions, barriers, semaphores and reader-writer locks, which have no owner.",
		"Evidence: certain (the kernel or the runtime names the owner at the start and the end of the hold), high (acquisition and release by the owner were seen), medium (only the release was seen), low (only the unblocker is known).",
	}
	return of
}

// lockContention is the contention for one lock, or in one pair of places in the code. Waits of
// which neither is known, or that no thread ended, have nothing in common: each has its own.
type lockContention struct {
	sum   blocking.Contention
	pairs []blocking.Contention // of a waiter and an unblocker, the largest total first
}

// byLock groups contention, the largest total first; what no thread ended comes last.
func byLock(list []blocking.Contention) (locks []*lockContention) {
	type key struct {
		lock  *blocking.LockUse
		sites string
	}
	at := map[key]*lockContention{}
	for i := range list {
		c := &list[i]
		k := key{c.Lock, c.Sites}
		l := at[k]
		if l == nil || c.Kind != blocking.ByThread || k == (key{}) {
			l = &lockContention{sum: *c}
			at[k] = l
			locks = append(locks, l)
		} else {
			l.join(c)
		}
		l.pairs = append(l.pairs, *c)
	}
	slices.SortStableFunc(locks, func(a, b *lockContention) int {
		return cmp.Or(cmp.Compare(a.sum.Kind, b.sum.Kind), cmp.Compare(b.sum.Total, a.sum.Total))
	})
	return locks
}

// join adds a pair of threads to the sum.
func (l *lockContention) join(c *blocking.Contention) {
	l.sum.Join(c)
	if l.sum.Waiter != c.Waiter {
		l.sum.Waiter = model.NoThread
	}
	if l.sum.Unblocker != c.Unblocker {
		l.sum.Unblocker = model.NoThread
	}
}

// row is the row that sums up several pairs.
func (l *lockContention) row(t *model.Trace) []Value {
	row := contentionRow(&l.sum, t)
	waiters, unblockers := map[model.ThreadIx]bool{}, map[model.ThreadIx]bool{}
	for i := range l.pairs {
		waiters[l.pairs[i].Waiter], unblockers[l.pairs[i].Unblocker] = true, true
	}
	if n := len(waiters); n > 1 {
		row[1] = Value{Kind: KindThread, Display: measure.Plural(n, "waiter", "waiters")}
	}
	if n := len(unblockers); n > 1 {
		row[2] = Value{Kind: KindThread, Display: measure.Plural(n, "unblocker", "unblockers")}
	}
	return row
}

// pairRow is the row of a pair.
func (l *lockContention) pairRow(i int, t *model.Trace) []Value {
	row := contentionRow(&l.pairs[i], t)
	if len(l.pairs) > 1 {
		row[0].Display = "same lock"
		if l.sum.Lock == nil {
			row[0].Display = "same call site"
		}
	}
	return row
}

func contentionRow(c *blocking.Contention, t *model.Trace) []Value {
	row := []Value{
		optional(c.Sites),
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
		row[2] = Value{Kind: KindThread, Text: c.Kind.String()}
		return row
	}
	row[11] = text(c.Confidence.String())
	if c.Waiter != model.NoThread {
		row[1] = thread(t, c.Waiter)
	}
	if c.Unblocker != model.NoThread {
		row[2] = thread(t, c.Unblocker)
	}
	if c.Lock != nil {
		row[0] = lockCell(c.Lock)
	}
	return row
}

// lockCell names a lock.
func lockCell(l *blocking.LockUse) Value {
	return Value{Kind: KindText, Text: l.Address(), Display: l.LockTitle()}
}
