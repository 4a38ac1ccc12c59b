package timeline

import (
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
	return [...]string{"Relevance", "Start time", "End time", "Name", "Thread ID", "CPU time", "Manual order"}[s]
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
