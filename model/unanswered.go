package model

import (
	"cmp"
	"slices"
)

// Unanswered is a time in which a thread asked a peer and got no answer: from the end of a
// call of connect on, or from when a datagram was routed, all its polls ended by their time limits, until it gave up.
type Unanswered struct {
	Range  // to the end of the last poll
	Thread ThreadIx
	Polls  int
	// Connecting is set where the connection was still being made. Else the call named the
	// peer of a socket, of datagrams for instance, and each poll was of one descriptor.
	Connecting bool
}

// errInProgress is what connect returns where the connection is still being made (uapi
// errno.h).
const errInProgress = -115

// Lengths of addresses of the internet, of version 4 and 6 (uapi in.h, in6.h).
const (
	inetLength  = 16
	inet6Length = 28
)

// answered takes note that a thread's call returned, if by that it asks a peer, or waits for
// an answer.
func (b *Builder) answered(ix ThreadIx, k *callKind, result int64) {
	switch c := &b.regs[ix].call; {
	case k.connects, k.routes && !b.asksPeers(ix):
		b.asked(ix, c, result)
	case k.polls():
		b.polled(ix, c, result == 0)
	}
}

// asked takes note that a thread's call of connect returned.
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
// asks again.
func (b *Builder) asksPeers(ix ThreadIx) bool {
	u := b.asking[ix]
	return u != nil && !u.Connecting
}

// polled takes note that a thread's poll returned.
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

// gaveUp ends what a thread asked for.
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

// inPoll reports whether a thread is in a poll: how that ends is not known.
func (b *Builder) inPoll(ix ThreadIx) bool {
	c := &b.regs[ix].call
	return c.open && b.callKind(c.name).polls()
}

// freezeUnanswered ends what threads still asked for at the end of the trace.
func (b *Builder) freezeUnanswered() {
	for ix := range b.asking {
		b.gaveUp(ix)
	}
	slices.SortFunc(b.trace.Unanswered, func(x, y Unanswered) int { return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.Thread, y.Thread)) })
}
