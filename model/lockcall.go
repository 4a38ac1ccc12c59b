package model

import (
	"fmt"
	"math"
)

// LockKind is what a lock is, and so what identifies it.
type LockKind uint8

// Kinds of locks. An address identifies a lock within its process, and a kernel
// lock everywhere.
const (
	LockFutex   LockKind = iota // a private futex of one process
	LockShared                  // a futex that processes may share, at an address in this one
	LockKernel                  // a lock inside the kernel, of a kind that is not known
	LockMonitor                 // a monitor of .NET

	// Locks inside the kernel, by kind: threads that wait for the first two spin.
	LockSpin
	LockReadWriteSpin
	LockMutex
	LockReadWrite
	LockPerCPU // a reader-writer lock that is held by CPU
	LockRT
)

var lockKindNames = [...]string{
	"futex", "shared futex", "kernel lock", "monitor", "kernel spinlock", "kernel rwlock", "kernel mutex", "kernel rwsem", "kernel percpu-rwsem",
	"kernel rt-mutex",
}

// Kernel reports whether a lock is inside the kernel.
func (k LockKind) Kernel() bool { return k == LockKernel || k >= LockSpin }

// Sleeps reports whether a lock is inside the kernel and may be waited for off the
// CPU.
func (k LockKind) Sleeps() bool { return k == LockKernel || k >= LockMutex }

// String is the kind's name in words.
func (k LockKind) String() string { return name(lockKindNames[:], int(k)) }

// Lock is what calls name as the thing that they wait for: a lock, or a condition
// or whatever else a program builds from a futex.
type Lock struct {
	Kind LockKind
	Proc ProcIx // NoProc for locks of the kernel
	Addr uint64
}

// LockOp is what a call does.
type LockOp uint8

// What calls do with a lock.
const (
	LockWait    LockOp = iota // wait to be woken, and then look whether the lock is free
	LockWake                  // wake waiters
	LockAcquire               // wait until the caller owns the lock
	LockRelease               // hand the lock over to a waiter
)

// LockCall is a call of a thread on a lock, from its entry to its return.
type LockCall struct {
	Range
	Thread ThreadIx
	Lock   uint32 // index of Trace.Locks
	// Result is what the call returned: an error if negative, otherwise the number
	// of threads that it woke. It is 0 if the call does not return either.
	Result int32
	Op     LockOp
	Open   bool // the return was not seen; Range ends at the latest possible time
	// Mutex is set where the arguments are those of a mutex: a wait for the value 2
	// and a wake of one thread, the operations of PI futexes, and what the kernel
	// or the runtime itself calls a mutex.
	Mutex bool
}

// Results of futex calls, as the kernel returns them.
const (
	LockAgain    = -11  // the futex had changed already: did not wait
	LockTimedOut = -110 // waited until its time limit
	// LockUnknown is the result of a call of which only the end is known.
	LockUnknown = math.MinInt32
)

// Interrupted reports whether a signal ended the wait of a call before the call got
// what it waited for.
func (c *LockCall) Interrupted() bool {
	return !c.Open && interrupted(int64(c.Result))
}

// LockOwner is the thread that the trace itself names as the holder of the lock
// when a call was made, by the index of the call; NoThread if it names none.
func (t *Trace) LockOwner(call int) ThreadIx {
	if ix, ok := t.lockOwners[uint32(call)]; ok {
		return ix
	}
	return NoThread
}

// Limits of what is kept of calls on locks: 320 MB in all.
const (
	maxLockCalls = 1 << 23
	maxLocks     = 1 << 20
)

// lockFamily is a group of calls whose arguments mean the same.
type lockFamily uint8

const (
	noLocks lockFamily = iota
	futexCalls
	futexWaits
	futexWakes
	contentions
	numLockFamilies
)

var lockFamilies = map[string]lockFamily{
	"futex": futexCalls, "futex_wait": futexWaits, "futex_wake": futexWakes, "lock_contention": contentions,
}

