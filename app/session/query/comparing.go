package query

import (
	"errors"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
)

// CompareReport is the name of the report about two traces, which the command line has as a verb.
const CompareReport = "compare"

// Other is the trace with which the open one is compared. The zero Other is none.
type Other struct{ Trace *model.Trace }

// errNoOther says how to choose it.
var errNoOther = errors.New("no other trace is open: File > Compare With… opens one")

// Report compares a scope of the open trace, A, with the same time and the same threads of the other
// one, B. It fails without another trace.
func (o Other) Report() report.Report {
	return report.Report{
		Name: CompareReport, Topic: report.OfTrace, Run: o.compare,
		Doc: "the open trace (A) and another one (B): states of threads, CPU time, time slices, ready times, spans",
	}
}

// Reports are all reports of the window: those of the command line, and the comparison.
func (o Other) Reports() []report.Report { return append(report.List(), o.Report()) }

// Find is the report with a name.
func (o Other) Find(name string) (a report.Report, ok bool) {
	if name == CompareReport {
		return o.Report(), true
	}
	return report.Find(name)
}

func (o Other) compare(t *model.Trace, s measure.Scope) (*report.Table, error) {
	if o.Trace == nil {
		return nil, errNoOther
	}
	a := report.Side{Trace: t, Scope: s, Starts: StartsOf(t, s.Threads)}
	b := report.Side{Trace: o.Trace}
	if s.Range != t.Whole() {
		if b.Scope.Range = s.Range.Clip(o.Trace.Whole()); b.Scope.Range.Len() == 0 {
			return nil, fmt.Errorf("%s ends at %s, before this window", model.CleanName(o.Trace.Info.File), measure.Duration(o.Trace.End))
		}
	}
	whole, err := measure.Scope{}.In(o.Trace)
	if err != nil {
		return nil, err
	}
	b.Scope.Target = whole.Target
	if same(s.Threads, measure.TargetThreads(t, s.Target)) {
		b.Scope.Threads = measure.TargetThreads(o.Trace, b.Scope.Target)
	}
	b.Starts = StartsOf(o.Trace, measure.Visible(o.Trace))
	if b.Scope.Threads == nil && !same(s.Threads, measure.Visible(t)) {
		b.Scope.Threads = b.Alike(&a)
	}
	return report.Compare(a, b)
}

// firstOfRoles is the first thread with each role: where the row of a state leads to.
func firstOfRoles(t *model.Trace, threads []model.ThreadIx) map[string]model.ThreadIx {
	s := report.Side{Trace: t, Starts: StartsOf(t, threads)}
	first := map[string]model.ThreadIx{}
	for _, ix := range threads {
		if _, ok := first[s.Role(ix)]; !ok {
			first[s.Role(ix)] = ix
		}
	}
	return first
}

// same reports whether two lists have the same threads.
func same(a, b []model.ThreadIx) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// StartsOf are the functions that the threads of the processes of a list were started with.
func StartsOf(t *model.Trace, threads []model.ThreadIx) map[model.ThreadIx]model.Start {
	var procs []model.ProcIx
	for _, ix := range threads {
		procs = append(procs, t.Threads[ix].Proc)
	}
	slices.Sort(procs)
	return t.StartFunctions(slices.Compact(procs))
}
