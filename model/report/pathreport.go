package report

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

// pathNotes describe whose path it is, where it starts, and how it was walked.
func pathNotes(s *measure.Scope, t *model.Trace, p *blocking.CriticalPath) []string {
	if p.Thread == model.NoThread {
		return []string{"No thread is shown."}
	}
	whose := "Critical path of " + measure.ThreadName(t, p.Thread)
	if len(s.Threads) > 1 {
		switch {
		case p.Thread == blocking.CommandEnd(t, s.Target.Procs, s.Range):
			whose += ", whose exit ended the target process"
		case s.Target.Has(t.Threads[p.Thread].Proc):
			whose += ", which ran longest of " + s.Shown(t) + " in the target"
		default:
			whose += ", which ran longest of " + s.Shown(t)
		}
		whose += "; --thread selects another thread"
	}
	whose += "."
	if p.Range.To < s.Range.To {
		whose += " The path is traced back from the end of that thread, at " + measure.Instant(p.Range.To, s.Range) + "."
	}
	how := "In the path, each wait is replaced by what the thread that ended it did during the wait."
	if s.FollowCauses {
		how = "The path goes back in time: at each wait, it changes to the thread that ended the wait, and stays in that thread."
	}
	return []string{whose, how}
}

// criticalPath sums up a critical path by thread and by what it did. The rows of
// threads add up to the window.
func criticalPath(t *model.Trace, s measure.Scope, table *Table) error {
	table.Name, table.Title = "critical-path", "Critical path by thread"
	table.Columns = []Column{
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "process", Title: "Process", Kind: KindText, Minor: true},
		{Name: "label", Title: "State", Kind: KindText},
		{Name: "total_ns", Title: "Total", Kind: KindDuration, Group: "time"},
		{Name: "percent", Title: "Share", Kind: KindPercent, Digits: 1},
		{Name: "hops", Title: "Hops", Kind: KindCount, Minor: true},
		{Name: "longest_ns", Title: "Longest", Kind: KindDuration, Group: "time"},
		{Name: "longest_from_ns", Title: "Longest at", Kind: KindInstant, Minor: true},
		{Name: "through", Title: "Ended the wait via", Kind: KindText, Sparse: true, Minor: true},
	}
	p := blocking.PathIn(&s, t)
	table.Notes = pathNotes(&s, t, p)
	if p.Thread == model.NoThread {
		return nil
	}
	var all blocking.PathTotal
	for _, of := range byThread(p.Totals()) {
		var sum blocking.PathTotal
		for _, k := range of {
			sum.Add(k)
		}
		table.add(0, pathCells(&sum, t, p))
		for _, k := range of {
			table.add(1, pathCells(&k, t, p))
		}
		all.Add(sum)
	}
	table.Total = append([]Value{text("Total"), {}}, pathCells(&all, t, p)[2:]...)
	return nil
}

// byThread groups totals by thread, the largest first.
func byThread(list []blocking.PathTotal) [][]blocking.PathTotal {
	var groups [][]blocking.PathTotal
	index, sums := map[model.ThreadIx]int{}, map[model.ThreadIx]model.Time{}
	for _, k := range list {
		i, ok := index[k.Thread]
		if !ok {
			i = len(groups)
			index[k.Thread] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], k)
		sums[k.Thread] += k.Time
	}
	slices.SortStableFunc(groups, func(a, b []blocking.PathTotal) int { return cmp.Compare(sums[b[0].Thread], sums[a[0].Thread]) })
	return groups
}

func pathCells(k *blocking.PathTotal, t *model.Trace, p *blocking.CriticalPath) []Value {
	return []Value{
		thread(t, k.Thread), processName(t.Process(k.Thread)), labelCell(k), duration(k.Time), percent(k.Time, p.Range.Len()),
		count(k.Hops), duration(k.Longest.Len()), instant(k.Longest.From), channelCell(k.Through),
	}
}

// hopCell says what a thread did in a hop, to programs and to people.
func hopCell(h *blocking.Hop) Value {
	return Value{Kind: KindText, Text: h.Label(), Display: h.Title()}
}

// labelCell says what a thread did in hops that are summed up, nothing if they differ.
func labelCell(k *blocking.PathTotal) Value {
	if k.Label == "" {
		return Value{}
	}
	return hopCell(&k.First)
}

// criticalHops lists the hops of a critical path in order of time.
func criticalHops(t *model.Trace, s measure.Scope, table *Table) error {
	p := blocking.PathIn(&s, t)
	*table = *PathTable(p, t)
	table.Notes = append(pathNotes(&s, t, p), "Depth: how many waits lead from the path's own thread to the thread of the hop. Depth 0: the hop is in the path's own thread or, before that thread started, in the thread that created it. Depth 1: the path's own thread waits for the thread of the hop. Depth 2: another waiting thread is in between, and so on. With --follow-causes, all hops have depth 0.")
	return nil
}

// PathTable lists the hops. There may be millions, so the rows are streamed.
func PathTable(p *blocking.CriticalPath, t *model.Trace) *Table {
	table := &Table{Name: "critical-hops", Title: "Critical path hop by hop", Range: p.Range, Columns: []Column{
		{Name: "from_ns", Title: "From", Kind: KindInstant},
		{Name: "length_ns", Title: "Length", Kind: KindDuration},
		{Name: "percent", Title: "Share", Kind: KindPercent, Digits: 1},
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "process", Title: "Process", Kind: KindText, Minor: true},
		{Name: "label", Title: "State", Kind: KindText},
		{Name: "reason", Title: "Reason", Kind: KindText, Sparse: true},
		{Name: "depth", Title: "Depth", Kind: KindCount},
		{Name: "for", Title: "Ended the wait of", Kind: KindThread, Sparse: true},
		{Name: "through", Title: "Ended via", Kind: KindText, Sparse: true, Minor: true},
	}}
	names := threadCells{t: t, cells: make([]Value, len(t.Threads))}
	table.Stream = func(yield func([]Value) bool) {
		row := make([]Value, len(table.Columns))
		for i := range p.Hops {
			h := &p.Hops[i]
			copy(row, []Value{
				instant(h.From), duration(h.Len()), percent(h.Len(), p.Range.Len()), names.of(h.Thread), processName(t.Process(h.Thread)),
				hopCell(h), reason(h.Sub), count(int(h.Depth)), names.of(h.For), channelCell(h.Through),
			})
			if !yield(row) {
				return
			}
		}
	}
	var whole model.Time
	for i := range p.Hops {
		whole += p.Hops[i].Len()
	}
	table.Total = []Value{text("Total"), duration(whole), percent(whole, p.Range.Len()), {}, {}, {}, {}, {}, {}, {}}
	return table
}