// futexOps are the operations of the system call futex by number (uapi futex.h);
// calls with other operations are not kept.
var futexOps = map[int64]LockOp{
	0: LockWait, 1: LockWake, 3: LockWake, 4: LockWake, 5: LockWake, 6: LockAcquire, 7: LockRelease,
	8: LockAcquire, 9: LockWait, 10: LockWake, 11: LockWait, 12: LockWake, 13: LockAcquire,
}

// futexPrivate is the bit of an operation on a futex that is private to its
// process.
const futexPrivate = 128

// lockRegs is what the Builder keeps to fill Trace.LockCalls.
type lockRegs struct {
	families map[StringID]lockFamily
	index    map[lockAddr]uint32
	addrs    []lockAddr // what LockCall.Lock is an index of before freezeLocks
	// open are the rows of calls that have not returned, by thread and family: a
	// kernel lock may be contended inside a futex call.
	open  [][numLockFamilies]int32
	most  int // calls that are kept
	extra int64
}

type lockAddr struct {
	addr uint64
	kind LockKind
}

// lockFamily is the family of a call by its name.
func (b *Builder) lockFamily(name StringID) lockFamily {
	f, ok := b.locks.families[name]
	if !ok {
		if b.locks.families == nil {
			b.locks = lockRegs{families: map[StringID]lockFamily{}, index: map[lockAddr]uint32{}, most: maxLockCalls}
		}
		f = lockFamilies[b.trace.Tables.Strings.Get(name)]
		b.locks.families[name] = f
	}
	return f
}

// enterLock records that a thread enters a call on a lock.
func (b *Builder) enterLock(ix ThreadIx, e *Event) {
	family := b.lockFamily(e.Name)
	if family == noLocks || e.Arg == 0 {
		return
	}
	op, kind, ok := b.lockCall(family, e)
	mutex := b.mutexCall(family, e)
	if !ok {
		return
	}
	b.leaveLock(ix, &Event{Time: e.Time, Name: e.Name}, true)
	lock, ok := b.lock(lockAddr{uint64(e.Arg), kind})
	rows := b.trace.LockCalls
	if !ok || len(rows) >= b.locks.most {
		b.locks.extra++
		return
	}
	at := e.Time
	if n := len(rows); n > 0 {
		at = max(at, rows[n-1].From)
	}
	b.trace.LockCalls = append(rows, LockCall{Range: Range{at, at}, Thread: ix, Lock: lock, Op: op, Open: true, Mutex: mutex})
	for len(b.locks.open) <= int(ix) {
		b.locks.open = append(b.locks.open, [numLockFamilies]int32{})
	}
	b.locks.open[ix][family] = int32(len(rows) + 1)
	if owner := b.lockOwner(e); owner != NoThread && owner != ix {
		if b.trace.lockOwners == nil {
			b.trace.lockOwners = map[uint32]ThreadIx{}
		}
		b.trace.lockOwners[uint32(len(rows))] = owner
	}
}

// lockCall is what a call does, and what kind of lock it names.
func (b *Builder) lockCall(family lockFamily, e *Event) (op LockOp, kind LockKind, ok bool) {
	switch family {
	case futexWaits:
		return LockWait, LockFutex, true
	case futexWakes:
		return LockWake, LockFutex, true
	case contentions:
		if b.trace.Info.OS.Family == "windows" {
			return LockAcquire, LockMonitor, true
		}
		return LockAcquire, kernelLock(e.Arg2), true
	}
	if e.Arg2&futexPrivate == 0 {
		kind = LockShared
	}
	op, ok = futexOps[e.Arg2&futexCmdMask]
	return op, kind, ok
}

// mutexContended is the value of a futex that is a mutex with waiters, and
// mutexWakes how many threads its release wakes.
const (
	mutexContended = 2
	mutexWakes     = 1
)

// Flags of lock:contention_begin that identify the kind of a kernel lock (LCB_F_*
// of trace/events/lock.h); without mutexFlag or rtFlag nothing shows that it is a
// mutex.
const (
	spinFlag   = 1 << 0
	readFlag   = 1 << 1
	writeFlag  = 1 << 2
	rtFlag     = 1 << 3
	perCPUFlag = 1 << 4
	mutexFlag  = 1 << 5
)

