package report

import (
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// SpanFigures is what a thread did during a span of markers.
type SpanFigures struct {
	model.MarkerSpan
	Sums model.Sums // of its thread; Execution is the true CPU time
	// Measured is the CPU time that the program itself measured, if Told.
	Measured model.Time
	Told     bool
	// Inline is what a program that reads its thread's CPU time at both ends gets
	// if that is updated only at switches: InlineCPU.
	Inline model.Time
}

// SpanOf computes the figures of a whole span i of a trace, independent of the
// window.
func SpanOf(t *model.Trace, i int) SpanFigures {
	f := SpanFigures{MarkerSpan: t.Spans.List[i]}
	if f.End >= 0 && f.Begin >= 0 { // the start of a span without begin is unknown
		f.Measured, f.Told = t.Markers[f.End].CPU, t.Markers[f.End].Measured
	}
	f.figure(t, f.Range)
	return f
}

// figure computes what the thread did in r.
func (f *SpanFigures) figure(t *model.Trace, r model.Range) {
	if f.Thread != model.NoThread {
		f.Sums = t.Sums(f.Thread, r)
		f.Inline = InlineCPU(t, f.Thread, r)
	}
}

// InlineCPU is the CPU time of a thread between the ends of r as an inline read of
// its cycle counter reports it: the counter is updated only at switches, so that at
// both ends the time since the last switch-in is missing.
func InlineCPU(t *model.Trace, ix model.ThreadIx, r model.Range) model.Time {
	from, to := lastSwitch(t, ix, r.From), lastSwitch(t, ix, r.To)
	sums := t.Sums(ix, model.Range{From: from, To: to})
	return sums[model.Execution] + sums[model.Interrupt]
}

// lastSwitch is when a thread that runs at an instant was switched in; for one that
// does not run it is the instant itself.
func lastSwitch(t *model.Trace, ix model.ThreadIx, at model.Time) model.Time {
	s, ok := t.SegmentAt(ix, at)
	for ok && s.State == model.Running && s.Index > 0 {
		prev := t.Segment(ix, s.Index-1)
		if s.Switched(&prev) || prev.Index == 0 {
			break
		}
		s = t.Segment(ix, prev.Index-1)
	}
	if ok && s.State == model.Running {
		return s.From
	}
	return at
}

// spanCategories are the columns of what a thread did during a span.
var spanCategories = threadColumns[1:]

// spans lists the spans that overlap the window, each followed by its steps, whose
// figures count from the span's start. Figures are for the whole span. There may be
// millions, so the rows are streamed.
func spans(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "spans", "Spans"
	table.Columns = spanColumns()
	tree := measure.NewSpanTree(t)
	shown := measure.SpansShown(t, s.Threads)
	table.Stream = func(yield func([]Value) bool) {
		for i := range t.SpansIn(s.Listed()) {
			x := &t.Spans.List[i]
			if both := x.Begin >= 0 && x.End >= 0; !shown(x) || !s.Lists(t, x.Range, both, x.To) {
				continue
			}
			f := SpanOf(t, i)
			if !yield(spanRow(tree, i, &f)) {
				return
			}
			for _, m := range tree.Steps[i] {
				if !yield(stepRow(tree, i, &f, m)) {
					return
				}
			}
		}
	}
	table.Notes = []string{
		"Spans that overlap " + measure.Window(s.Range) + ", with figures for the whole span; the figures of a step cover the time from the " +
			"start of its span to the step.",
		"Exclusive: without the time of other spans inside the span. Kind: open (the span has no end in the trace), no begin (the start of the span is not in the trace).",
	}
	table.Notes = append(table.Notes, lastingNote(&s)...)
	if slices.ContainsFunc(t.Markers, func(m model.Marker) bool { return m.Measured }) {
		note := "Measured CPU: the CPU time that the traced program measured itself. Discrepancy: Measured CPU minus the CPU time in the trace."
		if readByTicks(t) {
			note += " Expected discrepancy: that of a program which reads a CPU time that is updated only at context switches. Its readings at the start and the end of the span lack the run time since the last switch-in."
		}
		table.Notes = append(table.Notes, note)
	}
	return nil
}

func spanColumns() []Column {
	cols := []Column{
		{Name: "span", Title: "Span", Kind: KindText},
		{Name: "kind", Title: "Kind", Kind: KindText, Minor: true},
		{Name: "depth", Title: "Depth", Kind: KindCount, Minor: true},
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "begin_ns", Title: "Start", Kind: KindInstant},
		{Name: "elapsed_ns", Title: "Elapsed", Kind: KindDuration, Group: "time"},
		{Name: "exclusive_ns", Title: "Exclusive", Kind: KindDuration, Group: "time"},
		{Name: "cpu_ns", Title: "CPU", Kind: KindDuration, Group: "time"},
	}
	cols = append(cols, categoryColumns()...)
	return append(cols,
		Column{Name: "correlation", Title: "Correlation ID", Kind: KindCount, Sparse: true, Minor: true},
		Column{Name: "measured_cpu_ns", Title: "Measured CPU", Kind: KindDuration, Group: "time", Sparse: true, Minor: true},
		Column{Name: "discrepancy_ns", Title: "Discrepancy", Kind: KindDuration, Group: "time", Sparse: true, Minor: true},
		Column{Name: "expected_discrepancy_ns", Title: "Expected discrepancy", Kind: KindDuration, Group: "time", Sparse: true, Minor: true},
	)
}

