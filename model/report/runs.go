package report

import (
	"threadlens/model"
	"threadlens/model/measure"
)

// runs lists the time slices of the threads shown, by thread and then time. There may be
// millions, so the rows are streamed.
func runs(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title, table.Greatest = "runs", "Time slices", "length_ns"
	table.Columns = []Column{
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "in_ns", Title: "Switch-in", Kind: KindInstant},
		{Name: "out_ns", Title: "Switch-out", Kind: KindInstant},
		{Name: "length_ns", Title: "Length", Kind: KindDuration},
		{Name: "cpu", Title: "CPU", Kind: KindCount},
		{Name: "then", Title: "Next state", Kind: KindText},
		{Name: "reason", Title: "Reason", Kind: KindText, Sparse: true},
	}
	table.Stream = func(yield func([]Value) bool) {
		names, kind := threadCells{t: t, cells: make([]Value, len(t.Threads))}, s.Kind.Filter(t)
		row := make([]Value, len(table.Columns))
		for _, ix := range s.Threads {
			for r := range measure.Slices(t, ix, s.Range) {
				if !kind.Ran(ix, r.Range) || !s.Lists(t, r.Range, true, r.To-1) {
					continue
				}
				row[0], row[1], row[2], row[3] = names.of(ix), instant(r.From), instant(r.To), duration(r.Len())
				row[4], row[5], row[6] = Value{}, text(r.Next.String()), reason(r.Sub)
				if r.CPU != model.NoCPU {
					row[4] = count(r.CPU)
				}
				if !yield(row) {
					return
				}
			}
		}
	}
	table.Notes = []string{
		s.Shown(t) + "; time slices that ended in " + measure.Window(s.Range) + ". Time slices with an unknown start or end are left out.",
	}
	table.Notes = append(append(table.Notes, s.Kind.SliceNote()...), lastingNote(&s)...)
	return nil
}

// preemptedTimes lists the times from losing the CPU involuntarily to having it again of
// the threads shown, by thread and then time. There may be millions, so the rows are
// streamed.
func preemptedTimes(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title, table.Greatest = "preempted", "Preempted times", "length_ns"
	table.Columns = []Column{
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "out_ns", Title: "Switch-out", Kind: KindInstant},
		{Name: "in_ns", Title: "Switch-in", Kind: KindInstant},
		{Name: "length_ns", Title: "Preempted", Kind: KindDuration},
		{Name: "displacer", Title: "Preempted by", Kind: KindThread},
		{Name: "reason", Title: "Reason", Kind: KindText},
		{Name: "cpu", Title: "CPU", Kind: KindCount},
	}
	of := s.Kind
	of.Categories = nil // they have one
	table.Stream = func(yield func([]Value) bool) {
		names, kind := threadCells{t: t, cells: make([]Value, len(t.Threads))}, of.Filter(t)
		row := make([]Value, len(table.Columns))
		for _, ix := range s.Threads {
			for e := range t.Episodes(ix, s.Range) {
				times := e.Times()
				r, ok := measure.PreemptedOf(&times)
				if e.Open || !ok || !kind.Has(e.Category, e.Sub, e.Stack) || !s.Lists(t, r, ok, e.In) {
					continue
				}
				row[0], row[1], row[2], row[3] = names.of(ix), instant(r.From), instant(r.To), duration(r.Len())
				row[4], row[5], row[6] = displacedBy(t, &names, &e), reason(e.Sub), Value{}
				if e.FromCPU != model.NoCPU {
					row[6] = count(e.FromCPU)
				}
				if !yield(row) {
					return
				}
			}
		}
	}
	table.Notes = []string{
		s.Shown(t) + "; preempted times that ended in " + measure.Window(s.Range) + ". Times with an unknown start, or possibly cut short by lost events, are left out.",
	}
	table.Notes = append(append(table.Notes, of.Note()...), lastingNote(&s)...)
	return nil
}

// displacedBy is the thread that took the CPU in an episode, or what did if no thread.
func displacedBy(t *model.Trace, names *threadCells, e *model.Episode) Value {
	if e.Displacer != model.NoThread || e.First > e.Last {
		return names.of(e.Displacer)
	}
	s := t.Segment(e.Thread, e.First)
	return Value{Kind: KindThread, Text: t.NoDisplacer(&s).String()}
}
