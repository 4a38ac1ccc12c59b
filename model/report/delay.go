package report

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// delays is the table of QueueDelays: for all threads together, then for each, the
// most delayed first, one row for each form of its delay and one for their sum.
func delays(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "delays", "Queue delay"
	table.Columns = []Column{
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "form", Title: "Kind", Kind: KindText},
		{Name: "count", Title: "Count", Kind: KindCount},
		{Name: "total_ns", Title: "Total", Kind: KindDuration, Group: "total"},
		{Name: "mean_ns", Title: "Mean", Kind: KindDuration, Group: "time", Minor: true},
		{Name: "p50_ns", Title: "p50", Kind: KindDuration, Group: "time"},
		{Name: "p95_ns", Title: "p95", Kind: KindDuration, Group: "time", Minor: true},
		{Name: "p99_ns", Title: "p99", Kind: KindDuration, Group: "time", Minor: true},
		{Name: "max_ns", Title: "Max", Kind: KindDuration, Group: "time"},
		{Name: "longest_at_ns", Title: "Longest at", Kind: KindInstant, Minor: true},
		{Name: "longest_of", Title: "Longest in thread", Kind: KindThread, Minor: true},
	}
	parts := measure.GatherDelays(t, s.Threads, s.Range)
	sum := measure.SumDelays(parts)
	table.Rows = delayRows(&sum, t, Value{Kind: KindThread, Display: "All, " + measure.Plural(len(s.Threads), "thread", "threads")})
	type threadDelay struct {
		ix model.ThreadIx
		measure.QueueDelay
	}
	list := make([]threadDelay, len(parts))
	measure.Each(len(list), func() func(int) {
		return func(i int) { list[i] = threadDelay{s.Threads[i], measure.SumDelays(parts[i : i+1])} }
	})
	slices.SortStableFunc(list, func(a, b threadDelay) int { return cmp.Compare(b.Both.Total, a.Both.Total) })
	for i := range list {
		table.Rows = append(table.Rows, delayRows(&list[i].QueueDelay, t, thread(t, list[i].ix))...)
	}
	table.Notes = []string{
		s.Shown(t) + ". Ready time: from being made ready to running. Preempted: from losing the CPU to running again. Queue delay: both kinds together.",
		"The first rows are for all threads together; in CSV and JSON, their thread column is empty. A delay counts in " +
			"the window in which it ends; percentiles are by nearest rank.",
	}
	if sum.Throttled.N > 0 {
		table.Notes = append(table.Notes, "CPU quota: the part of the window's queue delay in which a control group's quota kept threads off the CPUs.")
	}
	if t.NoWakeEvents {
		table.Notes = append(table.Notes, "No wake-ups were recorded: ready times are unknown.")
	}
	return nil
}

func delayRows(q *measure.QueueDelay, t *model.Trace, name Value) [][]Value {
	var rows [][]Value
	for _, f := range []struct {
		name string
		*measure.Delay
	}{{"Ready time", &q.Ready}, {"Preempted", &q.Preempted}, {"Queue delay", &q.Both}, {"CPU quota", &q.Throttled}} {
		if f.N == 0 {
			continue
		}
		row := []Value{
			name, text(f.name), count(f.N), duration(f.Total), duration(f.Mean), duration(f.P50),
			duration(f.P95), duration(f.P99), duration(f.Max),
			{},
			{},
		}
		if f.Thread != model.NoThread {
			row[9], row[10] = instant(f.Longest.From), thread(t, f.Thread)
		}
		rows = append(rows, row)
	}
	return rows
}
