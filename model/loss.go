package model

import (
	"slices"
	"sort"
)

// doLoss starts a gap in one CPU's events: its occupant, and every thread that is
// not running, may be in another state from here on.
func (b *Builder) doLoss(e *Event) {
	c := &b.cpus[e.CPU]
	to := max(e.Time, e.End)
	b.trace.Losses = append(b.trace.Losses, Loss{CPU: e.CPU, Range: Range{e.Time, to}, Count: e.Arg, Ring: e.Flags&LossRing != 0})
	if e.Flags&LossRing != 0 {
		b.count(CountRing)
	} else {
		b.count(CountLoss)
		b.trace.Counters[CountLossNS] += int64(to - e.Time)
	}
	if c.blind {
		to = max(to, c.knownFrom)
	}
	if ix, ok := c.occ.Thread(); ok {
		b.openUnknown(ix, e.Time, SubGap, Execution)
		b.regs[ix].ep, b.regs[ix].latch.set = openEpisode{}, false
	}
	if c.occ != OccupantUnknown {
		b.loseCPU(e.CPU, e.Time)
	}
	b.loseSteps(e.CPU, e.Time, to)
	c.pending = NoThread
	c.attested = NoThread
	c.knownFrom = to
	b.cutInterrupts(e.CPU, e.Time)
	b.openGap(e.CPU, e.Time)
	if id, ok := b.pre.after(e.CPU, to); ok {
		b.resumeAt(e.CPU, to, id)
	}
}

// Covered is the time that all ring buffers cover: all that the file holds if none was
// used, or if they have no time in common.
func (t *Trace) Covered() Range {
	r := t.Held()
	for _, l := range t.Losses {
		switch {
		case !l.Ring:
		case l.From <= 0:
			r.From = max(r.From, l.To)
		case l.To >= t.End:
			r.To = min(r.To, l.From)
		}
	}
	if r.Len() <= 0 {
		return t.Held()
	}
	return r
}

// Lost are the times in which events of a CPU, or with AllCPUs of any, were lost, in
// order and not touching.
func (t *Trace) Lost(cpu CPU) []Range { return t.lossRuns[cpu].runs }

// LostTime is how much of r events of a CPU, or with AllCPUs of any, were lost in.
// Its cost does not depend on the number of losses.
func (t *Trace) LostTime(cpu CPU, r Range) Time {
	runs := t.lossRuns[cpu]
	return runs.in(r)
}

// BlindTime is how much of r some CPU is blind. Its cost does not depend on how
// often.
func (t *Trace) BlindTime(r Range) Time {
	return (&stretches{t.Blind, t.blindBefore}).in(r)
}

// stretches are ranges in order that do not touch, and the total length of those
// before each.
type stretches struct {
	runs   []Range
	before []Time
}

// sumBefore computes before.
func sumBefore(runs []Range) []Time {
	before, sum := make([]Time, len(runs)), Time(0)
	for i, r := range runs {
		before[i] = sum
		sum += r.Len()
	}
	return before
}

// in is how much of r they cover.
func (s *stretches) in(r Range) Time {
	if r.Len() == 0 {
		return 0
	}
	return s.until(r.To) - s.until(r.From)
}

// until is their total length before an instant.
func (s *stretches) until(at Time) Time {
	i := sort.Search(len(s.runs), func(i int) bool { return s.runs[i].From >= at }) - 1
	if i < 0 {
		return 0
	}
	return s.before[i] + Range{s.runs[i].From, min(s.runs[i].To, at)}.Len()
}

// LossIn reports whether events of a CPU, or with AllCPUs of any, were lost in r:
// figures of r are then lower bounds. If it is not known when events were lost, it
// is true for any range.
func (t *Trace) LossIn(cpu CPU, r Range) bool {
	runs := t.lossRuns[cpu].runs
	i := sort.Search(len(runs), func(i int) bool { return runs[i].To >= r.From })
	if i < len(runs) && runs[i].From < r.To {
		return true
	}
	return len(t.Losses) == 0 && t.Info.LostEvents+t.Info.LostBuffers > 0
}

// freezeLosses orders the losses, and joins those that touch, for each CPU and for all
// together.
func (t *Trace) freezeLosses() {
	slices.SortStableFunc(t.Losses, func(a, c Loss) int {
		if a.From != c.From {
			return compareTime(a.From, c.From)
		}
		return int(a.CPU) - int(c.CPU)
	})
	all := map[CPU][]Range{}
	for _, l := range t.Losses {
		for _, cpu := range [...]CPU{l.CPU, AllCPUs} {
			runs := all[cpu]
			if n := len(runs) - 1; n >= 0 && l.From <= runs[n].To {
				runs[n].To = max(runs[n].To, l.To)
			} else {
				all[cpu] = append(runs, l.Range)
			}
		}
	}
	t.lossRuns = make(map[CPU]stretches, len(all))
	for cpu, runs := range all {
		t.lossRuns[cpu] = stretches{runs, sumBefore(runs)}
	}
}

// Touched reports whether lost events, including those lost without notice, affect
// one of the threads in r: its times there are then lower bounds.
func (t *Trace) Touched(threads []ThreadIx, r Range) bool {
	return slices.ContainsFunc(threads, func(ix ThreadIx) bool { return t.Threads[ix].touched(r) })
}

// addLost notes time in which lost events leave the thread's state unknown.
func (t *Thread) addLost(r Range) {
	if n := len(t.lost) - 1; n >= 0 && t.lost[n].To == r.From {
		t.lost[n].To = r.To
		return
	}
	t.lost = append(t.lost, r)
}

// touched is Touched for one thread.
func (t *Thread) touched(r Range) bool {
	_, ok := t.lostIn(r)
	return ok
}

// lostIn is when the first lost events in r begin that leave the thread's state unknown; ok is
// false if there are none.
func (t *Thread) lostIn(r Range) (at Time, ok bool) {
	i := t.lostAfter(r.From)
	if i >= len(t.lost) || t.lost[i].From >= r.To {
		return 0, false
	}
	return t.lost[i].From, true
}

// lostAfter is the index of the first range in lost that ends after at.
func (t *Thread) lostAfter(at Time) int {
	i, _ := slices.BinarySearchFunc(t.lost, at, func(l Range, at Time) int { return compareTime(l.To, at+1) })
	return i
}

// LostThreadTime is how long lost events, including those lost without notice, leave the
// states of threads unknown in r.
func (t *Trace) LostThreadTime(threads []ThreadIx, r Range) (sum Time) {
	for _, ix := range threads {
		th := &t.Threads[ix]
		for i := th.lostAfter(r.From); i < len(th.lost) && th.lost[i].From < r.To; i++ {
			sum += th.lost[i].Overlap(r)
		}
	}
	return sum
}

// doCPU takes a CPU offline or online again.
func (b *Builder) doCPU(e *Event) {
	c := &b.cpus[e.CPU]
	b.cutInterrupts(e.CPU, e.Time)
	b.switchSteps(e.CPU, e.Time)
	if e.Flags&CPUOnline != 0 {
		if c.occ == OccupantOffline || c.occ == OccupantUnknown {
			b.loseCPU(e.CPU, e.Time)
		}
		return
	}
	if ix, ok := c.occ.Thread(); ok {
		b.loseThread(ix, e.Time, SubHotplug)
	}
	c.pending = NoThread
	b.setSlice(e.CPU, e.Time, OccupantOffline, 0, false)
}
