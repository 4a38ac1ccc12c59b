package session

import (
	"time"

	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// Change is what has changed in a Session since the last notice.
type Change uint16

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
)

// Session is the state of the window. It knows no toolkit. It belongs to one goroutine, that of the
// window; only Trace and what it refers to may be read from others.
type Session struct {
	trace   *model.Trace
	opened  int // how often a trace was opened or closed
	source  Source
	view    timeline.Viewport
	viewing keep.ViewKind
	history history
	fitFrom model.Range // the window before FitSelection
	fitTo   model.Range // the window it showed

	selected timeline.SegmentRef
	hops     []timeline.SegmentRef // made by ToWaker, the first hop first
	picked   []timeline.SegmentRef // see Picked
	marked   model.Range           // the selected time range
	focus    model.Category
	leftOut  [model.NumCategories]bool // of the profile
	noIdle   bool                      // idle workers are left out of it

	cursors   [numCursors]model.Time
	bookmarks []Bookmark
	markTimes []model.Time
	visited   int         // the bookmark visited last, -1 without
	visitedIn model.Range // the window that showed it
	timeAs    timeline.TimeAs
	zone      *time.Location // of times of day
	clock     timeline.Clock

	rows    rowState
	chart   chartState
	cores   coreState
	measure measureState
	path    pathState
	found   findState
	calls   callState
	part    ReportPart

	watchers []func(Change)
	pending  Change
	depth    int
	now      func() time.Time
}

// New returns a session with nothing open.
func New() *Session {
	s := &Session{now: time.Now, zone: time.Local, viewing: keep.ViewThreads, calls: callState{noise: query.DefaultNoise}}
	s.reset()
	return s
}

func (s *Session) reset() {
	s.view.Range = model.Range{}
	s.history = history{}
	s.fitFrom, s.fitTo = model.Range{}, model.Range{}
	s.selected, s.hops, s.picked = timeline.NoSegment, nil, nil
	s.marked = model.Range{}
	s.focus, s.chart.focus = timeline.NoFocus, paint.NoClass
	s.leftOut, s.noIdle = [model.NumCategories]bool{}, false
	s.cursors, s.bookmarks, s.markTimes, s.visited = noCursors, nil, nil, -1
	s.measure = measureState{}
	s.path = pathState{follow: s.path.follow}
	s.found = findState{limits: s.found.limits, named: map[model.ThreadIx]bool{}}
	s.calls, s.part = newCallState(s.calls.noise), ReportPart{}
}

// changedAll is what changes with the trace.
const changedAll = ChangedTrace | ChangedWindow | ChangedSelection | ChangedRange | ChangedRows | ChangedFocus |
	ChangedCursors | ChangedBookmarks | ChangedClock | ChangedMeasure | ChangedPath | ChangedFindings | ChangedCalls

// Subscribe makes f be called after every change, with what has changed. Changes made in one Update
// are reported in one call.
func (s *Session) Subscribe(f func(Change)) { s.watchers = append(s.watchers, f) }

// Update runs f and then notifies the subscribers once about everything that f changed.
func (s *Session) Update(f func()) {
	s.depth++
	f()
	s.depth--
	s.tell(0)
}

func (s *Session) tell(c Change) {
	s.pending |= c
	if s.depth > 0 || s.pending == 0 {
		return
	}
	c, s.pending = s.pending, 0
	for _, f := range s.watchers {
		f(c)
	}
}

// Open shows a trace from its beginning to its end, with the target process
// expanded.
func (s *Session) Open(src Source, t *model.Trace) {
	s.Update(func() {
		s.reset()
		s.trace, s.source = t, src
		s.opened++
		s.view = s.view.Fit(t.Covered(), t.Whole())
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
		s.trace, s.source = nil, Source{}
		s.opened++
		s.rows = rowState{metrics: s.rows.metrics}
		s.openCores()
		s.resetClock()
		s.tell(changedAll)
	})
}

// Trace is the open trace, nil without one.
func (s *Session) Trace() *model.Trace { return s.trace }

// Source is where the open trace came from.
func (s *Session) Source() Source { return s.source }

// Focus is the category that stays while the others fade, timeline.NoFocus without one.
func (s *Session) Focus() model.Category { return s.focus }

// SetFocus changes the focused category; the same one again clears it.
func (s *Session) SetFocus(c model.Category) {
	if c == s.focus {
		c = timeline.NoFocus
	}
	if c != s.focus {
		s.focus = c
		s.tell(ChangedFocus)
	}
}

// Marked is the selected time range, of length 0 without one.
func (s *Session) Marked() model.Range { return s.marked }

// Mark selects a time range, clipped to the trace; an empty one clears it.
func (s *Session) Mark(r model.Range) {
	if s.trace == nil || r.Len() == 0 {
		r = model.Range{}
	} else {
		r = r.Clip(s.trace.Whole())
	}
	if r != s.marked {
		s.marked = r
		s.tell(ChangedRange)
	}
}

// Scope is the time that sums and profiles are about: the selected range, or
// the visible part of the trace.
func (s *Session) Scope() model.Range {
	switch {
	case s.trace == nil:
		return model.Range{}
	case s.marked.Len() > 0:
		return s.marked
	}
	return s.view.Clip(s.trace.Whole())
}

// Profile is the time by category of the visible threads in Scope, the number of
// those threads, and whether lost events touch it, so that it may be too small.
func (s *Session) Profile() (sums model.Sums, threads int, lossy bool) {
	if s.trace == nil {
		return sums, 0, false
	}
	visible := s.VisibleThreads()
	return s.trace.Profile(visible, s.Scope()), len(visible),
		s.trace.LossIn(model.AllCPUs, s.Scope()) || s.trace.Touched(visible, s.Scope())
}

// Escape clears the most transient state: the selected segment, then the selected range, the
// critical path, the focus, and the cursors. It reports whether there was any.
func (s *Session) Escape() bool {
	switch {
	case s.selected != timeline.NoSegment || s.rows.headed:
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
