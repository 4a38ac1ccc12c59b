package session

import (
	"threadlens/model"
	"threadlens/model/measure"
)

// ReportPart is a report narrowed to one kind of thing, or to what a thread did at a time. The zero
// ReportPart narrows nothing.
type ReportPart struct {
	Report  string
	Thread  model.ThreadIx // NoThread for the threads in view
	Range   model.Range    // stays as the window moves
	Kind    measure.WaitKind
	Metric  measure.Metric
	GroupBy measure.Grouping
	What    string // the kind, in a few words
}

// DistributionReport is the report that shows the distribution of lengths.
const DistributionReport = "histogram"

// Distribution is the distribution of the lengths of what the part lists.
func (p ReportPart) Distribution() ReportPart {
	p.Report = DistributionReport
	return p
}

// Narrow narrows the scope of the report, or of its chart.
func (p *ReportPart) Narrow(scope *measure.Scope) {
	scope.Range, scope.Kind, scope.Metric, scope.GroupBy = p.Range, p.Kind, p.Metric, p.GroupBy
	if p.Thread != model.NoThread {
		scope.Threads = []model.ThreadIx{p.Thread}
	}
}
