package model

import "strings"

// DescriptorType is what a file descriptor of a process refers to, as far as waits
// for it differ.
type DescriptorType uint8

// Types of descriptors.
const (
	DescriptorUnknown DescriptorType = iota
	DescriptorFile                   // a file, a directory, a device
	DescriptorPipe
	DescriptorSocket
	DescriptorTerminal
	DescriptorEvent  // eventfd
	DescriptorTimer  // timerfd
	DescriptorSignal // signalfd
	DescriptorNotify // inotify, fanotify
	DescriptorOther  // none of the four before this: a transfer is waited for
	// DescriptorListener is a socket that accepts connections: its process is a server.
	DescriptorListener

	numDescriptors

	// closesOnExec is a bit of the types of descriptors that exec closes.
	closesOnExec DescriptorType = 1 << 7
)

// descriptorTypes say what a read or write waits for.
var descriptorTypes = [numDescriptors]struct {
	name string
	cat  Category
	sub  Sub
}{
	DescriptorUnknown:  {"unknown", UnknownCategory, SubFile},
	DescriptorFile:     {"file", IO, SubFile},
	DescriptorPipe:     {"pipe", IO, SubPipe},
	DescriptorSocket:   {"socket", IO, SubSocket},
	DescriptorTerminal: {"terminal", IO, SubConsole},
	DescriptorEvent:    {"eventfd", Synchronization, SubEvent},
	DescriptorTimer:    {"timerfd", Sleep, SubTimed},
	DescriptorSignal:   {"signalfd", WaitForWork, SubPoll},
	DescriptorNotify:   {"inotify", WaitForWork, SubPoll},
	DescriptorOther:    {"other", IO, SubNone},
	DescriptorListener: {"listener", IO, SubSocket},
}

// String is the name of the type in the text format.
func (d DescriptorType) String() string {
	if d < numDescriptors {
		return descriptorTypes[d].name
	}
	return "?"
}

// ParseDescriptorType reads a name that String prints.
func ParseDescriptorType(s string) (DescriptorType, bool) {
	for d := range descriptorTypes {
		if descriptorTypes[d].name == s {
			return DescriptorType(d), true
		}
	}
	return DescriptorUnknown, false
}

func (d DescriptorType) category() Category { return descriptorTypes[d].cat }
func (d DescriptorType) sub() Sub           { return descriptorTypes[d].sub }

// descriptors are those of a process.
type descriptors struct {
	types map[int64]DescriptorType
	// after is when it was known which descriptors there were that are of no file, pipe,
	// socket or terminal, -1 where that is not known.
	after Time
}

// makers are the calls that make a descriptor, by what it refers to; DescriptorUnknown
// where it is a copy of another one.
var makers = map[string]DescriptorType{
	"open": DescriptorFile, "openat": DescriptorFile, "openat2": DescriptorFile, "creat": DescriptorFile,
	"socket": DescriptorSocket, "accept": DescriptorSocket, "accept4": DescriptorSocket,
	"eventfd": DescriptorEvent, "eventfd2": DescriptorEvent, "timerfd_create": DescriptorTimer,
	"signalfd": DescriptorSignal, "signalfd4": DescriptorSignal,
	"inotify_init": DescriptorNotify, "inotify_init1": DescriptorNotify, "fanotify_init": DescriptorNotify,
	"dup": DescriptorUnknown, "dup2": DescriptorUnknown, "dup3": DescriptorUnknown, "fcntl": DescriptorUnknown,
}

// onDescriptor are the calls of which the first argument is the descriptor that they are
// about. That of openat and its like is where a path begins.
var onDescriptor = func() map[string]bool {
	m := map[string]bool{}
	for name := range strings.FieldsSeq(`
		read write readv writev pread64 pwrite64 preadv pwritev preadv2 pwritev2 lseek close dup dup2 dup3 fcntl ioctl
		flock fsync fdatasync sync_file_range syncfs ftruncate fallocate fadvise64 readahead cachestat
		fstat newfstat fstatfs fchmod fchown fchdir getdents getdents64 fsetxattr fgetxattr flistxattr fremovexattr
		sendfile sendfile64 splice tee vmsplice copy_file_range
		bind listen connect accept accept4 send sendto sendmsg sendmmsg recv recvfrom recvmsg recvmmsg shutdown
		getsockname getpeername setsockopt getsockopt
		epoll_ctl epoll_wait epoll_pwait epoll_pwait2 timerfd_settime timerfd_gettime signalfd signalfd4
		inotify_add_watch inotify_rm_watch fanotify_mark io_uring_enter io_uring_register
		mq_timedsend mq_timedreceive mq_notify mq_getsetattr setns finit_module pidfd_send_signal pidfd_getfd
	`) {
		m[name] = true
	}
	return m
}()

// otherMakers are the calls without which a descriptor may be other than one of a file,
// a pipe, a socket or a terminal. Descriptors that another process sends are left out
// of account.
var otherMakers = []string{
	"eventfd:exit", "eventfd2:exit", "timerfd_create:exit", "signalfd:exit", "signalfd4:exit", "inotify_init:exit",
	"inotify_init1:exit", "dup:exit", "dup2:exit", "dup3:exit", "fcntl",
}

// Commands of fcntl that copy a descriptor (uapi fcntl.h).
const (
	fcntlDup     = 0
	fcntlDupExec = 1030
)

// maxDescriptors bounds what is kept of all processes.
const maxDescriptors = 1 << 20

