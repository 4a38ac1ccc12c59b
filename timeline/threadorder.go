package timeline

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// SortThreads sorts threads of a trace by the order in opts.
func (opts *RowsOptions) SortThreads(t *model.Trace, list []model.ThreadIx) {
	slices.Sort(list) // so that the order does not depend on the previous one
	if opts.Sort == SortName {
		slices.SortStableFunc(list, func(x, y model.ThreadIx) int {
			return model.CompareNames(opts.name(t, x), opts.name(t, y))
		})
		return
	}
	key := opts.sortKey(t)
	keys := make(map[model.ThreadIx]int64, len(list))
	for _, ix := range list {
		keys[ix] = key(ix)
	}
	slices.SortStableFunc(list, func(x, y model.ThreadIx) int { return cmp.Compare(keys[x], keys[y]) })
}

// sortKey is what threads are sorted by, in ascending order.
func (opts *RowsOptions) sortKey(t *model.Trace) func(model.ThreadIx) int64 {
	switch opts.Sort {
	case SortRelevance:
		return opts.relevance(t)
	case SortStop:
		return func(ix model.ThreadIx) int64 { return int64(t.Threads[ix].Life.To) }
	case SortTID:
		return func(ix model.ThreadIx) int64 { return int64(t.Threads[ix].TID) }
	case SortCPU:
		return func(ix model.ThreadIx) int64 {
			s := t.Sums(ix, t.Whole())
			return -int64(s[model.Execution])
		}
	case SortManual:
		place := make(map[model.ThreadIx]int64, len(opts.Order))
		for i, ix := range opts.Order {
			place[ix] = int64(i - len(opts.Order))
		}
		return func(ix model.ThreadIx) int64 { return place[ix] }
	}
	if c, ok := opts.Sort.Share(); ok {
		return func(ix model.ThreadIx) int64 {
			s := t.Sums(ix, opts.SortWindow)
			return -int64(s[c])
		}
	}
	return func(ix model.ThreadIx) int64 { return int64(t.Threads[ix].Life.From) }
}
