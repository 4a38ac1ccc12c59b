package model

import (
	"cmp"
	"iter"
	"slices"
	"sort"
)

// Throttle is when the quota of a control group kept its threads off the CPUs.
type Throttle struct {
	Group *Group
	Procs []ProcIx // those in the group, in order
	// Stretches are in order and do not touch. In each, threads of the group were
	// runnable and none ran, after they had used up the quota, until a new period
	// started.
	Stretches []Range
	// Attested is set if the kernel's account of the group agrees. Otherwise the
	// stretches are only likely, and counted nowhere; they are then only those in which
	// an allowed CPU was idle.
	Attested bool
}

// The kernel accepts quotas with periods from 1 ms to 1 s (max_cfs_quota_period).
const (
	leastPeriod Time = 1e6
	mostPeriod  Time = 1e9
)

const (
	// refillJitter is the part of a period by which the ends of stretches may be off: the
	// kernel's timer is exact to some 10 µs, then the thread must be switched in.
	refillJitter = 100
	// refillDelay is the part of a period for which a thread may queue behind others
	// after the period has started: that time is no longer due to the quota.
	refillDelay = 20
	// leastStretch is the part of a period below which nothing is reported.
	leastStretch = 100
	// leastRefills is how many stretches must end in step with the periods.
	leastRefills = 3
	// usedPart is the part of the quota that must have been used before: what threads
	// used beyond the quota, up to a tick each, is missing in the next period.
	usedPart = 2
	// idlePart is the part of a stretch in which an allowed CPU must be idle: even a CPU
	// that is full of other work is idle for moments.
	idlePart = 10
)

// Throttled yields the stretches of r in which a thread was runnable and a quota kept it
// off the CPUs, in order, clipped to r: those that the kernel's account attests.
func (t *Trace) Throttled(ix ThreadIx, r Range) iter.Seq[Range] {
	return func(yield func(Range) bool) {
		list := t.throttled[t.Threads[ix].Proc]
		if len(list) == 0 {
			return
		}
		for q, at := range t.Queued(ix, r) {
			if q.Sub == SubStolen {
				continue
			}
			for i := after(list, at.From); i < len(list) && list[i].From < at.To; i++ {
				if !yield(list[i].Clip(at)) {
					return
				}
			}
		}
	}
}

// ThrottledTime is how much of r a thread was runnable and a quota kept it off the CPUs.
// It is part of its time Ready and Preempted.
func (t *Trace) ThrottledTime(ix ThreadIx, r Range) (sum Time) {
	for s := range t.Throttled(ix, r) {
		sum += s.Len()
	}
	return sum
}

// LikelyThrottled reports whether, as far as the trace shows, a quota kept a thread off
// the CPUs for most of a segment, although the kernel's account does not attest it.
func (t *Trace) LikelyThrottled(s *Segment) bool {
	if !s.State.Queued() || s.Sub == SubStolen {
		return false
	}
	for i := range t.Throttles {
		q := &t.Throttles[i]
		if _, in := slices.BinarySearch(q.Procs, t.Threads[s.Thread].Proc); in && !q.Attested && overlap(q.Stretches, s.Range) > s.Len()/2 {
			return true
		}
	}
	return false
}

// after is the first of ranges, which are in order and do not touch, that ends after at.
func after(list []Range, at Time) int {
	return sort.Search(len(list), func(i int) bool { return list[i].To > at })
}

// overlap is how much of r is covered by ranges, which are in order and do not touch.
func overlap(list []Range, r Range) (sum Time) {
	for i := after(list, r.From); i < len(list) && list[i].From < r.To; i++ {
		sum += list[i].Overlap(r)
	}
	return sum
}

// freezeThrottles finds out when quotas kept threads off the CPUs.
func (t *Trace) freezeThrottles() {
	if t.Info.PerTask { // whether a CPU is idle is unknown
		return
	}
	var paths []string
	t.throttled = map[ProcIx][]Range{}
	for i := range t.Info.Groups {
		q := Throttle{Group: &t.Info.Groups[i]}
		if q.Group.Quota <= 0 || q.Group.Period < leastPeriod || q.Group.Period > mostPeriod || q.Group.suffices() {
			continue
		}
		if paths == nil {
			paths = t.groupPaths()
		}
		for ix, path := range paths {
			if q.Group.Contains(path) {
				q.Procs = append(q.Procs, ProcIx(ix))
			}
		}
		t.throttles(&q)
	}
	for ix := range t.Threads {
		if list := t.throttled[t.Threads[ix].Proc]; len(list) > 0 {
			t.Threads[ix].throttle(list)
		}
	}
}

