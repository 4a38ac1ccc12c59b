package findings

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure/blocking"
)

// heldUp is a wait of a thread for another that itself had no CPU for much of it.
type heldUp struct {
	wait   model.Range
	waiter model.ThreadIx
	// holder is the thread that was queued while the wait lasted: the owner of the
	// lock, or the thread that ended the wait, or one for which that one waited in
	// turn.
	holder model.ThreadIx
	queued model.Time
	pieces []queuedPiece
	// lock is the lock that the holder owns, nil if only a stack shows the release.
	lock *blocking.LockUse
}

// queuedPiece is a stretch in which a thread was queued for a CPU.
type queuedPiece struct {
	model.Range
	cpu model.CPU
}

// maxHops is the length to which a chain of threads that wait for each other is
// followed.
const maxHops = 4

// heldUpLimits are the limits for waits to count: the least part of the wait, and the
// least time, for which the holder was queued. With owners set, the holder is the
// attested owner of a lock, otherwise the thread that ended the wait.
type heldUpLimits struct {
	part   float64
	least  model.Time
	owners bool
}

// heldUpWaits are the waits of the target's threads that were ended by other
// threads which were queued in the meantime.
func (l *ruleContext) heldUpWaits(limits heldUpLimits) []heldUp {
	return once(l, limits, func() []heldUp { return l.findHeldUp(limits) })
}

func (l *ruleContext) findHeldUp(limits heldUpLimits) (list []heldUp) {
	locks := blocking.LocksOf(l.t)
	enough := func(h *heldUp, wait model.Range) bool {
		return h.queued >= limits.least && float64(h.queued) >= limits.part*float64(wait.Len())
	}
	for _, ix := range l.target {
		if l.ctx.Err() != nil {
			break
		}
		if l.t.Sums(ix, model.Range{To: l.Range.To})[model.Synchronization] == 0 {
			continue // without checking each wait
		}
		for e := range l.episodes(ix) {
			wait := model.Range{From: e.Out, To: e.Ready}.Clip(l.Range)
			if wait.Len() < limits.least || !l.clear(e.Out, e.Ready) || !forSomebody(l.t, &e) || l.parked(ix, model.Range{From: e.Out, To: e.Ready}) {
				continue
			}
			var h heldUp
			if limits.owners {
				h = l.ownerQueued(&e, wait, locks, limits.part)
			} else {
				h = l.queuedDuring(e.Unblocker, wait, limits.part, 1)
			}
			if enough(&h, wait) {
				h.wait, h.waiter = wait, ix
				list = append(list, h)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b heldUp) int { return cmp.Compare(b.queued, a.queued) })
	return list
}

// ownerQueued is how long the owner of the lock that a wait is for was queued
// during it; of several owners, the one for which that is longest. Only owners of
// at least medium confidence count, from when they are known to have had the lock.
func (l *ruleContext) ownerQueued(e *model.Episode, wait model.Range, locks *blocking.Locks, part float64) (most heldUp) {
	if len(locks.List) == 0 && e.WakeStack == model.NoStack {
		return most
	}
	lock, _, called := locks.Of(e.Thread, e.Out)
	if !called {
		if e.WakeStack != model.NoStack && !slices.Contains(eventSubs[:], e.Sub) && blocking.Releases(l.t, e.WakeStack) {
			most = l.queuedDuring(e.Unblocker, wait, 0, maxHops)
		}
		return most
	}
	if !lock.Owned {
		return most
	}
	for h, r := range lock.Owners(wait) {
		if h.Thread == e.Thread || h.Confidence < blocking.Medium {
			continue
		}
		if q := l.queuedDuring(h.Thread, r, part, 1); q.queued > most.queued {
			most = q
			most.lock = lock
		}
	}
	return most
}

// forSomebody reports whether an episode is a complete wait for an action of
// another thread. A wait for the end of a thread is not: a thread that works to its
// end holds nothing.
func forSomebody(t *model.Trace, e *model.Episode) bool {
	if e.Kind != model.EpisodeWait || e.Category != model.Synchronization || e.Open || e.Unblocker == model.NoThread ||
		e.Flags&(model.OpenStart|model.WakeMissing) != 0 || e.Sub == model.SubChildWait || e.Sub == model.SubExit {
		return false
	}
	return !lastAct(t, e.Unblocker, e.Ready)
}

// eventSubs are the reasons of waits for data and events, which no thread holds.
var eventSubs = [...]model.Sub{
	model.SubCondition, model.SubCond, model.SubEvent, model.SubSemaphore, model.SubTaskWait, model.SubJoin, model.SubPipe,
	model.SubSocket, model.SubNetwork, model.SubPoll, model.SubPollTimeout, model.SubIpc, model.SubIpcCall, model.SubIpcServerIdle,
	model.SubChanSend, model.SubChanRecv, model.SubSelect, model.SubNetPoll, model.SubMessageWait, model.SubWorkQueue,
}

// exitWork is how long a thread runs at most between waking the thread that waits
// for its end, and that end.
const exitWork = model.Time(200e3)

// lastAct reports whether what a thread does at an instant is part of its exit.
func lastAct(t *model.Trace, ix model.ThreadIx, at model.Time) bool {
	th := &t.Threads[ix]
	if !th.Ended {
		return false
	}
	var work model.Time
	rest := model.Range{From: at, To: th.Life.To}
	for s := range t.Segments(ix, rest) {
		if s.State == model.Running {
			work += s.Overlap(rest)
		}
		if s.State == model.Waiting || work > exitWork {
			return false
		}
	}
	return true
}

// queuedDuring is how long a thread was queued inside r or, if that is less than a
// part of r, how long the thread was for which it waited longest.
func (l *ruleContext) queuedDuring(ix model.ThreadIx, r model.Range, part float64, hop int) heldUp {
	h := heldUp{holder: ix}
	for q, s := range l.t.RunQueues(ix, r) {
		h.queued += s.Len()
		h.pieces = append(h.pieces, queuedPiece{s, q.CPU})
	}
	least := model.Time(part * float64(r.Len()))
	if h.queued >= least || hop == maxHops {
		return h
	}
	for s := range l.t.Segments(ix, r) {
		wait := s.Clip(r)
		if s.State != model.Waiting || s.Unblocker() == model.NoThread || wait.Len() < least {
			continue
		}
		if next := l.queuedDuring(s.Unblocker(), wait, part, hop+1); next.queued > h.queued {
			h = next
		}
	}
	return h
}
