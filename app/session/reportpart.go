package session

import (
	"strings"

	"threadlens/app/session/explain"
	"threadlens/app/session/naming"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
	"threadlens/model/report"
)

// instances is a part about all that is like something, of a thread or, for NoThread, of those in
// view.
func (s *Session) instances(of model.ThreadIx) ReportPart {
	r := s.marked
	if r.Len() == 0 {
		r = s.trace.Held()
	}
	return ReportPart{Thread: of, Range: r, GroupBy: measure.GroupAll}
}

// Instances lists all that is like the selected segment: waits and preemptions of the same category
// and reason, ready times, or time slices. They are those of its thread or, with all, of the threads
// in view, in the selected range or else the whole trace. ok is false where nothing of known length
// is selected.
func (s *Session) Instances(all bool) (p ReportPart, ok bool) {
	seg, ok := s.Segment()
	if !ok {
		return p, false
	}
	p = s.instances(seg.Thread)
	if all {
		p.Thread = model.NoThread
	}
	p.What = seg.Category.Title()
	switch seg.State {
	case model.Waiting:
		p.Report, p.Metric = "waits", measure.MetricWait
		p.Kind.Categories = []model.Category{seg.Category}
	case model.Preempted:
		p.Report, p.Metric = "preempted", measure.MetricPreempted
	case model.Ready:
		p.Report, p.Metric = "ready", measure.MetricReady
		return p, true
	case model.Running:
		p.Report, p.Metric, p.What = "runs", measure.MetricSlice, "Time slices"
		return p, true
	default:
		return p, false
	}
	if seg.Sub != model.SubNone {
		p.Kind.Reasons = []model.Sub{seg.Sub}
		p.What += ", " + seg.Sub.Title()
	}
	return p, true
}

// InstancesOf lists all that a function of call trees contains: the waits or preemptions in which it
// was on the stack, or the time slices in which it was sampled, of the threads and the time of the
// trees. ok is false for what is no function, and for functions that ended the waits of others.
func (s *Session) InstancesOf(q *query.Calls, path calltree.CallPath) (p ReportPart, ok bool) {
	if s.trace == nil || q.Trace != s.trace || q.Choice.Kind == calltree.TreeUnblocking || path.Sampled {
		return p, false
	}
	p = s.instances(q.Choice.Thread)
	p.Range = q.Window
	p.What = path.Category.Title()
	switch {
	case q.Choice.Kind == calltree.TreeExecution:
		p.Report, p.Metric, p.What = "runs", measure.MetricSlice, "Time slices"
	case path.Category == model.Preemption:
		p.Report, p.Metric = "preempted", measure.MetricPreempted
	default:
		p.Report, p.Metric = "waits", measure.MetricWait
		p.Kind.Categories = []model.Category{path.Category}
	}
	if n := len(path.Names); n > 0 {
		p.Kind.Function = path.Names[n-1]
		p.What += " in " + p.Kind.Function
	}
	return p, path.Category != model.UnknownCategory && !strings.HasPrefix(p.Kind.Function, "[")
}

// noChain explains why a wait has no wait chain, by the end of the chain.
var noChain = map[report.ChainEnd]string{
	report.ChainSource:  "This wait has no wait chain: an interrupt ended it, not a thread.",
	report.ChainNever:   "This wait was not over when the trace or the thread ended.",
	report.ChainUnknown: "The trace does not show what ended this wait.",
}

// WaitChain is the wait chain of the selected wait, or why there is none: at cursor A if that is in the
// wait, otherwise when the wait began.
func (s *Session) WaitChain() (p ReportPart, o Outcome) {
	if !s.HasWait() {
		return p, Outcome{}
	}
	seg, _ := s.Segment()
	span := seg.Range
	if a := s.Cursor(CursorA); span.Contains(a) {
		span.From = a
	}
	c := report.WaitChainOf(s.trace, seg.Thread, span.From)
	if len(c.Links) < 2 && c.End != report.ChainMutual {
		text := noChain[c.End]
		if ran := explain.RanMeanwhile(s.trace, &seg, s.Terms()); ran != "" && c.End == report.ChainUnknown {
			text += " " + ran
		}
		return p, Outcome{Text: text}
	}
	p = s.instances(seg.Thread)
	p.Report, p.Range, p.What = "wait-chains", span, naming.CategoryWords(&seg)
	return p, Outcome{}
}
