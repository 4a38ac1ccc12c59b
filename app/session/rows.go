package session

import (
	"maps"
	"slices"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/timeline"
)

// rowState is which threads are shown, and the rows that follow from it.
type rowState struct {
	opts     timeline.RowsOptions
	keep     bool // the rows stay sorted as the window moves
	ranked   bool // the order of relevance has the first finding
	metrics  timeline.Metrics
	rows     *timeline.Rows
	version  int  // grows with every change, for what depends on the rows
	path     bool // there is a lane of the critical path among rows
	starts   map[model.ThreadIx]model.Start
	startsOf []model.ProcIx // whose threads starts is about
}

// rowList is the floor of the lanes: which threads have one, and in which order.
type rowList struct {
	selection
	rows rowState
}

// openRows resets for the open trace.
func (s *rowList) openRows() {
	whole := s.trace.Held()
	old := &s.rows.opts
	s.head, s.headed = timeline.RowKey{}, false
	s.rows = rowState{version: s.rows.version + 1, metrics: s.rows.metrics, ranked: s.found.answered, opts: timeline.RowsOptions{
		Expanded: map[timeline.RowKey]bool{},
		Hidden:   map[model.ThreadIx]bool{},
		Guests:   map[model.ThreadIx]bool{},
		Names:    map[model.ThreadIx]string{},
		Window:   whole, SortWindow: whole,
		Relevant: s.found.relevant, Fold: true, Named: s.found.named,

		// Which rows are shown does not depend on the trace.
		NoMarkers: old.NoMarkers, Spans: old.Spans, NoDisks: old.NoDisks, Processors: old.Processors,
	}}
}

// Rows are the rows of the picture, nil without a trace.
func (s *rowList) Rows() *timeline.Rows {
	if s.trace == nil {
		return nil
	}
	if path := s.path.path != nil; s.rows.rows == nil || s.rows.path != path {
		opts := s.rows.opts
		opts.Path = path
		s.rows.rows, s.rows.path = timeline.BuildRows(s.trace, opts, s.rows.metrics), path
	}
	return s.rows.rows
}

func (s *rowList) rowsChanged() {
	s.rows.rows = nil
	s.rows.version++
	s.tell(ChangedRows)
}

// Metrics are the sizes with which the rows are laid out.
func (s *rowList) Metrics() timeline.Metrics { return s.rows.metrics }

// SetMetrics changes the sizes.
func (s *rowList) SetMetrics(m timeline.Metrics) {
	if m == s.rows.metrics {
		return
	}
	s.rows.metrics = m
	if s.rows.rows != nil {
		s.rows.rows = s.rows.rows.Resize(m)
	}
	s.rows.version++
	s.tell(ChangedRows)
}

// VisibleThreads are the threads that have a lane, in the order of the lanes:
// what the sums are about.
func (s *rowList) VisibleThreads() []model.ThreadIx {
	if s.trace == nil {
		return nil
	}
	return s.Rows().Visible()
}

// Chosen are the target processes that the user chose, nil for the trace's own.
func (s *rowList) Chosen() []model.ProcIx { return s.rows.opts.Targets }

// Targets are the target processes: the chosen ones, or those for which the trace was recorded.
func (s *rowList) Targets() []model.ProcIx {
	if s.rows.opts.Targets == nil && s.trace != nil {
		return s.trace.Targets()
	}
	return s.rows.opts.Targets
}

// Choose chooses the processes that come first and expanded; nil uses the trace's own.
func (s *rowList) Choose(procs []model.ProcIx) {
	s.rows.opts.Targets = procs
	s.rows.ranked = false
	s.rows.opts.Expanded = map[timeline.RowKey]bool{}
	if s.rows.opts.Group == timeline.GroupStart {
		s.rows.opts.Starts = s.starts()
	}
	s.rowsChanged()
}

// GroupBy is how the threads of the targets are grouped.
func (s *rowList) GroupBy() timeline.GroupBy { return s.rows.opts.Group }

// SetGroupBy changes the grouping.
func (s *rowList) SetGroupBy(g timeline.GroupBy) {
	if s.trace == nil || g == timeline.GroupStart && !s.CanGroupByStart() {
		return
	}
	s.rows.opts.Group, s.rows.opts.Starts = g, nil
	if g == timeline.GroupStart {
		s.rows.opts.Starts = s.starts()
	}
	s.rowsChanged()
}

// CanGroupByStart reports whether the trace shows the start function of any of the targets'
// threads.
func (s *rowList) CanGroupByStart() bool { return s.trace != nil && len(s.starts()) > 0 }

// starts are the start functions of the targets' threads, looked up once.
func (s *rowList) starts() map[model.ThreadIx]model.Start {
	targets := s.Targets()
	if s.rows.starts == nil || !slices.Equal(s.rows.startsOf, targets) {
		s.rows.starts, s.rows.startsOf = s.trace.StartFunctions(targets), targets
	}
	return s.rows.starts
}

// Name is the user's name of a thread, or its own.
func (s *rowList) Name(ix model.ThreadIx) string {
	if n := s.rows.opts.Names[ix]; n != "" {
		return n
	}
	return s.trace.Threads[ix].Name()
}

// Rename gives a thread a user-defined name; "" or its own name removes that.
func (s *rowList) Rename(ix model.ThreadIx, name string) {
	if s.trace == nil || name == s.Name(ix) {
		return
	}
	names := maps.Clone(s.rows.opts.Names)
	delete(names, ix)
	if name != "" && name != s.trace.Threads[ix].Name() {
		names[ix] = name
	}
	s.rows.opts.Names = names
	s.rowsChanged()
}

// Terms are those of the open trace. They may be kept and read on any goroutine.
func (s *rowList) Terms() naming.Terms { return naming.Terms{Clock: s.clock, Names: s.rows.opts.Names} }

// Title is the name and id of a thread for display, with the user's name for it if there is one.
func (s *rowList) Title(ix model.ThreadIx) string { return s.Terms().Thread(s.trace, ix) }

// Profile is the time by category of the visible threads in Scope, the number of
// those threads, and whether lost events touch it, so that it may be too small.
func (s *rowList) Profile() (sums model.Sums, threads int, lossy bool) {
	if s.trace == nil {
		return sums, 0, false
	}
	visible := s.VisibleThreads()
	return s.trace.Profile(visible, s.Scope()), len(visible),
		s.trace.LossIn(model.AllCPUs, s.Scope()) || s.trace.Touched(visible, s.Scope())
}

// Counted are the sums of Profile without what is left out.
func (s *rowList) Counted() (sums model.Sums, threads int, lossy bool) {
	sums, threads, lossy = s.Profile()
	if s.noIdle {
		for _, ix := range s.VisibleThreads() {
			idle := s.trace.IdleSums(ix, s.Scope())
			sums.Sub(&idle)
		}
	}
	for c, out := range s.leftOut {
		if out {
			sums[c] = 0
		}
	}
	return sums, threads, lossy
}

// SelectedRow is the index of the selected row, or of the collapsed one that contains the selected
// thread; -1 without one.
func (s *rowList) SelectedRow() int {
	switch {
	case s.trace == nil:
		return -1
	case s.headed:
		return s.Rows().OfKey(s.head)
	case s.selected.Thread == model.NoThread:
		return -1
	}
	row, _ := s.Rows().OfThread(s.selected.Thread)
	return row
}

// PartTitle is what a part is about and of which threads, for people.
func (s *rowList) PartTitle(p *ReportPart) string {
	who := "all threads"
	if p.Thread != model.NoThread {
		who = s.Terms().Thread(s.trace, p.Thread)
	}
	return p.What + " · " + who
}
