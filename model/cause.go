package model

import "slices"

// What a thread did before a wait, and what ended the wait, show what the wait was
// for.

// requestReach is how long before a switch-out a thread may have issued its own
// device request, ns.
const requestReach Time = 1_000_000

// openWait is what must be kept about a wait until it is known that no page fault
// contains it.
type openWait uint8

const (
	waitDevice  openWait = 1 << iota // in state D, or a kernel wait of Windows
	waitRequest                      // while a request of the thread itself was under way
	waitDone                         // ended when a transfer was completed
	waitFault                        // after a page fault whose end is not recorded
	// waitUnseen: ended on an idle CPU by a wake that is not recorded, though others are. A
	// wake by a running thread would have been recorded: it came from an interrupt on an
	// idle CPU, about which some kernels record nothing.
	waitUnseen
)

// acts notes an event that a thread caused itself.
func (r *reg) acts(t Time) { r.acted, r.fault = t, false }

// gapSince reports whether events were lost after t, so that what would have been
// recorded since may be missing.
func (b *Builder) gapSince(t Time) bool {
	n := len(b.gaps.runs)
	return n > 0 && b.gaps.runs[n-1].To > t
}

// beginWait notes what a thread did before the wait that begins now.
func (b *Builder) beginWait(ix ThreadIx, row *segRow) {
	r := &b.regs[ix]
	r.wait = 0
	if row.sub == SubUninterruptible || row.sub == SubKernelGeneric && row.cat == IO {
		r.wait = waitDevice
		if len(b.issued) > 0 && b.requested(ix) {
			r.wait |= waitRequest
		}
	}
	if r.fault {
		r.wait |= waitFault
		r.fault = false
	}
	if r.call.open || r.lock {
		b.classifyByCall(ix, row)
	}
}

// requested reports whether a thread has a request under way that it issued
// recently.
func (b *Builder) requested(ix ThreadIx) bool {
	for _, at := range b.issued[ix] {
		if b.now-at <= requestReach && !b.gapSince(at) {
			return true
		}
	}
	return false
}

// classifyByContext uses what ended a wait.
func (b *Builder) classifyByContext(ix ThreadIx, row *segRow, ctx Context) {
	r := &b.regs[ix]
	if row.sub == SubKernelIdle {
		return // what wakes it is the work that it waits for
	}
	switch {
	case ctx == CtxThread:
		if b.awaitsChild(ix, row.peer) {
			row.offer(Synchronization, SubChildWait, ByCall, false)
		}
	case ctx == CtxBlockDone:
		if !r.call.open || b.callKind(r.call.name).cat != MemoryManagement {
			r.wait |= waitDone // otherwise pages that the call needs are being read
		}
	case ctx == CtxNetRx:
		if b.outsidePolls(r) {
			row.offer(IO, SubNetwork, ByContext, false)
		}
	case ctx == CtxTimer && row.flags&LowConfidence != 0 && (row.sub == SubPoll || row.sub == SubFutex):
		row.cat = Sleep
	}
}

// awaitsChild reports whether a thread is in a call whose flags are not known, and
// the new process that the call made ends its wait: it waited until the child had run
// exec or ended.
func (b *Builder) awaitsChild(ix, by ThreadIx) bool {
	c := &b.regs[ix].call
	if by == NoThread || !c.open || b.callKind(c.name).verb != verbClone3 || b.gapSince(c.at) {
		return false
	}
	child := &b.trace.Threads[by]
	return child.Creator == ix && child.Proc != b.trace.Threads[ix].Proc && child.Life.From >= c.at
}

// outsidePolls reports whether a thread is certainly in no call that waits for
// work.
func (b *Builder) outsidePolls(r *reg) bool {
	if rec := &b.trace.Info.Recorded; !rec.Blocking && !rec.HasCalls(pollFamily...) || b.gapSince(r.call.at) {
		return false
	}
	return !r.call.open || !b.callKind(r.call.name).work()
}

// settleWait decides about a wait that is over for its thread: a page fault that
// contains it is recorded later and takes precedence.
func (b *Builder) settleWait(ix ThreadIx) {
	r := &b.regs[ix]
	w := r.wait
	r.wait &^= waitDone | waitRequest | waitUnseen
	out, _, row := b.lastWait(ix)
	rec := &b.trace.Info.Recorded
	if row == nil || b.gapSince(out) {
		return
	}
	if !rec.Faults && (!rec.FaultStarts || w&waitFault != 0) {
		if w&waitDone != 0 && row.cat != IO && row.flags.evidence() == ByCall {
			row.judge(row.cat, row.sub, ByCall, true) // it may have waited for a transfer, or for a page
		}
		return
	}
	device := transferOf(row.cat, row.sub)
	if w&waitDone != 0 {
		row.offer(IO, device, ByContext, false)
	}
	if w&waitRequest == 0 || w&waitDevice == 0 {
		return
	}
	interrupt := w&waitUnseen != 0 && row.flags&WakeMissing != 0
	switch row.ctx {
	case CtxIsr, CtxDpc, CtxNetRx, CtxBlockDone, CtxIpi:
		interrupt = true
	}
	if interrupt {
		row.offer(IO, device, ByRequest, false)
	}
}

