package session

import (
	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
	"threadlens/model/measure/calltree"
	"threadlens/timeline"
	"threadlens/timeline/paint"
)

// choices is the floor of what the user chose to see: the view, what stays while the rest fades, what
// is left out of sums, the inputs of measurement, findings and call trees, and the critical path.
type choices struct {
	visibleTime
	viewing  keep.ViewKind
	focus    model.Category
	leftOut  [model.NumCategories]bool // of the profile
	noIdle   bool                      // idle workers are left out of it
	chart    chartState
	measure  measureState
	counters measure.CounterInput
	found    findState
	calls    callState
	part     ReportPart
	path     pathState
}

func (s *choices) reset() {
	s.visibleTime.reset()
	s.focus, s.chart.focus = timeline.NoFocus, paint.NoClass
	s.leftOut, s.noIdle = [model.NumCategories]bool{}, false
	s.measure, s.counters = measureState{}, measure.CounterInput{}
	s.found = findState{limits: s.found.limits, named: map[model.ThreadIx]bool{}}
	s.calls, s.part = newCallState(s.calls.noise), ReportPart{}
	s.path = pathState{follow: s.path.follow}
}

// Focus is the category that stays while the others fade, timeline.NoFocus without one.
func (s *choices) Focus() model.Category { return s.focus }

// SetFocus changes the focused category; the same one again clears it.
func (s *choices) SetFocus(c model.Category) {
	if c == s.focus {
		c = timeline.NoFocus
	}
	if c != s.focus {
		s.focus = c
		s.tell(ChangedFocus)
	}
}

// Viewing is the view in which the trace is shown.
func (s *choices) Viewing() keep.ViewKind { return s.viewing }

// SetViewing shows the trace in another view: of the same time, with the same
// things selected.
func (s *choices) SetViewing(v keep.ViewKind) {
	if v != s.viewing {
		s.viewing = v
		s.tell(ChangedView)
	}
}

// Percent is the denominator of shares of CPU time, in all views, tables and reports.
func (s *choices) Percent() measure.Denominator { return s.chart.percent }

// SetPercent changes the denominator.
func (s *choices) SetPercent(p measure.Denominator) {
	if p != s.chart.percent {
		s.chart.percent = p
		s.tell(ChangedPercent)
	}
}

// FocusClass is the class of CPU use that stays while the others fade, timeline.NoClass without
// one.
func (s *choices) FocusClass() paint.Class { return s.chart.focus }

// SetFocusClass changes the focused class; the same one again clears it.
func (s *choices) SetFocusClass(c paint.Class) {
	if c == s.chart.focus {
		c = paint.NoClass
	}
	if c != s.chart.focus {
		s.chart.focus = c
		s.tell(ChangedFocus)
	}
}

// callState is which call trees are shown, and how.
type callState struct {
	choice query.CallChoice
	noise  float64 // in percent
	// The trees stay those of kept while one of their instances is looked at, which is as long as
	// the window is shown.
	kept, shown model.Range
}

// newCallState is the state for a newly opened trace; the noise stays.
func newCallState(noise float64) callState {
	return callState{choice: query.CallChoice{Kind: calltree.TreeBlocking, Category: query.AllBlocking, Thread: model.NoThread}, noise: noise}
}

// pathState is the state of the visible critical path.
type pathState struct {
	path   *blocking.CriticalPath // nil for none
	marks  *timeline.Path         // the same for the picture
	follow bool                   // causes are followed
	at     int                    // the hop visited last
}

// measureState is the input of the Measurement view for a trace.
type measureState struct {
	clock       measure.Clock // Tick 0: the default
	host, guest query.Figure
	everywhere  bool // the correction applies to all views
}

// findState is a session's state of findings.
type findState struct {
	limits     findings.Limits // the user's, not the trace's
	suppressed keep.Suppressions
	all        bool // suppressed findings are shown too

	answered bool                    // findings were computed since the trace was opened
	relevant []model.ThreadIx        // threads of the first finding of the last result
	named    map[model.ThreadIx]bool // by any finding so far
	waiting  map[model.ThreadIx]bool // named by those that the lanes do not follow yet
}

// chartState is how the CPU use is shown.
type chartState struct {
	rows    *timeline.Rows
	metrics timeline.Metrics // with which rows were made
	focus   paint.Class      // that stays while others fade
	percent measure.Denominator
}

// NarrowReport narrows a report; the zero ReportPart shows reports in full again.
func (s *choices) NarrowReport(p ReportPart) { s.part = p }

// ReportPart is how a report, or its chart, is narrowed; nil if it is shown in full.
func (s *choices) ReportPart(name string) *ReportPart {
	if s.part.Report == "" || s.part.Report != name {
		return nil
	}
	return &s.part
}

// Outcome is the result of a search: empty when it succeeded, otherwise why not, and a suggestion
// where there is one.
type Outcome struct {
	Text string
	Way  string // label of the suggestion in a word or two, "" without one; {id} is a command's key
	Run  func() // carries it out
	// Then is what to say after that, nil for nothing.
	Then *Outcome
}