// kernelLock is the kind of a lock by those flags; a mutex also has spinFlag while its
// owner runs.
func kernelLock(flags int64) LockKind {
	both := flags & (readFlag | writeFlag)
	switch {
	case flags&mutexFlag != 0:
		return LockMutex
	case flags&perCPUFlag != 0:
		return LockPerCPU
	case flags&rtFlag != 0 && both == 0:
		return LockRT
	case flags&spinFlag != 0 && both != 0:
		return LockReadWriteSpin
	case flags&spinFlag != 0:
		return LockSpin
	case both != 0:
		return LockReadWrite
	}
	return LockKernel
}

// mutexCall reports whether the arguments of a call are those of a mutex
// (LockCall.Mutex).
func (b *Builder) mutexCall(family lockFamily, e *Event) bool {
	switch family {
	case futexWaits: // futex_wait(uaddr, val, …)
		return uint32(e.Arg2) == mutexContended
	case futexWakes: // futex_wake(uaddr, mask, nr, …)
		return uint32(e.Arg3) == mutexWakes
	case contentions:
		flags := e.Arg2 &^ spinFlag
		return b.trace.Info.OS.Family == "windows" || flags == mutexFlag || flags == rtFlag
	}
	switch e.Arg2 & futexCmdMask {
	case 0, 9:
		return uint32(e.Arg3) == mutexContended
	case 1, 10:
		return uint32(e.Arg3) == mutexWakes
	case 6, 7, 8, 13:
		return true
	}
	return false
}

// lock is the number of a lock; ok is false if there are too many.
func (b *Builder) lock(a lockAddr) (i uint32, ok bool) {
	return number(b.locks.index, &b.locks.addrs, maxLocks, a)
}

// lockOwner is the thread that an event names as the holder of the lock.
func (b *Builder) lockOwner(e *Event) ThreadIx {
	if e.Other == IdleTID || e.Other == NoTID {
		return NoThread
	}
	return b.ids.get(e.Other)
}

// leaveLock records that a call on a lock returned. unseen is set if that is only
// inferred from another call.
func (b *Builder) leaveLock(ix ThreadIx, e *Event, unseen bool) {
	family := b.lockFamily(e.Name)
	if family == noLocks || int(ix) >= len(b.locks.open) {
		return
	}
	row := &b.locks.open[ix][family]
	if *row == 0 {
		return
	}
	c := &b.trace.LockCalls[*row-1]
	*row = 0
	c.To, c.Open = max(e.Time, c.From), unseen
	c.Result = int32(min(max(e.Arg2, math.MinInt32), math.MaxInt32))
	if e.Flags&CallResultUnknown != 0 {
		c.Result = LockUnknown
	}
}

// freezeLocks ends the calls that did not return or may not have, and separates locks that have
// the same address in several processes.
func (b *Builder) freezeLocks() {
	t := b.trace
	type place struct {
		lock uint32
		proc ProcIx
	}
	index := map[place]uint32{}
	for _, open := range b.locks.open {
		for _, row := range open {
			if row > 0 {
				c := &t.LockCalls[row-1]
				c.To = max(c.From, t.Threads[c.Thread].Life.To)
			}
		}
	}
	for i := range t.LockCalls {
		c := &t.LockCalls[i]
		// After lost events the thread may be in another call: the return may be that call's.
		if at, ok := t.Threads[c.Thread].lostIn(c.Range); ok {
			c.To, c.Open, c.Result = max(c.From, at), true, 0
		}
		a := b.locks.addrs[c.Lock]
		at := place{c.Lock, t.Threads[c.Thread].Proc}
		if a.kind.Kernel() {
			at.proc = NoProc
		}
		k, ok := index[at]
		if !ok {
			k = uint32(len(t.Locks))
			index[at] = k
			t.Locks = append(t.Locks, Lock{a.kind, at.proc, a.addr})
		}
		c.Lock = k
	}
	if n := b.locks.extra; n > 0 {
		t.Diagnostics = append(t.Diagnostics, Diagnostic{
			Severity: SeverityWarning, Code: "lock-calls", Count: n,
			Text: fmt.Sprintf("%d lock calls were left out: too many to keep", n),
		})
	}
}
