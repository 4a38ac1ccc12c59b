package model

import "cmp"

// callKind is what a wait inside a call means.
type callKind struct {
	cat   Category
	sub   Sub
	weak  bool
	known bool
	verb  callVerb
	op    bool // the second argument determines whether the call waits
	// oneEnd: its entries or its exits were not recorded, so that a wait next to one may
	// have been outside any call, or in another one.
	oneEnd bool

	// For calls that make or close descriptors; made is DescriptorUnknown for copies.
	made                                       DescriptorType
	makes, copies, isFcntl, closes, closesMany bool

	sending                   sending
	connects, routes, accepts bool
	// onDescriptor is set for calls whose first argument is the descriptor that they act
	// on, begets for those that return in a new thread too.
	onDescriptor, begets bool
	// awaitsSignal is set for calls that wait only for signals.
	awaitsSignal bool
}

// sending is whether a call sends to a socket.
type sending uint8

const (
	sendsNever     sending = iota
	sendsToSockets         // if its descriptor is a socket
	sendsAlways
)

// senders are the calls that send.
var senders = map[string]sending{
	"write": sendsToSockets, "writev": sendsToSockets, "sendfile": sendsToSockets, "sendfile64": sendsToSockets,
	"send": sendsAlways, "sendto": sendsAlways, "sendmsg": sendsAlways, "sendmmsg": sendsAlways, "connect": sendsAlways,
}

// acceptors are calls that servers make.
var acceptors = map[string]bool{"listen": true, "accept": true, "accept4": true}

// CallRoute stands in for a call: the kernel looks up the route to a peer, as a thread
// connects a datagram socket to it or sends from one that is not connected.
const CallRoute = "route"

// callVerb is what the category of a wait inside a call depends on.
type callVerb uint8

const (
	verbPlain   callVerb = iota // on nothing else
	verbFutex                   // on the operation and, where it has a time limit, on the result
	verbPoll                    // on the result
	verbPollOne                 // on the result and the number of descriptors
	verbRead                    // on the type of the descriptor
	verbFcntl                   // on the command
	verbClone                   // on the flags
	verbClone3                  // on which thread ends the wait: the flags are not in the arguments
	verbLock                    // no system call: a lock is waited for
)

// callKinds is the table of calls, by plain name.
var callKinds = func() map[string]callKind {
	m := map[string]callKind{}
	add := func(k callKind, names ...string) {
		k.known = true
		for _, n := range names {
			m[n] = k
		}
	}
	add(callKind{cat: Synchronization, sub: SubFutex, verb: verbFutex}, "futex_waitv", "futex_wait")
	add(callKind{cat: Synchronization, sub: SubFutex, verb: verbFutex, op: true}, "futex")
	add(callKind{cat: Sleep, sub: SubSleep}, "nanosleep", "clock_nanosleep", "pause", "rt_sigtimedwait", "rt_sigsuspend")
	add(callKind{cat: WaitForWork, sub: SubPoll, verb: verbPoll}, "select", "pselect6",
		"epoll_wait", "epoll_pwait", "epoll_pwait2")
	add(callKind{cat: WaitForWork, sub: SubPoll, verb: verbPollOne}, "poll", "ppoll")
	add(callKind{cat: IO, sub: SubFile, verb: verbRead}, "read", "write", "readv", "writev")
	add(callKind{cat: IO, sub: SubFile}, "pread64", "pwrite64", "preadv", "pwritev", "preadv2", "pwritev2",
		"sendfile", "sendfile64", "splice", "copy_file_range",
		"open", "openat", "openat2",
		"stat", "fstat", "lstat", "newfstatat", "statx", "unlink", "unlinkat", "rename", "renameat",
		"renameat2", "getdents", "getdents64")
	add(callKind{cat: IO, sub: SubFlush}, "fsync", "fdatasync", "sync", "syncfs", "sync_file_range", "msync")
	add(callKind{cat: IO, sub: SubNetwork}, "recv", "recvfrom", "recvmsg", "recvmmsg", "send", "sendto",
		"sendmsg", "sendmmsg")
	add(callKind{cat: IO, sub: SubConnect}, "connect")
	add(callKind{cat: WaitForWork, sub: SubAccept}, "accept", "accept4")
	add(callKind{cat: IO, sub: SubAsync}, "io_getevents", "io_pgetevents", "io_uring_enter")
	add(callKind{cat: Synchronization, sub: SubFileLock}, "flock")
	add(callKind{cat: Synchronization, sub: SubIpc}, "semop", "semtimedop", "msgsnd", "msgrcv",
		"mq_timedsend", "mq_timedreceive")
	add(callKind{cat: Synchronization, sub: SubChildWait}, "wait4", "waitid", "vfork")
	add(callKind{cat: MemoryManagement, sub: SubMemoryMap}, "mmap", "munmap", "mprotect", "madvise", "brk", "mremap")
	add(callKind{cat: Synchronization, sub: SubFileLock, verb: verbFcntl}, "fcntl")
	add(callKind{cat: Synchronization, sub: SubChildWait, verb: verbClone}, "clone")
	add(callKind{cat: Synchronization, sub: SubChildWait, verb: verbClone3}, "clone3")
	add(callKind{cat: Synchronization, sub: SubExit}, "exit", "exit_group")
	add(callKind{cat: IO, sub: SubDevice, weak: true}, "ioctl")
	add(callKind{cat: Synchronization, sub: SubMutex, verb: verbLock}, "lock_contention")
	return m
}()

