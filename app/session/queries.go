package session

import (
	"errors"
	"slices"

	"threadlens/app/grid"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/model/measure"
)

// AnyReport is the query for a report about Scope: of the visible threads, or of the machine where
// the command line's report is about that, or of its part. ok is false for an unknown name.
func (s *Session) AnyReport(name string) (q query.AnyReport, ok bool) {
	other := s.other
	other.Limits = s.found.limits
	a, ok := other.Find(name)
	if !ok || s.trace == nil {
		return q, false
	}
	q = query.AnyReport{Trace: s.trace, Report: a, Terms: s.Terms()}
	q.Scope = measure.Scope{
		Range: s.Scope(), Threads: slices.Sorted(slices.Values(s.VisibleThreads())), Percent: s.chart.percent,
		Target: measure.Target{Procs: s.Targets()}, Guest: s.Figures(), FollowCauses: s.FollowsCauses(), Counters: s.counters,
	}
	if a.OfMachine() {
		q.Scope.Threads = measure.Visible(s.trace)
	}
	if p := s.ReportPart(name); p != nil {
		p.Narrow(&q.Scope)
	}
	return q, true
}

// CallQuery is the query for the chosen call trees, with Just My Code or without.
func (s *Session) CallQuery(mine bool) query.Calls {
	q := query.Calls{Trace: s.trace, Choice: s.calls.choice, Window: s.Scope(), Noise: s.calls.noise, Mine: mine, Terms: s.Terms()}
	if s.CallsBehind() {
		q.Window = s.calls.kept
	}
	q.Threads = s.VisibleThreads()
	if s.trace != nil && int(q.Choice.Thread) < len(s.trace.Threads) {
		q.Threads = []model.ThreadIx{q.Choice.Thread}
	}
	return q
}

// ContentionQuery is the query for the contention of the visible threads in Scope.
func (s *Session) ContentionQuery() query.Contention {
	return query.Contention{Trace: s.trace, Threads: s.VisibleThreads(), Window: s.Scope(), Terms: s.Terms()}
}

// CPUQuery is the query for the summary of the session's scope.
func (s *Session) CPUQuery(group query.CPUGroup) query.CPU {
	return query.CPU{
		Trace: s.trace, Window: s.Scope(), Percent: s.chart.percent, Guest: s.Figures(),
		Targets: s.Targets(), Terms: s.Terms(), Group: group,
	}
}

// FindingsQuery is the query for findings about the visible threads in Scope.
func (s *Session) FindingsQuery() query.Findings {
	return query.Findings{
		Trace: s.trace, Opened: s.opened, Window: s.Scope(), Threads: slices.Sorted(slices.Values(s.VisibleThreads())), Targets: s.Targets(), Limits: s.found.limits,
		Suppressed: s.found.suppressed.Clone(), All: s.found.all, Terms: s.Terms(),
	}
}

// MeasureQuery is the query for the contents of the view; columns is how many columns its chart of
// the queue has.
func (s *Session) MeasureQuery(columns int) query.Measure {
	q := query.Measure{
		Trace: s.trace, Scope: s.Scope(), Targets: s.Targets(), Percent: s.Percent(),
		Tick: s.TickClock(), PhaseGiven: s.TickGiven(), Columns: columns, Terms: s.Terms(),
	}
	if s.trace != nil {
		q.Window = s.view.Clip(s.trace.Held())
	}
	return q
}

// MigrationQuery is the query for the table of switches and migrations of all threads in Scope.
func (s *Session) MigrationQuery() query.Migrations {
	return query.Migrations{Trace: s.trace, Window: s.Scope(), Terms: s.Terms()}
}

// PathQuery is the query for the table of the visible path.
func (s *Session) PathQuery() query.Path {
	return query.Path{Trace: s.trace, Path: s.path.path, Terms: s.Terms()}
}

var errNoTrace = errors.New("no trace is open")

// ReportQuery is the query for the profile report of the visible threads in Scope. As in the
// gutter, their number is out of the threads of the expanded rows.
func (s *Session) ReportQuery() query.Profile {
	q := query.Profile{Trace: s.trace, Threads: s.VisibleThreads(), Window: s.Scope(), Terms: s.Terms()}
	if s.trace != nil {
		q.Of = s.Rows().Total
	}
	return q
}

// Report is the profile report of the visible threads in Scope. It fails only without a trace or
// with a window outside the trace.
func (s *Session) Report() (*grid.Content, error) {
	if s.trace == nil {
		return nil, errNoTrace
	}
	return s.ReportQuery().Run()
}

// GridScope is what the figures of a table about the session's scope are from.
func (s *Session) GridScope() grid.Scope {
	return grid.Scope{
		Place: filter.Place{Trace: s.trace, Window: s.Scope(), Names: s.Terms().Names},
		Clock: s.clock,
	}
}

// ReportCost is the number of segments that Report has to process.
func (s *Session) ReportCost() int {
	n, scope := 0, s.Scope()
	for _, ix := range s.VisibleThreads() {
		th := &s.trace.Threads[ix]
		r := scope.Clip(th.Life)
		from, ok := s.trace.SegmentAt(ix, r.From)
		if !ok {
			continue
		}
		to := th.Len() - 1
		if seg, ok := s.trace.SegmentAt(ix, r.To); ok {
			to = seg.Index
		}
		n += to - from.Index + 1
	}
	return n
}
