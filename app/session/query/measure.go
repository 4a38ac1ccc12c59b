package query

import (
	"maps"
	"slices"

	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/model/measure"
)

// Measure is a query for the Measurement view. It is a plain value, so that it can be computed in
// the background.
type Measure struct {
	Trace   *model.Trace
	Window  model.Range    // of the charts
	Scope   model.Range    // of the figures and the table
	Targets []model.ProcIx // the measured process
	Percent measure.Denominator
	Tick    measure.Clock
	// PhaseGiven is set where the clock was chosen: otherwise the queue is read at the phase at
	// which wakes clump.
	PhaseGiven bool
	Columns    int // of the chart of the queue
	Terms      naming.Terms
}

// Same reports whether two queries have the same result.
func (q *Measure) Same(o *Measure) bool {
	return q.Trace == o.Trace && q.Window == o.Window && q.Scope == o.Scope && slices.Equal(q.Targets, o.Targets) &&
		q.Percent == o.Percent && q.Tick == o.Tick && q.PhaseGiven == o.PhaseGiven && q.Columns == o.Columns &&
		q.Terms.Clock == o.Terms.Clock && maps.Equal(q.Terms.Names, o.Terms.Names)
}

// Cost is roughly how many context switches have to be processed.
func (q *Measure) Cost() int {
	if q.Trace.End == 0 {
		return 0
	}
	part := float64(max(q.Window.Len(), q.Scope.Len())) / float64(q.Trace.End)
	return int(float64(q.Trace.SwitchCount()) * part)
}

// threads are those of the target.
func (q *Measure) threads() []model.ThreadIx {
	list := []model.ThreadIx{}
	for _, p := range q.Targets {
		list = append(list, q.Trace.Processes[p].Threads...)
	}
	return list
}

// Who names the process whose CPU time is measured.
func (q *Measure) Who() string {
	switch len(q.Targets) {
	case 0:
		return "no process"
	case 1:
		return "this process"
	}
	return "these processes"
}

// Unit is the unit of shares.
func (q *Measure) Unit() string { return UnitOf(q.Percent) }

// In names the time that the figures are about.
func (q *Measure) In() string {
	if q.Scope != q.Window {
		return "in the selection"
	}
	return "in the time window"
}
