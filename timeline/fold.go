package timeline

import "threadlens/model"

const (
	// idleParts: a thread that is busy for at most 1/idleParts of its life in the
	// window only waits.
	idleParts = 100
	// foldLeast is the least number of threads that is worth a fold.
	foldLeast = 3
)

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
