package model

// doWake makes a thread runnable.
func (b *Builder) doWake(e *Event) {
	if e.TID == IdleTID || e.TID == NoTID {
		return
	}
	if e.Wake == WakeWaking {
		b.hasWaking = true
	}
	b.attestContext(e)
	ctx, peer := b.wakeContext(e)
	if ctx == CtxThread {
		b.cpus[e.CPU].evidence = e.Time
	}
	ix := b.ids.get(e.TID)
	if ix == NoThread || b.regs[ix].state == Dead {
		if ix = b.wokenAnew(e, ix); ix == NoThread {
			return
		}
	}
	if ctx == CtxThread && peer == ix {
		ctx, peer = CtxUnknown, NoThread // nothing wakes itself
	}
	if ctx == CtxThread && b.kills(peer, ix) {
		ctx = CtxExit
	}
	b.afterGap(ix, e.Time, b.newsOf(e))
	r := &b.regs[ix]
	switch r.state {
	case Running:
		b.count(CountSpuriousWake)
		r.latch = latch{at: e.Time, ctx: ctx, peer: peer, stack: e.Stack, set: true}
	case Ready, Preempted:
		b.wakeAgain(r, e)
	case Waiting:
		b.endWait(ix, e, ctx, peer)
	default:
		b.wakeOfUnknown(ix, e, ctx, peer)
	}
}

// newsOf is what a wake shows about its thread.
func (b *Builder) newsOf(e *Event) news {
	if e.Wake == WakeWakeup && b.hasWaking {
		return newsRunnable
	}
	return newsWoken
}

// wokenAnew is the thread that a wake names if no living one with its id was seen;
// NoThread if it has ended.
func (b *Builder) wokenAnew(e *Event, known ThreadIx) ThreadIx {
	switch {
	case known == NoThread:
		return b.create(e.TID, 0, Unknown, SubNotSeen)
	case e.Wake == WakeNew:
		return b.rebirth(e.TID, e.Time)
	}
	b.count(CountWakeDead)
	return NoThread
}

// wakeOfUnknown handles the wake of a thread whose state is unknown.
func (b *Builder) wakeOfUnknown(ix ThreadIx, e *Event, ctx Context, peer ThreadIx) {
	r := &b.regs[ix]
	switch {
	case r.sub == SubGap:
		b.wakeInGap(ix, e, ctx, peer)
	case r.sub == SubNotSeen && b.wokenUnseen(ix, e, ctx, peer):
	default:
		b.wakeUnknown(ix, e, ctx, peer)
	}
}

// kills reports whether a wake of ix by a thread of its process comes from the termination
// of that process.
func (b *Builder) kills(by, ix ThreadIx) bool {
	return b.regs[by].call.open && b.endsProcess(by, ix)
}

// endsProcess is kills for a thread that is in a call.
func (b *Builder) endsProcess(by, ix ThreadIx) bool {
	c := &b.regs[by].call
	return b.callKind(c.name).sub == SubExit && b.trace.Tables.Strings.Get(c.name) == "exit_group" &&
		b.trace.Threads[by].Proc == b.trace.Threads[ix].Proc
}

// sendSlack is how long before a soft interrupt a hard one may have ended and still
// have caused it, ns.
const sendSlack Time = 5_000

// sends reports whether a wake by arriving network data comes from the thread that runs
// there: it is in a call that sends, and no other interrupt caused the soft one. Data that
// a thread sends to its own machine arrive before the call returns.
func (b *Builder) sends(ix ThreadIx, e *Event) bool {
	if ix == NoThread || int(ix) >= len(b.regs) {
		return false
	}
	c := &b.regs[ix].call
	if !c.open || b.gapSince(c.at) || b.cpus[e.CPU].lastIsr > e.Time-sendSlack {
		return false
	}
	switch b.callKind(c.name).sending {
	case sendsAlways:
		return true
	case sendsToSockets:
		d := b.descriptor(ix, c.arg)
		return d == DescriptorSocket || d == DescriptorOther
	}
	return false
}

