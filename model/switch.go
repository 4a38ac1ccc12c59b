package model

// doSwitch processes a context switch: make sure that the old thread runs here,
// take it off, put the new thread on.
func (b *Builder) doSwitch(e *Event) {
	if e.TID == e.Other {
		b.count(CountSelfSwitch)
		return
	}
	b.trace.Cores[e.CPU].Switches++
	c := &b.cpus[e.CPU]
	c.switched = true
	if e.TID == IdleTID {
		c.noteIdleOut(e)
	}
	b.cutInterrupts(e.CPU, e.Time)
	if c.pending != NoThread && b.lateSwitchOut(c, e) {
		b.enter(e)
		return
	}
	b.ensureOld(e)
	if ix, ok := c.occ.Thread(); ok {
		b.leave(ix, e)
	}
	b.enter(e)
}

// lateSwitchOut handles the first switch on a CPU whose thread was already seen on
// another one. Within the skew window it is that thread's late switch-out: the CPU
// stays unknown up to it and the thread is not changed.
func (b *Builder) lateSwitchOut(c *cpuReg, e *Event) bool {
	ix, at := c.pending, c.pendingAt
	c.pending = NoThread
	if b.ids.get(e.TID) == ix && e.Time-at <= b.opt.SkewWindow {
		b.count(CountSkew)
		b.noteSkew(e.CPU, ix, e.Time-at)
		if _, row := b.trace.Cores[e.CPU].sl.last(); row.occ == OccupantUnknown {
			row.flags |= Skew
		}
		return true
	}
	c.knownFrom = e.Time
	if c.pendingFrom < at {
		b.outs = append(b.outs, lostOut{ix, e.CPU, c.pendingRow, c.pendingSlice, Range{c.pendingFrom, at}})
	}
	return false
}

// ensureOld makes the outgoing thread of a switch the occupant of its CPU.
func (b *Builder) ensureOld(e *Event) {
	c := &b.cpus[e.CPU]
	if b.occupies(e.TID, e.CPU) {
		return
	}
	switch c.occ {
	case OccupantUnknown, OccupantOffline:
		b.recoverOld(e)
	default:
		b.mismatch(e.CPU, e.TID, e.Time)
	}
}

// recoverOld places the outgoing thread on a CPU whose occupant is unknown: nothing
// was lost there since knownFrom, so it has run since then, or since it entered its
// present state.
func (b *Builder) recoverOld(e *Event) {
	c := &b.cpus[e.CPU]
	from, lost := min(c.knownFrom, e.Time), c.since
	if c.occ == OccupantOffline {
		from, lost = e.Time, e.Time // back without notice
	}
	if e.TID == IdleTID {
		b.occupyIdle(e.CPU, from, Inferred, false)
		return
	}
	if e.TID == NoTID {
		return
	}
	ix := b.living(e.TID, from)
	r := &b.regs[ix]
	if r.state == Running {
		b.runsElsewhere(ix, e.Time)
		b.run(ix, e.CPU, e.Time, Inferred, false)
		return
	}
	from = max(from, r.since)
	if cut := max(lost, r.since); cut < from && !c.blind {
		b.loseThread(ix, cut, SubLoss)
	}
	b.run(ix, e.CPU, from, Inferred, false)
}

// mismatch handles the case that at t thread id has cpu, by its switch-out or by a
// header, and not the known occupant: events were lost without notice. What is not
// attested becomes unknown.
func (b *Builder) mismatch(cpu CPU, id TID, t Time) {
	c := &b.cpus[cpu]
	b.count(CountMismatch)
	from := c.evidence
	var ix ThreadIx
	old := id != IdleTID && id != NoTID
	if old {
		ix = b.living(id, t)
		if r := &b.regs[ix]; c.occ == OccupantIdle {
			b.lackIdleOut(c)
			if r.state != Unknown && r.state != Running {
				from = max(from, r.since) // idle until old was runnable at all
			}
		}
	}
	until, attested := t, old && c.attested == ix && c.attestedAt > from
	if attested {
		until = c.attestedAt
	}
	if stale, ok := c.occ.Thread(); ok {
		b.dropStale(stale, from)
	}
	b.loseCPU(cpu, from)
	switch {
	case !old:
		if id == IdleTID {
			b.occupyIdle(cpu, t, Inferred, false)
		}
	case b.regs[ix].state == Running:
		b.runsElsewhere(ix, t)
		b.run(ix, cpu, t, Inferred, false)
	default:
		b.loseUntil(ix, from, until)
		b.run(ix, cpu, max(until, b.regs[ix].since), Inferred, false)
	}
}

