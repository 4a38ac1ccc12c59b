package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

var unevenLimits = []Limit{
	{"E4.start", 10, "%", "maximum time from the first thread's start to the last thread's start in a group, as a share of the group's time span (from the first thread's start to the last thread's end)"},
	{"E4.work", 5, "%", "minimum CPU time of a thread, relative to the longest CPU time in its group: a thread with less counts as a helper or a spare and is left out"},
	{"E4.imbalance", 25, "%", "minimum difference between the longest and the mean CPU time of a group's threads, as a share of the longest"},
	{"E4.ends", 25, "%", "minimum time from the first thread's end to the last thread's end in a group, as a share of the group's time span (from the first thread's start to the last thread's end)"},
	{"E4.gone", 60, "%", "minimum share of the group's threads that end before the last one; threads that may have run until the last one ended do not count"},
	{"E4.idle", 10, "%", "minimum idle share of the CPUs' total time between the end of a group's first thread and the end of its last thread"},
	{"E4.saving", 1, "ms", "minimum time that an even distribution of the work would save"},
}

// uneven is E4: threads that do the same work get unequal parts of it.
var uneven = Rule{
	ID: "E4", Name: "Uneven work distribution",
	Doc:    "threads start together and do the same work, but end at different times, with CPUs idle between the first and last end",
	Report: "threads",
	limits: unevenLimits,
	check:  findUneven,
}

// worker is a thread of a group: from its start to when it last ran.
type worker struct {
	ix model.ThreadIx
	model.Range
	// late is the last instant at which it may have run: for some time it may be unknown
	// what it did.
	late model.Time
	cpu  model.Time
}

func findUneven(l *ruleContext) []Finding {
	var list []Finding
	for _, group := range workerGroups(l) {
		if l.ctx.Err() != nil {
			break
		}
		for len(group) > 0 {
			n := beginTogether(group, l.part("E4.start"))
			if f, ok := judgeGroup(l, l.workersOf(group[:n])); ok {
				list = append(list, f)
			}
			group = group[n:]
		}
	}
	return list
}

// kinship is what threads that do the same work have in common: the function that
// they were started with or, if unknown, their creator and their name without its
// number.
type kinship struct {
	proc  model.ProcIx
	start model.Start
	by    model.ThreadIx
	name  string
}

// workerGroups are the target's threads that do the same work and start in the
// window, in order of start. Older threads may already have had their share.
func workerGroups(l *ruleContext) (groups [][]worker) {
	starts := l.t.StartFunctions(l.Target.Procs)
	at := map[kinship]int{}
	for _, ix := range l.target {
		th := &l.t.Threads[ix]
		if !th.Started || th.Life.From < l.Range.From {
			continue
		}
		k := kinship{proc: th.Proc, start: starts[ix]}
		if k.start == (model.Start{}) {
			if k.by = th.Creator; k.by == model.NoThread {
				continue
			}
			k.name = strings.TrimRight(th.Name(), "0123456789 #-_:")
		}
		w := worker{ix: ix, Range: model.Range{From: th.Life.From}}
		s := l.t.Sums(ix, l.Range)
		if w.cpu = s[model.Execution] + s[model.Interrupt]; w.cpu == 0 {
			continue
		}
		w.To, w.late = lastRun(l, ix)
		i, ok := at[k]
		if !ok {
			i = len(groups)
			at[k] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], w)
	}
	for _, g := range groups {
		slices.SortStableFunc(g, func(a, b worker) int { return cmp.Compare(a.From, b.From) })
	}
	return groups
}

// lastRun is the last instant of the window at which a thread ran, and that at which it
// may have run.
func lastRun(l *ruleContext, ix model.ThreadIx) (last, late model.Time) {
	th := &l.t.Threads[ix]
	for i := th.Len() - 1; i >= 0; i-- {
		s := l.t.Segment(ix, i)
		if s.From >= l.Range.To {
			continue
		}
		to := min(s.To, l.Range.To)
		switch s.State {
		case model.Unknown:
			late = max(late, to)
		case model.Running:
			return to, max(late, to)
		}
	}
	return l.Range.From, max(late, l.Range.From)
}

