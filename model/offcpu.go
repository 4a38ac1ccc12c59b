package model

// offCPU follows the rows of a thread from one off-CPU episode to the next. Lost
// events leave rows of the state Unknown: those in which the thread was probably
// waiting, or queued, belong to its episode; of others it is only known that the
// episode is over when the thread is next known to run.
type offCPU uint8

const (
	offOn      offCPU = 1 << iota // an episode is under way
	offQueued                     // its last row is queued
	offWoken                      // a wake was seen in it
	offPreempt                    // it began with a preemption
	offLost                       // a row about which nothing is known has cut it
	offUnknown                    // after a row of the state Unknown
)

// on reports whether an episode is under way.
func (o offCPU) on() bool { return o&offOn != 0 }

// preempt reports whether it began with a preemption.
func (o offCPU) preempt() bool { return o&offPreempt != 0 }

// offStep is the effect of a row on the episodes of its thread.
type offStep uint8

const (
	offEnds   offStep = 1 << iota // the current one is over
	offEndsIn                     // with offEnds: a switch-in is recorded, or must have been at that instant
	offBegins                     // another one starts
	offJoins                      // the row is part of the current one
	offNoOut                      // with offBegins: the switch-out is not recorded
)

// probably is the state that a row of the state Unknown probably was, Unknown if
// there is no hint.
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
	if row.state == Running {
		s = o.ends(row.flags)
		*o = 0
		return s
	}
	if row.sub == SubStolen && row.state != Unknown {
		return 0 // still on its CPU as far as the scheduler knows
	}
	if *o == 0 && row.state != Unknown { // nearly always
		*o = offOn | offOf(row.state, row)
		return offBegins | offJoins
	}
	return o.stepOn(row)
}

// ends is the effect of a running thread's row on the current episode.
func (o *offCPU) ends(f SegmentFlags) offStep {
	switch {
	case *o&offOn == 0:
		return 0
	case f&Inferred == 0 || *o&offUnknown == 0:
		return offEnds | offEndsIn
	}
	return offEnds
}

// offOf is what a row shows about its episode, given the state that it probably is.
func offOf(state State, row *segRow) (o offCPU) {
	switch state {
	case Preempted:
		o = offPreempt | offQueued
	case Ready:
		o = offQueued
	}
	if row.ctx != CtxNone {
		o |= offWoken
	}
	return o
}

// stepOn takes a row during or after an episode, or a row of the state Unknown.
func (o *offCPU) stepOn(row *segRow) (s offStep) {
	state := row.state
	if state == Unknown {
		if state = row.probably(); state == Unknown {
			if *o&offOn != 0 {
				s = offJoins
				*o |= offLost
			}
			*o |= offUnknown
			return s
		}
	}
	if *o&(offOn|offLost) == offOn && o.goesOn(row, state) {
		s = offJoins
	} else {
		s = o.over() | o.begin(row, state)
	}
	*o = *o&^(offQueued|offUnknown) | offOf(state, row)&^offPreempt
	if row.state == Unknown {
		*o |= offUnknown
	}
	return s
}

// goesOn reports whether the row continues the episode under way. If it cannot, the
// thread has run in between: unseen, or for no time, so that the running segment is
// not stored.
func (o *offCPU) goesOn(row *segRow, state State) bool {
	switch {
	case row.state == Unknown:
		return o.goesOnInGap(row, state)
	case row.sub == SubInSwap:
		return true
	case state == Waiting: // found waiting by a wake after a gap
		return *o&(offUnknown|offQueued|offWoken) == offUnknown && row.flags&Inferred != 0
	case state == Ready:
		return *o&offQueued == 0
	}
	return false
}

// goesOnInGap is goesOn for an unknown row that is probably of the given state.
func (o *offCPU) goesOnInGap(row *segRow, state State) bool {
	switch {
	case state == Ready && row.ctx == CtxNone:
		return *o&(offPreempt|offUnknown) != offPreempt
	case state == Waiting || state == Ready:
		return *o&(offQueued|offWoken) == 0
	}
	return o.preempt()
}

// over ends the current episode because the thread has run since: for no time at
// this instant, unless that may have been earlier, in unknown time.
func (o *offCPU) over() offStep {
	s := o.ends(Inferred)
	*o &^= offOn
	return s
}

// begin starts an episode with a row, unless nothing shows that one starts: after a
// gap in which it probably ran, a thread may be queued for any reason.
func (o *offCPU) begin(row *segRow, state State) (s offStep) {
	unknown := *o&offUnknown != 0
	queuedInGap := row.state == Unknown && state == Ready
	if queuedInGap && unknown && row.ctx == CtxNone {
		return 0
	}
	*o = *o&^(offLost|offPreempt|offWoken) | offOn
	if state == Preempted {
		*o |= offPreempt
	}
	s = offBegins | offJoins
	if unknown && (row.flags&Inferred != 0 || state == Ready) || row.state == Unknown && row.flags&OpenStart != 0 {
		s |= offNoOut
	}
	return s
}
