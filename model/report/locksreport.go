package report

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

// lockTable has one row per lock: which threads waited for it, how long, and which
// held it how long, as far as calls show it.
func lockTable(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "locks", "Locks"
	table.Columns = lockColumns()
	rows := lockRows(t, s)
	for i := range rows {
		table.Rows = append(table.Rows, rows[i].cells(t))
	}
	table.Notes = []string{
		s.Shown(t) + "; waits and holds that ended in " + measure.Window(s.Range) + ". Percentiles are by nearest rank.",
		"A free lock is acquired without a system call. No event shows such a hold unless another thread starts to wait before the release. Then the release is seen, but not the exact start: the hold is counted in the column “Start not seen”. “Held” is the time in which the lock was certainly held; “Held (from earliest start)” begins at the earliest possible start.",
		"Rows without owners are of two kinds: objects that do not behave as mutexes (conditions, barriers, semaphores, reader-writer locks, park/unpark words), and locks that no thread was seen to acquire and then release. Inherited delay: the part of the waits in which the threads waited for were preempted or ready.",
	}
	return nil
}

func lockColumns() []Column {
	cols := []Column{
		{Name: "lock", Title: "Lock", Kind: KindText},
		{Name: "kind", Title: "Kind", Kind: KindText, Minor: true},
		{Name: "process", Title: "Process", Kind: KindText},
		{Name: "waiters", Title: "Waiters", Kind: KindCount, Minor: true},
		{Name: "waits", Title: "Waits", Kind: KindCount, Bound: true},
		{Name: "timed_out", Title: "Timed-out waits", Kind: KindCount, Sparse: true, Bound: true, Minor: true},
		{Name: "wait_total_ns", Title: "Waited", Kind: KindDuration, Group: "wait", Bound: true},
	}
	cols = append(cols, percentileColumns("wait", "Wait")...)
	cols = append(cols,
		Column{Name: "inherited_ns", Title: "Inherited delay", Kind: KindDuration, Group: "wait", Bound: true},
		Column{Name: "owners", Title: "Owners", Kind: KindCount, Minor: true},
		Column{Name: "holds", Title: "Holds", Kind: KindCount, Bound: true},
		Column{Name: "bounded", Title: "Start not seen", Kind: KindCount, Minor: true},
		Column{Name: "hold_total_ns", Title: "Held", Kind: KindDuration, Group: "hold", Bound: true},
		Column{Name: "hold_most_ns", Title: "Held (from earliest start)", Kind: KindDuration, Group: "hold", Minor: true})
	cols = append(cols, percentileColumns("hold", "Hold")...)
	return append(cols,
		Column{Name: "unreleased", Title: "Release not seen", Kind: KindCount, Sparse: true, Minor: true},
		Column{Name: "convoy", Title: "Convoy", Kind: KindText, Minor: true},
		Column{Name: "convoy_handoffs", Title: "Lock hand-offs", Kind: KindCount, Sparse: true, Minor: true},
		Column{Name: "convoy_queue", Title: "Mean waiters", Kind: KindNumber, Digits: 2, Sparse: true, Minor: true},
		Column{Name: "arrival_rate", Title: "Arrivals/s", Kind: KindNumber, Digits: 0, Sparse: true, Minor: true},
		Column{Name: "service_rate", Title: "Served/s", Kind: KindNumber, Digits: 0, Sparse: true, Minor: true},
		Column{Name: "wakers", Title: "Wakers", Kind: KindCount, Minor: true},
		Column{Name: "words", Title: "Addresses", Kind: KindCount, Minor: true})
}

func percentileColumns(name, title string) []Column {
	return []Column{
		{Name: name + "_mean_ns", Title: title + " mean", Kind: KindDuration, Group: name, Minor: true},
		{Name: name + "_p50_ns", Title: "p50", Kind: KindDuration, Group: name, Minor: true},
		{Name: name + "_p95_ns", Title: "p95", Kind: KindDuration, Group: name, Minor: true},
		{Name: name + "_p99_ns", Title: "p99", Kind: KindDuration, Group: name, Minor: true},
		{Name: name + "_max_ns", Title: title + " max", Kind: KindDuration, Group: name},
	}
}

// lockRow is the figures of a lock in a window.
type lockRow struct {
	use                     *blocking.LockUse
	waiters, wakers, owners map[model.ThreadIx]bool
	waits                   []model.Time
	holds                   []model.Time // the attested parts
	most                    model.Time   // their maximum sum
	unbounded               bool         // most is a lower bound
	timedOut                int
	bounded                 int
	inherited               model.Time
	convoy                  blocking.Convoy
	convoys                 bool
}

// lockRows are the figures of the locks for which threads shown waited, the longest
// waited for first.
func lockRows(t *model.Trace, s measure.Scope) []lockRow {
	locks := blocking.LocksOf(t)
	shown := measure.InSet(t, s.Threads)
	list := make([]lockRow, len(locks.List))
	measure.Each(len(list), func() func(int) {
		return func(i int) { list[i] = lockRowOf(t, &locks.List[i], s.Range, shown) }
	})
	list = slices.DeleteFunc(list, func(r lockRow) bool { return len(r.waits)+len(r.holds) == 0 })
	slices.SortStableFunc(list, func(a, b lockRow) int { return cmp.Compare(total(b.waits), total(a.waits)) })
	return list
}