// categoryColumns are the columns of a breakdown without execution.
func categoryColumns() (cols []Column) {
	for _, c := range spanCategories {
		cols = append(cols, Column{Name: c.name, Title: c.title, Kind: KindDuration, Group: "time", Sparse: true})
	}
	return cols
}

// spanKind is, in a word, which bounds a span has.
func spanKind(s *model.MarkerSpan) string {
	switch {
	case s.End < 0:
		return "open"
	case s.Begin < 0:
		return "no begin"
	}
	return "span"
}

func spanRow(s *measure.SpanTree, i int, f *SpanFigures) []Value {
	row := spanHead(s, f.Marker(), spanKind(&f.MarkerSpan), int(s.Depth[i]), f.Thread, f.From)
	row = append(row, duration(f.Len()), duration(s.Exclusive[i]))
	row = append(row, spanBreakdown(s, f.Thread, &f.Sums)...)
	row = append(row, correlationCell(&s.Trace.Markers[f.Marker()]))
	return append(row, f.measured(s.Trace)...)
}

// measured are the cells of what the program measured, empty if it did not, or if there
// is nothing to compare it with.
func (f *SpanFigures) measured(t *model.Trace) []Value {
	if !f.Told || f.Thread == model.NoThread {
		return make([]Value, 3)
	}
	if !t.Info.Has.Switches {
		return []Value{duration(f.Measured), {}, {}}
	}
	cpu, expected := f.Sums[model.Execution], Value{}
	if readByTicks(t) {
		expected = duration(f.Inline - cpu)
	}
	return []Value{duration(f.Measured), duration(f.Measured - cpu), expected}
}

// readByTicks reports whether programs of the trace's system read the CPU time of
// their threads as the ticks of the clock counted it (GetThreadTimes in Windows),
// rather than exact at the call (CLOCK_THREAD_CPUTIME_ID in Linux).
func readByTicks(t *model.Trace) bool { return t.Info.OS.Family == "windows" }

// stepRow is the row of a step: the figures since the start of its span.
func stepRow(s *measure.SpanTree, i int, f *SpanFigures, m int32) []Value {
	mark := &s.Trace.Markers[m]
	row := spanHead(s, int(m), "step", int(s.Depth[i])+1, mark.Thread, mark.Time)
	row = append(row, duration(mark.Time-f.From), Value{})
	part := SpanFigures{MarkerSpan: f.MarkerSpan, Measured: mark.CPU, Told: mark.Measured}
	part.figure(s.Trace, model.Range{From: f.From, To: mark.Time})
	row = append(row, spanBreakdown(s, f.Thread, &part.Sums)...)
	row = append(row, correlationCell(mark))
	return append(row, part.measured(s.Trace)...)
}

func spanHead(s *measure.SpanTree, m int, kind string, depth int, ix model.ThreadIx, at model.Time) []Value {
	name := s.Trace.String(s.Trace.Markers[m].Name)
	return []Value{text(name), text(kind), count(depth), thread(s.Trace, ix), instant(at)}
}

// spanBreakdown is what a thread did, empty if there is no thread.
func spanBreakdown(s *measure.SpanTree, ix model.ThreadIx, sums *model.Sums) []Value {
	if ix == model.NoThread {
		return make([]Value, 1+len(spanCategories))
	}
	return breakdown(s.Trace, sums)
}

// breakdown is the cells of what threads did, empty where not recorded.
func breakdown(t *model.Trace, sums *model.Sums) []Value {
	cells := []Value{duration(sums[model.Execution])}
	if sums[model.Execution] == 0 && !t.Info.Has.Switches {
		cells[0] = Value{}
	}
	for _, c := range spanCategories {
		if sums[c.cat] == 0 && !t.Recorded(c.cat) {
			cells = append(cells, Value{})
			continue
		}
		cells = append(cells, duration(sums[c.cat]))
	}
	return cells
}

func correlationCell(m *model.Marker) Value {
	if m.Correlation == 0 {
		return Value{}
	}
	return count(m.Correlation)
}
