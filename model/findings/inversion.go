package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

var inversionLimits = []Limit{
	{"E5.queued", 25, "%", "a thread waits for one of lower priority: minimum share of the wait for which the awaited thread is queued behind threads of intermediate priority"},
	{"E5.time", 1, "ms", "a thread waits for one of lower priority: minimum time during the wait for which the awaited thread is queued behind threads of intermediate priority"},
}

// inversion is E5: an urgent thread waits for a less urgent one, which threads of a
// priority between the two keep off the CPU.
var inversion = Rule{
	ID: "E5", Name: "Priority inversion",
	Doc:    "a thread waits for a thread of lower priority that has no CPU because threads of intermediate priority run instead",
	rests:  onReasons,
	Report: "antagonists",
	limits: inversionLimits,
	check:  findInversion,
}

var holderLimits = []Limit{
	{"E6.queued", 25, "%", "minimum share of a wait for a lock during which the lock's owner is preempted or ready"},
	{"E6.time", 1, "ms", "minimum time that a lock's owner is preempted or ready during a wait for the lock"},
	{"E6.cost", 2, "%", "minimum share of the window in which a lock's owner is preempted or ready while threads wait for the lock"},
	{"E6.problem", 5, "%", "the finding is a problem, not only a warning, if the lock's owner is preempted or ready for at least this share of the window while threads wait for the lock"},
}

// holderPreemption is E6: a thread waits for one that is runnable but has no CPU.
var holderPreemption = Rule{
	ID: "E6", Name: "Lock-holder preemption",
	Doc:    "threads wait for a lock whose owner is preempted or ready for part of the wait",
	rests:  onReasons,
	Report: "antagonists",
	limits: holderLimits,
	check:  findHolderPreemption,
}

func findInversion(l *ruleContext) []Finding {
	waits := l.heldUpWaits(heldUpLimits{part: l.part("E5.queued"), least: l.time("E5.time")})
	byHolder := group(waits, byThread, func(h *heldUp) bool { return len(l.between(h)) > 0 })
	list := make([]Finding, 0, len(byHolder))
	for _, waits := range byHolder {
		f := l.finding(waits)
		worst, between := &waits[0], l.between(&waits[0])
		f.Severity = Problem
		f.Sentence = fmt.Sprintf("%s (priority %s) waited %s for %s (priority %s), which had no CPU for %s (%s) of that time while %s ran.",
			l.name(worst.waiter), l.priority(worst.waiter), measure.Duration(worst.wait.Len()), l.name(worst.holder), l.priority(worst.holder),
			measure.Duration(worst.queued), share(worst.queued, worst.wait.Len()), l.name(between[0].ix))
		var names []string
		for _, m := range between[:min(len(between), MaxNamed)] {
			f.Threads = append(f.Threads, m.ix)
			names = append(names, fmt.Sprintf("%s (priority %s) %s", l.name(m.ix), l.priority(m.ix), measure.Duration(m.time)))
		}
		f.Details = append(f.Details, Detail{"Threads that had the CPU", measure.Duration(between[0].time), strings.Join(names, ", ")})
		f.Try = "Use a priority-inheritance mutex, or give both threads the same priority."
		list = append(list, f)
	}
	return list
}

// findHolderPreemption makes one finding of all waits for one lock. Priority
// inversions, including possible ones, are left to that rule, owners that a quota
// keeps off the CPUs to E27, and threads by which a runtime stops the others to E17:
// what those hold cannot be held for less time.
func findHolderPreemption(l *ruleContext) []Finding {
	waits := l.heldUpWaits(heldUpLimits{part: l.part("E6.queued"), least: l.time("E6.time"), owners: true})
	var list []Finding
	for _, waits := range group(waits, byLock, func(h *heldUp) bool { return !l.underQuota(h.holder) && !l.ofRuntime(h.holder) && !l.mayInvert(h) }) {
		if part := quotient(queuedOnce(waits), l.Range.Len()); part >= l.part("E6.cost") {
			list = append(list, l.preemptedOwner(waits, part))
		}
	}
	return list
}

// preemptedOwner is the finding of waits for a lock whose owner had no CPU.
func (l *ruleContext) preemptedOwner(waits []heldUp, part float64) Finding {
	f, worst := l.finding(waits), &waits[0]
	f.Severity = Warning
	if part >= l.part("E6.problem") {
		f.Severity = Problem
	}
	what := "a lock"
	if worst.lock != nil {
		what = worst.lock.LockTitle()
	}
	f.Sentence = fmt.Sprintf("%s waited %s for %s, whose owner %s had no CPU for %s (%s) of that time%s.",
		l.name(worst.waiter), measure.Duration(worst.wait.Len()), what, l.name(worst.holder),
		measure.Duration(worst.queued), share(worst.queued, worst.wait.Len()), ranInstead(l.t, &f, worst))
	f.Try = "While the lock is in heavy use, run fewer busy threads than there are CPUs, and do less work under the lock. If a thread of higher priority took the owner's CPU, move that thread to another CPU."
	return f
}