// throttles finds out when a quota kept threads off the CPUs.
func (t *Trace) throttles(q *Throttle) {
	q.Stretches = t.throttledStretches(q)
	if q.Attested = q.agrees(); !q.Attested {
		q.Stretches = t.whileIdle(q)
	}
	if len(q.Stretches) < leastRefills {
		return
	}
	t.Throttles = append(t.Throttles, *q)
	if !q.Attested {
		return
	}
	for _, ix := range q.Procs {
		t.throttled[ix] = union(t.throttled[ix], q.Stretches)
	}
}

// suffices reports whether the kernel counted no period in which the quota did not.
func (g *Group) suffices() bool {
	return g.Last.At > g.First.At && g.Last.Throttled == g.First.Throttled
}

// union is what two lists of ranges cover, each in order and not touching.
func union(a, b []Range) []Range {
	if len(a) == 0 {
		return b
	}
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(x, y Range) int { return cmp.Compare(x.From, y.From) })
	n := 0
	for _, r := range all {
		if n > 0 && r.From <= all[n-1].To {
			all[n-1].To = max(all[n-1].To, r.To)
			continue
		}
		all[n] = r
		n++
	}
	return all[:n]
}

// agrees reports whether the kernel counted the stretches: no more than the number
// of times that it throttled the group, nor for longer, and most of these times.
func (q *Throttle) agrees() bool {
	a, b := &q.Group.First, &q.Group.Last
	var n int64
	var sum Time
	for _, s := range q.Stretches {
		if s.To > a.At && s.From < b.At {
			n++
			sum += s.Overlap(Range{a.At, b.At}) - q.Group.Period/refillJitter
		}
	}
	throttled := b.Throttled - a.Throttled
	const edges = 1 // a period that had started at the first reading or not ended at the last
	return throttled > 0 && n <= throttled+edges && 2*n >= throttled && sum <= b.Time-a.Time
}

// throttledStretches are those of a group as the trace shows them. One that lasts until
// the trace ends has no period start after it.
func (t *Trace) throttledStretches(q *Throttle) []Range {
	period := q.Group.Period
	least := period / leastStretch
	member := make([]bool, len(t.Processes))
	for _, ix := range q.Procs {
		member[ix] = true
	}
	list := t.queuedToEnd(q.Procs, t.offCPUs(member, least))
	begin, n := phase(list, period)
	if n < leastRefills {
		return nil
	}
	list = inStep(list, period, begin)
	used := t.usedCPUs(member, period, begin)
	return slices.DeleteFunc(list, func(r Range) bool {
		return r.To == t.End || r.Len() < least || used[periodOf(r.To-period/2, period, begin)] < q.Group.Quota/usedPart
	})
}

// whileIdle are the stretches of a group in which a CPU that it may use is idle.
func (t *Trace) whileIdle(q *Throttle) []Range {
	cpus := t.allowedCPUs(q.Procs)
	return slices.DeleteFunc(q.Stretches, func(r Range) bool {
		return !slices.ContainsFunc(cpus, func(c CPU) bool { return t.CoreTime(c, r).Idle >= r.Len()/idlePart })
	})
}

// periodOf counts the periods, which start in step with an instant, from the first one that
// reaches into the trace.
func periodOf(at, period, begin Time) int { return int((at - begin%period + period) / period) }

// usedCPUs is how long the CPUs ran threads of some processes, by period.
func (t *Trace) usedCPUs(member []bool, period, begin Time) []Time {
	used := make([]Time, periodOf(t.End, period, begin)+1)
	for c := range t.Cores {
		for s := range t.Slices(CPU(c), t.Whole()) {
			if ix, ok := s.Occupant.Thread(); !ok || !member[t.Threads[ix].Proc] {
				continue
			}
			for i := periodOf(s.From, period, begin); s.From < s.To; i++ {
				to := min(s.To, begin%period+Time(i)*period)
				used[i] += to - s.From
				s.From = to
			}
		}
	}
	return used
}