// callKindOf is what is known about calls of a name.
func callKindOf(name string) *callKind {
	k := callKinds[name]
	if k.made, k.makes = makers[name]; k.makes {
		k.copies = k.made == DescriptorUnknown
	}
	k.isFcntl = name == "fcntl"
	k.closesMany = name == "close_range"
	k.sending = senders[name]
	k.awaitsSignal = name == "pause" || name == "rt_sigsuspend"
	k.connects, k.routes, k.accepts = name == "connect", name == CallRoute, acceptors[name]
	k.onDescriptor = onDescriptor[name]
	k.begets = name == "clone" || name == "clone3" || name == "fork" || name == "vfork"
	k.closes = k.closesMany || k.isFcntl || name == "close"
	return &k
}

// polls reports whether the call is of the poll family.
func (k *callKind) polls() bool { return k.verb == verbPoll || k.verb == verbPollOne }

// work reports whether the call waits for work: waits that the network ends are not
// transfers.
func (k *callKind) work() bool { return k.known && k.cat == WaitForWork }

// pollFamily are the calls whose waits the network ends without a transfer being
// waited for.
var pollFamily = []string{"poll", "ppoll", "select", "pselect6", "epoll_wait", "epoll_pwait", "accept", "accept4"}

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

// Commands of fcntl that wait for a file lock, and the flag with which clone waits
// until the child has run exec or ended (uapi fcntl.h, sched.h).
const (
	fcntlLockWait     = 7
	fcntlFileLockWait = 38
	cloneVfork        = 0x4000
)

// futexOpWaits reports whether an operation of the call futex waits.
func futexOpWaits(op int64) bool {
	switch op & futexCmdMask {
	case futexWait, futexLockPI, futexWaitBitset, futexWaitRequeuePI, futexLockPI2:
		return true
	}
	return false
}

// watches reports whether a call of the poll family is known to wait for more than
// a time limit: it is given descriptors.
func (k *callKind) watches(c *openCall) bool {
	switch {
	case c == nil:
		return false
	case k.verb == verbPollOne:
		return c.arg2 != 0
	}
	return c.arg != 0 // how many there may be, or the epoll descriptor
}

// interrupted reports whether a signal ended a call: EINTR, or one of the codes that the
// kernel uses internally before it decides whether to restart the call, which a killed
// thread never sees (ERESTARTSYS to ERESTART_RESTARTBLOCK of linux/errno.h).
func interrupted(result int64) bool { return result == -4 || result <= -512 && result >= -516 }

// finding is what a piece of evidence shows about a wait.
type finding struct {
	cat  Category
	sub  Sub
	by   Evidence
	weak bool
}

// entered is what the entry of a call shows about a wait; ok is false where it
// shows nothing.
func (k *callKind) entered(c *openCall, d DescriptorType) (f finding, ok bool) {
	f = finding{k.cat, k.sub, ByCall, k.weak}
	switch k.verb {
	case verbFutex:
		f.weak = !c.untimed
		return f, !k.op || futexOpWaits(c.arg2)
	case verbFcntl:
		return f, c.arg2 == fcntlLockWait || c.arg2 == fcntlFileLockWait
	case verbClone:
		return f, c.arg&cloneVfork != 0
	case verbClone3:
		return f, false
	case verbPollOne:
		f.weak = !c.untimed || !k.watches(c)
		if c.arg2 == 1 {
			f.cat = IO
		}
	case verbPoll:
		f.weak = !c.untimed || !k.watches(c)
	case verbRead:
		if d == DescriptorUnknown {
			f.weak = true
		} else {
			f.cat, f.sub, f.by = d.category(), d.sub(), ByResult
		}
	}
	return f, k.known
}

// returned is what the result of a call shows about the waits inside it; c is nil
// where its entry is not known. ok is false where the result shows nothing.
func (k *callKind) returned(c *openCall, result int64) (f finding, ok bool) {
	f = finding{k.cat, k.sub, ByResult, false}
	switch {
	case k.verb == verbFutex && result == errTimedOut:
		f.cat, f.sub = Sleep, SubFutexTimeout
	case k.polls() && result == 0:
		f.cat, f.sub = Sleep, SubPollTimeout
	case k.polls() && interrupted(result):
		g, _ := k.entered(cmp.Or(c, &openCall{}), DescriptorUnknown)
		f.cat, f.weak = g.cat, !k.watches(c) // it did not end by its time limit
	case k.verb == verbPollOne && result > 0:
		f.weak = c == nil
		if c != nil && c.arg2 == 1 {
			f.cat = IO
		}
	case k.verb == verbFutex:
		return f, result >= 0
	case k.verb == verbPoll:
		return f, result > 0
	default:
		return f, false
	}
	return f, true
}
