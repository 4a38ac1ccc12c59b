package keep

import "threadlens/model"

// Arrangement is how the user arranged the rows of a trace, as plain data for storage. Threads are
// named by their keys ("6420.0"), processes by their id and name.
type Arrangement struct {
	Targets      []string          `json:"targets,omitempty"` // nil: the trace's own
	Sort         string            `json:"sort,omitempty"`    // a key of timeline.SortBy
	SortFrom     model.Time        `json:"sort_from_ns,omitempty"`
	SortTo       model.Time        `json:"sort_to_ns,omitempty"` // of the window for order and fold, if not all
	KeepSorted   bool              `json:"keep_sorted,omitempty"`
	Group        string            `json:"group,omitempty"` // a key of timeline.GroupBy
	Filter       string            `json:"filter,omitempty"`
	HideInactive bool              `json:"hide_inactive,omitempty"`
	NoFold       bool              `json:"no_fold,omitempty"`  // lanes also for threads that only wait
	Relevant     []string          `json:"relevant,omitempty"` // threads that the order of relevance puts first
	Hidden       []string          `json:"hidden,omitempty"`
	Pinned       []string          `json:"pinned,omitempty"` // from the top
	Order        []string          `json:"order,omitempty"`  // the manual order
	Names        map[string]string `json:"names,omitempty"`  // given by the user, by thread
	// Expanded are the rows that the user expanded (true) or collapsed.
	Expanded map[string]bool `json:"expanded,omitempty"`
	// The rows that are not threads.
	NoMarkers  bool     `json:"no_markers,omitempty"`
	NoDisks    bool     `json:"no_disks,omitempty"`
	Processors bool     `json:"processors,omitempty"`
	Spans      bool     `json:"spans,omitempty"`    // markers under every thread
	SpansOf    []string `json:"spans_of,omitempty"` // threads with the opposite choice
}

// len is the number of entries in a.
func (a *Arrangement) len() int {
	return len(a.Targets) + len(a.Hidden) + len(a.Pinned) + len(a.Order) + len(a.Names) + len(a.Expanded) + len(a.SpansOf) + len(a.Relevant)
}
