package report

import (
	"threadlens/model"
	"threadlens/model/measure"
)

// lastingNote describes how a list is narrowed.
func lastingNote(s *measure.Scope) []string {
	if s.Lasting == (model.Range{}) {
		return nil
	}
	return []string{"The list contains only intervals that ended in the window, with a known length of at least " +
		measure.Duration(s.Lasting.From) + " and less than " + measure.Duration(s.Lasting.To) + "."}
}

// readyTimes lists the times from being made ready to running of the threads shown, by
// thread and then time. There may be millions, so the rows are streamed.
func readyTimes(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title, table.Greatest = "ready", "Ready times", "length_ns"
	table.Columns = []Column{
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "ready_ns", Title: "Made ready", Kind: KindInstant},
		{Name: "in_ns", Title: "Switch-in", Kind: KindInstant},
		{Name: "length_ns", Title: "Ready", Kind: KindDuration},
		{Name: "waker", Title: "Waker", Kind: KindThread},
		{Name: "cpu", Title: "CPU", Kind: KindCount},
	}
	table.Stream = func(yield func([]Value) bool) {
		names := threadCells{t: t, cells: make([]Value, len(t.Threads))}
		row := make([]Value, len(table.Columns))
		for _, ix := range s.Threads {
			for e := range t.Episodes(ix, s.Range) {
				times := e.Times()
				r, ok := measure.DispatchOf(t, &times)
				if e.Open || !ok || !s.Lists(t, r, ok, e.In) {
					continue
				}
				row[0], row[1], row[2], row[3] = names.of(ix), instant(r.From), instant(r.To), duration(r.Len())
				row[4], row[5] = names.of(e.Unblocker), Value{}
				if e.ToCPU != model.NoCPU {
					row[5] = count(e.ToCPU)
				}
				if !yield(row) {
					return
				}
			}
		}
	}
	table.Notes = []string{
		s.Shown(t) + "; ready times that ended in " + measure.Window(s.Range) + ". Times with an unknown start, or possibly cut short by lost events, are left out.",
		"Preempted times (from losing the CPU to running again) are not included: the report “preempted” lists them.",
	}
	table.Notes = append(table.Notes, lastingNote(&s)...)
	if t.NoWakeEvents {
		table.Notes = append(table.Notes, "No wake-ups were recorded: ready times are unknown.")
	}
	return nil
}
