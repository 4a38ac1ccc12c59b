package timeline

import "threadlens/model"

const (
	// idleParts: a thread that is busy for at most 1/idleParts of its life in the
	// window only waits.
	idleParts = 100
	// foldLeast is the least number of threads that is worth a fold.
	foldLeast = 3
)

// Fold is the key of the fold below a row.
func (k RowKey) Fold() RowKey { return RowKey{RowFold, k.Proc, k.Common} }

// Above is the key of the row that a fold is below.
func (k RowKey) Above() RowKey {
	switch k.Proc {
	case KernelGroup:
		k.Kind = RowKernel
	case model.NoProc:
		k.Kind = RowGroup
	default:
		k.Kind = RowProcess
	}
	return k
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

// split are the threads of a list that have lanes, and those that go into a fold: none
// if nothing else would be left, or if a filter selects the lanes.
func (b *rowsBuilder) split(threads []model.ThreadIx) (lanes, folded []model.ThreadIx) {
	if !b.opts.Fold || !b.opts.Filter.Empty() {
		return threads, nil
	}
	for _, ix := range threads {
		if !b.opts.Named[ix] && b.onlyWaits(ix) {
			folded = append(folded, ix)
		} else {
			lanes = append(lanes, ix)
		}
	}
	if len(folded) < foldLeast || len(lanes) == 0 {
		return threads, nil
	}
	return lanes, folded
}

// onlyWaits reports whether a thread hardly does anything in SortWindow but wait for work:
// it is neither running nor runnable, does not wait for a device or memory, and no lost
// event makes that uncertain. Before it was first seen it did not run either.
func (b *rowsBuilder) onlyWaits(ix model.ThreadIx) bool {
	r := b.opts.SortWindow.Clip(b.t.Threads[ix].Life)
	s := b.t.Sums(ix, r)
	idle := b.t.IdleSums(ix, r)
	busy := active(&s) + s[model.UnknownCategory]
	if first := b.t.Segment(ix, 0); first.State == model.Unknown && first.Sub == model.SubNotSeen {
		busy -= first.Overlap(r)
	}
	for _, c := range []model.Category{model.IO, model.MemoryManagement} {
		busy += s[c] - idle[c]
	}
	return busy*idleParts <= r.Len()
}