// ranInstead adds those who had the CPU of a queued holder to a finding, and is the end of its
// sentence: who had it longest; "" if nobody is known.
func ranInstead(t *model.Trace, f *Finding, h *heldUp) string {
	var o occupants
	for _, p := range h.pieces {
		o.add(t, p)
	}
	who := byTime(o.by)
	if len(who) == 0 {
		return ""
	}
	for _, r := range who[:min(len(who), MaxNamed)] {
		if !slices.Contains(f.Threads, r.ix) {
			f.Threads = append(f.Threads, r.ix)
		}
	}
	f.Details = append(f.Details, Detail{"Threads that had the CPU", measure.Duration(who[0].time), o.instead(t)})
	return fmt.Sprintf("; meanwhile, %s ran for %s", urgentName(t, who[0].ix), measure.Duration(who[0].time))
}

// heldBy is what waits have in common: the lock, or the thread that held them up.
type heldBy struct {
	lock   *blocking.LockUse
	thread model.ThreadIx
}

func byThread(h *heldUp) heldBy { return heldBy{thread: h.holder} }

func byLock(h *heldUp) heldBy {
	if h.lock != nil {
		return heldBy{lock: h.lock, thread: model.NoThread}
	}
	return byThread(h)
}

// group groups the selected waits by what they have in common.
func group(waits []heldUp, by func(*heldUp) heldBy, wanted func(*heldUp) bool) (groups [][]heldUp) {
	at := map[heldBy]int{}
	for i := range waits {
		h := &waits[i]
		if !wanted(h) {
			continue
		}
		k, ok := at[by(h)]
		if !ok {
			k = len(groups)
			at[by(h)] = k
			groups = append(groups, nil)
		}
		groups[k] = append(groups[k], *h)
	}
	return groups
}

// queuedOnce is how long the threads that held waits up were queued, however many
// threads waited.
func queuedOnce(waits []heldUp) (sum model.Time) {
	var list []model.Range
	for i := range waits {
		for _, p := range waits[i].pieces {
			list = append(list, p.Range)
		}
	}
	slices.SortFunc(list, func(a, b model.Range) int { return cmp.Compare(a.From, b.From) })
	var to model.Time
	for _, r := range list {
		sum += max(0, r.To-max(r.From, to))
		to = max(to, r.To)
	}
	return sum
}

func cost(waits []heldUp) (sum model.Time) {
	for i := range waits {
		sum += waits[i].queued
	}
	return sum
}

// finding is the finding for the waits for one holder, the worst first.
func (l *ruleContext) finding(waits []heldUp) Finding {
	worst := &waits[0]
	f := Finding{Range: worst.wait, Cost: cost(waits), Threads: []model.ThreadIx{worst.waiter, worst.holder}}
	var waited model.Time
	for i := range waits {
		w := &waits[i]
		waited += w.wait.Len()
		f.Range = model.Range{From: min(f.Range.From, w.wait.From), To: max(f.Range.To, w.wait.To)}
		f.Evidence = append(f.Evidence, Evidence{w.waiter, w.wait})
		if !slices.Contains(f.Threads, w.waiter) {
			f.Threads = append(f.Threads, w.waiter)
		}
	}
	f.Details = []Detail{
		{"Waiter", l.name(worst.waiter), fmt.Sprintf("waited %s; this finding is about %s of %s in total",
			measure.Duration(worst.wait.Len()), plural(len(waits), "wait", "waits"), measure.Duration(waited))},
		{"Holder", l.name(worst.holder), "preempted or ready " + measure.Duration(worst.queued)},
		{"Cost", measure.Duration(f.Cost), "during which the holder was runnable but had no CPU"},
	}
	return f
}

// between are the threads less urgent than the waiter and more urgent than the
// holder that ran on the holder's CPU while it was queued, the longest first; none
// unless their time reaches the limits of E5.
func (l *ruleContext) between(h *heldUp) []ran {
	low, okLow := urgency(l.t, h.holder)
	high, okHigh := urgency(l.t, h.waiter)
	if !okLow || !okHigh || low >= high {
		return nil
	}
	sums := map[model.ThreadIx]model.Time{}
	var total model.Time
	for _, p := range h.pieces {
		if int(p.cpu) >= len(l.t.Cores) {
			continue
		}
		for s := range l.t.Slices(p.cpu, p.Range) {
			ix, ok := s.Occupant.Thread()
			if !ok || ix == h.holder {
				continue
			}
			if u, ok := urgency(l.t, ix); ok && low < u && u < high {
				sums[ix] += s.Overlap(p.Range)
				total += s.Overlap(p.Range)
			}
		}
	}
	if total < l.time("E5.time") || float64(total) < l.part("E5.queued")*float64(h.wait.Len()) {
		return nil
	}
	return byTime(sums)
}

// mayInvert reports whether a wait is a priority inversion, or may be one: where
// events were lost, a change of priority may be among them.
func (l *ruleContext) mayInvert(h *heldUp) bool {
	if len(l.between(h)) > 0 {
		return true
	}
	low, okLow := urgency(l.t, h.holder)
	high, okHigh := urgency(l.t, h.waiter)
	return len(l.blind) > 0 && (!okLow || !okHigh || low < high)
}

// priority is a thread's priority in the system's own numbers.
func (l *ruleContext) priority(ix model.ThreadIx) string {
	return fmt.Sprint(l.t.Threads[ix].Priority.Last)
}