// beginTogether is how many of the threads, which are in order of start, start
// within a part of the time from the first start to the last end.
func beginTogether(group []worker, part float64) int {
	end := group[0].To
	for n, w := range group {
		end = max(end, w.To)
		if float64(w.From-group[0].From) > part*float64(end-group[0].From) {
			return n
		}
	}
	return len(group)
}

// workersOf are the threads of a group that have, or may have, a part of its work.
func (l *ruleContext) workersOf(group []worker) []worker {
	var most model.Time
	for _, w := range group {
		most = max(most, w.cpu)
	}
	return slices.DeleteFunc(slices.Clone(group), func(w worker) bool {
		return float64(w.cpu+l.hidden[w.ix]) < l.part("E4.work")*float64(most)
	})
}

// judgeGroup reports whether the threads of a group end one after the other because
// some had more to do.
func judgeGroup(l *ruleContext, group []worker) (f Finding, ok bool) {
	n := len(group)
	slices.SortStableFunc(group, func(a, b worker) int { return cmp.Compare(b.To, a.To) })
	span := model.Range{From: group[0].From, To: group[0].To}
	var most, sum model.Time
	gone, first := 0, span.To
	for _, w := range group {
		span.From = min(span.From, w.From)
		most = max(most, w.cpu)
		sum += w.cpu + l.hidden[w.ix] // at most
		first = min(first, w.late)
		if w.late < span.To {
			gone++
		}
	}
	mean := sum / model.Time(n)
	spread := quotient(span.To-first, span.Len())
	imbalance, saving := quotient(most-mean, most), most-mean
	if n < 2 || imbalance < l.part("E4.imbalance") || spread < l.part("E4.ends") ||
		quotient(gone, n) < l.part("E4.gone") || saving < l.time("E4.saving") || !l.unevenForSure(first, span) {
		return f, false
	}
	f = Finding{
		Severity: Warning, Range: span, Cost: saving,
		Sentence: fmt.Sprintf("%s started together but used between %s and %s of CPU time; with an equal share of %s each, they would finish %s sooner.",
			plural(n, "thread", "threads"), measure.Duration(least(group)), measure.Duration(most), measure.Duration(mean), measure.Duration(saving)),
		Details: []Detail{
			{"Mean", measure.Duration(mean), "CPU time per thread; the longest is " + measure.Duration(most)},
			{"Imbalance", measure.Percent(100*imbalance, 1), "difference between the longest CPU time and the mean, relative to the longest"},
			{"Between first and last end", measure.Percent(100*spread, 1), fmt.Sprintf("from the first thread's end to the last thread's end, as a share of the %s from the group's first start to its last end; %d of %s ended before the last one", measure.Duration(span.Len()), gone, plural(n, "thread", "threads"))},
		},
		Try: "Divide the work into smaller parts that threads take on demand, or into parts of equal length.",
	}
	for _, w := range group {
		f.Threads = append(f.Threads, w.ix)
		f.Evidence = append(f.Evidence, Evidence{w.ix, w.Range})
	}
	return f, true
}

// unevenForSure reports whether all threads of a group are known, and CPUs were idle
// while they ended one after the other, from the first end on: if others had the CPUs,
// the threads ended late for lack of CPUs.
func (l *ruleContext) unevenForSure(first model.Time, span model.Range) bool {
	if !l.clear(span.From-model.Time(l.part("E4.start")*float64(span.Len())), span.To) {
		return false // a thread of the group may have started unseen
	}
	var idle model.Time
	ends := model.Range{From: first, To: span.To}
	for c := range l.t.Cores {
		idle += l.t.CoreTime(model.CPU(c), ends).Idle
	}
	return quotient(idle, ends.Len()*model.Time(l.cpus())) >= l.part("E4.idle")
}

// least is the least CPU time in a group.
func least(group []worker) model.Time {
	return slices.MinFunc(group, func(a, b worker) int { return cmp.Compare(a.cpu, b.cpu) }).cpu
}
