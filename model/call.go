package model

// openCall is the call that a thread is in, or the last one that it was in.
type openCall struct {
	open    bool
	untimed bool // waits without a time limit
	name    StringID
	at      Time // of the thread's last event of a call, 0 where there was none
	limit   Time // when it stops to wait at the latest, 0 where that is not known
	arg     int64
	arg2    int64
	arg3    int64
}

func (b *Builder) callKind(name StringID) *callKind {
	k := b.calls[name]
	if k == nil {
		s := b.trace.Tables.Strings.Get(name)
		k = callKindOf(s)
		k.oneEnd = !b.trace.Info.Recorded.BothEnds(s)
		b.calls[name] = k
	}
	return k
}

// callEnter remembers the call that a thread is in.
func (b *Builder) callEnter(e *Event) {
	if e.TID == IdleTID || e.TID == NoTID {
		return
	}
	ix := b.living(e.TID, e.Time)
	b.attest(e.TID, e.CPU, e.Time)
	r := &b.regs[ix]
	r.acts(e.Time)
	k := b.callKind(e.Name)
	if k.verb == verbLock {
		r.lock = !k.oneEnd
	} else {
		r.call = openCall{
			at: e.Time, limit: e.End, name: e.Name, arg: e.Arg, arg2: e.Arg2, arg3: e.Arg3, open: true,
			untimed: e.Flags&CallUntimed != 0,
		}
	}
	b.enterSystemCall(ix, k, e)
	if k.closes {
		b.enterDescriptors(ix, k, e)
	}
	b.connects(ix, k)
	b.enterLock(ix, e)
}

// connects notes by a call that a process is a client, or a server.
func (b *Builder) connects(ix ThreadIx, k *callKind) {
	if !k.connects && !k.accepts || b.trace.Threads[ix].Proc == NoProc {
		return
	}
	p := &b.trace.Processes[b.trace.Threads[ix].Proc]
	p.Connects, p.Accepts = p.Connects || k.connects, p.Accepts || k.accepts
}

// callExit ends the call and lets its result decide about the waits inside it.
func (b *Builder) callExit(e *Event) {
	if e.TID == IdleTID || e.TID == NoTID {
		return
	}
	ix := b.living(e.TID, e.Time)
	b.attest(e.TID, e.CPU, e.Time)
	b.leaveLock(ix, e, false)
	k := b.callKind(e.Name)
	b.leaveSystemCall(ix, k, e)
	r := &b.regs[ix]
	if k.verb == verbLock {
		r.acts(e.Time)
		r.lock = false
		return
	}
	switch {
	case e.Flags&CallResultUnknown == 0:
		b.returned(ix, k, e)
	case r.call.name == e.Name && !b.gapSince(r.call.at) && k.polls():
		b.ranOut(ix, k, e.Time)
	}
	r.acts(e.Time)
	r.call.open, r.call.at = false, e.Time
}

// returned lets the result of a call decide.
func (b *Builder) returned(ix ThreadIx, k *callKind, e *Event) {
	r := &b.regs[ix]
	entered := r.call.open && r.call.name == e.Name
	if k.makes {
		var entry *openCall
		if entered {
			entry = &r.call
		}
		b.makeDescriptor(ix, k, entry, e.Arg2)
	}
	if entered {
		b.answered(ix, k, e.Arg2)
	}
	switch {
	case !k.known || b.gapSince(r.lastIn):
	case entered:
		if f, ok := k.returned(&r.call, e.Arg2); ok {
			b.judgeWaits(ix, r.call.at, f)
		}
	case !r.call.open:
		b.exitAlone(ix, k, e.Arg2, r.call.at)
	}
	if entered && interrupted(e.Arg2) && !k.awaitsSignal {
		b.signalled(ix, false)
	}
}

// ranOut lets the time that a poll took decide, where its result is not known.
func (b *Builder) ranOut(ix ThreadIx, k *callKind, now Time) {
	c := &b.regs[ix].call
	timedOut := c.outlasted(now)
	if timedOut {
		f, _ := k.returned(c, 0)
		b.judgeWaits(ix, c.at, f)
	}
	b.polled(ix, c, timedOut)
}

