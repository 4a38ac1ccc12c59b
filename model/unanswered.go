package model

import (
	"cmp"
	"slices"
)

// Unanswered is a time in which a thread asked a peer and got no answer: from the end of a connect
// call, or from when a datagram was routed, until the thread gave up, all its polls ended by their
// time limits.
type Unanswered struct {
	Range  // to the end of the last poll
	Thread ThreadIx
	Polls  int
	// Connecting is set if the connection was still being established. Otherwise the call
	// named the peer of a socket, such as a datagram socket, and each poll was for one
	// descriptor.
	Connecting bool
}

// errInProgress is what connect returns while the connection is still being
// established (uapi errno.h).
const errInProgress = -115

// Lengths of internet addresses, versions 4 and 6 (uapi in.h, in6.h).
const (
	inetLength  = 16
	inet6Length = 28
)

// answered notes that a thread's call returned, if the call asks a peer or waits for an
// answer.
func (b *Builder) answered(ix ThreadIx, k *callKind, result int64) {
	switch c := &b.regs[ix].call; {
	case k.connects, k.routes && !b.asksPeers(ix):
		b.asked(ix, c, result)
	case k.polls():
		b.polled(ix, c, result == 0)
	}
}

// asked notes that a thread's connect call returned.
func (b *Builder) asked(ix ThreadIx, c *openCall, result int64) {
	b.gaveUp(ix)
	inet := c.arg3 == inetLength || c.arg3 == inet6Length
	if result != errInProgress && (result != 0 || !inet) {
		return
	}
	if b.asking == nil {
		b.asking = map[ThreadIx]*Unanswered{}
	}
	b.asking[ix] = &Unanswered{Range: Range{b.now, b.now}, Thread: ix, Connecting: result == errInProgress}
}

// asksPeers reports whether a thread has asked a peer with a datagram before, and polls: it
// is asking again.
func (b *Builder) asksPeers(ix ThreadIx) bool {
	u := b.asking[ix]
	return u != nil && !u.Connecting
}

// polled notes that a thread's poll returned.
func (b *Builder) polled(ix ThreadIx, c *openCall, timedOut bool) {
	u := b.asking[ix]
	switch {
	case u == nil:
	case !timedOut || !u.Connecting && c.arg2 != 1 || b.gapSince(u.From):
		delete(b.asking, ix)
	default:
		u.Polls++
		u.To = b.now
	}
}

// gaveUp ends what a thread was asking for.
func (b *Builder) gaveUp(ix ThreadIx) {
	u := b.asking[ix]
	if u == nil {
		return
	}
	delete(b.asking, ix)
	if u.Polls > 0 && !b.inPoll(ix) {
		b.trace.Unanswered = append(b.trace.Unanswered, *u)
	}
}

// inPoll reports whether a thread is in a poll: its result is not known.
func (b *Builder) inPoll(ix ThreadIx) bool {
	c := &b.regs[ix].call
	return c.open && b.callKind(c.name).polls()
}

// freezeUnanswered ends what threads were still asking for at the end of the trace.
func (b *Builder) freezeUnanswered() {
	for ix := range b.asking {
		b.gaveUp(ix)
	}
	slices.SortFunc(b.trace.Unanswered, func(x, y Unanswered) int { return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.Thread, y.Thread)) })
}
