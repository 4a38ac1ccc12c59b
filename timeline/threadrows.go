package timeline

import "threadlens/model"

// pins adds the rows of the pinned threads.
func (b *rowsBuilder) pins() {
	b.pinned = map[model.ThreadIx]bool{}
	for _, ix := range b.opts.Pinned {
		if b.t.Seen(ix) && b.reason(ix) == shown && !b.pinned[ix] {
			b.pinned[ix] = true
			b.thread(ix)
		}
	}
}

// thread adds the row of a thread.
func (b *rowsBuilder) thread(ix model.ThreadIx) {
	th := &b.t.Threads[ix]
	name := ThreadName(b.t, ix)
	if given := b.opts.Names[ix]; given != "" {
		name = Printable(given)
	}
	row := Row{Kind: RowThread, Proc: th.Proc, Thread: ix, Name: name, ID: id(uint32(th.TID)), Pinned: b.pinned[ix]}
	if b.t.ServesWindows(ix) {
		row.ID += " · UI"
	}
	b.list = append(b.list, row)
	b.spansBelow(ix)
}

// add adds a row and, if it is expanded, those of its threads.
func (b *rowsBuilder) add(row Row, expanded bool) {
	row.Thread = model.NoThread
	row.Expanded = expanded || !b.opts.Filter.Empty()
	if choice, ok := b.opts.Expanded[row.Key()]; ok {
		row.Expanded = choice
	}
	if row.Expanded {
		b.total += row.Total
	} else {
		b.total += row.Shown - len(row.Threads) // pinned
	}
	if row.Shown == 0 {
		return
	}
	b.opts.SortThreads(b.t, row.Threads)
	b.list = append(b.list, row)
	if row.Expanded {
		b.lanes(&row)
	}
}

// lanes adds the rows of the threads below a row that heads them, with one row for
// those that only wait.
func (b *rowsBuilder) lanes(head *Row) {
	busy, idle := b.split(head.Threads)
	for _, ix := range busy {
		b.thread(ix)
	}
	if len(idle) == 0 {
		return
	}
	fold := Row{
		Kind: RowFold, Proc: head.Proc, Common: head.Common, Thread: model.NoThread,
		Name: FormatCount(int64(len(idle))) + " idle threads", Shown: len(idle), Total: len(idle), Threads: idle, Members: idle,
	}
	fold.Expanded = b.opts.Expanded[fold.Key()]
	b.list = append(b.list, fold)
	if fold.Expanded {
		for _, ix := range idle {
			b.thread(ix)
		}
	}
}
