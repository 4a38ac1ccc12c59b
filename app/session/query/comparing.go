package query

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure"
	"threadlens/model/measure/calltree"
	"threadlens/model/report"
)

// CompareReport is the name of the report about two traces, which the command line has as a verb.
const CompareReport = "compare"

// Other is the trace with which the open one is compared. The zero Other is none.
type Other struct {
	Trace  *model.Trace
	Offset model.Time      // of its instants from the same instants of the open trace
	Limits findings.Limits // of the findings; the zero value is the default
}

// errNoOther says how to choose it.
var errNoOther = errors.New("no other trace is open to compare with: choose File > Compare With…")

// Report compares a scope of the open trace, A, with the same time and the same threads of the other
// one, B. It fails without another trace.
func (o Other) Report() report.Report {
	return report.Report{
		Name: CompareReport, Topic: report.OfTrace, Doc: "the open trace (A) compared with another one (B): states of threads, findings, lock waits, CPU time, time slices, queue delays and spans",
		Run: func(t *model.Trace, s measure.Scope) (*report.Table, error) {
			a, b, err := o.sides(t, s)
			if err != nil {
				return nil, err
			}
			for _, side := range []*report.Side{&a, &b} {
				if side.Found, err = FoundIn(context.Background(), side, o.Limits); err != nil {
					return nil, err
				}
			}
			return report.Compare(a, b)
		},
	}
}

// treeReport compares call trees of a kind.
func (o Other) treeReport(kind calltree.TreeKind) report.Report {
	return report.Report{
		Name: CompareReport + "-" + kind.String(), Topic: report.OfTrace, Doc: "call trees of the open trace (A) compared with those of another one (B): " + strings.ToLower(kind.Title()),
		Run: func(t *model.Trace, s measure.Scope) (*report.Table, error) {
			a, b, err := o.sides(t, s)
			if err != nil {
				return nil, err
			}
			b.Scope.Tree = s.Tree
			return report.CompareTrees(a, b, kind)
		},
	}
}

// comparisons are all reports about two traces.
func (o Other) comparisons() []report.Report {
	return []report.Report{o.Report(), o.treeReport(calltree.TreeExecution), o.treeReport(calltree.TreeBlocking), o.treeReport(calltree.TreeUnblocking)}
}

// Reports are all reports of the window: those of the command line, and the comparisons.
func (o Other) Reports() []report.Report { return append(report.List(), o.comparisons()...) }

// Find is the report with a name.
func (o Other) Find(name string) (a report.Report, ok bool) {
	for _, a := range o.comparisons() {
		if a.Name == name {
			return a, true
		}
	}
	return report.Find(name)
}

// sides are the open trace in a scope, and the same time and threads of the other one.
func (o Other) sides(t *model.Trace, s measure.Scope) (a, b report.Side, err error) {
	if o.Trace == nil {
		return a, b, errNoOther
	}
	a = report.Side{Trace: t, Scope: s, Starts: StartsOf(t, s.Threads)}
	b = report.Side{Trace: o.Trace}
	if s.Range != t.Held() {
		r := model.Range{From: s.Range.From + o.Offset, To: s.Range.To + o.Offset}
		if b.Scope.Range = r.Clip(o.Trace.Held()); b.Scope.Range.Len() == 0 {
			return a, b, o.outside(r)
		}
	}
	whole, err := measure.Scope{}.In(o.Trace)
	if err != nil {
		return a, b, err
	}
	b.Scope.Target = whole.Target
	if same(s.Threads, measure.TargetThreads(t, s.Target)) {
		b.Scope.Threads = measure.TargetThreads(o.Trace, b.Scope.Target)
	}
	b.Starts = StartsOf(o.Trace, measure.Visible(o.Trace))
	if b.Scope.Threads == nil && !same(s.Threads, measure.Visible(t)) {
		b.Scope.Threads = b.Alike(&a)
	}
	return a, b, nil
}

// outside is the error for a window in which the other trace has nothing; times are those of the open
// trace.
func (o Other) outside(r model.Range) error {
	name, held := model.CleanName(o.Trace.Info.File), o.Trace.Held()
	if r.From >= held.To {
		return fmt.Errorf("%s ends at %s, before this time window", name, measure.Duration(held.To-o.Offset))
	}
	return fmt.Errorf("%s begins at %s, after this time window", name, measure.Duration(held.From-o.Offset))
}

// FoundIn are the findings of a side that is compared.
func FoundIn(ctx context.Context, s *report.Side, limits findings.Limits) (found []report.Found, err error) {
	if !findings.Askable(s.Trace) {
		return nil, nil
	}
	list, err := findings.Find(ctx, s.Trace, findings.Options{Scope: s.Scope, Limits: limits})
	for i := range list {
		f := &list[i]
		found = append(found, report.Found{Name: f.Rule.ID + " " + f.Name(), Cost: f.Cost})
	}
	return found, err
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
