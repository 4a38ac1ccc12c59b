package session

import (
	"time"

	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// Session is the state of the window. It knows no toolkit. It belongs to one goroutine, that of the
// window; only Trace and what it refers to may be read from others. It is built of floors, each of
// which embeds the one below and knows nothing of those above; see the package comment.
type Session struct {
	steps
}

// New returns a session with nothing open.
func New() *Session {
	s := &Session{}
	s.now, s.zone, s.viewing = time.Now, time.Local, keep.ViewThreads
	s.calls.noise = query.DefaultNoise
	s.reset()
	return s
}

// Open shows a trace from its beginning to its end, with the target process
// expanded.
func (s *Session) Open(src Source, t *model.Trace) {
	s.Update(func() {
		s.reset()
		s.trace, s.source, s.other = t, src, query.Other{}
		s.opened++
		s.view = s.view.Fit(t.Covered(), t.Held())
		s.openRows()
		s.openCores()
		s.resetClock()
		s.tell(changedAll)
	})
}

// Close closes the trace.
func (s *Session) Close() {
	s.Update(func() {
		s.reset()
		s.trace, s.source, s.other = nil, Source{}, query.Other{}
		s.opened++
		s.rows = rowState{metrics: s.rows.metrics}
		s.openCores()
		s.resetClock()
		s.tell(changedAll)
	})
}

// Escape clears the most transient state: the selected segment, then the selected range, the
// critical path, the focus, and the cursors. It reports whether there was any.
func (s *Session) Escape() bool {
	switch {
	case s.selected != timeline.NoSegment || s.headed:
		s.Select(timeline.NoSegment)
	case s.marked.Len() > 0:
		s.Mark(model.Range{})
	case s.path.path != nil:
		s.HidePath()
	case s.focus != timeline.NoFocus:
		s.SetFocus(s.focus)
	case s.chart.focus != paint.NoClass:
		s.SetFocusClass(s.chart.focus)
	case s.HasCursors():
		s.ClearCursors()
	default:
		return false
	}
	return true
}
