package model

// This file is the only place that writes segments and slices. Intervals of
// length zero are never stored: a row that starts where the next one does is
// replaced by it.

// set opens a segment of thread ix at t.
func (b *Builder) set(ix ThreadIx, t Time, row segRow) {
	th := &b.trace.Threads[ix]
	if start, last := th.col.last(); last != nil && start >= t {
		b.dropLast(th)
	}
	th.col.push(t, row)
	r := &b.regs[ix]
	r.state, r.sub, r.since = row.state, row.sub, t
}

// dropLast removes the newest segment of a thread with all that hangs on it.
func (b *Builder) dropLast(th *Thread) {
	n := th.col.len() - 1
	th.col.pop()
	th.setStack(n, NoStack)
	if k := len(th.notes) - 1; k >= 0 && int(th.notes[k].row) >= n {
		th.notes = th.notes[:k]
	}
}

// setStack attaches a stack to the newest segment of ix.
func (b *Builder) setStack(ix ThreadIx, id StackID) {
	if id != NoStack {
		th := &b.trace.Threads[ix]
		th.setStack(th.col.len()-1, id)
	}
}

// openRow is the newest segment of ix and its start.
func (b *Builder) openRow(ix ThreadIx) (Time, *segRow) { return b.trace.Threads[ix].col.last() }

// setSlice opens a slice of cpu at t.
func (b *Builder) setSlice(cpu CPU, t Time, occ Occupant, flags SegmentFlags, switched bool) {
	sl := &b.trace.Cores[cpu].sl
	if start, last := sl.last(); last != nil && start >= t {
		sl.pop()
	}
	sl.push(t, sliceRow{occ: occ, flags: flags, switched: switched})
	c := &b.cpus[cpu]
	c.occ, c.since, c.evidence = occ, t, t
	c.inferred, c.dated = false, false
	c.attested = NoThread
}

// occupyIdle gives cpu to its idle thread from t on.
func (b *Builder) occupyIdle(cpu CPU, t Time, flags SegmentFlags, switched bool) {
	b.setSlice(cpu, t, OccupantIdle, flags, switched)
}

// loseCPU makes cpu unknown from t on.
func (b *Builder) loseCPU(cpu CPU, t Time) {
	b.setSlice(cpu, t, OccupantUnknown, 0, false)
	b.cpus[cpu].knownFrom = t
}

// loseThread makes ix unknown from t on, keeping an unknown state it has.
func (b *Builder) loseThread(ix ThreadIx, t Time, sub Sub) {
	if b.regs[ix].state == Unknown {
		return
	}
	b.regs[ix].ep = openEpisode{}
	b.regs[ix].latch.set = false
	th := &b.trace.Threads[ix]
	if start, _ := th.col.last(); start >= t && th.col.len() > 1 {
		b.dropLast(th)
		if from, row := th.col.last(); row.state == Unknown && row.sub == sub { // known for no time
			b.regs[ix].state, b.regs[ix].sub, b.regs[ix].since = Unknown, row.sub, from
			return
		}
	}
	b.set(ix, t, segRow{peer: NoThread, cpu: NoCPU, state: Unknown, sub: sub, cat: UnknownCategory})
}

// run puts ix on cpu at t: its segment and the CPU's slice.
func (b *Builder) run(ix ThreadIx, cpu CPU, t Time, flags SegmentFlags, switched bool) {
	b.set(ix, t, segRow{peer: NoThread, cpu: cpu, state: Running, cat: Execution, flags: flags})
	r := &b.regs[ix]
	r.cpu, r.lastCPU, r.lastIn = cpu, cpu, t
	b.setSlice(cpu, t, Occupant(ix), flags, switched)
}
