package model

import "slices"

// doLoss begins a gap in one CPU's events: who occupied it, and with it every thread
// that does not run, may be in another state from here on (truth B).
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
	c.pending = NoThread
	c.attested = NoThread
	c.knownFrom = to
	b.cutInterrupts(e.CPU, e.Time)
	b.openGap(e.CPU, e.Time)
	if id, ok := b.pre.after(e.CPU, to); ok {
		b.resumeAt(e.CPU, to, id)
	}
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

// addLost notes time in which lost events leave the thread's state unknown.
func (t *Thread) addLost(r Range) {
	if n := len(t.lost) - 1; n >= 0 && t.lost[n].To == r.From {
		t.lost[n].To = r.To
		return
	}
	t.lost = append(t.lost, r)
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
