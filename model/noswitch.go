package model

// A CPU without context switches has no thread states: a sample there shows where a
// thread was at an instant, but not since or until when.

// switches reports whether the trace has, or may have, context switches of a CPU:
// one was processed, or the pre-pass found the first.
func (b *Builder) switches(cpu CPU) bool {
	if b.cpus[cpu].switched || b.pre == nil || int(cpu) >= len(b.pre.cpus) {
		return b.cpus[cpu].switched
	}
	c := &b.pre.cpus[cpu]
	return c.switched || len(c.gaps) > 0 // each gap was ended by a switch
}

// contradict notes that a sample or accounted time names a thread on a CPU that records
// no switches. Another occupant that the CPU was believed to have left unseen after its
// last evidence.
func (b *Builder) contradict(id TID, cpu CPU, t Time) {
	c := &b.cpus[cpu]
	switch {
	case b.occupies(id, cpu):
		c.evidence = t
		return
	case c.occ == OccupantUnknown, c.occ == OccupantOffline:
		return
	}
	b.count(CountMismatch)
	from := c.evidence
	if stale, ok := c.occ.Thread(); ok {
		b.dropStale(stale, from)
	}
	b.loseCPU(cpu, from)
}

// dropStates makes all states unknown if the trace has no context switches at all
// and no event gave a state: wakes, starts, calls and accounted time alone do not
// show how long a state lasted. A life then ends with the Exit event, since there
// is no final switch-out, or with the last sample after it.
func (b *Builder) dropStates() {
	t := b.trace
	if b.stateTold || t.SwitchCount() > 0 {
		return
	}
	for ix := range t.Threads {
		b.exitLife(ThreadIx(ix))
	}
	for i := range t.Samples {
		if th := &t.Threads[t.Samples[i].Thread]; th.Ended {
			th.Life.To = min(max(th.Life.To, t.Samples[i].Time+1), t.End)
		}
	}
	for ix := range t.Threads {
		b.dropThreadStates(ThreadIx(ix))
	}
	for c := range t.Cores {
		b.dropOccupants(CPU(c))
	}
	for _, c := range []Counter{
		CountMismatch, CountBrokenChain, CountDoubleRunning, CountSkew, CountStolen, CountStolenNS, CountStopped,
		CountRaceWake, CountSpuriousWake, CountDupWake,
	} {
		t.Counters[c] = 0 // counts what states show
	}
	b.pageWaits, b.gaps = nil, gaps{next: Forever}
}

// exitLife ends the life of a thread with its Exit event.
func (b *Builder) exitLife(ix ThreadIx) {
	th, r := &b.trace.Threads[ix], &b.regs[ix]
	if !th.Exited {
		return
	}
	if r.state == Dead && !th.Ended {
		b.trace.Counters[CountLostEnd]-- // counted by the missing switch-out
	}
	th.Life.To, th.Ended, r.state = max(th.ExitAt, th.Life.From), true, Dead
}

// dropThreadStates leaves a single segment in a thread's life, in which nothing is known.
func (b *Builder) dropThreadStates(ix ThreadIx) {
	th, r := &b.trace.Threads[ix], &b.regs[ix]
	state := r.state
	r.col, th.stacks, th.notes = column[segRow]{}, nil, nil
	th.Elsewhere = b.cut.past && r.call.at >= b.trace.Info.Cut.To
	if state != Dead || th.Life.Len() > 0 {
		b.open(ix, th.Life.From, Unknown, SubNotSeen, UnknownCategory)
	}
	r.ep = openEpisode{}
	if state == Dead {
		r.state = Dead
	}
}

// dropOccupants makes a CPU unknown except while it was offline.
func (b *Builder) dropOccupants(cpu CPU) {
	old := b.trace.Cores[cpu].sl
	n := old.len()
	b.trace.Cores[cpu].sl = column[sliceRow]{}
	b.setSlice(cpu, 0, OccupantUnknown, 0, false)
	for i := range n {
		start, row := old.at(i)
		occ := row.occ
		if occ != OccupantOffline {
			occ = OccupantUnknown
		}
		if occ != b.cpus[cpu].occ {
			b.setSlice(cpu, start, occ, 0, false)
		}
	}
}

// noSwitches is the sentence about a trace without context switches.
func (b *Builder) noSwitches() string {
	switch {
	case b.stateTold:
		return "the trace has no context switches: thread states are those reported at the start of the trace"
	case len(b.trace.Samples) > 0:
		return "the trace has no context switches: thread states are unknown; CPU time is known only from samples"
	}
	return "the trace has no context switches: thread states are unknown"
}
