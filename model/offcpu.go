package model

// offCPU follows the rows of a thread from one off-CPU episode to the next. Lost
// events leave rows of the state Unknown: those in which the thread was probably
// waiting, or queued, belong to its episode (truth B9 and F); of others nothing is
// known but that the episode is over when the thread is next known to run.
type offCPU struct {
	on    bool // an episode is under way
	inRun bool // its last row is queued
	woken bool // a wake in it was seen
	// preempt is set for an episode that began with a preemption.
	preempt bool
	// lost is set for one that a row of which nothing is known has cut.
	lost bool
	// unknown is set behind a row of the state Unknown.
	unknown bool
	// seen is set once there was a row.
	seen bool
}

// offStep is what a row does to the episodes of its thread.
type offStep uint8

const (
	offEnds   offStep = 1 << iota // the one under way is over
	offEndsIn                     // with offEnds: a switch-in is recorded, or must have been at that instant
	offBegins                     // another one begins
	offJoins                      // the row is part of the one under way
	offNoOut                      // with offBegins: the switch-out is not recorded
)

// probably is the state that a row of the state Unknown probably was, Unknown where
// nothing tells.
func (r *segRow) probably() State {
	if r.sub != SubGap && r.sub != SubRace {
		return Unknown
	}
	switch r.cat {
	case UnknownCategory, Execution, Interrupt:
		return Unknown
	case Dispatch:
		return Ready
	case Preemption:
		return Preempted
	}
	return Waiting
}

// step takes the next row.
func (o *offCPU) step(row *segRow) (s offStep) {
	state := row.state
	switch state {
	case Running:
		if o.on {
			s = offEnds
			if row.flags&Inferred == 0 || !o.unknown {
				s |= offEndsIn
			}
		}
		*o = offCPU{seen: true}
		return s
	case Unknown:
		if state = row.probably(); state == Unknown {
			if o.on {
				o.lost, s = true, offJoins
			}
			o.unknown, o.seen = true, true
			return s
		}
	default:
		if row.sub == SubStolen {
			return 0 // still on its CPU as far as the scheduler knows
		}
	}
	if o.on && !o.lost && o.goesOn(row, state) {
		s = offJoins
	} else {
		s = o.over() | o.begin(row, state)
	}
	o.inRun = state != Waiting
	o.woken = o.woken || row.ctx != CtxNone
	o.unknown, o.seen = row.state == Unknown, true
	return s
}

// goesOn reports whether the row continues the episode under way. If it cannot, the
// thread has run in between: for no time, so that the running segment is not stored,
// or unseen.
func (o *offCPU) goesOn(row *segRow, state State) bool {
	switch {
	case row.state == Unknown:
		return o.goesOnInGap(row, state)
	case row.sub == SubInSwap:
		return true
	case state == Waiting: // found waiting by a wake after a gap
		return o.unknown && row.flags&Inferred != 0 && !o.inRun && !o.woken
	case state == Ready:
		return !o.inRun
	}
	return false
}

// goesOnInGap is goesOn of an unknown row that probably is of a state.
func (o *offCPU) goesOnInGap(row *segRow, state State) bool {
	switch {
	case state == Ready && row.ctx == CtxNone:
		return !o.preempt || o.unknown
	case state == Waiting || state == Ready:
		return !o.inRun && !o.woken
	}
	return o.preempt
}

// over ends the episode under way because the thread has run since: this instant,
// for no time, unless it may have been before, in a time that is not known.
func (o *offCPU) over() (s offStep) {
	if !o.on {
		return 0
	}
	o.on = false
	if o.unknown {
		return offEnds
	}
	return offEnds | offEndsIn
}

// begin begins an episode with a row, unless nothing tells that it does: behind a gap
// in which it probably ran a thread is queued for any reason.
func (o *offCPU) begin(row *segRow, state State) (s offStep) {
	queuedInGap := row.state == Unknown && state == Ready
	if queuedInGap && o.unknown && row.ctx == CtxNone {
		return 0
	}
	o.on, o.lost, o.preempt, o.woken = true, false, state == Preempted, false
	s = offBegins | offJoins
	if o.unknown && (row.flags&Inferred != 0 || state == Ready) || row.state == Unknown && row.flags&OpenStart != 0 {
		s |= offNoOut
	}
	return s
}
