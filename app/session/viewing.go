package session

import (
	"threadlens/app/session/keep"
	"threadlens/timeline"
)

// Viewing is the view in which the trace is shown.
func (s *Session) Viewing() keep.ViewKind { return s.viewing }

// SetViewing shows the trace in another view: of the same time, with the same
// things selected.
func (s *Session) SetViewing(v keep.ViewKind) {
	if v != s.viewing {
		s.viewing = v
		s.tell(ChangedView)
	}
}

// Lanes are the rows of the picture: those of the CPUs in the Cores view, the chart in that of the
// CPU utilization, else those of the threads; nil without a trace.
func (s *Session) Lanes() *timeline.Rows {
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
func (s *Session) SelectedLane() int {
	switch {
	case s.viewing == keep.ViewUtilization:
		return -1
	case s.viewing == keep.ViewCores && s.trace != nil:
		return s.selectedCore()
	}
	return s.SelectedRow()
}
