package analysis

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// CriticalPath is the critical path that a scope asks for: of the thread with which the
// target's command ended, else of the thread that ran longest of those shown, of the
// target's if there are any. It begins at the thread's end where that is inside the
// window. Its thread is NoThread where none is shown.
func (s *Scope) CriticalPath(t *model.Trace) *CriticalPath {
	ix := s.pathThread(t)
	r := s.Range
	if ix != model.NoThread && endsIn(t, ix, r) {
		r.To = t.Threads[ix].Life.To
	}
	return CriticalPathOf(t, ix, r, s.FollowCauses)
}

// pathThread is the thread whose critical path is shown: the one with which the target's
// command ended, if it is shown; else, of the threads shown that belong to the target, or
// else of all, the one that ran longest in the window.
func (s *Scope) pathThread(t *model.Trace) model.ThreadIx {
	if ix := CommandEnd(t, s.Target.Procs, s.Range); ix != model.NoThread && slices.Contains(s.Threads, ix) {
		return ix
	}
	best, most, own := model.NoThread, model.Time(-1), false
	for _, ix := range s.Threads {
		sums := t.Sums(ix, s.Range)
		ran := sums[model.Execution] + sums[model.Interrupt]
		of := s.Target.Has(t.Threads[ix].Proc)
		if of && !own || of == own && ran > most {
			best, most, own = ix, ran, of
		}
	}
	return best
}

// CommandEnd is the thread with the end of which a command ended inside r: the first
// thread of the one process that started all the others of procs, or the thread that
// ended that process. It is NoThread where the command did not end, or none of the
// processes started the others.
func CommandEnd(t *model.Trace, procs []model.ProcIx, r model.Range) model.ThreadIx {
	root := rootOf(t, procs)
	if root == model.NoProc {
		return model.NoThread
	}
	for _, ix := range t.Processes[root].Threads {
		th := &t.Threads[ix]
		if uint32(th.TID) != t.Processes[root].PID || !endsIn(t, ix, r) {
			continue
		}
		w, ok := LastWait(t, ix)
		if by := w.Peer; ok && w.Ctx == model.CtxExit && int(by) < len(t.Threads) && t.Threads[by].Proc == root && endsIn(t, by, r) {
			return by
		}
		return ix
	}
	return model.NoThread
}

// rootOf is the one of some processes that none of the others started, NoProc where there
// are several or none.
func rootOf(t *model.Trace, procs []model.ProcIx) model.ProcIx {
	among := make([]bool, len(t.Processes))
	for _, p := range procs {
		among[p] = true
	}
	root := model.NoProc
	for _, p := range procs {
		parent := t.Processes[p].Parent
		switch {
		case parent != model.NoProc && among[parent]:
		case root != model.NoProc:
			return model.NoProc
		default:
			root = p
		}
	}
	return root
}

// endsIn reports whether a thread is known to end inside r.
func endsIn(t *model.Trace, ix model.ThreadIx, r model.Range) bool {
	th := &t.Threads[ix]
	return th.Ended && th.Life.To > r.From && th.Life.To <= r.To
}

// pathNotes say whose path it is, from when on, and how it was walked.
func (s *Scope) pathNotes(t *model.Trace, p *CriticalPath) []string {
	if p.Thread == model.NoThread {
		return []string{"No thread is shown."}
	}
	whose := "Critical path of " + ThreadName(t, p.Thread)
	if len(s.Threads) > 1 {
		switch {
		case p.Thread == CommandEnd(t, s.Target.Procs, s.Range):
			whose += ", with which the command ended"
		case s.Target.Has(t.Threads[p.Thread].Proc):
			whose += ", which ran longest of " + s.shown(t) + " in the target"
		default:
			whose += ", which ran longest of " + s.shown(t)
		}
		whose += "; --thread chooses another"
	}
	whose += "."
	if p.Range.To < s.Range.To {
		whose += " It begins at its end, at " + Instant(p.Range.To, s.Range) + "."
	}
	how := "Each wait is replaced by what the thread did that ended it, back to where the wait began."
	if s.FollowCauses {
		how = "Causes are followed to the begin of the window: the path does not come back from the thread that ended a wait."
	}
	return []string{whose, how}
}