// offCPUs are the stretches of at least a length in which no CPU runs a thread of some
// processes, as far as is known about all of them.
func (t *Trace) offCPUs(member []bool, least Time) []Range {
	off := []Range{t.Whole()}
	for c := range t.Cores {
		var here []Range
		from := Time(0)
		end := func(at Time) {
			if at-from >= least {
				here = append(here, Range{from, at})
			}
		}
		for s := range t.Slices(CPU(c), t.Whole()) {
			ix, thread := s.Occupant.Thread()
			if s.Occupant == OccupantIdle || s.Occupant == OccupantOffline || thread && !member[t.Threads[ix].Proc] {
				continue
			}
			end(s.From)
			from = s.To
		}
		end(t.End)
		off = common(off, here, least)
	}
	return off
}

// common is what two lists of ranges, each in order and not touching, have in common,
// without pieces shorter than least.
func common(a, b []Range, least Time) (list []Range) {
	for i, k := 0, 0; i < len(a) && k < len(b); {
		if r := a[i].Clip(b[k]); r.Len() >= least {
			list = append(list, r)
		}
		if a[i].To < b[k].To {
			i++
		} else {
			k++
		}
	}
	return list
}

// queuedToEnd are the parts at the end of ranges, which are in order and do not touch,
// during which at least one thread of some processes was runnable; empty where none was.
func (t *Trace) queuedToEnd(procs []ProcIx, off []Range) []Range {
	type piece struct {
		of int
		Range
	}
	var pieces []piece
	for _, p := range procs {
		for _, ix := range t.Processes[p].Threads {
			for q, at := range t.Queued(ix, t.Whole()) {
				if q.Sub == SubStolen {
					continue
				}
				for i := after(off, at.From); i < len(off) && off[i].From < at.To; i++ {
					pieces = append(pieces, piece{i, off[i].Clip(at)})
				}
			}
		}
	}
	slices.SortFunc(pieces, func(a, b piece) int { return cmp.Or(cmp.Compare(a.of, b.of), cmp.Compare(b.To, a.To)) })
	list := make([]Range, len(off))
	for i, r := range off {
		list[i] = Range{r.To, r.To}
	}
	for _, p := range pieces {
		if r := &list[p.of]; p.To >= r.From {
			r.From = min(r.From, p.From)
		}
	}
	return list
}

// inStep are the ranges of a list that end as a period starts, or soon after and then
// without the part after the start. begin is the start of one period.
func inStep(list []Range, period, begin Time) (kept []Range) {
	for _, r := range list {
		late := (r.To-begin%period+period+period/2)%period - period/2
		switch {
		case late < -period/refillJitter || late > period/refillDelay:
			continue
		case late > period/refillJitter:
			r.To -= late
		}
		if r.Len() > 0 {
			kept = append(kept, r)
		}
	}
	return kept
}

// phase is the phase of the period at which most non-empty ranges of a list end, within
// refillJitter of each other, and how many do: the middle one of those.
func phase(list []Range, period Time) (at Time, n int) {
	var ends []Time
	for _, r := range list {
		if r.Len() > 0 {
			ends = append(ends, r.To%period)
		}
	}
	slices.Sort(ends)
	for _, e := range ends {
		ends = append(ends, e+period) // they may be on both sides of its start
	}
	for i, k := 0, 0; i < len(ends)/2; i++ {
		for k < len(ends) && ends[k] <= ends[i]+2*period/refillJitter {
			k++
		}
		if k-i > n {
			at, n = ends[i+(k-i-1)/2]%period, k-i
		}
	}
	return at, n
}

// throttle sets the reason of rows that a quota kept queued for more than half of their
// time. list is in order and does not touch.
func (th *Thread) throttle(list []Range) {
	for k := range th.col.blocks {
		b := &th.col.blocks[k]
		for i := range b.cells {
			row := &b.cells[i].row
			switch row.sub {
			case SubDispatch, SubRunnable, SubHigherPriority, SubNotHigher, SubSliceEnd, SubToIdle:
				if r := (Range{b.start(i), th.col.endOf(k, i, th.Life.To)}); row.state.Queued() && overlap(list, r) > r.Len()/2 {
					row.sub = SubThrottled
				}
			}
		}
	}
}
