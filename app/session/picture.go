package session

import (
	"threadlens/app/session/keep"
	"threadlens/model"
	"threadlens/timeline"
)

// Lanes are the rows of the picture: those of the CPUs in the Cores view, the chart in that of the
// CPU utilization, else those of the threads; nil without a trace.
func (s *picture) Lanes() *timeline.Rows {
	switch {
	case s.viewing == keep.ViewUtilization:
		return s.chartRows()
	case s.viewing == keep.ViewCores && s.trace != nil:
		return s.coreRows()
	}
	return s.Rows()
}

// SelectedLane is the index in Lanes of the selected row, or of the one that contains the selected
// thread; -1 without one.
func (s *picture) SelectedLane() int {
	switch {
	case s.viewing == keep.ViewUtilization:
		return -1
	case s.viewing == keep.ViewCores && s.trace != nil:
		return s.selectedCore()
	}
	return s.SelectedRow()
}

// Toggle expands or collapses a row that heads others.
func (s *picture) Toggle(key timeline.RowKey) {
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
func (s *picture) ToggleAll() {
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

// ShowThread gives a thread a lane: it is no longer hidden by hand, the filter lets it pass, and
// its process, group and fold are expanded. In the Cores view, where threads have no lanes, the CPU
// of the selected segment gets its lane.
func (s *picture) ShowThread(ix model.ThreadIx) {
	if s.viewing == keep.ViewCores {
		s.showCore()
		return
	}
	if _, exact := s.Rows().OfThread(ix); exact {
		return
	}
	s.Update(func() {
		delete(s.rows.opts.Hidden, ix)
		s.rows.opts.Guests[ix] = true
		s.rowsChanged()
		for row, exact := s.Rows().OfThread(ix); row >= 0 && !exact; row, exact = s.Rows().OfThread(ix) {
			s.rows.opts.Expanded[s.Rows().List[row].Key()] = true
			s.rowsChanged()
		}
	})
}

// Go selects a segment and brings its time into the window.
func (s *picture) Go(ref timeline.SegmentRef) {
	s.Update(func() {
		s.Select(ref)
		if seg, ok := s.Segment(); ok {
			s.ShowThread(seg.Thread)
			s.Reveal(seg.Range)
		}
	})
}

// start is the selected segment; where only a thread is selected, it selects that thread's segment
// in the middle of the window, and ok is false.
func (s *picture) start() (ref timeline.SegmentRef, ok bool) {
	if s.trace == nil || s.selected.Thread == model.NoThread {
		return ref, false
	}
	if s.selected.Index < 0 {
		s.SelectAt(s.selected.Thread, s.middle())
		return ref, false
	}
	return s.selected, true
}

// selectedCore is the lane of the CPU on which the selected segment ran, or the selected head; -1
// without one.
func (s *picture) selectedCore() int {
	if s.headed {
		return s.Lanes().OfKey(s.head)
	}
	if seg, ok := s.Segment(); ok && seg.State == model.Running {
		row, _ := s.Lanes().OfCPU(seg.CPU)
		return row
	}
	return -1
}

// showCore expands the head of the CPU on which the selected segment ran.
func (s *picture) showCore() {
	seg, ok := s.Segment()
	if !ok || seg.State != model.Running {
		return
	}
	if row, exact := s.Lanes().OfCPU(seg.CPU); row >= 0 && !exact {
		s.Toggle(s.Lanes().List[row].Key())
	}
}
