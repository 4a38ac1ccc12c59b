package session

import (
	"threadlens/app/session/query"
	"threadlens/model"
)

// Change is what has changed in a Session since the last notice.
type Change uint32

// Parts of a session that change.
const (
	ChangedTrace     Change = 1 << iota // another trace, or none
	ChangedWindow                       // the visible time
	ChangedSelection                    // the selected segment or row
	ChangedRange                        // the selected time range
	ChangedRows                         // which threads are shown, and how
	ChangedFocus                        // the category that stays while others fade
	ChangedCursors                      // cursor A or B
	ChangedBookmarks                    // the marks
	ChangedClock                        // how instants are written
	ChangedView                         // the view
	ChangedPercent                      // the denominator of shares of CPU time
	ChangedMeasure                      // the inputs of the Measurement view
	ChangedPath                         // the visible critical path
	ChangedKnown                        // what is known about the open trace: why threads waited, names of functions
	ChangedFindings                     // thresholds of findings, and suppressions
	ChangedCalls                        // which call trees are shown, and how
	ChangedOther                        // the trace to compare with
)

// changedAll is what changes with the trace.
const changedAll = ChangedTrace | ChangedWindow | ChangedSelection | ChangedRange | ChangedRows | ChangedFocus |
	ChangedCursors | ChangedBookmarks | ChangedClock | ChangedMeasure | ChangedPath | ChangedFindings | ChangedCalls | ChangedOther

// openTrace is the lowest floor of a Session: the open trace, and who is notified of changes.
type openTrace struct {
	trace    *model.Trace
	other    query.Other // what the trace is compared with
	opened   int         // how often a trace was opened or closed
	source   Source
	watchers []func(Change)
	pending  Change
	depth    int
}

// Subscribe makes f be called after every change, with what has changed. Changes made in one Update
// are reported in one call.
func (s *openTrace) Subscribe(f func(Change)) { s.watchers = append(s.watchers, f) }

// Update runs f and then notifies the subscribers once about everything that f changed.
func (s *openTrace) Update(f func()) {
	s.depth++
	f()
	s.depth--
	s.tell(0)
}

func (s *openTrace) tell(c Change) {
	s.pending |= c
	if s.depth > 0 || s.pending == 0 {
		return
	}
	c, s.pending = s.pending, 0
	for _, f := range s.watchers {
		f(c)
	}
}

// Trace is the open trace, nil without one.
func (s *openTrace) Trace() *model.Trace { return s.trace }

// Source is where the open trace came from.
func (s *openTrace) Source() Source { return s.source }

// Offset is how much later an instant of the trace to compare with is than the same instant of the
// open one.
func (s *openTrace) Offset() model.Time { return s.other.Offset }

// SetOffset changes it.
func (s *openTrace) SetOffset(offset model.Time) {
	if offset != s.other.Offset {
		s.other.Offset = offset
		s.tell(ChangedOther)
	}
}

// Other is the trace with which the open one is compared, nil without one.
func (s *openTrace) Other() *model.Trace { return s.other.Trace }

// SetOther sets the trace with which the open one is compared, until another one is opened.
func (s *openTrace) SetOther(t *model.Trace) {
	s.other.Trace, s.other.Offset = t, 0
	s.tell(ChangedOther)
}

// LearnOther is Learn for the trace to compare with.
func (s *openTrace) LearnOther(t *model.Trace) {
	s.other.Trace = t
	s.tell(ChangedOther)
}

// Opened counts how often a trace was opened or closed: while it is the same, so is the trace,
// whatever more is learned about it.
func (s *openTrace) Opened() int { return s.opened }
