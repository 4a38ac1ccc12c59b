package findings

import (
	"threadlens/model"
	"threadlens/model/measure"
)

// urgency is a thread's priority, greater for the more urgent on every system. It is
// the last known one: one inherited from a lock in the meantime does not count.
func urgency(t *model.Trace, ix model.ThreadIx) (n int, ok bool) {
	p := t.Threads[ix].Priority
	if t.Info.OS.Family == "windows" {
		return int(p.Last), p.Known
	}
	return -int(p.Last), p.Known
}

// urgentName is a thread with its priority, if that is not the usual one: "xz 6420
// (nice 19)", "openssl 6421 (real-time 50)".
func urgentName(t *model.Trace, ix model.ThreadIx) string {
	name := measure.ThreadName(t, ix)
	if note := t.PriorityNote(ix); note != "" {
		name += " (" + note + ")"
	}
	return name
}
