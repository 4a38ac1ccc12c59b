package cut

import "threadlens/model"

// noteAfter remembers an event after the window if it shows what something under way at its end was
// for.
func (c *Cutter) noteAfter(e *model.Event) {
	c.witness(e)
	if b, ok := c.begun[e.TID]; ok && e.Kind != model.KindSwitch { // it did not exist in the window
		if e.Kind == model.KindName {
			b.name = c.keep(e)
			c.begun[e.TID] = b
		}
		return
	}
	switch e.Kind {
	case model.KindCPU:
		c.losesTrack(e)
	case model.KindLoss:
		c.losesTrack(e)
		c.after = append(c.after, c.keep(e))
	case model.KindFrequency:
		c.cpu(e.Target).runsLater(c.keep(e))
	case model.KindIdle:
		if u := c.cpu(e.Target); u.idle.seq == 0 { // shows that idle states were recorded
			u.idle = c.keep(e)
			c.after = append(c.after, u.idle)
		}
	case model.KindStart:
		c.begun[e.TID] = begun{c.keep(e), c.keep(e)}
	case model.KindIrq, model.KindIrqEnter, model.KindIrqExit:
		c.cpu(e.CPU).interrupt(c.keep(e))
	case model.KindSwitch:
		c.switchAfter(e)
	case model.KindExists, model.KindName, model.KindProcess:
		c.after = append(c.after, c.keep(e))
	default:
		if named(e.TID) && c.thread(e.TID).needs(e, c.window.To) {
			c.after = append(c.after, c.keepWake(e))
		}
	}
}

// losesTrack notes that it is no longer known what occupies a CPU.
func (c *Cutter) losesTrack(e *model.Event) {
	for id, u := range c.cpus {
		u.unnamed = u.unnamed || id == e.CPU || e.CPU == model.AllCPUs
	}
}

// switchAfter remembers a switch after the window if it is the first of its CPU, or of the thread
// that it switches in.
func (c *Cutter) switchAfter(e *model.Event) {
	u := c.cpu(e.CPU)
	needed := !u.ended
	if needed {
		c.after = u.occupant(c.after)
	}
	u.ended, u.last, u.unnamed = true, c.keep(e), false
	if needed && u.witnessed.seq > 0 {
		c.after = append(c.after, u.witnessed)
	}
	if named(e.TID) {
		t := c.thread(e.TID)
		t.left = t.left || t.done
	}
	if named(e.Other) {
		needed = c.thread(e.Other).ends(e.Time) || needed
	}
	if needed {
		c.after = append(c.after, c.keep(e))
	}
}

// ends notes a switch-in after the window; it is needed if the thread did not run when the window
// ended and was not switched in since.
func (t *thread) ends(at model.Time) (needed bool) {
	if t.done {
		return false
	}
	t.done, t.doneAt = true, at
	return !t.running
}

// needs reports whether an event after the window, which ended at end, may show what the thread was
// waiting for then.
func (t *thread) needs(e *model.Event, end model.Time) bool {
	switch e.Kind {
	case model.KindCallEnter:
		t.returned = true
		return false
	case model.KindCallExit:
		return t.needsReturn()
	case model.KindSample:
		first := t.sample.seq == 0
		t.sample.seq = -1
		return first
	case model.KindRan:
		first := t.running && !t.booked
		t.booked = true
		return first
	case model.KindFault, model.KindIO:
		return e.End < end && !t.running
	case model.KindWake, model.KindBlocked:
		waits := !t.running && (!t.done || e.Time == t.doneAt)
		t.seen++
		return waits && t.seen <= mostWakes
	}
	return false
}

// needsReturn is needs for the return of a call.
func (t *thread) needsReturn() bool {
	if t.unseen() && t.exit.seq == 0 && len(t.calls) == 0 {
		t.exit.seq = -1
		return true // nothing is known about it but that it makes calls
	}
	first := !t.returned && (len(t.calls) > 0 || !t.running && !t.left)
	t.returned = true
	return first
}

// unseen reports whether no event shows a state of the thread.
func (t *thread) unseen() bool {
	return t.in.seq == 0 && t.out.seq == 0 && len(t.wakes) == 0 && t.seen == 0 && !t.done
}
