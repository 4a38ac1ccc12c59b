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
	DescriptorOther  // none of the four above: reads and writes wait for a transfer
	// DescriptorListener is a socket that accepts connections: its process is a server.
	DescriptorListener

	numDescriptors

	// closesOnExec is a bit of the types of descriptors that exec closes.
	closesOnExec DescriptorType = 1 << 7
)

// descriptorTypes hold what a read or write waits for.
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

// descriptors are the file descriptors of a process.
type descriptors struct {
	types map[int64]DescriptorType
	// after is the time since which it is known which descriptors refer to something
	// other than a file, pipe, socket or terminal, -1 if unknown.
	after Time
}

// makers are the calls that make a descriptor, by what it refers to; DescriptorUnknown
// for copies of another one.
var makers = map[string]DescriptorType{
	"open": DescriptorFile, "openat": DescriptorFile, "openat2": DescriptorFile, "creat": DescriptorFile,
	"socket": DescriptorSocket, "accept": DescriptorSocket, "accept4": DescriptorSocket,
	"eventfd": DescriptorEvent, "eventfd2": DescriptorEvent, "timerfd_create": DescriptorTimer,
	"signalfd": DescriptorSignal, "signalfd4": DescriptorSignal,
	"inotify_init": DescriptorNotify, "inotify_init1": DescriptorNotify, "fanotify_init": DescriptorNotify,
	"dup": DescriptorUnknown, "dup2": DescriptorUnknown, "dup3": DescriptorUnknown, "fcntl": DescriptorUnknown,
}

// onDescriptor are the calls whose first argument is the descriptor that they act on.
// For openat and the like it is the directory where a path starts.
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

// otherMakers are the calls without which no descriptor can refer to something other
// than a file, pipe, socket or terminal. Descriptors sent by another process are not
// considered.
var otherMakers = []string{
	"eventfd:exit", "eventfd2:exit", "timerfd_create:exit", "signalfd:exit", "signalfd4:exit", "inotify_init:exit",
	"inotify_init1:exit", "dup:exit", "dup2:exit", "dup3:exit", "fcntl",
}

// Commands of fcntl that copy a descriptor (uapi fcntl.h).
const (
	fcntlDup     = 0
	fcntlDupExec = 1030
)

// maxDescriptors bounds the descriptors that are kept, of all processes together.
const maxDescriptors = 1 << 20

// descriptorsOf are the descriptors of a process, nil if it is not known.
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
// call made refers to a file, pipe, socket or terminal, if all calls that make
// others were recorded since the existing ones were known.
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

// madeDescriptor is the type of a descriptor that was made in a known way.
func (b *Builder) madeDescriptor(d *descriptors, fd int64) (typ DescriptorType, known bool) {
	typ, known = d.types[fd]
	typ &^= closesOnExec
	if typ.special() && !b.trace.Info.Recorded.HasCalls("close") {
		typ = DescriptorUnknown // its number may have been used again
	}
	return typ, known
}

// special reports whether a read or write of such a descriptor is not a transfer.
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

// doDescriptor records what a descriptor of a process refers to; a negative number
// means that all of the process that do not refer to a file, pipe, socket or terminal
// have been reported.
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

// makeDescriptor follows a call that returns a descriptor; entry is nil where the
// entry of the call was not seen.
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
			return // another command: 0 is rarely free for a copy
		case entry == nil:
			d.after = -1 // a copy of an unknown descriptor
			return
		}
		typ = b.descriptor(ix, entry.arg)
	}
	b.noteDescriptor(p, fd, typ)
}

// copiesDescriptor reports whether a command of fcntl copies a descriptor.
func copiesDescriptor(cmd int64) bool { return cmd == fcntlDup || cmd == fcntlDupExec }

// enterDescriptors follows a call that closes descriptors, or makes a copy whose
// number may not be recorded.
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

// inheritDescriptors gives a new process the descriptors of its creator.
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

// execDescriptors forgets the descriptors that exec may have closed.
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
