package timeline

import (
	"slices"

	"threadlens/model"
	"threadlens/model/filter"
)

// RowsOptions chooses the rows. The zero value shows the target expanded,
// everything else collapsed.
type RowsOptions struct {
	// Targets are the processes that come first, expanded. Nil: those that the
	// trace was recorded for or, if unknown, the one that ran longest. If there is
	// none, as when no process ran, all are expanded.
	Targets []model.ProcIx
	// Expanded records which rows the user expanded or collapsed. The others have
	// the default: targets and groups are expanded and, if a filter searches for
	// threads, all that contain some.
	Expanded map[RowKey]bool
	Hidden   map[model.ThreadIx]bool // hidden by the user
	// Guests are shown even if other options hide them: they were requested by
	// name.
	Guests map[model.ThreadIx]bool
	// HideInactive hides threads that do nothing but wait in Window.
	HideInactive bool
	// Filter keeps the lanes that it matches in Window.
	Filter filter.Filter
	Window model.Range
	// Pinned threads are above all others, in this order.
	Pinned []model.ThreadIx
	Sort   SortBy
	// SortWindow is the time on which SortRelevance, the shares of Sort, and Fold are
	// based.
	SortWindow model.Range
	// Relevant are the threads that SortRelevance puts first, in this order.
	Relevant []model.ThreadIx
	// Fold puts the threads of a process or group that only wait in SortWindow into one
	// row, except those in Named.
	Fold  bool
	Named map[model.ThreadIx]bool
	// Order is the order of SortManual; threads not in it come last.
	Order []model.ThreadIx
	Group GroupBy
	// Starts are the StartFunctions of the targets, for GroupStart.
	Starts map[model.ThreadIx]model.Start
	// Names are the names that the user gave to threads.
	Names map[model.ThreadIx]string

	// Path adds the row of the path of the scene.
	Path bool
	// NoMarkers and NoDisks leave out the rows of markers and of disks; Processors
	// adds those of what each CPU runs and of its interrupts.
	NoMarkers, NoDisks, Processors bool
	// Spans shows the markers of each thread below it; for threads in SpansOf it is
	// inverted.
	Spans   bool
	SpansOf map[model.ThreadIx]bool
}

// GroupBy is how the threads of the targets are grouped. Other processes are always
// their own groups.
type GroupBy uint8

// Groupings.
const (
	GroupProcess GroupBy = iota // by their process
	GroupName                   // by their name without the digits at its end
	GroupStart                  // by the function that they started in
)

var groupWords = [...]struct{ key, title string }{
	{"process", "Process"}, {"name", "Name"}, {"start", "Start function"},
}

// Groups are all groupings in the order of menus.
func Groups() []GroupBy { return []GroupBy{GroupProcess, GroupName, GroupStart} }

// String is the grouping's name on screen.
func (g GroupBy) String() string { return groupWords[g].title }

// Key is the grouping's name in files.
func (g GroupBy) Key() string { return groupWords[g].key }

// ParseGroup reads a name that Key returns.
func ParseGroup(key string) (GroupBy, bool) {
	i := slices.IndexFunc(Groups(), func(g GroupBy) bool { return g.Key() == key })
	return GroupBy(max(i, 0)), i >= 0
}

// groupOf is what a thread has in common with others of its group.
func (opts *RowsOptions) groupOf(t *model.Trace, ix model.ThreadIx) string {
	if opts.Group == GroupStart {
		return opts.Starts[ix].Name()
	}
	return model.Stem(opts.name(t, ix))
}

// groupTitle is the name of a group on screen.
func (opts *RowsOptions) groupTitle(group string) string {
	switch {
	case group != "":
		return Printable(group)
	case opts.Group == GroupStart:
		return "Start function unknown"
	}
	return "Unnamed threads"
}

// name is the name by which a thread is known: the user's, or its own; "" for
// none.
func (opts *RowsOptions) name(t *model.Trace, ix model.ThreadIx) string {
	if n := opts.Names[ix]; n != "" {
		return n
	}
	return t.ThreadLabel(ix)
}
