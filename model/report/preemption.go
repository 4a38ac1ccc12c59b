package report

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// preemption lists which threads took the CPU from which: one row for each pair of
// a thread shown and the one that displaced it, by the time until the first had a
// CPU again.
func preemption(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "preemption", "Preemptions"
	table.Columns = []Column{
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "displacer", Title: "Preempted by", Kind: KindThread},
		{Name: "displacer_process", Title: "Preempting process", Kind: KindText},
		{Name: "priority", Title: "Priority", Kind: KindCount, Sparse: true, Minor: true},
		{Name: "count", Title: "Count", Kind: KindCount, Bound: true},
		{Name: "total_ns", Title: "Total", Kind: KindDuration, Group: "time", Bound: true},
		{Name: "mean_ns", Title: "Mean", Kind: KindDuration, Group: "time", Minor: true},
		{Name: "max_ns", Title: "Longest", Kind: KindDuration, Group: "time"},
		{Name: "max_at_ns", Title: "Longest at", Kind: KindInstant},
	}
	perThread := make([][]displacement, len(s.Threads))
	measure.Each(len(s.Threads), func() func(int) {
		return func(i int) { perThread[i] = displacements(t, s.Threads[i], s.Range) }
	})
	rows := slices.Concat(perThread...)
	slices.SortStableFunc(rows, func(a, b displacement) int { return cmp.Compare(b.total, a.total) })
	var total model.Time
	var count64 int64
	for _, d := range rows {
		table.Rows = append(table.Rows, d.row(t))
		total += d.total
		count64 += d.count
	}
	table.Total = []Value{text("Total"), {}, {}, {}, count(count64), duration(total), {}, {}, {}}
	table.Notes = []string{
		s.Shown(t) + "; times are clipped to the window; preemptions that began before the window are counted too. " +
			"The report “antagonists” shows which threads actually ran meanwhile.",
	}
	return nil
}

// displacement is what one thread did to another.
type displacement struct {
	victim, by model.ThreadIx
	other      string // what displaced it if no thread did
	count      int64
	total      model.Time
	longest    model.Range
}

// displacements are the preemptions of a thread in r by the thread that displaced
// it.
func displacements(t *model.Trace, ix model.ThreadIx, r model.Range) (list []displacement) {
	type cause struct {
		by    model.ThreadIx
		other string
	}
	at := map[cause]int{}
	for q, part := range t.Queued(ix, r) {
		if q.State != model.Preempted {
			continue
		}
		by := cause{by: q.Displacer()}
		if by.by == model.NoThread {
			s, _ := t.SegmentAt(ix, part.From)
			by.other = t.NoDisplacer(&s).String()
		}
		i, ok := at[by]
		if !ok {
			i = len(list)
			at[by] = i
			list = append(list, displacement{victim: ix, by: by.by, other: by.other})
		}
		d := &list[i]
		d.count++
		d.total += part.Len()
		if part.Len() > d.longest.Len() {
			d.longest = part
		}
	}
	return list
}

func (d *displacement) row(t *model.Trace) []Value {
	by := thread(t, d.by)
	if d.by == model.NoThread {
		by = Value{Kind: KindThread, Text: d.other}
	}
	var process, priority Value
	if d.by != model.NoThread {
		process = processName(t.Process(d.by))
		if p := t.Threads[d.by].Priority; p.Known {
			priority = count(int64(p.Last))
		}
	}
	return []Value{
		thread(t, d.victim), by, process, priority, count(d.count), duration(d.total),
		duration(d.total / model.Time(d.count)), duration(d.longest.Len()), instant(d.longest.From),
	}
}