// transferOf is the reason of a device wait, by what is known about it.
func transferOf(c Category, s Sub) Sub {
	if c == IO && s == SubFlush {
		return SubFlush // more specific
	}
	return SubBlock
}

// pending notes that a request of the thread itself was under way when it left its
// CPU for its newest wait.
func (b *Builder) pending(ix ThreadIx) {
	r := &b.regs[ix]
	r.wait |= waitRequest
	if r.state == Running {
		b.settleWait(ix)
	}
}

// doIssue notes that a transfer starts.
func (b *Builder) doIssue(e *Event) {
	if e.TID == IdleTID || e.TID == NoTID {
		return
	}
	ix := b.living(e.TID, e.Time)
	b.regs[ix].acts(e.Time)
	if b.issued == nil {
		b.issued = map[ThreadIx][]Time{}
	}
	list := slices.DeleteFunc(b.issued[ix], func(at Time) bool { return e.Time-at > requestReach })
	b.issued[ix] = append(list, e.Time)
	b.opens(ix, e)
}

// doIO keeps a transfer. It explains a wait of its issuer that began soon after it
// and before it was done.
func (b *Builder) doIO(e *Event) {
	io := IOTransfer{
		Range: Range{b.notAfter(e), e.Time}, Thread: NoThread,
		Device: e.Name, File: e.Name2, Bytes: e.Arg, Direction: e.Flags.Direction(),
		Paging: isPageFile(b.trace.String(e.Name2)),
	}
	if e.TID != IdleTID && e.TID != NoTID {
		io.Thread = b.living(e.TID, e.Time)
		delete(b.underWay, openTransfer{io.Thread, e.Name, io.From})
		if list := b.issued[io.Thread]; len(list) > 0 {
			if i := slices.Index(list, io.From); i >= 0 {
				b.issued[io.Thread] = slices.Delete(list, i, i+1)
			}
		}
		out, _, row := b.lastWait(io.Thread)
		if row != nil && io.From <= out && out-io.From <= requestReach && e.Time > out && !b.gapSince(io.From) {
			b.pending(io.Thread)
		}
	}
	b.trace.IOs = append(b.trace.IOs, io)
}

// doBlocked qualifies the wait under way with what the kernel reports about it.
func (b *Builder) doBlocked(e *Event) {
	ix := b.ids.get(e.TID)
	if ix == NoThread || e.TID == IdleTID || e.Flags&BlockedIO == 0 {
		return
	}
	if _, _, row := b.lastWait(ix); row != nil {
		b.pending(ix)
	}
}

// faultSlack are the tolerances for page faults stamped by another clock than the
// switches, ns.
const (
	faultSlack      Time = 50_000
	faultAfterSlack Time = 1_000_000
)

// doFault keeps a page fault; a hard one explains the waits inside it.
func (b *Builder) doFault(e *Event) {
	if e.TID == IdleTID || e.TID == NoTID {
		return
	}
	ix := b.living(e.TID, e.Time)
	hard := e.Flags&FaultHard != 0
	from := b.notAfter(e)
	b.trace.Faults = append(b.trace.Faults, Fault{Range: Range{from, e.Time}, Thread: ix, Hard: hard, File: e.Name})
	b.attest(e.TID, e.CPU, e.Time)
	r := &b.regs[ix]
	last := r.acted
	r.acts(e.Time)
	switch {
	case hard && from == e.Time:
		b.faultEnded(ix, last)
	case hard:
		b.faulted(ix, from, e.Time)
	case from == e.Time:
		r.fault = true // its end is not recorded
	}
}

// faultEnded explains the last wait of a thread by a hard page fault of which only
// the end is known, if that is the thread's next event after the switch-in.
func (b *Builder) faultEnded(ix ThreadIx, last Time) {
	r := &b.regs[ix]
	if r.state != Running || last >= r.lastIn {
		return
	}
	out, ready, row := b.lastWait(ix)
	if row == nil || ready > r.lastIn || b.gapSince(out) {
		return
	}
	row.offer(MemoryManagement, SubHardFault, ByMemory, false)
}

// faulted explains the waits of a thread that lie inside a hard page fault: those
// after which it ran before the fault ended.
func (b *Builder) faulted(ix ThreadIx, from, to Time) {
	if b.trace.Info.TwoClocks {
		from, to = from-faultSlack, to+faultAfterSlack
	}
	col := &b.regs[ix].col
	ran := false
	for i := col.len() - 1; i >= 0; i-- {
		start, row := col.at(i)
		switch {
		case start < from:
			return
		case row.state == Running:
			ran = ran || start <= to
		case row.state == Waiting && ran:
			row.offer(MemoryManagement, SubHardFault, ByMemory, false)
		}
	}
}
