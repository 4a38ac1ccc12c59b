package model

// create makes a new incarnation of id whose life, and first segment, begin at
// from.
func (b *Builder) create(id TID, from Time, state State, sub Sub) ThreadIx {
	inc := 0
	if prev := b.ids.get(id); prev != NoThread {
		inc = b.trace.Threads[prev].Incarnation + 1
	}
	ix := ThreadIx(len(b.regs))
	b.trace.Threads = append(b.trace.Threads, Thread{
		TID: id, Incarnation: inc, Proc: NoProc, Creator: NoThread, Life: Range{from, from},
	})
	b.regs = append(b.regs, reg{tid: id, cpu: NoCPU, lastCPU: NoCPU, bound: NoCPU, lastIn: -1})
	b.ids.set(id, ix)
	b.open(ix, from, state, sub, sub.Category())
	return ix
}

// thread returns the newest incarnation of id, created as a thread that
// predates the trace if it was never seen.
func (b *Builder) thread(id TID) ThreadIx {
	if ix := b.ids.get(id); ix != NoThread {
		return ix
	}
	return b.create(id, 0, Unknown, SubNotSeen)
}

// living returns the living incarnation of id. A thread that acts after its end
// must be a new one whose start was lost.
func (b *Builder) living(id TID, t Time) ThreadIx {
	ix := b.ids.get(id)
	switch {
	case ix == NoThread:
		return b.create(id, 0, Unknown, SubNotSeen)
	case b.regs[ix].state != Dead:
		return ix
	}
	b.count(CountReborn)
	return b.rebirth(id, t)
}

// rebirth makes a new incarnation of a dead thread's id, inferred from its actions.
func (b *Builder) rebirth(id TID, t Time) ThreadIx {
	proc := b.trace.Threads[b.ids.get(id)].Proc
	ix := b.create(id, t, Unknown, SubNotSeen)
	b.trace.Threads[ix].Proc = proc
	_, row := b.openRow(ix)
	row.flags |= Inferred
	return ix
}

// startLife moves the start of a thread not seen before to t.
func (b *Builder) startLife(ix ThreadIx, t Time) {
	th := &b.trace.Threads[ix]
	for b.regs[ix].col.len() > 0 {
		b.dropLast(ix)
	}
	th.Life = Range{t, t}
	th.Started = true
	b.regs[ix].created = true
}

// endLife ends a thread at t. lost is set if its last switch-out was not seen.
func (b *Builder) endLife(ix ThreadIx, t Time, lost bool) {
	b.afterGap(ix, t, newsLost)
	b.gaveUp(ix)
	th := &b.trace.Threads[ix]
	if start, row := b.openRow(ix); row != nil {
		if lost {
			row.flags |= LostEnd
		}
		if start >= t {
			b.dropLast(ix)
		}
	}
	th.Life.To = max(t, th.Life.From)
	th.Ended = !lost
	r := &b.regs[ix]
	r.state, r.since, r.exiting = Dead, t, false
	r.ep, r.latch.set = openEpisode{}, false
}

// doStart starts a life. An older incarnation that is still alive has ended unseen.
func (b *Builder) doStart(e *Event) {
	if e.TID == IdleTID || e.TID == NoTID {
		return
	}
	ix := b.ids.get(e.TID)
	switch {
	case ix == NoThread:
		ix = b.create(e.TID, e.Time, Waiting, SubCreated)
		b.trace.Threads[ix].Started = true
	case b.regs[ix].state == Unknown && b.regs[ix].sub == SubNotSeen && !b.regs[ix].exiting:
		b.startLife(ix, e.Time)
		b.open(ix, e.Time, Waiting, SubCreated, SubCreated.Category())
	default:
		if b.regs[ix].state != Dead {
			b.count(CountLostEnd)
			if b.regs[ix].state == Running {
				b.leaveOther(ix, e.Time)
			}
			b.endLife(ix, e.Time, true)
		}
		ix = b.create(e.TID, e.Time, Waiting, SubCreated)
		b.trace.Threads[ix].Started = true
	}
	r := &b.regs[ix]
	r.created = true
	r.ep.begin(e.Time, SubCreated, SubCreated.Category())
	r.ep.kind = EpisodeNew
	if e.Stack != NoStack || !b.cut.lead { // who cuts a file may have named the function before
		b.trace.Threads[ix].Entry = e.Stack
	}
	b.bear(ix, e)
	b.rename(ix, e.Time, e.Name, false)
}

// bear puts a new thread into its process, which may begin with it.
func (b *Builder) bear(ix ThreadIx, e *Event) {
	th := &b.trace.Threads[ix]
	pid := e.PID
	if e.Other != NoTID && e.Other != IdleTID {
		if parent := b.ids.get(e.Other); parent != NoThread {
			th.Creator = parent
			if pid == NoPID {
				th.Proc = b.trace.Threads[parent].Proc
			}
		}
	}
	if pid == 0 {
		pid = NoPID
	}
	if pid != NoPID && uint32(e.TID) == pid {
		if p, ok := b.procs[pid]; ok && th.Proc != p { // a group leader starts a new process
			b.begun[pid] = b.trace.Processes[p].Incarnation + 1
			delete(b.procs, pid)
		}
	}
	b.ownProcess(ix, pid)
	if th.Creator != NoThread {
		b.inheritDescriptors(b.trace.Threads[ix].Proc, b.trace.Threads[th.Creator].Proc)
	}
}

