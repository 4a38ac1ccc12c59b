package model

// openCall is the call that a thread is in, or was in last.
type openCall struct {
	open    bool
	untimed bool // waits without a time limit
	name    StringID
	at      Time // of the thread's last event of a call, 0 if there was none
	limit   Time // when it stops waiting at the latest, 0 if unknown
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

// callEnter records the call that a thread enters.
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

// connects notes that a call makes its process a client, or a server.
func (b *Builder) connects(ix ThreadIx, k *callKind) {
	if !k.connects && !k.accepts || b.trace.Threads[ix].Proc == NoProc {
		return
	}
	p := &b.trace.Processes[b.trace.Threads[ix].Proc]
	p.Connects, p.Accepts = p.Connects || k.connects, p.Accepts || k.accepts
}

// callExit ends the call and judges the waits inside it by its result.
func (b *Builder) callExit(e *Event) {
	if e.TID == IdleTID || e.TID == NoTID {
		return
	}
	ix := b.living(e.TID, e.Time)
	b.attest(e.TID, e.CPU, e.Time)
	k := b.callKind(e.Name)
	if b.cut.past {
		b.trace.Threads[ix].Elsewhere = true
	} else {
		b.leaveLock(ix, e, false)
		b.leaveSystemCall(ix, k, e)
	}
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

// returned judges waits by the result of a call.
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
	if entered && !b.cut.past {
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

// ranOut judges by the time that a poll took, where its result is not known.
func (b *Builder) ranOut(ix ThreadIx, k *callKind, now Time) {
	c := &b.regs[ix].call
	timedOut := c.outlasted(now)
	if timedOut {
		f, _ := k.returned(c, 0)
		b.judgeWaits(ix, c.at, f)
	}
	b.polled(ix, c, timedOut)
}

// killedIn notes that a thread ends inside a call whose return would have been recorded: a
// signal killed it there.
func (b *Builder) killedIn(ix ThreadIx) {
	c := &b.regs[ix].call
	if !c.open || b.trace.Info.Recorded.Blocking {
		return
	}
	if k := b.callKind(c.name); k.known && !k.oneEnd && k.sub != SubExit {
		b.signalled(ix, true)
	}
}

// signalled notes that a call of a thread ended without a result because a signal
// arrived: the thread that ended the wait in it sent the signal. A thread that ends
// sends one to the thread that waits for its end, which is what that one waited for.
// others is set where only threads of other processes can have sent it.
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

// judgeWaits applies what a call's result shows to the waits since the call was
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

// exitAlone uses the exit of a call whose entry is not known and which is the
// thread's first event of a call since it waited: the wait was inside the call.
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
		row.judge(f.cat, f.sub, ByCall, true) // it is disproved that no such call was under way
		return
	}
	row.offer(f.cat, f.sub, f.by, f.weak || k.oneEnd)
}

// verdict is what a wait was for, and how certain that is.
type verdict struct {
	sub   Sub
	cat   Category
	flags SegmentFlags
}

// classifyByCall settles the category of a wait that begins inside a call.
func (b *Builder) classifyByCall(ix ThreadIx, row *segRow) {
	r := &b.regs[ix]
	if r.lock && b.trace.Info.OS.Family != "linux" { // a lock of a runtime
		row.offer(Synchronization, SubMutex, ByReason, false)
		return
	}
	if row.sub != SubInterruptible && row.sub != SubUninterruptible && row.sub != SubUnknown {
		return
	}
	if r.lock { // a lock of the kernel: a call that itself names what it waits for takes precedence
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

// lastWait is the newest wait of a thread among its last few segments, and the time
// at which it ended.
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
