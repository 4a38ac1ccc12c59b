package findings

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"threadlens/model"
	"threadlens/model/analysis"
)

var inversionLimits = []Limit{
	{"E5.queued", 25, "%", "of a wait in which who ends it is queued behind threads of a priority between"},
	{"E5.time", 1, "ms", "that this lasts"},
}

// inversion is E5: an urgent thread waits for a less urgent one, which threads
// between the two keep off the processor.
var inversion = Rule{
	ID: "E5", Name: "Priority inversion",
	Doc:   "a thread waits for a less urgent one that has no processor, since threads less urgent than the first run there",
	check: findInversion,
}

var holderLimits = []Limit{
	{"E6.queued", 25, "%", "of a wait in which who ends it is preempted or ready"},
	{"E6.time", 1, "ms", "that this lasts"},
	{"E6.problem", 5, "%", "of the window that such waits of one holder cost, from which they are a problem"},
}

// holderPreemption is E6: a thread waits for one that could go on but has no
// processor.
var holderPreemption = Rule{
	ID: "E6", Name: "Lock-holder preemption",
	Doc:   "at least one waiter while who ends the wait is preempted or ready for a part of it",
	check: findHolderPreemption,
}

// findInversion makes one finding of all waits for one holder.
func findInversion(l *look) []Finding {
	byHolder := group(l.heldUpWaits(heldUpLimits{l.part("E5.queued"), l.time("E5.time")}), func(h *heldUp) bool { return len(l.between(h)) > 0 })
	list := make([]Finding, 0, len(byHolder))
	for _, waits := range byHolder {
		f := l.finding(waits)
		worst, between := &waits[0], l.between(&waits[0])
		f.Severity = Problem
		f.Sentence = fmt.Sprintf("%s (priority %s) waited %s for %s (priority %s), which was kept off its processor for %s (%s) of it while %s ran.",
			l.name(worst.waiter), l.priority(worst.waiter), analysis.Duration(worst.wait.Len()), l.name(worst.holder), l.priority(worst.holder),
			analysis.Duration(worst.queued), share(worst.queued, worst.wait.Len()), l.name(between[0].ix))
		var names []string
		for _, m := range between[:min(len(between), maxNamed)] {
			f.Threads = append(f.Threads, m.ix)
			names = append(names, fmt.Sprintf("%s (priority %s) %s", l.name(m.ix), l.priority(m.ix), analysis.Duration(m.time)))
		}
		f.Details = append(f.Details, Detail{"Ran instead", analysis.Duration(between[0].time), strings.Join(names, ", ")})
		f.Try = "Let what they wait on lend the waiter's priority to its holder (a priority-inheritance mutex), or give both threads one priority."
		list = append(list, f)
	}
	return list
}

// findHolderPreemption makes one finding of all waits for one holder, without those
// that are priority inversions.
func findHolderPreemption(l *look) []Finding {
	waits := l.heldUpWaits(heldUpLimits{l.part("E6.queued"), l.time("E6.time")})
	inverted := func(h *heldUp) bool { return len(l.between(h)) > 0 }
	byHolder := group(waits, func(h *heldUp) bool { return !inverted(h) })
	list := make([]Finding, 0, len(byHolder))
	for _, waits := range byHolder {
		f := l.finding(waits)
		worst := &waits[0]
		sure := slices.DeleteFunc(slices.Clone(waits), func(h heldUp) bool { return !h.lock })
		f.Severity = Warning
		if float64(cost(sure)) >= l.part("E6.problem")*float64(l.Range.Len()) {
			f.Severity = Problem
		}
		if len(sure) == 0 {
			f.Details = append(f.Details, Detail{"Lock", "not known", "nothing tells what was waited for: it may have been data, from who makes them"})
		}
		f.Sentence = fmt.Sprintf("%s waited %s for %s, which was preempted or ready for %s (%s) of it.",
			l.name(worst.waiter), analysis.Duration(worst.wait.Len()), l.name(worst.holder),
			analysis.Duration(worst.queued), share(worst.queued, worst.wait.Len()))
		f.Try = "Fewer busy threads than processors while the lock is held often; shorter work inside the lock."
		list = append(list, f)
	}
	return list
}

// group sorts the waits that are wanted by their holder, those of the greatest cost
// first.
func group(waits []heldUp, wanted func(*heldUp) bool) (groups [][]heldUp) {
	at := map[model.ThreadIx]int{}
	for i := range waits {
		h := &waits[i]
		if !wanted(h) {
			continue
		}
		k, ok := at[h.holder]
		if !ok {
			k = len(groups)
			at[h.holder] = k
			groups = append(groups, nil)
		}
		groups[k] = append(groups[k], *h)
	}
	slices.SortStableFunc(groups, func(a, b []heldUp) int { return cmp.Compare(cost(b), cost(a)) })
	return groups[:min(len(groups), maxFindings)]
}

func cost(waits []heldUp) (sum model.Time) {
	for i := range waits {
		sum += waits[i].queued
	}
	return sum
}

// finding is what waits for one holder have in common, the worst first.
func (l *look) finding(waits []heldUp) Finding {
	worst := &waits[0]
	f := Finding{Range: worst.wait, Cost: cost(waits), Threads: []model.ThreadIx{worst.waiter, worst.holder}}
	var waited model.Time
	for i := range waits {
		w := &waits[i]
		waited += w.wait.Len()
		f.Range = model.Range{From: min(f.Range.From, w.wait.From), To: max(f.Range.To, w.wait.To)}
		if len(f.Evidence) < MaxEvidence {
			f.Evidence = append(f.Evidence, Evidence{w.waiter, w.wait})
		}
		if !slices.Contains(f.Threads, w.waiter) {
			f.Threads = append(f.Threads, w.waiter)
		}
	}
	f.Details = []Detail{
		{"Waiter", l.name(worst.waiter), fmt.Sprintf("waited %s; %s like this for the same holder, together %s",
			analysis.Duration(worst.wait.Len()), plural(len(waits), "wait", "waits"), analysis.Duration(waited))},
		{"Holder", l.name(worst.holder), "preempted or ready " + analysis.Duration(worst.queued)},
		{"Cost", analysis.Duration(f.Cost), "of the waits is time in which the holder could have run but had no processor"},
	}
	return f
}

// ran is a thread and how long it ran.
type ran struct {
	ix   model.ThreadIx
	time model.Time
}

// between are the threads less urgent than the waiter and more urgent than the
// holder that ran on the holder's processor while it was queued, the longest first;
// none unless their time reaches the limits of E5.
func (l *look) between(h *heldUp) []ran {
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

// urgency is a thread's priority, greater for the more urgent on every system. It is
// the last that is known: one that a lock lent it meanwhile does not count.
func urgency(t *model.Trace, ix model.ThreadIx) (n int, ok bool) {
	p := t.Threads[ix].Priority
	if t.Info.OS.Family == "windows" {
		return int(p.Last), p.Known
	}
	return -int(p.Last), p.Known
}

// priority is a thread's priority in its system's own number.
func (l *look) priority(ix model.ThreadIx) string { return fmt.Sprint(l.t.Threads[ix].Priority.Last) }

func (l *look) name(ix model.ThreadIx) string { return analysis.ThreadName(l.t, ix) }

func share(part, whole model.Time) string { return analysis.Percent(100*quotient(part, whole), 1) }