// doExit marks the running segment; the life ends at the final switch-out.
func (b *Builder) doExit(e *Event) {
	ix := b.ids.get(e.TID)
	if ix == NoThread || b.regs[ix].state == Dead {
		return
	}
	th := &b.trace.Threads[ix]
	th.ExitAt, th.Exited = e.Time, true
	b.regs[ix].exiting = true
	b.killedIn(ix)
	if _, row := b.openRow(ix); row.state == Running {
		row.flags |= Exiting
	}
}

// doExists records that a thread is alive, and its state if the source reports it.
func (b *Builder) doExists(e *Event) {
	b.stateTold = b.stateTold || e.Flags&HasState != 0
	if e.TID == IdleTID && !b.cut.past && State(e.Arg) == Running && e.Flags&HasState != 0 {
		if c := &b.cpus[e.CPU]; c.occ == OccupantUnknown {
			b.occupyIdle(e.CPU, max(c.since, c.knownFrom), OpenStart, false)
		}
		return
	}
	if e.TID == IdleTID || e.TID == NoTID {
		return
	}
	fresh := b.ids.get(e.TID) == NoThread
	ix := b.thread(e.TID)
	b.ownProcess(ix, e.PID)
	if e.Stack != NoStack {
		b.trace.Threads[ix].Entry = e.Stack
	}
	r := &b.regs[ix]
	switch {
	case e.Flags&HasState == 0 || !(fresh || r.state == Unknown):
	case b.cut.past:
		b.trace.Threads[ix].Elsewhere = true
	default:
		b.existsAs(ix, e)
	}
}

// existsAs puts a thread about which nothing else is known into the state that the source reports.
// One that runs does so since its CPU's events are complete; when another state began is unknown.
func (b *Builder) existsAs(ix ThreadIx, e *Event) {
	r := &b.regs[ix]
	switch s := State(e.Arg); s {
	case Running:
		c, at := &b.cpus[e.CPU], r.since
		if r.sub == SubGap {
			at = e.Time
		}
		if c.occ == OccupantUnknown {
			b.run(ix, e.CPU, max(at, c.knownFrom), OpenStart, false)
		}
	case Ready, Preempted, Waiting:
		sub, cat := e.Sub, e.Sub.Category()
		if sub == SubNone {
			sub, cat = defaultSub(s)
		}
		r.ep.begin(e.Time, sub, cat)
		b.open(ix, e.Time, s, sub, cat).flags = OpenStart | e.Sub.flags()
	}
}

// defaultSub is the sub-reason and category of a state without further information.
func defaultSub(s State) (Sub, Category) {
	switch s {
	case Ready:
		return SubDispatch, Dispatch
	case Preempted:
		return SubRunnable, Preemption
	}
	return SubUnknown, UnknownCategory
}

// doName adds to a thread's name history.
func (b *Builder) doName(e *Event) {
	if e.TID == IdleTID || e.TID == NoTID {
		return
	}
	ix := b.thread(e.TID)
	b.ownProcess(ix, e.PID)
	b.rename(ix, e.Time, e.Name, e.Flags&NameExec != 0)
	if e.Flags&NameExec != 0 {
		b.execDescriptors(b.trace.Threads[ix].Proc)
	}
}

func (b *Builder) rename(ix ThreadIx, t Time, id StringID, exec bool) {
	if id == NoString {
		return
	}
	th := &b.trace.Threads[ix]
	s := b.trace.Tables.Strings.Get(id)
	if b.cut.past {
		t = b.trace.Info.Cut.To // until then it had another
	}
	if n := len(th.Names); n > 0 && th.Names[n-1].Name == s && !exec {
		return
	}
	th.Names = append(th.Names, Name{From: t, Name: s, Exec: exec})
}

// doProcess declares a process.
func (b *Builder) doProcess(e *Event) {
	if e.PID == NoPID {
		return
	}
	ix := b.process(e.PID)
	p := &b.trace.Processes[ix]
	if parent := uint32(e.Arg2); parent != 0 && parent != e.PID {
		b.parents[ix] = parent
	}
	if e.Name != NoString {
		p.Name = b.trace.Tables.Strings.Get(e.Name)
	}
	p.Class = Class(e.Arg)
}

// process returns the newest incarnation of a process id.
func (b *Builder) process(pid uint32) ProcIx {
	if p, ok := b.procs[pid]; ok {
		return p
	}
	p := ProcIx(len(b.trace.Processes))
	b.trace.Processes = append(b.trace.Processes, Process{PID: pid, Incarnation: b.begun[pid], Known: true})
	b.procs[pid] = p
	return p
}

// ownProcess puts ix into a process if it has none yet.
func (b *Builder) ownProcess(ix ThreadIx, pid uint32) {
	if th := &b.trace.Threads[ix]; pid != NoPID && pid != 0 && th.Proc == NoProc {
		th.Proc = b.process(pid)
	}
}
