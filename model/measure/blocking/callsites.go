package blocking

import (
	"path"
	"strconv"
	"strings"

	"threadlens/model"
	"threadlens/model/measure"
)

// callSites names the places where threads waited and woke others, from their
// stacks; distinct stacks are few.
type callSites struct {
	t       *model.Trace
	names   map[model.StackID]string
	release map[model.StackID]bool
}

func newCallSites(t *model.Trace) *callSites {
	return &callSites{t: t, names: map[model.StackID]string{}, release: map[model.StackID]bool{}}
}

// pair names where a thread waited and where another made it ready, "" if there are
// no stacks.
func (c *callSites) pair(wait model.StackID, ready model.Segment) string {
	woken := model.NoStack
	if ready.State == model.Ready {
		woken = ready.Stack
	}
	switch {
	case wait == model.NoStack && woken == model.NoStack:
		return ""
	case woken == model.NoStack:
		return c.name(wait)
	case wait == model.NoStack:
		return "released in " + c.name(woken)
	}
	return c.name(wait) + " / " + c.name(woken)
}

// name is the innermost frame of a stack that is not the kernel's, otherwise the
// innermost.
func (c *callSites) name(id model.StackID) string {
	s, ok := c.names[id]
	if ok {
		return s
	}
	frames := c.t.Tables.Stacks.Frames(id)
	for i, f := range frames {
		if i == 0 || !f.Kernel {
			s = measure.FrameName(c.t, f)
		}
		if !f.Kernel {
			break
		}
	}
	c.names[id] = s
	return s
}

// releasers are the functions that release locks.
var releasers = []string{
	"RtlLeaveCriticalSection", "LeaveCriticalSection", "RtlReleaseSRWLock*", "ReleaseSRWLock*", "ReleaseMutex", "NtReleaseMutant",
	"pthread_mutex_unlock", "__pthread_mutex_unlock*", "pthread_rwlock_unlock", "__pthread_rwlock_unlock*", "Monitor.Exit*",
	"sync.(*Mutex).Unlock*", "sync.(*RWMutex).*Unlock*", "internal/sync.(*Mutex).Unlock*", "JIT_MonExit*", "AwareLock::Leave*",
}

// releases reports whether a stack is inside a function that releases a lock.
func (c *callSites) releases(id model.StackID) bool {
	yes, ok := c.release[id]
	if ok || id == model.NoStack {
		return yes
	}
	for _, f := range c.t.Tables.Stacks.Frames(id) {
		name, _, _ := strings.Cut(c.t.String(f.Name), "+0x")
		for _, pattern := range releasers {
			// The names contain no slashes other than those in the pattern.
			if match, _ := path.Match(pattern, name); match {
				yes = true
			}
		}
	}
	c.release[id] = yes
	return yes
}

// Releases reports whether a stack is inside a function that releases a lock: the
// thread held the lock until then.
func Releases(t *model.Trace, id model.StackID) bool { return newCallSites(t).releases(id) }

// address writes an address as data output does.
func address(a uint64) string { return "0x" + strconv.FormatUint(a, 16) }
