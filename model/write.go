package model

// This file is the only place that writes segments and slices. Intervals of length
// zero are never stored: a row that starts at the same instant as the next one is
// replaced by it.

// open begins a segment of thread ix at t and returns its row, to fill in the other
// fields. Rows are built in place, since composing and then copying them costs more
// than everything else.
func (b *Builder) open(ix ThreadIx, t Time, state State, sub Sub, cat Category) *segRow {
	r := &b.regs[ix]
	if start, last := r.col.last(); last != nil && start >= t {
		b.dropLast(ix)
	}
	r.state, r.sub, r.since = state, sub, t
	row := r.col.extend(t, &b.segments)
	row.peer, row.cpu, row.flags = NoThread, NoCPU, 0
	row.state, row.sub, row.cat, row.ctx = state, sub, cat, CtxNone
	return row
}

// dropLast removes the newest segment of a thread with everything attached to it.
func (b *Builder) dropLast(ix ThreadIx) {
	th, col := &b.trace.Threads[ix], &b.regs[ix].col
	n := col.len() - 1
	col.pop()
	th.setStack(n, NoStack)
	if k := len(th.notes) - 1; k >= 0 && int(th.notes[k].row) >= n {
		th.notes = th.notes[:k]
	}
}

// setStack attaches a stack to the newest segment of ix.
func (b *Builder) setStack(ix ThreadIx, id StackID) {
	if id != NoStack {
		b.trace.Threads[ix].setStack(b.regs[ix].col.len()-1, id)
	}
}

// openRow is the newest segment of ix and its start.
func (b *Builder) openRow(ix ThreadIx) (Time, *segRow) { return b.regs[ix].col.last() }

// setSlice opens a slice of cpu at t.
func (b *Builder) setSlice(cpu CPU, t Time, occ Occupant, flags SegmentFlags, switched bool) {
	sl := &b.trace.Cores[cpu].sl
	if start, last := sl.last(); last != nil && start >= t {
		sl.pop()
	}
	row := sl.extend(t, &b.slices)
	row.occ, row.flags, row.switched = occ, flags, switched
	c := &b.cpus[cpu]
	if c.blind && occ != OccupantUnknown {
		b.closeGap(cpu, max(t, b.now))
	}
	c.occ, c.since, c.evidence = occ, t, t
	c.inferred, c.dated = false, false
	c.attested, c.doubt.set = NoThread, false
}

// occupyIdle gives cpu to its idle thread from t on.
func (b *Builder) occupyIdle(cpu CPU, t Time, flags SegmentFlags, switched bool) {
	b.setSlice(cpu, t, OccupantIdle, flags, switched)
}

// loseCPU makes cpu unknown from t on.
func (b *Builder) loseCPU(cpu CPU, t Time) {
	sl := &b.trace.Cores[cpu].sl
	if start, last := sl.last(); last != nil && start >= t && sl.len() > 1 {
		sl.pop()
	}
	if start, last := sl.last(); last == nil || last.occ != OccupantUnknown {
		start = t
		b.setSlice(cpu, t, OccupantUnknown, 0, false)
	} else {
		c := &b.cpus[cpu]
		c.occ, c.since, c.evidence = OccupantUnknown, start, start
		c.inferred, c.dated, c.attested = false, false, NoThread
	}
	b.cpus[cpu].knownFrom = t
}

// loseThread makes ix unknown from t on, keeping an unknown state it has.
func (b *Builder) loseThread(ix ThreadIx, t Time, sub Sub) {
	b.afterGap(ix, t, newsLost)
	if b.regs[ix].state == Unknown {
		return
	}
	b.regs[ix].ep = openEpisode{}
	b.regs[ix].latch.set = false
	if start, _ := b.openRow(ix); start >= t && b.regs[ix].col.len() > 1 {
		b.dropLast(ix)
		if from, row := b.openRow(ix); row.state == Unknown && row.sub == sub { // it was known for no time
			b.regs[ix].state, b.regs[ix].sub, b.regs[ix].since = Unknown, row.sub, from
			return
		}
	}
	b.open(ix, t, Unknown, sub, UnknownCategory)
}

// run puts ix on cpu at t: its segment and the CPU's slice.
func (b *Builder) run(ix ThreadIx, cpu CPU, t Time, flags SegmentFlags, switched bool) {
	b.afterGap(ix, t, newsRuns)
	row := b.open(ix, t, Running, SubNone, Execution)
	row.cpu, row.flags = cpu, flags
	r := &b.regs[ix]
	r.cpu, r.lastCPU, r.lastIn = cpu, cpu, t
	b.setSlice(cpu, t, Occupant(ix), flags, switched)
}