func lockRowOf(t *model.Trace, use *blocking.LockUse, r model.Range, shown []bool) lockRow {
	row := lockRow{use: use, waiters: map[model.ThreadIx]bool{}, wakers: map[model.ThreadIx]bool{}, owners: map[model.ThreadIx]bool{}}
	for w := range use.EndedIn(r) {
		if !shown[w.Thread] {
			continue
		}
		row.waiters[w.Thread] = true
		if w.By != model.NoThread {
			row.wakers[w.By] = true
		}
		row.waits = append(row.waits, w.Len())
		if w.Result == model.LockTimedOut {
			row.timedOut++
		}
		for seg := range t.Segments(w.Thread, w.Range) {
			if seg.Category == model.Synchronization && seg.From >= w.From {
				sums := blocking.InheritedSums(t, seg, seg.Range)
				row.inherited += sums[model.Preemption] + sums[model.Dispatch]
			}
		}
	}
	for i := range use.Holds {
		h := &use.Holds[i]
		if h.Open || !shown[h.Thread] || !r.Contains(h.To) {
			continue
		}
		row.owners[h.Thread] = true
		row.holds = append(row.holds, h.Attested().Len())
		row.most += h.Len()
		row.unbounded = row.unbounded || h.Begin == blocking.BeginUnknown
		if h.Begin != blocking.BeginSeen {
			row.bounded++
		}
	}
	row.convoy, row.convoys = blocking.ConvoyOf(t, use, r)
	return row
}

func (row *lockRow) cells(t *model.Trace) []Value {
	l := row.use
	process := Value{}
	if of := min(l.Proc, l.Memory); of != model.NoProc {
		process = processName(&t.Processes[of])
	}
	cells := []Value{
		lockCell(l), text(l.Kind.String()), process, count(len(row.waiters)), count(len(row.waits)), count(row.timedOut), duration(total(row.waits)),
	}
	cells = append(cells, percentiles(row.waits)...)
	cells = append(cells, duration(row.inherited))
	if l.Owned {
		cells = append(cells, count(len(row.owners)), count(len(row.holds)), count(row.bounded),
			duration(total(row.holds)), atLeast(duration(row.most), row.unbounded))
	} else {
		cells = append(cells, make([]Value, 5)...)
	}
	cells = append(cells, percentiles(row.holds)...)
	cells = append(cells, count(l.Unreleased))
	if c := &row.convoy; row.convoys {
		cells = append(cells, text("yes"), count(c.Handoffs), figure(c.Queue), figure(c.Arrivals()), figure(c.Served()))
	} else {
		cells = append(cells, text("no"), Value{}, Value{}, Value{}, Value{})
	}
	return append(cells, count(len(row.wakers)), count(len(l.Words)))
}

// figure is a number without a unit.
func figure(v float64) Value { return Value{Kind: KindNumber, Float: v} }

// percentiles are the cells for durations, empty if there are none.
func percentiles(list []model.Time) []Value {
	if len(list) == 0 {
		return make([]Value, 5)
	}
	l, _ := measure.LatencyOf(slices.Clone(list))
	return []Value{duration(l.Mean), duration(l.P50), duration(l.P95), duration(l.P99), duration(l.Max)}
}

// holds lists the times during which threads had locks, lock by lock. There may be
// millions, so the rows are streamed.
func holds(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title, table.Greatest = "holds", "Lock holds", "length_ns"
	table.Columns = []Column{
		{Name: "lock", Title: "Lock", Kind: KindText},
		{Name: "kind", Title: "Kind", Kind: KindText, Minor: true},
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "from_ns", Title: "From", Kind: KindInstant},
		{Name: "sure_ns", Title: "Latest possible start", Kind: KindInstant, Minor: true},
		{Name: "to_ns", Title: "To", Kind: KindInstant},
		{Name: "length_ns", Title: "Length", Kind: KindDuration, Group: "time"},
		{Name: "most_ns", Title: "Length (from earliest start)", Kind: KindDuration, Group: "time", Minor: true},
		{Name: "begin", Title: "Start", Kind: KindText, Minor: true},
		{Name: "evidence", Title: "Evidence", Kind: KindText, Minor: true},
	}
	locks := blocking.LocksOf(t)
	shown := measure.InSet(t, s.Threads)
	table.Bounds = true // holds that are open
	table.Stream = func(yield func([]Value) bool) {
		row := make([]Value, len(table.Columns))
		names := threadCells{t: t, cells: make([]Value, len(t.Threads))}
		for k := range locks.List {
			l := &locks.List[k]
			for i := range l.Overlaps.In(s.Listed()) {
				h := &l.Holds[i]
				if seen := h.Begin == blocking.BeginSeen && !h.Open; !shown[h.Thread] || !s.Lists(t, h.Range, seen, h.To) {
					continue
				}
				row[0], row[1], row[2] = lockCell(l), text(l.Kind.String()), names.of(h.Thread)
				row[3], row[4], row[5], row[6], row[7] = instant(h.From), instant(h.Sure), Value{}, Value{}, Value{}
				if h.Begin == blocking.BeginUnknown {
					row[3] = Value{}
				}
				if !h.Open {
					row[5] = instant(h.To)
				}
				row[6] = atLeast(duration(h.Attested().Len()), h.Open)
				if h.Begin != blocking.BeginUnknown && !h.Open {
					row[7] = duration(h.Len())
				}
				row[8], row[9] = text(h.Begin.String()), text(h.Confidence.String())
				if !yield(row) {
					return
				}
			}
		}
	}
	table.Notes = []string{
		s.Shown(t) + "; holds that overlap " + measure.Window(s.Range) + ".",
		"Start: seen (the thread's wait for the lock ended), bounded (the thread acquired the free lock without a system call, between “From” and “Latest possible start”), unknown (nothing shows the earliest start). “Length” is the time in which the lock was certainly held, from “Latest possible start”; “Length (from earliest start)” begins at “From”. A hold is listed only if a call shows its release.",
		"Evidence: certain (events name the owner at the start and the end of the hold), high (acquisition and release were seen), medium (only the release was seen).",
	}
	table.Notes = append(table.Notes, lastingNote(&s)...)
	return nil
}
