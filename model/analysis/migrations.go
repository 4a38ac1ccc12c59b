package analysis

import (
	"fmt"
	"slices"

	"threadlens/model"
)

// migrations counts each thread's switches onto another processor than the one
// it ran on last (thread_model 6.7). Shares are of the switches whose last
// processor is known.
func migrations(t *model.Trace, s Scope, table *Table) error {
	table.Name, table.Title = "migrations", "Context switches and migrations"
	table.Columns = []Column{
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "switches", Title: "Switches", Kind: KindCount},
		{Name: "cross_core", Title: "Cross-core", Kind: KindCount},
		{Name: "percent_cross_core", Title: "Cross-core share", Kind: KindPercent, Digits: 1},
	}
	type row struct {
		ix model.ThreadIx
		model.Scheduling
	}
	rows := make([]row, len(s.Threads))
	each(len(rows), func() func(int) {
		return func(i int) {
			rows[i].ix = s.Threads[i]
			rows[i].Scheduling, _ = t.Scheduling(rows[i].ix, s.Range, nil)
		}
	})
	var total model.Scheduling
	for i := range rows {
		addScheduling(&total, &rows[i].Scheduling)
	}
	slices.SortStableFunc(rows, func(a, b row) int {
		if a.Cross != b.Cross {
			return b.Cross - a.Cross
		}
		return b.In - a.In
	})
	for _, r := range rows {
		table.Rows = append(table.Rows, append([]Value{thread(t, r.ix)}, switchCells(&r.Scheduling)...))
	}
	table.Total = append([]Value{text("Total")}, switchCells(&total)...)
	table.Notes = []string{
		fmt.Sprintf("%d of %s from a known processor were onto another one.", total.Cross, plural(total.Known, "switch", "switches")),
	}
	all, idle := switchesIn(t, s.Range)
	table.Notes = append(table.Notes, fmt.Sprintf("All processors: %s, %s of them to idle, %.4g a second.",
		plural(all, "switch", "switches"), Count(idle), 1e9*quotient(model.Time(all), s.Range.Len())))
	return nil
}

// addScheduling adds the counts of another thread.
func addScheduling(c, o *model.Scheduling) {
	c.In += o.In
	c.Known += o.Known
	c.Cross += o.Cross
	c.Voluntary += o.Voluntary
	c.Involuntary += o.Involuntary
	c.Yields += o.Yields
	c.Lost = c.Lost || o.Lost
}

func switchCells(c *model.Scheduling) []Value {
	return []Value{count(c.In), count(c.Cross), percent(model.Time(c.Cross), model.Time(c.Known))}
}

// switchesIn counts the context switches of all processors in r, and those of
// them that ended in idle.
func switchesIn(t *model.Trace, r model.Range) (all, idle int64) {
	for c := range t.Cores {
		a := activityOf(t, model.CPU(c), r, nil)
		all += a.switches
		idle += a.toIdle
	}
	return all, idle
}