// dropStale ends what was believed about a CPU's occupant: it was switched out at
// an unknown time after from. An exiting thread has ended.
func (b *Builder) dropStale(ix ThreadIx, from Time) {
	if b.regs[ix].exiting && !b.cut.lead {
		b.count(CountLostEnd)
		b.endLife(ix, from, true)
		return
	}
	b.loseThread(ix, from, SubLoss)
}

// leave takes ix off its CPU by the disposition of e.
func (b *Builder) leave(ix ThreadIx, e *Event) {
	b.ownProcess(ix, e.PID)
	b.trace.Threads[ix].Priority.note(e.Prio[0])
	if e.Out == OutDead {
		b.endLife(ix, e.Time, false)
		return
	}
	displacer := NoThread
	if e.Out != OutWait {
		displacer = b.displacer(e)
	}
	r := &b.regs[ix]
	switch e.Out {
	case OutPreempt, OutYield:
		sub, kind := e.Sub, EpisodePreempt
		if e.Out == OutYield || sub == SubYield {
			sub, kind = SubYield, EpisodeYield
		}
		row := b.open(ix, e.Time, Preempted, sub, Preemption)
		row.cpu, row.peer = e.CPU, displacer
		r.ep.begin(e.Time, sub, Preemption)
		r.ep.kind, r.ep.peer = kind, displacer
	default:
		sub := e.Sub
		if sub == SubCreated {
			sub = SubUnknown // whatever the source reports: it has run
		}
		cat, flags := waitVerdict(sub, e.Reason)
		row := b.open(ix, e.Time, Waiting, sub, cat)
		row.flags = flags
		b.beginWait(ix, row)
		r.ep.begin(e.Time, row.sub, row.counted())
		if sub == SubPageIn {
			b.pageWaits = append(b.pageWaits, pageWait{ix, e.Time})
		}
	}
	if e.Reason != 0 && r.sub == SubUnknown {
		b.count(CountUnknownReason)
	}
	b.setStack(ix, e.Stack)
}

// displacer is the thread that gets the CPU in e, NoThread for idle.
func (b *Builder) displacer(e *Event) ThreadIx {
	if e.Other == IdleTID || e.Other == NoTID {
		return NoThread
	}
	return b.living(e.Other, e.Time)
}

// enter puts the incoming thread of e on its CPU.
func (b *Builder) enter(e *Event) {
	switch e.Other {
	case IdleTID:
		b.occupyIdle(e.CPU, e.Time, 0, true)
		return
	case NoTID:
		b.loseCPU(e.CPU, e.Time)
		return
	}
	ix := b.living(e.Other, e.Time)
	b.trace.Threads[ix].Priority.note(e.Prio[1])
	if r := &b.regs[ix]; r.state == Running && r.cpu != e.CPU {
		b.runsElsewhere(ix, e.Time)
	}
	b.afterGap(ix, e.Time, newsRuns)
	b.setStackLate(ix, e.Stack2)
	b.dispatch(ix, e.CPU, e.Time, 0, true)
}

// setStackLate attaches the stack of a switch-in to the wait or preemption that
// ends with it: sources that record it there mean where the thread was when it left
// the CPU. The ready time is between the wait and the switch-in.
func (b *Builder) setStackLate(ix ThreadIx, id StackID) {
	if id == NoStack {
		return
	}
	r := &b.regs[ix]
	switch r.state {
	case Waiting, Preempted, Unknown:
		b.setStack(ix, id)
	case Ready:
		i := r.col.len() - 2
		if i < 0 {
			return
		}
		if _, row := r.col.at(i); row.state == Waiting {
			b.trace.Threads[ix].setStack(i, id)
		}
	}
}