// criticalPath sums a critical path up by thread and by what it did (thread_model
// 5.4). The rows of threads add up to the window.
func criticalPath(t *model.Trace, s Scope, table *Table) error {
	table.Name, table.Title = "critical-path", "Critical path by thread"
	table.Columns = []Column{
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "process", Title: "Process", Kind: KindText},
		{Name: "label", Title: "What", Kind: KindText},
		{Name: "total_ns", Title: "Total", Kind: KindDuration, Group: "time"},
		{Name: "percent", Title: "Share", Kind: KindPercent, Digits: 1},
		{Name: "hops", Title: "Hops", Kind: KindCount},
		{Name: "longest_ns", Title: "Longest", Kind: KindDuration, Group: "time"},
		{Name: "longest_from_ns", Title: "Longest at", Kind: KindInstant},
		{Name: "through", Title: "Ended a wait through", Kind: KindText, Sparse: true},
	}
	p := s.CriticalPath(t)
	table.Notes = s.pathNotes(t, p)
	if p.Thread == model.NoThread {
		return nil
	}
	var all PathTotal
	for _, of := range byThread(p.Totals()) {
		var sum PathTotal
		for _, k := range of {
			sum.add(k)
		}
		table.add(0, sum.cells(t, p))
		for _, k := range of {
			table.add(1, k.cells(t, p))
		}
		all.add(sum)
	}
	table.Total = append([]Value{text("Total"), {}}, all.cells(t, p)[2:]...)
	return nil
}

// byThread groups totals by their threads, the largest first.
func byThread(list []PathTotal) [][]PathTotal {
	var groups [][]PathTotal
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
	slices.SortStableFunc(groups, func(a, b []PathTotal) int { return cmp.Compare(sums[b[0].Thread], sums[a[0].Thread]) })
	return groups
}

// add adds another total, whatever it is of.
func (k *PathTotal) add(o PathTotal) {
	k.Thread = o.Thread
	k.Hops += o.Hops
	k.Time += o.Time
	if o.Longest.Len() > k.Longest.Len() {
		k.Longest = o.Longest
	}
}

func (k *PathTotal) cells(t *model.Trace, p *CriticalPath) []Value {
	return []Value{
		thread(t, k.Thread), processName(t.Process(k.Thread)), optional(k.Label), duration(k.Time), percent(k.Time, p.Range.Len()),
		count(k.Hops), duration(k.Longest.Len()), instant(k.Longest.From), channelCell(k.Through),
	}
}

// criticalHops lists the hops of a critical path in order of time.
func criticalHops(t *model.Trace, s Scope, table *Table) error {
	p := s.CriticalPath(t)
	*table = *p.Table(t)
	table.Notes = append(s.pathNotes(t, p), "Depth: how many waits within each other the hop explains; 0 is the thread itself.")
	return nil
}

// Table lists the hops. There may be millions, so the rows are streamed.
func (p *CriticalPath) Table(t *model.Trace) *Table {
	table := &Table{Name: "critical-hops", Title: "Critical path hop by hop", Range: p.Range, Columns: []Column{
		{Name: "from_ns", Title: "From", Kind: KindInstant},
		{Name: "length_ns", Title: "Length", Kind: KindDuration},
		{Name: "percent", Title: "Share", Kind: KindPercent, Digits: 1},
		{Name: "thread", Title: "Thread", Kind: KindThread},
		{Name: "process", Title: "Process", Kind: KindText},
		{Name: "label", Title: "What", Kind: KindText},
		{Name: "sub", Title: "Reason", Kind: KindText, Sparse: true},
		{Name: "depth", Title: "Depth", Kind: KindCount},
		{Name: "for", Title: "Ended a wait of", Kind: KindThread, Sparse: true},
		{Name: "through", Title: "Through", Kind: KindText, Sparse: true},
	}}
	names := threadCells{t: t, cells: make([]Value, len(t.Threads))}
	table.Stream = func(yield func([]Value) bool) {
		row := make([]Value, len(table.Columns))
		for i := range p.Hops {
			h := &p.Hops[i]
			copy(row, []Value{
				instant(h.From), duration(h.Len()), percent(h.Len(), p.Range.Len()), names.of(h.Thread), processName(t.Process(h.Thread)),
				text(h.Label()), optional(h.Sub.String()), count(int(h.Depth)), names.of(h.For), channelCell(h.Through),
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
