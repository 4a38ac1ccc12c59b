package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

var singleLimits = []Limit{
	{"E1.single", 90, "%", "minimum share of the window for which one thread runs"},
	{"E1.free", 50, "%", "a thread that runs all the time is reported only if a CPU is free for at least this share of its run time: with less, the machine limits the program too"},
	{"E1.beside", 30, "%", "maximum total run time of the program's other threads, as a share of the run time of the thread that runs all the time: with more, the threads share the work"},
	{"E1.spins", 50, "%", "the finding says that a thread spins, probably spins or makes calls that fail if it does so for at least this share of its run time"},
	{"E1.behind", 5, "%", "the finding also names each thread that waits for the running one during at least this share of the window"},
}

// findSingle is the finding about a thread that runs all the time while CPUs are free.
func findSingle(l *ruleContext) []Finding {
	var all, most model.Time
	var ix model.ThreadIx
	for _, k := range l.target {
		s := l.t.Sums(k, l.Range)
		ran := s[model.Execution] + s[model.Interrupt]
		if all += ran; ran > most {
			ix, most = k, ran
		}
	}
	if l.cpus() < 2 || most == 0 || quotient(most, l.Range.Len()) < l.part("E1.single") || quotient(all-most+l.hiddenRun, most) > l.part("E1.beside") {
		return nil
	}
	free := measure.BesideFree(l.t, ix, l.Range)
	if quotient(free, most) < l.part("E1.free") {
		return nil
	}
	f := Finding{
		Pattern: "Single-threaded", Severity: Warning, Range: l.Range, Threads: []model.ThreadIx{ix}, Cost: free,
		Sentence: fmt.Sprintf("%s ran for %s of the window, %s of it while a CPU was free", l.worker(ix), share(most, l.Range.Len()), measure.Duration(free)),
		Details: []Detail{
			{"Run time", measure.Duration(most), share(most, l.Range.Len()) + " of the window, on one of " + processors(l.cpus()) + " at a time"},
			{"Other threads", measure.Duration(all - most), "CPU time of the program's other threads"},
		},
		Try: "Other CPUs had time: divide the thread's work among several threads, or reduce the work.",
	}
	if e, ok := longest(l, ix, model.Execution); ok {
		f.Evidence = []Evidence{e}
	}
	l.saySpins(&f, ix, most)
	l.sayBehind(&f, ix)
	return []Finding{f}
}

// saySpins adds to a finding about a running thread that it spins, or makes calls that fail:
// dividing its work among threads would only make more of them do so.
func (l *ruleContext) saySpins(f *Finding, ix model.ThreadIx, ran model.Time) {
	spin, ok := l.spinOf(ix, ran)
	vain := l.failingOf(ix)
	switch {
	case vain.Cost > 0 && quotient(vain.Cost, ran) >= l.part("E1.spins"):
		f.Pattern = "Single-threaded, failing calls"
		f.Sentence += fmt.Sprintf("; it spent %s in calls that failed", measure.Duration(vain.Cost))
		f.Try = vain.Try
	case !ok:
	case spin.Severity == Info:
		f.Pattern = "Single-threaded, probably busy waiting"
		f.Sentence += fmt.Sprintf("; it probably spun for %s, waiting for another thread", measure.Duration(spin.Cost))
		f.Try = "If the loop computes nothing, spin only briefly, then block until the other thread is done."
	default:
		f.Pattern = "Single-threaded, busy waiting"
		f.Sentence += fmt.Sprintf("; for %s, it did nothing but spin", measure.Duration(spin.Cost))
		f.Try = spin.Try
	}
}

// sayBehind adds to a finding about a thread which threads waited for it.
func (l *ruleContext) sayBehind(f *Finding, ix model.ThreadIx) {
	behind := l.behind(ix)
	behind = slices.DeleteFunc(behind, func(r ran) bool { return quotient(r.time, l.Range.Len()) < l.part("E1.behind") })
	if len(behind) == 0 {
		f.Sentence += "."
		return
	}
	var names []model.ThreadIx
	for _, r := range behind {
		names = append(names, r.ix)
	}
	f.Threads = append(f.Threads, names...)
	f.Sentence += fmt.Sprintf("; %s waited for it.", l.names(names))
	for _, r := range behind[:min(len(behind), MaxNamed)] {
		f.Details = append(f.Details, Detail{"Waiter", l.name(r.ix), "waited for it " + measure.Duration(r.time)})
	}
}

// behind are the threads that waited until this one woke them, in whatever process, and
// how long, the longest first. Threads that wait for work in the same process, or are
// parked, are not held up.
func (l *ruleContext) behind(ix model.ThreadIx) []ran {
	var list []ran
	for k := range l.t.Threads {
		other := model.ThreadIx(k)
		if other == ix || l.bystander(other) || l.ctx.Err() != nil {
			continue
		}
		var waited model.Time
		for s := range l.t.Segments(other, l.Range) {
			if s.State == model.Waiting && s.Unblocker() == ix && !l.parked(other, s.Range) &&
				(s.Category != model.WaitForWork || l.t.Threads[other].Proc != l.t.Threads[ix].Proc) {
				waited += s.Overlap(l.Range)
			}
		}
		if waited > 0 {
			list = append(list, ran{other, waited})
		}
	}
	slices.SortStableFunc(list, func(a, b ran) int { return cmp.Compare(b.time, a.time) })
	return list
}
