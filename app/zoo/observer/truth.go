package observer

import (
	"fmt"
	"slices"
	"sort"

	"threadlens/model"
)

// Truth is what a wait was for.
type Truth struct {
	Category model.Category // if judged
	// Kind is the call, with what its descriptor refers to.
	Kind string
	// Open is why it is unknown, "" where it is known.
	Open string
}

// Why a wait is not judged.
const (
	NoCall     = "in no call"
	PageFault  = "after a page fault in a call"
	Descriptor = "descriptor not known"
	Result     = "the result does not tell"
	NoRow      = "no row for the call"
	Torn       = "the observer lost events"
	NotSeen    = "thread not seen"
)

// Operations of futex (uapi futex.h), commands of fcntl (fcntl.h), flags of clone
// (sched.h) and errors (errno.h).
const (
	opMask          = 127
	opWait          = 0
	opLockPI        = 6
	opWaitBits      = 9
	opWaitRequeue   = 11
	opLockPI2       = 13
	commandLock     = 7
	commandLockFile = 38
	flagVfork       = 0x4000
	timedOut        = -110
	errInterrupted  = -4
	errRestart      = -512
	errRestartBlock = -516
	futexWaitCall   = 455 // its time limit comes after its flags
)

// Truth is what a wait was for in which a thread left its CPU at out and ran again at
// in, times of the recording.
func (l *Log) Truth(tid int, out, in int64) Truth {
	t := l.threads[tid]
	if t == nil {
		return Truth{Open: NotSeen, Kind: "-"}
	}
	c := t.at(out)
	switch {
	case c != nil && (c.Torn || l.lostIn(c.Enter, min(c.Exit, in))):
		return Truth{Open: Torn, Kind: nameOf(c.Number)}
	case c == nil || c.Exit < in:
		return Truth{Open: NoCall, Kind: "-"}
	case t.faulted(c.Enter, out):
		return Truth{Open: PageFault, Kind: nameOf(c.Number)}
	}
	return l.decide(t, c, in)
}

// at is the call that a thread is in, nil outside calls.
func (t *Thread) at(at int64) *Call {
	i := sort.Search(len(t.Calls), func(i int) bool { return t.Calls[i].Enter > at })
	if i == 0 || t.Calls[i-1].Exit < at {
		return nil
	}
	return &t.Calls[i-1]
}

// lostIn reports whether events were lost between two instants, so that a call may have
// ended and another one begun.
func (l *Log) lostIn(from, to int64) bool {
	return slices.ContainsFunc(l.losses, func(s span) bool { return s.from < to && s.to > from })
}

// faulted reports whether a thread had a page fault between two instants.
func (t *Thread) faulted(from, to int64) bool {
	i := sort.Search(len(t.Faults), func(i int) bool { return t.Faults[i] >= from })
	return i < len(t.Faults) && t.Faults[i] <= to
}

func nameOf(number int) string {
	if c, ok := calls[number]; ok {
		return c.name
	}
	return fmt.Sprint("call ", number)
}

// decide applies the row of a call.
func (l *Log) decide(t *Thread, c *Call, in int64) Truth {
	kind := calls[c.Number]
	r := Truth{Kind: nameOf(c.Number)}
	known := func(cat model.Category, ok bool, why string) Truth {
		if r.Category = cat; !ok {
			r.Open = why
		}
		return r
	}
	switch kind.rule {
	case plain:
		return known(kind.cat, true, "")
	case transfer:
		typ := l.Type(t.PID, int(c.Args[0]), c.Enter)
		r.Kind += " " + typ.String()
		cat, ok := categoryOf(typ)
		return known(cat, ok, Descriptor)
	case lockRule:
		return known(model.Synchronization, c.Args[1] == commandLock || c.Args[1] == commandLockFile, NoRow)
	case cloneRule:
		return known(model.Synchronization, c.Args[0]&flagVfork != 0, NoRow)
	case clone3Rule:
		return known(model.Synchronization, l.suspends(c, in), NoRow)
	case futexRule, futexOnly:
		cat, why := futexTruth(c, kind.rule == futexOnly)
		return known(cat, why == "", why)
	case pollRule, manyRule:
		cat, ok := pollTruth(c, &kind)
		return known(cat, ok, Result)
	}
	return known(model.UnknownCategory, false, NoRow)
}

// categoryOf is what a read or a write waits for.
func categoryOf(t FileType) (cat model.Category, ok bool) {
	switch t {
	case RegularFile, Pipe, Socket, Terminal:
		return model.IO, true
	case EventFile:
		return model.Synchronization, true
	case TimerFile:
		return model.Sleep, true
	case SignalFile, NotifyFile:
		return model.WaitForWork, true
	}
	return model.UnknownCategory, false
}

// futexTruth is what a wait for a futex is for; why is why it is unknown.
func futexTruth(c *Call, only bool) (cat model.Category, why string) {
	untimed := c.Args[3] == 0
	if c.Number == futexWaitCall {
		untimed = c.Args[4] == 0
	}
	if !only {
		switch c.Args[1] & opMask {
		case opWait, opLockPI, opWaitBits, opWaitRequeue, opLockPI2:
		default:
			return model.UnknownCategory, NoRow
		}
	}
	switch {
	case c.Returned() && c.Result == timedOut:
		return model.Sleep, ""
	case c.Returned() && c.Result >= 0 || untimed:
		return model.Synchronization, ""
	}
	return model.UnknownCategory, Result
}

// pollTruth is what a call of the poll family waits for.
func pollTruth(c *Call, kind *call) (cat model.Category, ok bool) {
	counts := kind.rule == pollRule
	nothing := counts && c.Args[1] == 0 || kind.limit == selectLimit && c.Args[0] == 0 // it is a sleep
	switch {
	case !c.decided(kind) || nothing && (!c.Returned() || c.Result != 0):
		return model.UnknownCategory, false
	case c.Returned() && c.Result == 0:
		return model.Sleep, true
	case counts && c.Args[1] == 1:
		return model.IO, true
	}
	return model.WaitForWork, true
}

// decided reports whether it is known for a call of the poll family whether its time limit ended
// it: it has none, it counted descriptors, or a signal ended it.
func (c *Call) decided(kind *call) bool {
	if c.Returned() && (c.Result >= 0 || c.Result == errInterrupted || c.Result <= errRestart && c.Result >= errRestartBlock) {
		return true
	}
	switch limit := c.Args[kind.limit]; kind.name {
	case "poll", "epoll_wait", "epoll_pwait":
		return int32(limit) < 0
	default:
		return limit == 0
	}
}

// suspends reports whether a call that creates a child waits until the child has executed another
// program or ended: the child did so before the thread ran again.
func (l *Log) suspends(c *Call, in int64) bool {
	if !c.Returned() || c.Result <= 0 {
		return false
	}
	child := l.threads[int(c.Result)]
	if child == nil || child.PID != child.TID {
		return false
	}
	for i := range child.Calls {
		switch x := &child.Calls[i]; x.Number {
		case 59, 322: // execve, execveat
			return x.Result == 0 && x.Enter < in
		case 60, 231: // exit, exit_group
			return x.Enter < in
		}
	}
	return false
}
