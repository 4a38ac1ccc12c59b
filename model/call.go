package model

// callKind says what a wait inside a call means (thread_model 4.4).
type callKind struct {
	cat   Category
	sub   Sub
	weak  bool
	known bool
	verb  callVerb
}

// callVerb is what the call's result changes about the verdict.
type callVerb uint8

const (
	verbPlain callVerb = iota
	verbFutex          // only some operations wait; a result may say "timed out"
	verbPoll           // a result of 0 says "timed out"
)

// openCall is the call that a thread is in.
type openCall struct {
	name     StringID
	firstRow uint32
	arg2     int64
	open     bool
}

// callKinds is the table of thread_model 4.4, by the call's plain name.
var callKinds = func() map[string]callKind {
	m := map[string]callKind{}
	add := func(k callKind, names ...string) {
		k.known = true
		for _, n := range names {
			m[n] = k
		}
	}
	add(callKind{cat: Synchronization, sub: SubFutex, verb: verbFutex}, "futex", "futex_waitv", "futex_wait")
	add(callKind{cat: Sleep, sub: SubSleep}, "nanosleep", "clock_nanosleep", "pause", "rt_sigtimedwait", "rt_sigsuspend")
	add(callKind{cat: IO, sub: SubPoll, verb: verbPoll}, "poll", "ppoll", "select", "pselect6",
		"epoll_wait", "epoll_pwait", "epoll_pwait2")
	add(callKind{cat: IO, sub: SubFile}, "read", "write", "pread64", "pwrite64", "readv", "writev",
		"preadv", "pwritev", "preadv2", "pwritev2", "sendfile", "sendfile64", "splice", "copy_file_range",
		"fsync", "fdatasync", "sync", "syncfs", "sync_file_range", "msync", "open", "openat", "openat2",
		"stat", "fstat", "lstat", "newfstatat", "statx", "unlink", "unlinkat", "rename", "renameat",
		"renameat2", "getdents", "getdents64")
	add(callKind{cat: IO, sub: SubNetwork}, "recv", "recvfrom", "recvmsg", "recvmmsg", "send", "sendto",
		"sendmsg", "sendmmsg", "accept", "accept4", "connect")
	add(callKind{cat: IO, sub: SubAsync}, "io_getevents", "io_pgetevents", "io_uring_enter")
	add(callKind{cat: Synchronization, sub: SubIpc}, "flock", "semop", "semtimedop", "msgsnd", "msgrcv",
		"mq_timedsend", "mq_timedreceive")
	add(callKind{cat: Synchronization, sub: SubChildWait}, "wait4", "waitid", "vfork")
	add(callKind{cat: MemoryManagement, sub: SubMemoryMap}, "mmap", "munmap", "mprotect", "madvise", "brk", "mremap")
	add(callKind{cat: Synchronization, sub: SubExit}, "exit", "exit_group")
	add(callKind{cat: IO, sub: SubDevice, weak: true}, "ioctl")
	add(callKind{cat: Synchronization, sub: SubMutex}, "lock_contention")
	return m
}()

// Futex operations that wait (Linux uapi futex.h), and the errno of a timeout.
const (
	futexCmdMask       = 127
	futexWait          = 0
	futexLockPI        = 6
	futexWaitBitset    = 9
	futexWaitRequeuePI = 11
	futexLockPI2       = 13
	errTimedOut        = -110
)

