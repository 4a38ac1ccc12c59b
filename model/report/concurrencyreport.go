package report

import (
	"fmt"

	"threadlens/model"
	"threadlens/model/measure"
)

// concurrency is the table of ConcurrencyOf.
func concurrency(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "concurrency", "Threads running simultaneously"
	table.Columns = []Column{
		{Name: "k", Title: "Threads running", Kind: KindCount},
		{Name: "time_ns", Title: "Time", Kind: KindDuration},
		{Name: "percent", Title: "Share", Kind: KindPercent, Digits: 1},
	}
	c := measure.ConcurrencyOf(t, s.Threads, s.Range)
	for k, d := range c.H {
		table.Rows = append(table.Rows, []Value{count(k), duration(d), percent(d, s.Range.Len())})
	}
	table.Total = []Value{text("Total"), duration(c.Window()), percent(c.Window(), s.Range.Len())}
	table.Notes = []string{
		s.Shown(t) + " on " + measure.Plural(c.CPUs, "CPU", "CPUs") + ".",
		fmt.Sprintf("These threads used %.3f%% of the machine, including interrupts; during %.3f%% of the time, at least one of these threads ran.",
			100*c.Ratio(), 100*c.Antiratio()),
		fmt.Sprintf("Average concurrency (number of threads running): %.5f; effective parallelism (the average while at least one of these threads ran): %.5f.", c.Average(), c.Parallelism()),
		c.Verdict().Sentence(),
	}
	return nil
}
