package model

// Some kernels record nothing about the idle task of a CPU: a wait that ends there ends
// without a wake. The call in which a thread waited may still show that its time was up.

// limitSlack is how long after its time limit a wait for events may end at the latest, ns:
// kernels let timers fire late by 0.1 % of the time, or 0.5 %.
func limitSlack(limit Time) Time { return 1_000_000 + limit/100 }

// timedOut decides about a wait of a thread that ends now on an idle CPU by an unrecorded
// wake, and so by an interrupt there. Interrupts do not call futex, so a futex wait ended
// by its time limit. A wait for events is over without events if its limit has passed.
func (b *Builder) timedOut(ix ThreadIx, now Time) {
	c := &b.regs[ix].call
	start, row := b.openRow(ix)
	if row.flags&WakeMissing == 0 || !c.open || c.untimed || c.at > start || b.gapSince(c.at) || b.trace.Info.heldBack() {
		return
	}
	switch k := b.callKind(c.name); {
	case k.oneEnd:
	case k.verb == verbFutex && (!k.op || futexOpWaits(c.arg2)):
		row.offer(Sleep, SubFutexTimeout, ByContext, false)
	case k.polls() && c.outlasted(now):
		row.offer(Sleep, SubPollTimeout, ByContext, false)
	}
}

// outlasted reports whether a call, which is not over, lasts until its time limit, and not
// longer than its timer may be late: the limit then ends it.
func (c *openCall) outlasted(now Time) bool {
	return c.open && c.limit > c.at && now >= c.limit && now-c.limit <= limitSlack(c.limit-c.at)
}
