package session

import (
	"threadlens/model"
	"threadlens/timeline"
)

// rowState is which threads are shown, and the rows that follow from it.
type rowState struct {
	opts    timeline.RowsOptions
	metrics timeline.Metrics
	rows    *timeline.Rows
}

// openRows starts anew for the open trace.
func (s *Session) openRows() {
	s.rows.opts = timeline.RowsOptions{
		Toggled: map[model.ProcIx]bool{},
		Hidden:  map[model.ThreadIx]bool{},
		Sort:    s.rows.opts.Sort,
		Window:  s.trace.Whole(),

		// Which rows one wants is no matter of the trace.
		NoMarkers: s.rows.opts.NoMarkers, Spans: s.rows.opts.Spans,
		NoDisks: s.rows.opts.NoDisks, Processors: s.rows.opts.Processors,
	}
	s.rows.rows = nil
}

// Rows are the rows of the picture, nil without a trace.
func (s *Session) Rows() *timeline.Rows {
	if s.trace == nil {
		return nil
	}
	if s.rows.rows == nil {
		s.rows.rows = timeline.BuildRows(s.trace, s.rows.opts, s.rows.metrics)
	}
	return s.rows.rows
}

func (s *Session) rowsChanged() {
	s.rows.rows = nil
	s.tell(ChangedRows)
}

// Metrics are the sizes that the rows are laid out with.
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

// Chosen are the processes that the user chose to look at, nil for the trace's
// own.
func (s *Session) Chosen() []model.ProcIx { return s.rows.opts.Targets }

// Targets are the processes whose view this is: the chosen ones, or those that
// the trace was recorded for.
func (s *Session) Targets() []model.ProcIx {
	if s.rows.opts.Targets == nil && s.trace != nil {
		return s.trace.Targets()
	}
	return s.rows.opts.Targets
}

// Choose chooses the processes that come first and expanded; nil leaves the
// choice to the trace.
func (s *Session) Choose(procs []model.ProcIx) {
	s.rows.opts.Targets = procs
	s.rows.opts.Toggled = map[model.ProcIx]bool{}
	s.rowsChanged()
}

// Toggle expands or collapses a process, or the kernel's threads
// (timeline.KernelGroup).
func (s *Session) Toggle(p model.ProcIx) {
	s.rows.opts.Toggled[p] = !s.rows.opts.Toggled[p]
	s.rowsChanged()
}

// Sort is the order of the lanes.
func (s *Session) Sort() timeline.SortBy { return s.rows.opts.Sort }

// SetSort sorts the lanes; an order by share takes the shares of the window as
// it is now.
func (s *Session) SetSort(by timeline.SortBy) {
	s.rows.opts.Sort = by
	s.rows.opts.Window = s.view.Clip(s.trace.Whole())
	s.rowsChanged()
}

// Hide hides the selected thread and selects its neighbour.
func (s *Session) Hide() {
	if s.trace == nil || s.selected.Thread == model.NoThread {
		return
	}
	s.Update(func() {
		hide := s.selected.Thread
		threads := s.VisibleThreads()
		s.rows.opts.Hidden[hide] = true
		next := timeline.NoSegment
		if i := indexOf(threads, hide); i >= 0 && len(threads) > 1 {
			j := i + 1
			if j == len(threads) {
				j = i - 1
			}
			next = timeline.SegmentRef{Thread: threads[j], Index: -1}
		}
		s.Select(next)
		s.rowsChanged()
	})
}

// HideOthers hides all threads that have a lane except the selected one.
func (s *Session) HideOthers() {
	if s.trace == nil || s.selected.Thread == model.NoThread {
		return
	}
	for _, ix := range s.VisibleThreads() {
		if ix != s.selected.Thread {
			s.rows.opts.Hidden[ix] = true
		}
	}
	s.rowsChanged()
}

// ShowAll takes all hiding back.
func (s *Session) ShowAll() {
	if len(s.rows.opts.Hidden) > 0 {
		s.rows.opts.Hidden = map[model.ThreadIx]bool{}
		s.rowsChanged()
	}
}

// Hidden is the number of threads that were hidden by hand.
func (s *Session) Hidden() int { return len(s.rows.opts.Hidden) }

// ShowThread gives a thread a lane: it is no longer hidden, and its process is
// expanded.
func (s *Session) ShowThread(ix model.ThreadIx) {
	row, exact := s.Rows().OfThread(ix)
	if exact {
		return
	}
	delete(s.rows.opts.Hidden, ix)
	if row >= 0 {
		r := s.Rows().List[row]
		key := r.Proc
		if r.Kind == timeline.RowKernel {
			key = timeline.KernelGroup
		}
		if !r.Expanded {
			s.rows.opts.Toggled[key] = !s.rows.opts.Toggled[key]
		}
	}
	s.rowsChanged()
}
