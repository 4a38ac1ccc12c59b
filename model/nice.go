package model

import "strconv"

// PriorityNote describes the priority with which a Linux thread was last switched, if
// not the normal one: "nice 19", "real-time 50", "deadline"; "" for the normal one, and
// if unknown.
func (t *Trace) PriorityNote(ix ThreadIx) string {
	p := &t.Threads[ix].Priority
	if !p.Known || t.Info.OS.Family != "linux" {
		return ""
	}
	const (
		deadline = -1  // the kernel's priorities: one for deadline tasks,
		realTime = 99  // then 0 to 98 for real-time priorities 99 to 1,
		nice0    = 120 // then 100 to 139 for nice values from -20 on
		last     = 139
	)
	switch prio := int(p.Last); {
	case prio == deadline:
		return "deadline"
	case prio >= 0 && prio < realTime:
		return "real-time " + strconv.Itoa(realTime-prio)
	case prio > realTime && prio <= last && prio != nice0:
		return "nice " + strconv.Itoa(prio-nice0)
	}
	return ""
}