// killedIn takes note that a thread ends without having returned from a call, of which the
// return would have been recorded: a signal killed it there.
func (b *Builder) killedIn(ix ThreadIx) {
	c := &b.regs[ix].call
	if !c.open || b.trace.Info.Recorded.Blocking {
		return
	}
	if k := b.callKind(c.name); k.known && !k.oneEnd && k.sub != SubExit {
		b.signalled(ix, true)
	}
}

// signalled takes note that a call of a thread ended without its result, since a signal
// came: the thread that ended the wait in it sent that. One that ends sends one to who
// waits for its end, which is what that one waited for. others is set where only threads
// of other processes can have sent it.
func (b *Builder) signalled(ix ThreadIx, others bool) {
	r := &b.regs[ix]
	out, ready, row := b.lastWait(ix)
	if row == nil || row.ctx != CtxThread || row.peer == NoThread || out < r.call.at || b.gapSince(r.call.at) {
		return
	}
	by := &b.trace.Threads[row.peer]
	if by.Exited && by.ExitAt <= ready || others && by.Proc == b.trace.Threads[ix].Proc {
		return
	}
	row.ctx = CtxSignal
}

// judgeWaits gives what is known by a call's result to the waits since the call was
// entered, back to where events were lost.
func (b *Builder) judgeWaits(ix ThreadIx, entered Time, f finding) {
	col := &b.regs[ix].col
	for i := col.len() - 1; i >= 0; i-- {
		start, row := col.at(i)
		if start < entered || row.state == Unknown {
			return
		}
		if row.state == Waiting && row.sub != SubInSwap {
			row.offer(f.cat, f.sub, f.by, f.weak)
		}
	}
}

// exitAlone uses the exit of a call of which the entry is not known, the first event
// of a call since the thread waited: the wait was inside it.
func (b *Builder) exitAlone(ix ThreadIx, k *callKind, result int64, before Time) {
	out, _, row := b.lastWait(ix)
	if row == nil || before > out {
		return
	}
	f, ok := k.returned(nil, result)
	if !ok {
		var unseen openCall
		if f, ok = k.entered(&unseen, DescriptorUnknown); !ok {
			return
		}
	}
	if k.polls() && row.flags.evidence() == ByContext && f.weak {
		row.judge(f.cat, f.sub, ByCall, true) // that no such call was under way is disproved
		return
	}
	row.offer(f.cat, f.sub, f.by, f.weak || k.oneEnd)
}

// verdict is what a wait was for, and how sure that is.
type verdict struct {
	sub   Sub
	cat   Category
	flags SegmentFlags
}

// classifyByCall settles the category of a wait that begins inside a call.
func (b *Builder) classifyByCall(ix ThreadIx, row *segRow) {
	r := &b.regs[ix]
	if r.lock && b.trace.Info.OS.Family != "linux" { // a runtime's
		row.offer(Synchronization, SubMutex, ByReason, false)
		return
	}
	if row.sub != SubInterruptible && row.sub != SubUninterruptible && row.sub != SubUnknown {
		return
	}
	if r.lock { // the kernel's: a call that says for itself what it waits for outdoes it
		row.offer(Synchronization, SubMutex, ByCall, false)
	}
	if !r.call.open || b.gapSince(r.call.at) {
		return
	}
	k := b.callKind(r.call.name)
	d := DescriptorUnknown
	if k.verb == verbRead {
		d = b.descriptor(ix, r.call.arg)
	}
	if f, ok := k.entered(&r.call, d); ok {
		row.offer(f.cat, f.sub, f.by, f.weak || k.oneEnd)
	}
}

// lastWait is the newest wait of a thread among its last few segments, with the
// time at which it ended.
func (b *Builder) lastWait(ix ThreadIx) (out, ready Time, row *segRow) {
	col := &b.regs[ix].col
	ready = b.now
	for i := col.len() - 1; i >= max(0, col.len()-4); i-- {
		start, r := col.at(i)
		if r.state == Waiting {
			return start, ready, r
		}
		ready = start
	}
	return 0, 0, nil
}
