package model

// Events issued by a running thread attest which thread occupies a CPU. They close
// gaps that some kernels leave: the switch out of idle may never be recorded.

// attestContext uses the header of a wake of which the context is recorded: the thread
// that it names has the CPU at that instant, if only to be interrupted. Any other
// occupant that the CPU was believed to have is out of date.
func (b *Builder) attestContext(e *Event) {
	c := &b.cpus[e.CPU]
	if e.Ctx == CtxNone || e.Other == NoTID || e.Other == IdleTID || b.cut.past && c.occ != OccupantUnknown {
		return
	}
	if c.occ == OccupantOffline || b.occupies(e.Other, e.CPU) || b.innermost(c, e.Time) != nil {
		b.attest(e.Other, e.CPU, e.Time)
		return
	}
	if c.occ == OccupantUnknown {
		b.headerOnUnknown(e)
		return
	}
	b.count(CountWakeHeaderMismatch)
	b.mismatch(e.CPU, e.Other, e.Time)
	c.inferred = true
}

// headerOnUnknown places the thread in a wake's header on a CPU whose occupant is
// not known.
func (b *Builder) headerOnUnknown(e *Event) {
	c := &b.cpus[e.CPU]
	since := c.since
	ix := b.living(e.Other, e.Time)
	if b.regs[ix].state == Running {
		b.runsElsewhere(ix, e.Time)
	} else {
		b.loseUntil(ix, since, e.Time)
	}
	b.run(ix, e.CPU, e.Time, Inferred, false)
	c.inferred = true
}

// loseUntil handles a thread that turns up on a CPU at t: it makes the thread unknown
// from when that CPU's occupant was no longer attested, or its own state began.
func (b *Builder) loseUntil(ix ThreadIx, from, t Time) {
	b.afterGap(ix, t, newsRuns)
	if cut := max(from, b.regs[ix].since); cut < t {
		b.loseThread(ix, cut, SubLoss)
	}
}

// attest notes that a thread acts on cpu at t. On an idle CPU it must have been
// switched in unseen, at an unknown time; on an unknown one it is kept as evidence.
func (b *Builder) attest(id TID, cpu CPU, t Time) {
	if id == IdleTID || id == NoTID {
		return
	}
	c := &b.cpus[cpu]
	switch {
	case b.occupies(id, cpu):
		c.evidence = t
	case c.occ == OccupantIdle:
		if idle := c.since; b.enterUnseen(id, cpu, t) {
			b.doubtIdle(cpu, idle)
		}
	case c.attested == NoThread || b.trace.Threads[c.attested].TID != id:
		if ix := b.ids.get(id); ix != NoThread {
			c.attested, c.attestedAt = ix, t
		}
	}
}

// enterUnseen puts a thread on a CPU from start on although no switch shows it. It
// reports whether it did: a thread known to run elsewhere stays there.
func (b *Builder) enterUnseen(id TID, cpu CPU, start Time) bool {
	ix := b.living(id, start)
	r := &b.regs[ix]
	if r.state == Running {
		return false
	}
	c := &b.cpus[cpu]
	if c.occ == OccupantIdle {
		b.lackIdleOut(c)
	}
	start = max(start, c.since, r.since)
	if c.blind {
		start = max(start, c.knownFrom)
	}
	b.dispatch(ix, cpu, start, Inferred, false)
	c.inferred = true
	return true
}

// doRan dates a slice: the thread has executed for Arg ns up to now, counted
// since it was switched in or since the last such event.
func (b *Builder) doRan(e *Event) {
	if e.TID == IdleTID || e.TID == NoTID {
		return
	}
	if b.cut.past {
		b.ranAfter(e)
		return
	}
	if e.Other == e.TID { // otherwise accounted on behalf of another CPU: shows nothing about this one
		b.placeRan(e)
	}
	ix, ok := b.cpus[e.CPU].occ.Thread()
	if !ok || b.regs[ix].tid != e.TID {
		if ix = b.ids.get(e.TID); ix == NoThread {
			return
		}
	}
	r := &b.regs[ix]
	b.book(r, e)
	if r.state == Running {
		b.deductStolen(ix, e)
	}
	r.ranAt = e.Time // also of a thread whose switch-in was lost and that only later turns out to run
}

// placeRan uses the fact that the thread itself was accounted on this CPU.
func (b *Builder) placeRan(e *Event) {
	c := &b.cpus[e.CPU]
	start := e.Time - Time(max(0, e.Arg))
	switch {
	case b.occupies(e.TID, e.CPU):
		if c.inferred && !c.dated {
			b.trustIdle(e.CPU)
			b.moveBack(e.CPU, start)
		}
	case !b.switches(e.CPU):
		b.living(e.TID, start)
		b.contradict(e.TID, e.CPU, e.Time) // it ran up to now, for an unknown time
	case c.occ == OccupantIdle, c.occ == OccupantUnknown && c.pending == NoThread:
		b.enterUnseen(e.TID, e.CPU, start)
	default:
		b.attest(e.TID, e.CPU, max(start, c.since))
	}
	c.dated = true
}

// moveBack lets an unseen slice start earlier, where its thread's accounting puts
// it, but not before what is known about the CPU and the thread.
func (b *Builder) moveBack(cpu CPU, start Time) {
	ix, ok := b.cpus[cpu].occ.Thread()
	if !ok {
		return
	}
	col, sl := &b.regs[ix].col, &b.trace.Cores[cpu].sl
	n, m := col.len(), sl.len()
	if n < 2 || m < 2 {
		return
	}
	before, _ := col.at(n - 2)
	idle, _ := sl.at(m - 2)
	start = max(start, before+1, idle+1)
	if start >= b.cpus[cpu].since {
		return
	}
	col.moveLast(start, &b.segments)
	sl.moveLast(start, &b.slices)
	b.cpus[cpu].since, b.regs[ix].since, b.regs[ix].lastIn = start, start, start
}

// doSample keeps an execution sample and uses it as evidence.
func (b *Builder) doSample(e *Event) {
	if b.cut.past {
		b.sampledElsewhere(e)
		return
	}
	if e.TID == IdleTID && !b.switches(e.CPU) {
		b.trace.IdleSamples = append(b.trace.IdleSamples, IdleSample{e.Time, e.CPU, e.Level})
	}
	if e.TID == IdleTID || e.TID == NoTID {
		return
	}
	ix := b.living(e.TID, e.Time)
	b.ownProcess(ix, e.PID)
	if b.switches(e.CPU) {
		b.attest(e.TID, e.CPU, e.Time)
	} else {
		b.contradict(e.TID, e.CPU, e.Time)
	}
	b.trace.Threads[ix].Sampled = true
	b.trace.Samples = append(b.trace.Samples, Sample{Time: e.Time, Thread: ix, Stack: e.Stack, CPU: e.CPU})
}

// doMark keeps a marker.
func (b *Builder) doMark(e *Event) {
	m := Marker{Time: e.Time, Thread: NoThread, Kind: e.Mark, Name: e.Name, Correlation: e.Arg, Parent: e.Arg2}
	if e.Flags&MarkMeasured != 0 {
		m.CPU, m.Measured = max(e.End, 0), true
	}
	if e.Other != NoTID {
		m.Span = uint32(e.Other)
	}
	if e.TID != IdleTID && e.TID != NoTID {
		m.Thread = b.living(e.TID, e.Time)
		b.ownProcess(m.Thread, e.PID)
	}
	b.trace.Markers = append(b.trace.Markers, m)
}
