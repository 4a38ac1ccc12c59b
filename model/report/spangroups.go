package report

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// spanGroup sums up spans that have something in common.
type spanGroup struct {
	name        model.StringID
	correlation int64
	lengths     []model.Time // of the complete ones
	total       model.Time   // of the complete ones that are not inside others of the group
	open        int          // those without an end or begin
	// threads are the threads of the spans, with the latest end on each; complete is
	// the same for complete spans.
	threads, complete map[model.ThreadIx]model.Time

	span      model.Range // from the first start to the last end
	exclusive model.Time
	sums      model.Sums // of the spans that are not inside others of the group
}

// add adds a span; spans must be in order of start. What a thread did in a span
// inside another one of the group counts once.
func (g *spanGroup) add(f *SpanFigures, exclusive model.Time) {
	if g.threads == nil {
		g.threads, g.complete, g.span = map[model.ThreadIx]model.Time{}, map[model.ThreadIx]model.Time{}, f.Range
	}
	g.span = model.Range{From: min(g.span.From, f.From), To: max(g.span.To, f.To)}
	g.exclusive += exclusive
	if !inside(g.threads, f) {
		g.sums.Add(&f.Sums)
	}
	if f.Begin < 0 || f.End < 0 {
		g.open++
		return
	}
	g.lengths = append(g.lengths, f.Len())
	if !inside(g.complete, f) {
		g.total += f.Len()
	}
}

// inside reports whether a span is inside an earlier one on its thread, by the latest
// ends of these, and adds it to them. Spans of no thread are not compared.
func inside(ends map[model.ThreadIx]model.Time, f *SpanFigures) bool {
	end, known := ends[f.Thread]
	ends[f.Thread] = max(end, f.To)
	return known && f.Thread != model.NoThread && f.To <= end
}

// groupSpans sums up the spans of the threads shown that overlap the window, by
// key; those without a key are left out. Groups are in the order of their first
// spans.
func groupSpans[K comparable](t *model.Trace, s measure.Scope, key func(*model.MarkerSpan) (K, bool)) []*spanGroup {
	tree := measure.NewSpanTree(t)
	shown := measure.SpansShown(t, s.Threads)
	byKey := map[K]*spanGroup{}
	var list []*spanGroup
	for i := range t.SpansIn(s.Range) {
		x := &t.Spans.List[i]
		k, ok := key(x)
		if !ok || !shown(x) {
			continue
		}
		g := byKey[k]
		if g == nil {
			m := &t.Markers[x.Marker()]
			g = &spanGroup{name: m.Name, correlation: m.Correlation}
			byKey[k], list = g, append(list, g)
		}
		f := SpanOf(t, i)
		g.add(&f, tree.Exclusive[i])
	}
	return list
}

// spanNames has one row per name of spans, by their total time.
func spanNames(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "span-names", "Spans by name"
	table.Columns = []Column{
		{Name: "span", Title: "Span", Kind: KindText},
		{Name: "count", Title: "Count", Kind: KindCount},
		{Name: "open", Title: "Open", Kind: KindCount, Sparse: true},
		{Name: "total_ns", Title: "Total", Kind: KindDuration, Group: "time"},
		{Name: "mean_ns", Title: "Mean", Kind: KindDuration, Group: "one"},
		{Name: "p50_ns", Title: "p50", Kind: KindDuration, Group: "one"},
		{Name: "p95_ns", Title: "p95", Kind: KindDuration, Group: "one"},
		{Name: "p99_ns", Title: "p99", Kind: KindDuration, Group: "one"},
		{Name: "max_ns", Title: "Max", Kind: KindDuration, Group: "one"},
		{Name: "exclusive_ns", Title: "Exclusive", Kind: KindDuration, Group: "time"},
		{Name: "cpu_ns", Title: "CPU", Kind: KindDuration, Group: "time"},
	}
	table.Columns = append(table.Columns, categoryColumns()...)
	groups := groupSpans(t, s, func(x *model.MarkerSpan) (model.StringID, bool) {
		return t.Markers[x.Marker()].Name, true
	})
	slices.SortStableFunc(groups, func(a, b *spanGroup) int { return cmp.Compare(b.total, a.total) })
	for _, g := range groups {
		row := []Value{text(t.String(g.name)), count(len(g.lengths)), count(g.open), duration(g.total)}
		row = append(row, g.percentiles()...)
		row = append(row, duration(g.exclusive))
		table.Rows = append(table.Rows, append(row, breakdown(t, &g.sums)...))
	}
	table.Notes = []string{"Lengths include only complete spans. The column “Open” counts the spans whose start or end the trace lacks. Percentiles are by nearest rank. If a span is inside another one of the same name, Total, CPU and the categories count its time once."}
	return nil
}

// percentiles are the cells of the lengths, empty if there are none.
func (g *spanGroup) percentiles() []Value {
	if len(g.lengths) == 0 {
		return make([]Value, 5)
	}
	l, _ := measure.LatencyOf(g.lengths)
	return []Value{duration(l.Mean), duration(l.P50), duration(l.P95), duration(l.P99), duration(l.Max)}
}

func total(list []model.Time) (sum model.Time) {
	for _, v := range list {
		sum += v
	}
	return sum
}

// spanCorrelations has one row per correlation, across threads, in order of start.
func spanCorrelations(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "span-groups", "Spans by correlation ID"
	table.Columns = []Column{
		{Name: "correlation", Title: "Correlation ID", Kind: KindCount},
		{Name: "span", Title: "First span", Kind: KindText},
		{Name: "count", Title: "Spans", Kind: KindCount},
		{Name: "threads", Title: "Threads", Kind: KindCount},
		{Name: "begin_ns", Title: "Start", Kind: KindInstant},
		{Name: "elapsed_ns", Title: "Elapsed", Kind: KindDuration, Group: "time"},
		{Name: "total_ns", Title: "Total", Kind: KindDuration, Group: "time"},
		{Name: "cpu_ns", Title: "CPU", Kind: KindDuration, Group: "time"},
	}
	table.Columns = append(table.Columns, categoryColumns()...)
	groups := groupSpans(t, s, func(x *model.MarkerSpan) (int64, bool) {
		id := t.Markers[x.Marker()].Correlation
		return id, id != 0
	})
	for _, g := range groups {
		row := []Value{
			count(g.correlation), text(t.String(g.name)), count(len(g.lengths) + g.open), count(len(g.threads)),
			instant(g.span.From), duration(g.span.Len()), duration(g.total),
		}
		table.Rows = append(table.Rows, append(row, breakdown(t, &g.sums)...))
	}
	table.Notes = []string{"Spans with the same correlation ID are one request. Elapsed: from the start of its first span to the end of the last. Total: the sum of its complete spans; the time of a span inside another one counts once."}
	return nil
}
