package findings

import (
	"fmt"

	"threadlens/model"
	"threadlens/model/measure"
)

// Priorities of Linux, as its context switches have them.
const (
	linuxDeadline = -1
	linuxRealTime = 100 // below it are those of real-time threads: 99 - their priority
	linuxNormal   = 120 // that of nice 0
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
	name, p := measure.ThreadName(t, ix), t.Threads[ix].Priority
	switch {
	case !p.Known || t.Info.OS.Family != "linux" || p.Last == linuxNormal:
		return name
	case p.Last <= linuxDeadline:
		return name + " (deadline)"
	case p.Last < linuxRealTime:
		return fmt.Sprintf("%s (real-time %d)", name, linuxRealTime-1-p.Last)
	}
	return fmt.Sprintf("%s (nice %d)", name, p.Last-linuxNormal)
}
