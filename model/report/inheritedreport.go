package report

import (
	"cmp"
	"errors"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

var errInheritedBy = errors.New("inherited delay can be grouped by thread, process, name, lock or span")

// inherited shows what waits for synchronization waited for: what the threads that
// ended them did in the meantime, and what those waited for in turn, summed by the
// thread that waited, or by --by.
func inherited(t *model.Trace, s measure.Scope, table *Table) error {
	g, ok := inheritedGroups[s.GroupBy]
	if !ok {
		return errInheritedBy
	}
	table.Name, table.Title = "inherited", "Inherited delay by "+g.title
	table.Columns = []Column{
		{Name: g.name, Title: g.heading, Kind: KindText},
		{Name: "thread", Title: "Thread", Kind: KindThread, Sparse: true},
		{Name: "begin_ns", Title: "Start", Kind: KindInstant, Sparse: true},
		{Name: "count", Title: "Waits", Kind: KindCount, Bound: true},
		{Name: "total_ns", Title: "Waited", Kind: KindDuration, Group: "time", Bound: true},
		{Name: "inherited_ns", Title: "Inherited delay", Kind: KindDuration, Group: "time", Bound: true},
		{Name: "inherited_percent", Title: "Share", Kind: KindPercent, Digits: 1},
		{Name: "execution_ns", Title: "Running", Kind: KindDuration, Group: "time", Bound: true},
	}
	for _, c := range categoryColumns() {
		switch c.Name {
		case "synchronization_ns", "unclassified_ns", "unknown_ns": // for waits that cannot be followed
		default:
			c.Bound = true
		}
		table.Columns = append(table.Columns, c)
	}
	rows := g.rows(t, s)
	slices.SortStableFunc(rows, func(a, b inheritedRow) int { return cmp.Compare(b.sums.Total(), a.sums.Total()) })
	var all inheritedRow
	for i := range rows {
		table.Rows = append(table.Rows, append(rows[i].head, rows[i].cells(t)...))
		all.count += rows[i].count
		all.sums.Add(&rows[i].sums)
	}
	if s.GroupBy != measure.GroupSpan { // spans may be nested
		table.Total = append([]Value{text("Total"), {}, {}}, all.cells(t)...)
	}
	table.Notes = []string{
		s.Shown(t) + " in " + measure.Window(s.Range) + ". Each wait is split by what its unblocker did meanwhile. Where the unblocker itself waited, the time is split " +
			"in turn by what its own unblocker did, and so on. The columns add up to the time waited.",
		"Running includes interrupts. Inherited delay: the part of the waits in which the threads waited for were preempted or ready. Sync: waits for synchronization that no thread ended; they cannot be split further.",
	}
	return nil
}

// inheritedGroups are the groupings of the report; by default it is by thread.
var inheritedGroups = map[measure.Grouping]struct {
	name, heading, title string
	rows                 func(*model.Trace, measure.Scope) []inheritedRow
}{
	measure.GroupTime:    {"process", "Process", "thread", inheritedByThread},
	measure.GroupThread:  {"process", "Process", "thread", inheritedByThread},
	measure.GroupProcess: {"process", "Process", "process", inheritedByProcess},
	measure.GroupName:    {"name", "Name", "thread name", inheritedByName},
	measure.GroupLock:    {"lock", "Lock", "lock", inheritedByLock},
	measure.GroupSpan:    {"span", "Span", "span", inheritedBySpan},
}

// inheritedRow is what some waits waited for.
type inheritedRow struct {
	head  []Value // the first three cells
	count int64
	sums  model.Sums
}

func (row *inheritedRow) cells(t *model.Trace) []Value {
	all := row.sums.Total()
	delay := row.sums[model.Preemption] + row.sums[model.Dispatch]
	cells := []Value{count(row.count), duration(all), duration(delay), percent(delay, all)}
	return append(cells, breakdown(t, &row.sums)...)
}

// add splits the part of a wait in r.
func (row *inheritedRow) add(t *model.Trace, wait *model.Segment, r model.Range) {
	sums := blocking.InheritedSums(t, *wait, r)
	row.count++
	row.sums.Add(&sums)
}

// syncWaits yields the waits for synchronization of a thread that overlap r.
func syncWaits(t *model.Trace, ix model.ThreadIx, r model.Range) func(yield func(model.Segment) bool) {
	return func(yield func(model.Segment) bool) {
		for s := range t.Segments(ix, r) {
			if s.Category == model.Synchronization && !yield(s) {
				return
			}
		}
	}
}

// inheritedByThread has a row for each thread that waited.
func inheritedByThread(t *model.Trace, s measure.Scope) []inheritedRow {
	rows := make([]inheritedRow, len(s.Threads))
	measure.Each(len(rows), func() func(int) {
		return func(i int) {
			ix := s.Threads[i]
			rows[i].head = []Value{processName(t.Process(ix)), thread(t, ix), {}}
			for w := range syncWaits(t, ix, s.Range) {
				rows[i].add(t, &w, s.Range)
			}
		}
	})
	return slices.DeleteFunc(rows, func(r inheritedRow) bool { return r.count == 0 })
}

func inheritedByProcess(t *model.Trace, s measure.Scope) []inheritedRow {
	return inheritedBy(t, s, func(ix model.ThreadIx) Value { return processName(t.Process(ix)) })
}

func inheritedByName(t *model.Trace, s measure.Scope) []inheritedRow {
	return inheritedBy(t, s, func(ix model.ThreadIx) Value { return optional(t.Threads[ix].Name()) })
}

// inheritedBy joins the rows of the threads that have something in common.
func inheritedBy(t *model.Trace, s measure.Scope, of func(model.ThreadIx) Value) []inheritedRow {
	var rows []inheritedRow
	index := map[Value]int{}
	for _, ix := range s.Threads {
		one := s
		one.Threads = []model.ThreadIx{ix}
		for _, r := range inheritedByThread(t, one) {
			name := of(ix)
			i, ok := index[name]
			if !ok {
				i = len(rows)
				index[name] = i
				rows = append(rows, inheritedRow{head: []Value{name, {}, {}}})
			}
			rows[i].count += r.count
			rows[i].sums.Add(&r.sums)
		}
	}
	return rows
}

// inheritedByLock has a row for each lock, and one for the waits whose lock no call
// shows.
func inheritedByLock(t *model.Trace, s measure.Scope) []inheritedRow {
	locks := blocking.LocksOf(t)
	var rows []inheritedRow
	index := map[*blocking.LockUse]int{}
	for _, ix := range s.Threads {
		for w := range syncWaits(t, ix, s.Range) {
			lock, _, ok := locks.At(&w)
			name := Value{Kind: KindText, Display: "not recorded"}
			if ok {
				name = lockCell(lock)
			} else {
				lock = nil
			}
			i, ok := index[lock]
			if !ok {
				i = len(rows)
				index[lock] = i
				rows = append(rows, inheritedRow{head: []Value{name, {}, {}}})
			}
			rows[i].add(t, &w, s.Range)
		}
	}
	return rows
}

// inheritedBySpan has a row for each span of markers in which its thread waited.
func inheritedBySpan(t *model.Trace, s measure.Scope) []inheritedRow {
	var rows []inheritedRow
	shown := measure.SpansShown(t, s.Threads)
	for i := range t.SpansIn(s.Range) {
		x := &t.Spans.List[i]
		if x.Thread == model.NoThread || !shown(x) {
			continue
		}
		row := inheritedRow{head: []Value{text(t.String(t.Markers[x.Marker()].Name)), thread(t, x.Thread), instant(x.From)}}
		r := x.Clip(s.Range)
		for w := range syncWaits(t, x.Thread, r) {
			row.add(t, &w, r)
		}
		if row.count > 0 {
			rows = append(rows, row)
		}
	}
	return rows
}
