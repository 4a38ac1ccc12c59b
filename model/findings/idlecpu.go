package findings

import (
	"cmp"
	"fmt"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/runqueue"
)

var idleCPULimits = []Limit{
	{"E11.share", 2, "%", "minimum share of the window in which threads queue although a CPU is idle"},
	{"E11.stretch", 30, "ms", "minimum length of the longest interval in which threads queue although a CPU is idle: the kernel balances the load of the " +
		"CPUs at ticks, typically every 4 ms, but leaves threads that ran recently in place for some ticks"},
	{"E11.much", 20, "%", "if threads queue for at least this share of the window although a CPU is idle, the longest such interval needs to last only E11.tick instead of E11.stretch"},
	{"E11.tick", 5, "ms", "minimum length of the longest interval in which threads queue although a CPU is idle, if E11.much is reached"},
	{"E11.latency", 50, "us", "time that a wake-up may take: shorter intervals in which threads queue although a CPU is idle do not count"},
	{"E11.bound", 90, "%", "the finding names CPU affinity as the cause if, while threads queue although a CPU is idle, two shares are at least this: the share of the queued time that threads with the same affinity account for, and the share of the time in which all CPUs that these may use are busy"},
}

// idleCPU is E11: a CPU is idle although threads are runnable.
var idleCPU = Rule{
	ID: "E11", Name: "Idle CPUs while work is ready",
	Doc:    "threads are ready or preempted although a CPU is idle, for longer than a wake-up takes",
	Report: "delays",
	limits: idleCPULimits,
	check:  findIdleCPU,
}

// queuedForSure reports whether the thread that is queued for most of a stretch is
// known to have been queued: a wake soon after a gap may have found it already
// runnable, or even on its CPU.
func (l *ruleContext) queuedForSure(r model.Range) bool {
	e, ok := longestQueued(l, r)
	if !ok {
		return false
	}
	s, ok := l.t.SegmentAt(e.Thread, e.From)
	if !ok || s.Index == 0 {
		return ok
	}
	before := l.t.Segment(e.Thread, s.Index-1)
	return before.State != model.Unknown && (before.Flags|s.Flags)&model.LossOverlap == 0
}

// idleTime is how long CPUs are idle in the window, added up.
func (l *ruleContext) idleTime() (sum model.Time) {
	for i := range l.t.Cores {
		sum += l.t.CoreTime(model.CPU(i), l.Range).Idle
	}
	return sum
}

// queuedBesideIdle are the stretches, in order, in which threads queue although a CPU is idle, and
// the part of the window that they take; none if they are too few or too short.
func (l *ruleContext) queuedBesideIdle() (list []model.Range, part float64) {
	sums := l.sums()
	share := l.part("E11.share")
	if min(quotient(sums[model.Preemption]+sums[model.Dispatch], l.Range.Len()), quotient(l.idleTime(), l.Range.Len())) < share {
		return nil, 0 // it cannot be more
	}
	list = runqueue.Starved(l.t, l.target, l.Range, l.time("E11.latency"))
	if len(l.blind) > 0 {
		list = slices.DeleteFunc(list, func(r model.Range) bool { return !l.queuedForSure(r) })
	}
	var lost, longest model.Time
	for _, r := range list {
		lost += r.Len()
		longest = max(longest, r.Len())
	}
	part = quotient(lost, l.Range.Len())
	stretch := l.time("E11.stretch")
	if part >= l.part("E11.much") {
		stretch = l.time("E11.tick")
	}
	if part < share || longest < stretch {
		return nil, 0
	}
	return list, part
}

func findIdleCPU(l *ruleContext) []Finding {
	list, part := l.queuedBesideIdle()
	if len(list) == 0 {
		return nil
	}
	who := l.occupantsIn(list)
	if who.behindNobody() {
		return nil // if their own CPUs are idle, too, no scheduler chose another thread
	}
	var lost model.Time
	for _, r := range list {
		lost += r.Len()
	}
	b, bound := l.boundIn(list)
	slices.SortStableFunc(list, func(a, b model.Range) int { return cmp.Compare(b.Len(), a.Len()) })
	if bound {
		return []Finding{l.affinity(&b, list, part)}
	}
	f := Finding{
		Severity: Warning, Range: l.Range, Cost: lost,
		Sentence: fmt.Sprintf("For %s of the window, threads queued although a CPU was idle (longest interval: %s).",
			measure.Percent(100*part, 1), measure.Duration(list[0].Len())),
		Details: []Detail{
			{"Time lost", measure.Duration(lost), fmt.Sprintf("in %s of at least %s (shorter ones may be normal wake-up latency)",
				plural(len(list), "interval", "intervals"), measure.Duration(l.time("E11.latency")))},
			{"Longest", measure.Duration(list[0].Len()), "at " + measure.Instant(list[0].From, l.Range)},
			{"Threads that had the CPU", "", who.instead(l.t)},
		},
		Try: "Check whether CPU affinity, a cpuset (Linux), or a job object or processor group (Windows) keeps the queued threads off the idle CPUs. If none does, the cause is the scheduler.",
	}
	f.Evidence = longestIn(l, list)
	for _, e := range f.Evidence {
		if !slices.Contains(f.Threads, e.Thread) {
			f.Threads = append(f.Threads, e.Thread)
		}
	}
	f.Details = append(f.Details, l.affinityDetail(f.Threads))
	return []Finding{f}
}

// longestIn are, for the first of some stretches, the threads that were queued longest.
func longestIn(l *ruleContext, list []model.Range) (evidence []Evidence) {
	for _, r := range list[:min(len(list), MaxEvidence)] {
		if e, ok := longestQueued(l, r); ok {
			evidence = append(evidence, e)
		}
	}
	return evidence
}

// occupantsIn are the occupants of the CPUs for which the target's threads queued in
// stretches, which are in order and do not touch.
func (l *ruleContext) occupantsIn(list []model.Range) (o occupants) {
	for _, ix := range l.target {
		for _, p := range l.queuedIn(ix, list) {
			o.add(l.t, p)
		}
	}
	return o
}

// queuedIn are the pieces of stretches, which are in order and do not touch, in which a
// thread was queued.
func (l *ruleContext) queuedIn(ix model.ThreadIx, list []model.Range) (pieces []queuedPiece) {
	k := 0
	for q, r := range l.t.RunQueues(ix, l.Range) {
		for k < len(list) && list[k].To <= r.From {
			k++
		}
		for i := k; i < len(list) && list[i].From < r.To; i++ {
			pieces = append(pieces, queuedPiece{r.Clip(list[i]), q.CPU})
		}
	}
	return pieces
}
