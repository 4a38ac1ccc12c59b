package model

// Some kernels record nothing of what the idle task of a CPU does: a wait that ends there
// ends without a wake. What a thread waited in may still show that its time was up.

// limitSlack is how long after its time limit a wait for events may end at the latest, ns:
// kernels let timers fire late by a thousandth of the time, or half a hundredth.
func limitSlack(limit Time) Time { return 1_000_000 + limit/100 }

// timedOut decides about a wait of a thread that ends now on an idle CPU by a wake that is
// not recorded, and so by an interrupt there. None calls futex, so that it ended a futex
// wait by its time limit. A wait for events is over without any where its limit has passed.
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
// longer than its timer may be late: that ends it.
func (c *openCall) outlasted(now Time) bool {
	return c.open && c.limit > c.at && now >= c.limit && now-c.limit <= limitSlack(c.limit-c.at)
}
