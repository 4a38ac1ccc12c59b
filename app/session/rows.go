package session

import (
	"maps"
	"slices"

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
	path     bool            // there is a lane of the critical path among rows
	head     timeline.RowKey // the selected row that heads others
	headed   bool            // whether there is one
	starts   map[model.ThreadIx]model.Start
	startsOf []model.ProcIx // whose threads starts is about
}

// openRows resets for the open trace.
func (s *Session) openRows() {
	whole := s.trace.Whole()
	old := &s.rows.opts
	s.rows = rowState{metrics: s.rows.metrics, ranked: s.found.answered, opts: timeline.RowsOptions{
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
func (s *Session) Rows() *timeline.Rows {
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

func (s *Session) rowsChanged() {
	s.rows.rows = nil
	s.coresChanged()
	s.tell(ChangedRows)
}

// Metrics are the sizes with which the rows are laid out.
func (s *Session) Metrics() timeline.Metrics { return s.rows.metrics }

// SetMetrics changes the sizes.
func (s *Session) SetMetrics(m timeline.Metrics) {
	if m == s.rows.metrics {
		return
	}
	s.rows.metrics = m
	if s.rows.rows != nil {
		s.rows.rows = s.rows.rows.Resize(m)
	}
	s.cores.rows = nil
	s.tell(ChangedRows)
}

// VisibleThreads are the threads that have a lane, in the order of the lanes:
// what the sums are about.
func (s *Session) VisibleThreads() []model.ThreadIx {
	if s.trace == nil {
		return nil
	}
	return s.Rows().Visible()
}

// Chosen are the target processes that the user chose, nil for the trace's own.
func (s *Session) Chosen() []model.ProcIx { return s.rows.opts.Targets }

// Targets are the target processes: the chosen ones, or those for which the trace was recorded.
func (s *Session) Targets() []model.ProcIx {
	if s.rows.opts.Targets == nil && s.trace != nil {
		return s.trace.Targets()
	}
	return s.rows.opts.Targets
}

// Choose chooses the processes that come first and expanded; nil uses the trace's own.
func (s *Session) Choose(procs []model.ProcIx) {
	s.rows.opts.Targets = procs
	s.rows.ranked = false
	s.rows.opts.Expanded = map[timeline.RowKey]bool{}
	if s.rows.opts.Group == timeline.GroupStart {
		s.rows.opts.Starts = s.starts()
	}
	s.rowsChanged()
}

// Toggle expands or collapses a row that heads others.
func (s *Session) Toggle(key timeline.RowKey) {
	if s.trace == nil {
		return
	}
	if i := s.Lanes().OfKey(key); i >= 0 {
		s.rows.opts.Expanded[key] = !s.Lanes().List[i].Expanded
		s.rowsChanged()
	}
}

// ToggleAll expands all rows that head others, or collapses them when none is
// left to expand.
func (s *Session) ToggleAll() {
	if s.trace == nil {
		return
	}
	expand := false
	for _, row := range s.Lanes().List {
		expand = expand || row.Kind.Heads() && !row.Expanded
	}
	for _, row := range s.Lanes().List {
		if row.Kind.Heads() {
			s.rows.opts.Expanded[row.Key()] = expand
		}
	}
	s.rowsChanged()
}

// GroupBy is how the threads of the targets are grouped.
func (s *Session) GroupBy() timeline.GroupBy { return s.rows.opts.Group }

// SetGroupBy changes the grouping.
func (s *Session) SetGroupBy(g timeline.GroupBy) {
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
func (s *Session) CanGroupByStart() bool { return s.trace != nil && len(s.starts()) > 0 }

// starts are the start functions of the targets' threads, looked up once.
func (s *Session) starts() map[model.ThreadIx]model.Start {
	targets := s.Targets()
	if s.rows.starts == nil || !slices.Equal(s.rows.startsOf, targets) {
		s.rows.starts, s.rows.startsOf = s.trace.StartFunctions(targets), targets
	}
	return s.rows.starts
}

// Name is the user's name of a thread, or its own.
func (s *Session) Name(ix model.ThreadIx) string {
	if n := s.rows.opts.Names[ix]; n != "" {
		return n
	}
	return s.trace.Threads[ix].Name()
}

// Rename gives a thread a user-defined name; "" or its own name removes that.
func (s *Session) Rename(ix model.ThreadIx, name string) {
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
