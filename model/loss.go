package model

import "slices"

// doLoss degrades what a gap in one CPU's events contradicts: the CPU and its
// occupant (thread_model 2.11). The other threads keep their state; that the
// window overlaps them is flagged when the trace is frozen.
func (b *Builder) doLoss(e *Event) {
	c := &b.cpus[e.CPU]
	to := max(e.Time, e.End)
	b.trace.Losses = append(b.trace.Losses, Loss{CPU: e.CPU, Range: Range{e.Time, to}, Count: e.Arg})
	b.count(CountLoss)
	b.trace.Counters[CountLossNS] += int64(to - e.Time)
	if ix, ok := c.occ.Thread(); ok {
		b.loseThread(ix, e.Time, SubLoss)
	}
	if c.occ != OccupantUnknown {
		b.loseCPU(e.CPU, e.Time)
	}
	c.pending = NoThread
	c.attested = NoThread
	c.knownFrom = to
	b.cutInterrupts(e.CPU, e.Time)
}

// LossIn reports whether events of a CPU, or with AllCPUs of any, were lost in r:
// figures of r are lower bounds then. Where it is not known when events were lost
// it is true of any time.
func (t *Trace) LossIn(cpu CPU, r Range) bool {
	for _, l := range t.Losses {
		if l.From >= r.To {
			break
		}
		if l.To >= r.From && (cpu == AllCPUs || l.CPU == cpu || l.CPU == AllCPUs) {
			return true
		}
	}
	return len(t.Losses) == 0 && t.Info.LostEvents+t.Info.LostBuffers > 0
}

// Touched reports whether lost events, those lost without notice too, touch one of
// the threads in r: their times in it are lower bounds then.
func (t *Trace) Touched(threads []ThreadIx, r Range) bool {
	return slices.ContainsFunc(threads, func(ix ThreadIx) bool { return t.Threads[ix].touched(r) })
}

// touched is Touched of one thread.
func (t *Thread) touched(r Range) bool {
	i, _ := slices.BinarySearchFunc(t.lost, r.From, func(l Range, at Time) int { return compareTime(l.To, at+1) })
	return i < len(t.lost) && t.lost[i].From < r.To
}

// doCPU takes a CPU offline or brings it back (2.14).
func (b *Builder) doCPU(e *Event) {
	c := &b.cpus[e.CPU]
	b.cutInterrupts(e.CPU, e.Time)
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