// wakeAgain handles a wake of a runnable thread: the second half of a Linux
// wake, or a duplicate.
func (b *Builder) wakeAgain(r *reg, e *Event) {
	if r.state == Ready && e.Wake == WakeWakeup && r.ep.open && r.ep.enqueued == 0 {
		r.ep.enqueued = e.Time
		return
	}
	b.count(CountDupWake)
	if r.ep.open {
		r.ep.spurious++
	}
}

// endWait opens Ready, or the wait for a swapped-out stack.
func (b *Builder) endWait(ix ThreadIx, e *Event, ctx Context, peer ThreadIx) {
	r := &b.regs[ix]
	start, row := b.openRow(ix)
	if e.Wake == WakeWakeup {
		ctx, peer = b.wakeupSource(r, e, start, ctx, peer, row)
	}
	r.latch.set = false
	created, inSwap := row.sub == SubCreated, row.sub == SubInSwap
	stored := start < e.Time
	if stored && !inSwap {
		row.ctx, row.peer = ctx, peer
		if ctx == CtxNetRx && b.sends(peer, e) {
			row.flags |= Sent
		}
		b.classifyByContext(ix, row, ctx)
	}
	if !r.ep.woken {
		r.ep.ctx, r.ep.peer, r.ep.wakeStack = ctx, peer, e.Stack
	}
	r.ep.woken = true
	if e.Flags&(WakeStackSwapped|WakeProcessSwapped) != 0 {
		b.open(ix, e.Time, Waiting, SubInSwap, MemoryManagement)
		return
	}
	sub := SubDispatch
	if created || e.Wake == WakeNew {
		sub = SubNew
		r.ep.kind = EpisodeNew
	}
	next := b.open(ix, e.Time, Ready, sub, Dispatch)
	next.cpu, r.ep.wokenOn = e.Target, e.CPU
	if !stored && !inSwap {
		next.ctx, next.peer = r.ep.ctx, r.ep.peer
	}
	b.setStack(ix, e.Stack)
}

// wakeupSource finds the unblocker of a wait that a sched_wakeup ends. That event
// may be executed on the target's CPU, so where the source records sched_waking its
// context is meaningless; that of a waking seen just before the switch-out is not.
func (b *Builder) wakeupSource(r *reg, e *Event, start Time, ctx Context, peer ThreadIx, row *segRow) (Context, ThreadIx) {
	switch {
	case b.latchValid(r, start):
		return r.latch.ctx, r.latch.peer
	case b.hasWaking:
		return CtxUnknown, NoThread
	case ctx == CtxIpi || ctx == CtxIdle:
		row.flags |= LowConfidence
	}
	return ctx, peer
}

// wakeUnknown handles the wake of a thread whose state was unknown: if it was
// never seen before, it had been waiting.
func (b *Builder) wakeUnknown(ix ThreadIx, e *Event, ctx Context, peer ThreadIx) {
	r := &b.regs[ix]
	th := &b.trace.Threads[ix]
	start, row := b.openRow(ix)
	r.ep.begin(start, SubUnknown, UnknownCategory)
	r.ep.woken, r.ep.ctx, r.ep.peer, r.ep.wakeStack = true, ctx, peer, e.Stack
	stored, sub := false, SubDispatch
	_, lost := b.gaps.blindSince(start, e.Time)
	switch {
	case r.sub == SubNotSeen && e.Wake == WakeNew && lost: // its creation may be lost
		r.ep.kind, r.ep.out, sub = EpisodeNew, e.Time, SubNew
	case r.sub == SubNotSeen && e.Wake == WakeNew:
		b.startLife(ix, e.Time)
		r.ep.kind, r.ep.out, sub = EpisodeNew, e.Time, SubNew
	case r.sub == SubNotSeen && start == th.Life.From:
		if stored = start < e.Time; stored {
			*row = segRow{
				peer: peer, ctx: ctx, cpu: NoCPU, state: Waiting, sub: SubUnknown,
				cat: UnknownCategory, flags: Inferred | OpenStart,
			}
		}
	default:
		r.ep.out = e.Time
	}
	next := b.open(ix, e.Time, Ready, sub, Dispatch)
	next.cpu, r.ep.wokenOn = e.Target, e.CPU
	if !stored {
		next.ctx, next.peer = ctx, peer
	}
	b.setStack(ix, e.Stack)
}

