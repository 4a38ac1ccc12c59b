package model

// Priorities are the scheduling priorities that a thread was switched with, in the
// numbers of its system: on Windows higher is more urgent, on Linux lower.
type Priorities struct {
	Low, High, Last int16
	Known           bool
}

// note takes in the priority of one switch.
func (p *Priorities) note(prio int16) {
	switch {
	case prio == NoPrio:
		return
	case !p.Known:
		*p = Priorities{prio, prio, prio, true}
		return
	}
	p.Low, p.High, p.Last = min(p.Low, prio), max(p.High, prio), prio
}
