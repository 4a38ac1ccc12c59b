package report

import (
	"threadlens/model"
	"threadlens/model/measure"
)

// profile is the time by category of the threads shown, for the part of their lives
// inside the window.
func profile(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "profile", "Visible timeline profile"
	table.Columns = []Column{
		{Name: "category", Title: "Category", Kind: KindText},
		{Name: "time_ns", Title: "Time", Kind: KindDuration},
		{Name: "percent", Title: "Share", Kind: KindPercent, Digits: 1},
	}
	sums := t.Profile(s.Threads, s.Range)
	total := sums.Total()
	partial := lossy(t, s)
	for i, d := range sums {
		c := model.Category(i)
		if d == 0 && !t.Recorded(c) {
			table.Rows = append(table.Rows, []Value{category(c), {}, {}})
			continue
		}
		bound := partial && c != model.UnknownCategory && d > 0
		table.Rows = append(table.Rows, []Value{
			category(c), atLeast(duration(d), bound), atLeast(percent(d, total), bound),
		})
	}
	table.Total = []Value{text("Total"), duration(total), percent(total, total)}
	table.Notes = []string{
		s.Shown(t) + "; shares are of the threads' lifetime in " + measure.Window(s.Range) + ", " + measure.Duration(total) + " in total.",
	}
	if note := measure.UnclassifiedNote(t, &sums); note != "" {
		table.Notes = append(table.Notes, note)
	}
	if sampled := measure.SampledOf(t, s.Range); sampled.Any() {
		table.Notes = append(table.Notes, sampled.Beside(t, s.Threads)+".", sampled.Sentence())
	}
	return nil
}