func (b *Builder) callKind(name StringID) callKind {
	k, ok := b.calls[name]
	if !ok {
		k = callKinds[b.trace.Tables.Strings.Get(name)]
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
	b.regs[ix].call = openCall{
		name: e.Name, arg2: e.Arg2, open: true, firstRow: uint32(b.regs[ix].col.len()),
	}
	b.enterLock(ix, e)
}

// callExit ends the call and lets its result decide about the waits inside it.
func (b *Builder) callExit(e *Event) {
	if e.TID == IdleTID || e.TID == NoTID {
		return
	}
	ix := b.living(e.TID, e.Time)
	b.attest(e.TID, e.CPU, e.Time)
	b.leaveLock(ix, e, false)
	call := b.regs[ix].call
	b.regs[ix].call.open = false
	if !call.open || call.name != e.Name {
		return
	}
	k := b.callKind(e.Name)
	switch {
	case k.verb == verbFutex && e.Arg2 == errTimedOut:
		b.amendWaits(ix, int(call.firstRow), Synchronization, SubFutexTimeout)
	case k.verb == verbPoll && e.Arg2 == 0:
		b.amendWaits(ix, int(call.firstRow), Sleep, SubPollTimeout)
	}
}

// amendWaits gives the waits among the segments from first on a new verdict.
func (b *Builder) amendWaits(ix ThreadIx, first int, cat Category, sub Sub) {
	col := &b.regs[ix].col
	for i := col.len() - 1; i >= max(first, 0); i-- {
		if _, row := col.at(i); row.state == Waiting && row.sub != SubInSwap {
			row.cat, row.sub = cat, sub
			return
		}
	}
}

// verdict is what a wait was for, and how sure that is.
type verdict struct {
	sub   Sub
	cat   Category
	flags SegmentFlags
}

// classifyByCall settles the category of a wait that begins inside a call.
func (b *Builder) classifyByCall(r *reg, v verdict) verdict {
	if !r.call.open || v.sub != SubInterruptible && v.sub != SubUninterruptible && v.sub != SubUnknown {
		return v
	}
	k := b.callKind(r.call.name)
	if !k.known {
		return v
	}
	if k.verb == verbFutex {
		switch r.call.arg2 & futexCmdMask {
		case futexWait, futexLockPI, futexWaitBitset, futexWaitRequeuePI, futexLockPI2:
		default:
			return v
		}
	}
	v.cat, v.sub = k.cat, k.sub
	v.flags &^= LowConfidence
	if k.verb != verbFutex && k.sub != SubMutex {
		v.flags = v.flags.with(ByCall)
	}
	if k.weak {
		v.flags |= LowConfidence
	}
	return v
}

// classifyByContext refines a weak verdict by what ended the wait (4.2, P3 and
// P5).
func (b *Builder) classifyByContext(row *segRow, ctx Context) {
	if row.flags&LowConfidence == 0 {
		return
	}
	switch {
	case ctx == CtxBlockDone:
		row.cat, row.sub, row.flags = IO, SubBlock, (row.flags &^ LowConfidence).with(ByContext)
	case ctx == CtxNetRx:
		row.cat, row.sub, row.flags = IO, SubNetwork, (row.flags &^ LowConfidence).with(ByContext)
	case ctx == CtxTimer && row.sub == SubInterruptible:
		row.cat, row.flags = Sleep, row.flags.with(ByWake)
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

// Tolerances of the correlation of waits with faults and transfers, ns
// (thread_model 4.2, P1 and P3).
const (
	faultSlack = 50_000
	ioSlack    = 1_000_000
)

// doFault keeps a page fault; a hard one explains the wait inside it.
func (b *Builder) doFault(e *Event) {
	if e.TID == IdleTID || e.TID == NoTID {
		return
	}
	ix := b.living(e.TID, e.Time)
	hard := e.Flags&FaultHard != 0
	b.trace.Faults = append(b.trace.Faults, Fault{Range: Range{b.notAfter(e), e.Time}, Thread: ix, Hard: hard, File: e.Name})
	b.attest(e.TID, e.CPU, e.Time)
	if !hard {
		return
	}
	out, ready, row := b.lastWait(ix)
	if row != nil && e.End <= out+faultSlack && e.Time >= ready-faultSlack {
		row.cat, row.sub, row.flags = MemoryManagement, SubHardFault, (row.flags &^ LowConfidence).with(ByMemory)
	}
}

// doIO keeps a transfer; it explains a weakly classified wait of its issuer
// that it overlaps.
func (b *Builder) doIO(e *Event) {
	io := IOTransfer{
		Range: Range{b.notAfter(e), e.Time}, Thread: NoThread,
		Device: e.Name, File: e.Name2, Bytes: e.Arg, Write: e.Flags&IOWrite != 0,
		Paging: isPageFile(b.trace.String(e.Name2)),
	}
	if e.TID != IdleTID && e.TID != NoTID {
		io.Thread = b.living(e.TID, e.Time)
		out, ready, row := b.lastWait(io.Thread)
		if row != nil && row.flags&LowConfidence != 0 && e.End <= out+ioSlack && e.Time >= out && e.Time <= ready+ioSlack {
			row.cat, row.sub, row.flags = IO, SubBlock, (row.flags &^ LowConfidence).with(ByRequest)
		}
	}
	b.trace.IOs = append(b.trace.IOs, io)
}

// doBlocked qualifies the wait under way by what the kernel says of it.
func (b *Builder) doBlocked(e *Event) {
	ix := b.ids.get(e.TID)
	if ix == NoThread || e.TID == IdleTID || e.Flags&BlockedIO == 0 {
		return
	}
	if _, _, row := b.lastWait(ix); row != nil && row.flags&LowConfidence != 0 {
		row.cat, row.sub, row.flags = IO, SubBlock, (row.flags &^ LowConfidence).with(ByHint)
	}
}