// descriptorsOf are those of a process, nil where it is not known.
func (b *Builder) descriptorsOf(p ProcIx) *descriptors {
	if p == NoProc {
		return nil
	}
	for int(p) >= len(b.descriptors) {
		b.descriptors = append(b.descriptors, descriptors{after: -1})
	}
	return &b.descriptors[p]
}

// descriptor is the type of a descriptor of a thread's process. One that no recorded
// call made is of a file, a pipe, a socket or a terminal, where all calls that make
// others were recorded since it was known which there are.
func (b *Builder) descriptor(ix ThreadIx, fd int64) DescriptorType {
	d := b.descriptorsOf(b.trace.Threads[ix].Proc)
	if d == nil {
		return DescriptorUnknown
	}
	if typ, known := b.madeDescriptor(d, fd); known {
		return typ
	}
	rec := &b.trace.Info.Recorded
	if d.after >= 0 && !b.gapSince(d.after) && rec.HasCalls(otherMakers...) {
		return DescriptorOther
	}
	return DescriptorUnknown
}

// madeDescriptor is the type of a descriptor of which it is known how it was made.
func (b *Builder) madeDescriptor(d *descriptors, fd int64) (typ DescriptorType, known bool) {
	typ, known = d.types[fd]
	typ &^= closesOnExec
	if typ.special() && !b.trace.Info.Recorded.HasCalls("close") {
		typ = DescriptorUnknown // its number may have been used again
	}
	return typ, known
}

// special reports whether a read or write of such a descriptor is no transfer.
func (d DescriptorType) special() bool {
	d &^= closesOnExec
	return d >= DescriptorEvent && d <= DescriptorNotify
}

// noteDescriptor keeps the type of a descriptor.
func (b *Builder) noteDescriptor(p ProcIx, fd int64, typ DescriptorType) {
	d := b.descriptorsOf(p)
	if d == nil || fd < 0 {
		return
	}
	if d.types == nil {
		d.types = map[int64]DescriptorType{}
	}
	if _, known := d.types[fd]; !known {
		if b.numDescriptors == maxDescriptors {
			return
		}
		b.numDescriptors++
	}
	d.types[fd] = typ
}

// doDescriptor keeps what a process's descriptor refers to; one of no number says that
// all of the process were given that do not refer to a file, a pipe, a socket or a
// terminal.
func (b *Builder) doDescriptor(e *Event) {
	if e.PID == NoPID {
		return
	}
	p := b.process(e.PID)
	if e.Arg < 0 {
		if d := b.descriptorsOf(p); d != nil {
			d.after = e.Time
		}
		return
	}
	typ := DescriptorType(e.Arg2)
	if typ == DescriptorListener {
		b.trace.Processes[p].Accepts = true
	}
	if e.Flags&DescriptorCloses != 0 {
		typ |= closesOnExec
	}
	b.noteDescriptor(p, e.Arg, typ)
}

// makeDescriptor follows a call that returns a descriptor; entry is nil where that of
// the call was not seen.
func (b *Builder) makeDescriptor(ix ThreadIx, k *callKind, entry *openCall, fd int64) {
	if fd < 0 {
		return
	}
	p := b.trace.Threads[ix].Proc
	typ := k.made
	if k.copies {
		d := b.descriptorsOf(p)
		switch {
		case d == nil || k.isFcntl && entry != nil && !copiesDescriptor(entry.arg2):
			return
		case entry == nil && k.isFcntl && fd == 0:
			return // of another command: 0 is seldom free for a copy
		case entry == nil:
			d.after = -1 // a copy of which is not known
			return
		}
		typ = b.descriptor(ix, entry.arg)
	}
	b.noteDescriptor(p, fd, typ)
}

// copiesDescriptor reports whether a command of fcntl copies a descriptor.
func copiesDescriptor(cmd int64) bool { return cmd == fcntlDup || cmd == fcntlDupExec }

// enterDescriptors follows a call that closes descriptors, or makes a copy of which
// the number may not be recorded.
func (b *Builder) enterDescriptors(ix ThreadIx, k *callKind, e *Event) {
	d := b.descriptorsOf(b.trace.Threads[ix].Proc)
	switch {
	case d == nil:
	case k.isFcntl:
		if d.types[e.Arg].special() && copiesDescriptor(e.Arg2) {
			d.after = -1
		}
	case k.closesMany:
		for fd := range d.types {
			if fd >= e.Arg && fd <= e.Arg2 {
				delete(d.types, fd)
				b.numDescriptors--
			}
		}
	default:
		if _, known := d.types[e.Arg]; known {
			delete(d.types, e.Arg)
			b.numDescriptors--
		}
	}
}

// inheritDescriptors gives a new process those of the one that made it.
func (b *Builder) inheritDescriptors(child, parent ProcIx) {
	if child == NoProc || parent == NoProc || child == parent || int(parent) >= len(b.descriptors) {
		return
	}
	from := b.descriptors[parent]
	to := b.descriptorsOf(child)
	to.after = from.after
	to.types = nil
	for fd, typ := range from.types {
		b.noteDescriptor(child, fd, typ)
	}
}

// execDescriptors forgets those that a process may have closed as it began another
// program.
func (b *Builder) execDescriptors(p ProcIx) {
	if p == NoProc || int(p) >= len(b.descriptors) {
		return
	}
	types := b.descriptors[p].types
	for fd, typ := range types {
		switch {
		case typ&closesOnExec != 0:
			delete(types, fd)
			b.numDescriptors--
		case typ.special():
			types[fd] = DescriptorUnknown
		}
	}
}
