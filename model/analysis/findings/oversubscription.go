package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/analysis"
)

var oversubscriptionLimits = []Limit{
	{"E3.runnable", 115, "%", "runnable threads on average, of the processors"},
	{"E3.queued", 20, "%", "of the time in which threads wanted to run, spent preempted or ready"},
	{"E3.self", 70, "%", "of that time lost to the target's own threads, from which it is its own doing"},
}

// oversubscription is E3: more threads of the target want to run than there are
// processors.
var oversubscription = Rule{
	ID: "E3", Name: "Oversubscription",
	Doc:   "more runnable threads than processors, and much of the time in which they wanted to run spent queued",
	check: findOversubscription,
}

func findOversubscription(l *look) []Finding {
	sums, cpus := l.sums(), l.cpus()
	run := sums[model.Execution] + sums[model.Interrupt]
	queued := sums[model.Preemption] + sums[model.Dispatch]
	runnable := quotient(run+queued, l.Range.Len())
	of, part := quotient(runnable, float64(cpus)), quotient(queued, run+queued)
	if cpus == 0 || of <= l.part("E3.runnable") || part < l.part("E3.queued") {
		return nil
	}
	f := Finding{
		Severity: Problem, Range: l.Range, Threads: byQueued(l), Cost: queued,
		Sentence: fmt.Sprintf("%.2f runnable threads on %s (%s); %s of the demand for CPU was spent queued.",
			runnable, processors(cpus), analysis.Percent(100*of, 0), analysis.Percent(100*part, 1)),
		Details: []Detail{
			{"Ran", analysis.Duration(run), ""},
			{"Queued", analysis.Duration(queued), "preempted " + analysis.Duration(sums[model.Preemption]) + ", ready " + analysis.Duration(sums[model.Dispatch])},
		},
		Try: "Run as many worker threads as there are processors, or fewer; see in the antagonists report who had the processors meanwhile.",
	}
	for _, ix := range f.Threads[:min(len(f.Threads), MaxEvidence)] {
		if s, ok := longest(l, ix, model.Preemption); ok {
			f.Evidence = append(f.Evidence, s)
		}
	}
	return []Finding{f}
}

// byQueued are the target's threads that were queued, those first that were so
// longest.
func byQueued(l *look) []model.ThreadIx {
	queued := map[model.ThreadIx]model.Time{}
	var list []model.ThreadIx
	for _, ix := range l.target {
		s := l.t.Sums(ix, l.Range)
		if d := s[model.Preemption] + s[model.Dispatch]; d > 0 {
			queued[ix] = d
			list = append(list, ix)
		}
	}
	slices.SortStableFunc(list, func(a, b model.ThreadIx) int { return cmp.Compare(queued[b], queued[a]) })
	return list
}