// wakeContext decides in which context a wake was issued and which thread ran
// there: the unblocker if the context is that of the thread, otherwise just the
// thread that was interrupted.
func (b *Builder) wakeContext(e *Event) (Context, ThreadIx) {
	c := &b.cpus[e.CPU]
	peer := NoThread
	if ix, ok := c.occ.Thread(); ok {
		peer = ix
	}
	ctx := e.Ctx
	irq := b.innermost(c, e.Time)
	switch ctx {
	case CtxNone:
		if irq != nil {
			return irqContext(irq, CtxNone), peer
		}
	case CtxIsr, CtxDpc:
		return irqContext(irq, ctx), peer
	case CtxThread:
	default:
		return ctx, peer
	}
	switch {
	case b.cut.past && e.Other != NoTID && e.Other != IdleTID: // most switches are not in the file
		if peer = b.ids.get(e.Other); peer == NoThread {
			return CtxUnknown, NoThread
		}
		return CtxThread, peer
	case c.occ == OccupantIdle:
		return CtxIdle, NoThread
	case peer != NoThread:
		return CtxThread, peer
	}
	return CtxUnknown, NoThread
}

// irqContext refines an interrupt context by the interval around the wake.
func irqContext(irq *interrupt, ctx Context) Context {
	if irq == nil {
		return ctx
	}
	switch {
	case irq.flags&IrqTimer != 0:
		return CtxTimer
	case irq.flags&IrqNet != 0:
		return CtxNetRx
	case irq.flags&IrqBlock != 0:
		return CtxBlockDone
	case irq.flags&IrqIpi != 0:
		return CtxIpi
	case ctx != CtxNone:
		return ctx
	case irq.level == LevelDpc:
		return CtxDpc
	}
	return CtxIsr
}

// doMigrate moves a queued thread to another run queue, or notes an affinity.
func (b *Builder) doMigrate(e *Event) {
	if e.Flags&MigrateBound != 0 && e.TID != IdleTID && e.TID != NoTID {
		b.regs[b.thread(e.TID)].bound = e.Target
		return
	}
	ix := b.ids.get(e.TID)
	if ix == NoThread {
		return
	}
	switch b.regs[ix].state {
	case Ready, Preempted:
		b.requeue(ix, e)
	case Running:
		b.count(CountMigrateRunning)
	}
}

// placeTime is how long after a wake-up the kernel may choose the CPU in whose run queue it puts the
// thread. It does so on the CPU of the wake-up with interrupts disabled: in recordings of virtual
// machines within 20 µs, while moves to balance the load came from other CPUs, or after 100 µs.
const placeTime = 20 * 1000

// requeue moves a queued thread to the run queue of another CPU, or puts a woken one into its first.
func (b *Builder) requeue(ix ThreadIx, e *Event) {
	th, r := &b.trace.Threads[ix], &b.regs[ix]
	start, row := b.openRow(ix)
	now, moved, n := row.cpu, false, len(th.moves)
	if n > 0 && th.moves[n-1].at > start {
		now, moved = th.moves[n-1].to, true
	}
	placed := r.state == Ready && !moved && e.CPU == r.ep.wokenOn && e.Time-start <= placeTime
	switch {
	case placed, e.Time <= start:
		row.cpu = e.Target
	case now != e.Target && (n == 0 || th.moves[n-1].at <= e.Time):
		th.moves = append(th.moves, queueMove{e.Time, e.Target})
	}
}