// runsElsewhere takes a thread off the CPU it is believed on, because it turned up
// on another one: its switch-out there is late, or lost.
func (b *Builder) runsElsewhere(ix ThreadIx, t Time) {
	b.count(CountDoubleRunning)
	cpu := b.regs[ix].cpu
	c := &b.cpus[cpu]
	evidence, row, slice := c.evidence, b.regs[ix].col.len()-1, b.trace.Cores[cpu].sl.len()-1
	known := c.occ == Occupant(ix)
	b.leaveOther(ix, t)
	if !known || b.regs[ix].col.len()-1 != row || b.trace.Cores[cpu].sl.len()-2 != slice {
		evidence = t // it ran there for no time
	}
	c.pending, c.pendingAt = ix, t
	c.pendingFrom, c.pendingRow, c.pendingSlice = evidence, row, slice
}

// leaveOther ends the slice of a thread that is not where it was believed to be.
func (b *Builder) leaveOther(ix ThreadIx, t Time) {
	cpu := b.regs[ix].cpu
	if occ, ok := b.cpus[cpu].occ.Thread(); ok && occ == ix {
		b.loseCPU(cpu, t)
	}
}

// dispatch runs ix on cpu from t on, closing its off-CPU episode.
func (b *Builder) dispatch(ix ThreadIx, cpu CPU, t Time, flags SegmentFlags, switched bool) {
	b.afterGap(ix, t, newsRuns)
	r := &b.regs[ix]
	if r.state == Waiting && !r.ep.woken {
		b.missedWake(ix)
		if b.cpus[cpu].occ == OccupantIdle && (b.trace.Info.Has.Wakes || b.trace.Events[KindWake] > 0) {
			r.wait |= waitUnseen
			b.timedOut(ix, t)
		}
	}
	noted := r.ep.open && (r.ep.out == t || r.ep.spurious != 0 || r.ep.enqueued != 0)
	r.ep.open, r.ep.woken, r.latch.set = false, false, false
	b.run(ix, cpu, t, flags, switched)
	if r.wait&(waitDone|waitRequest) != 0 {
		b.settleWait(ix)
	}
	if noted {
		b.noteEpisode(ix, t)
	}
}

// missedWake decides about a thread switched in from a wait without a wake: it was
// woken before it was switched out, or the wake is missing.
func (b *Builder) missedWake(ix ThreadIx) {
	r := &b.regs[ix]
	start, row := b.openRow(ix)
	if b.latchValid(r, start) && row.sub != SubCreated {
		b.count(CountRaceWake)
		row.state, row.sub, row.cat = Ready, SubDispatch, Dispatch
		row.flags = row.flags&^(LowConfidence|IdleWorker|evidenceBits) | RaceWake
		row.ctx, row.peer = r.latch.ctx, r.latch.peer
		row.cpu = r.lastCPU
		r.ep.ctx, r.ep.peer, r.ep.wakeStack = row.ctx, row.peer, r.latch.stack
		b.trace.Threads[ix].setStack(r.col.len()-1, r.latch.stack) // no longer the stack of a wait
		return
	}
	b.count(CountWakeMissing)
	row.flags |= WakeMissing
}

// latchValid reports whether the latched wake can belong to a wait that started at
// start.
func (b *Builder) latchValid(r *reg, start Time) bool {
	return r.latch.set && r.latch.at >= r.lastIn &&
		start >= r.latch.at && start-r.latch.at <= b.opt.RaceWindow
}

// noteEpisode keeps what the segments of the episode that ended at t cannot hold.
func (b *Builder) noteEpisode(ix ThreadIx, t Time) {
	th, ep := &b.trace.Threads[ix], &b.regs[ix].ep
	row := b.regs[ix].col.len() - 1
	bare := ep.out == t
	th.notes = append(th.notes, episodeNote{
		row: uint32(row), spurious: ep.spurious, enqueued: ep.enqueued,
		bare: bare, kind: ep.kind, sub: ep.sub, cat: ep.cat, ctx: ep.ctx, peer: ep.peer,
		wakeStack: ep.wakeStack,
	})
}
