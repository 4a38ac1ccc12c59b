package timeline

import (
	"cmp"
	"slices"
	"strings"

	"threadlens/model"
)

// SortBy is an order of thread rows inside their process or group. Ties keep the
// order of thread indexes, which is that of appearance.
type SortBy uint8

// Orders. Those by the share of a category in the window are SortShare.
const (
	SortRelevance SortBy = iota // those of RowsOptions.Relevant, then the busiest
	SortStart                   // by the start of life
	SortStop                    // by the end of life
	SortName                    // ignoring case, numbers by value
	SortTID                     // by thread id
	SortCPU                     // by execution in the whole trace, most first
	SortManual                  // the order of RowsOptions.Order
	sortShare
)

// SortShare is the order by the time in a category within RowsOptions.SortWindow,
// most first.
func SortShare(c model.Category) SortBy { return sortShare + SortBy(c) }

// Share is the category of a SortShare; ok is false for other orders.
func (s SortBy) Share() (c model.Category, ok bool) {
	return model.Category(s - sortShare), s >= sortShare
}

// Sorts are all orders in the order of menus.
func Sorts() []SortBy {
	list := []SortBy{SortRelevance, SortStart, SortStop, SortName, SortTID, SortCPU}
	for c := range model.Category(model.NumCategories) {
		list = append(list, SortShare(c))
	}
	return append(list, SortManual)
}

// String is the order's name on screen.
func (s SortBy) String() string {
	if c, ok := s.Share(); ok {
		return c.Title()
	}
	return [...]string{"Relevance", "Start time", "Stop time", "Name", "Thread id", "CPU time", "Manual"}[s]
}

// Key is the order's name in files: one word in lower case.
func (s SortBy) Key() string {
	if c, ok := s.Share(); ok {
		return strings.ToLower(c.String())
	}
	return [...]string{"relevance", "start", "stop", "name", "tid", "cpu", "manual"}[s]
}

// ParseSort reads a name that Key returns.
func ParseSort(key string) (SortBy, bool) {
	list := Sorts()
	i := slices.IndexFunc(list, func(s SortBy) bool { return s.Key() == key })
	if i < 0 {
		return SortRelevance, false
	}
	return list[i], true
}

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

// name is the name by which a thread is known: the user's, or its own; "" for
// none.
func (opts *RowsOptions) name(t *model.Trace, ix model.ThreadIx) string {
	if n := opts.Names[ix]; n != "" {
		return n
	}
	return t.ThreadLabel(ix)
}
