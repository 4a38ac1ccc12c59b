package blocking

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// lockHistory follows one lock at a time through the trace by these rules: a thread
// that leaves a wait is a candidate for the owner until it waits again, and one
// that wakes others has released the lock. If the latter was not a candidate, it
// took the lock while it was free, after the previous release.
type lockHistory struct {
	t     *model.Trace
	lock  *LockUse
	calls []int32
	steps []lockStep
	proto protocol

	candidates map[model.ThreadIx]candidate
	lastWake   map[model.ThreadIx]int // of Wakes
	queued     int                    // number of waiting threads
	wanted     model.Time             // since when there are any, if there are

	// named is from the first to the last event that names the current owner; none
	// has named another since.
	named      model.Range
	namedOwner model.ThreadIx

	released model.Time // the last release that was seen
	free     bool       // at least one was seen
	// arrived is when the first thread began to wait after that release: the lock
	// had an owner then.
	arrived model.Time
	missed  bool // none has arrived yet

	own     int  // releases by a thread that was seen to acquire
	foreign bool // a thread released the lock while another one held it
}

// candidate is a thread that left a wait for the lock.
type candidate struct {
	since model.Time
	owns  bool // the call returns only to the owner
	woken bool // it was woken, and so immediately checks whether the lock is free
}

// lockStep is something that happens to a lock.
type lockStep struct {
	at   model.Time
	kind stepKind
	i    int32 // of Waits or Wakes
	call int32 // of Trace.LockCalls
}

type stepKind uint8

// Steps, in their order at one instant.
const (
	stepWake stepKind = iota
	stepReady
	stepLeave
	stepEnter
)

func newLockHistory(t *model.Trace) *lockHistory {
	return &lockHistory{
		t: t, candidates: map[model.ThreadIx]candidate{}, lastWake: map[model.ThreadIx]int{},
	}
}

// follow fills in what calls show about a lock.
func (h *lockHistory) follow(lock *LockUse, calls []int32, proto protocol) {
	clear(h.candidates)
	clear(h.lastWake)
	*h = lockHistory{
		t: h.t, lock: lock, calls: calls, steps: h.steps[:0], proto: proto, missed: true,
		candidates: h.candidates, lastWake: h.lastWake, namedOwner: model.NoThread,
	}
	h.order()
	for i := range h.steps {
		s := &h.steps[i]
		switch s.kind {
		case stepEnter:
			h.enter(s)
		case stepReady:
			h.ready(s)
		case stepLeave:
			h.leave(s)
		default:
			w := &lock.Wakes[s.i]
			h.lastWake[w.Thread] = int(s.i)
			if h.proto != noProtocol && !h.foreign {
				h.release(w)
			}
		}
	}
	h.finish()
}

// order lists what happens to the lock, in order.
func (h *lockHistory) order() {
	l := h.lock
	for _, i := range h.calls {
		c := &h.t.LockCalls[i]
		if c.Op == model.LockWake || c.Op == model.LockRelease {
			if c.Result >= 0 {
				l.Wakes = append(l.Wakes, LockWake{
					Range: c.Range, Thread: c.Thread, Woken: int(c.Result), byOwner: c.Op == model.LockRelease,
				})
			}
			continue
		}
		w := LockWait{Range: c.Range, Thread: c.Thread, Result: c.Result, Open: c.Open, Wake: -1}
		if w.Ready, w.By = wokenIn(h.t, c); endedIn(h.t, c) {
			w.Open, w.Ready, w.By = true, w.To, model.NoThread
		}
		if silentRelease(l.Kind) && w.By != model.NoThread {
			l.Wakes = append(l.Wakes, LockWake{Range: model.Range{From: w.Ready, To: w.Ready}, Thread: w.By, Woken: 1})
		}
		k := int32(len(l.Waits))
		l.Waits = append(l.Waits, w)
		h.steps = append(h.steps, lockStep{w.From, stepEnter, k, i})
		if !w.Open || w.Ready < w.To {
			h.steps = append(h.steps, lockStep{w.Ready, stepReady, k, i})
		}
		if !w.Open {
			h.steps = append(h.steps, lockStep{w.To, stepLeave, k, i})
		}
	}
	slices.SortStableFunc(l.Wakes, func(a, b LockWake) int { return cmp.Compare(a.From, b.From) })
	for k := range l.Wakes {
		h.steps = append(h.steps, lockStep{l.Wakes[k].From, stepWake, int32(k), -1})
	}
	slices.SortStableFunc(h.steps, func(a, b lockStep) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.kind, b.kind)) })
}

// endedIn reports whether a thread was ended inside a call, and so did not get the
// lock.
func endedIn(t *model.Trace, c *model.LockCall) bool {
	if !c.Open && !c.Interrupted() {
		return false
	}
	w, ok := LastWait(t, c.Thread)
	return ok && w.From >= c.From && w.To < t.End
}

// enter handles a thread that starts to wait. If it was a candidate, another one
// took the lock first.
func (h *lockHistory) enter(s *lockStep) {
	w := &h.lock.Waits[s.i]
	if c, ok := h.candidates[w.Thread]; ok {
		delete(h.candidates, w.Thread)
		h.lock.Unreleased += int(bit(c.owns))
	}
	if h.namedOwner == w.Thread {
		h.namedOwner = model.NoThread
	}
	if !h.waited(w) {
		return // the lock may have been free
	}
	if h.queued++; h.queued == 1 {
		h.wanted = s.at
	}
	if h.missed {
		h.arrived, h.missed = s.at, false
	}
	if owner := h.t.LockOwner(int(s.call)); owner != model.NoThread {
		h.name(owner, s.at)
	}
}

// waited reports whether a call waited, as far as the trace shows. If calls are only known for
// threads that wait, one may have been woken before it is seen to wait.
func (h *lockHistory) waited(w *LockWait) bool {
	return w.Result != model.LockAgain && (!h.t.Info.Recorded.Blocking || w.Ready > w.From)
}

// name records that an event names the owner of the lock.
func (h *lockHistory) name(owner model.ThreadIx, at model.Time) {
	if owner != h.namedOwner {
		h.namedOwner, h.named.From = owner, at
	}
	h.named.To = at
}

// raceSlack is how long after its wake a thread may appear to be switched out, if
// the wake came before that (Options.RaceWindow), ns.
const raceSlack = 100_000

// ready handles a waiter that is woken.
func (h *lockHistory) ready(s *lockStep) {
	w := &h.lock.Waits[s.i]
	if h.waited(w) {
		h.queued--
	}
	if w.By == model.NoThread {
		return
	}
	if k, ok := h.lastWake[w.By]; ok && w.Ready <= h.lock.Wakes[k].To+raceSlack {
		w.Wake = k
	}
}

// leave handles a call that returns. The thread got the lock, or will try to.
func (h *lockHistory) leave(s *lockStep) {
	w := &h.lock.Waits[s.i]
	acquires := h.t.LockCalls[s.call].Op == model.LockAcquire
	if w.Result == model.LockTimedOut || w.Result == model.LockUnknown || h.t.LockCalls[s.call].Interrupted() || acquires && w.Result < 0 {
		return
	}
	h.candidates[w.Thread] = candidate{since: s.at, owns: acquires, woken: w.Result >= 0}
	if acquires {
		h.name(w.Thread, s.at)
	}
}

// tried is how long a thread that left a wait runs at most before it checks whether
// the lock is free, and waits again if it is not; and how long one that released the
// lock runs at most before it wakes others, ns.
const tried = 100_000

// holder is the thread other than ix that certainly has the lock: it left a wait
// and has run since, but did not wait again.
func (h *lockHistory) holder(ix model.ThreadIx, at model.Time) (since model.Time, ok bool) {
	if h.proto != futexProtocol {
		return 0, false // the kernel or the runtime itself ensures it
	}
	for other, c := range h.candidates {
		if other != ix && c.woken && c.since >= max(h.released, h.unseen(at)) && h.ran(other, c.since, at) >= tried && (!ok || c.since < since) {
			since, ok = c.since, true
		}
	}
	return since, ok
}

// unseen is the time until which a thread may have released the lock unnoticed: if calls are
// only known for threads that wait, a release is seen only if it wakes a thread. While a thread
// waits, each release wakes one.
func (h *lockHistory) unseen(at model.Time) model.Time {
	switch {
	case !h.t.Info.Recorded.Blocking || h.proto != futexProtocol:
		return 0
	case h.queued == 0:
		return at
	}
	return h.wanted
}

// ran is how long a thread had a CPU.
func (h *lockHistory) ran(ix model.ThreadIx, from, to model.Time) model.Time {
	sums := h.t.Sums(ix, model.Range{From: from, To: to})
	return sums[model.Execution] + sums[model.Interrupt]
}

// release ends the hold of a thread, as it wakes others or hands the lock over.
func (h *lockHistory) release(w *LockWake) {
	at := w.From
	if since, held := h.holder(w.Thread, at); held {
		// A thread may lose its CPU between its release and its wake: then nothing
		// shows when the release was.
		h.foreign = h.ran(w.Thread, since, at) >= tried
		delete(h.candidates, w.Thread)
		return
	}
	h.hold(w)
	delete(h.candidates, w.Thread)
	h.namedOwner = model.NoThread
	h.released, h.free, h.missed = at, true, true
}

// hold adds the hold of a thread that releases the lock.
func (h *lockHistory) hold(w *LockWake) {
	at := w.From
	c, acquired := h.candidates[w.Thread]
	hold := Hold{Range: model.Range{From: at, To: at}, Thread: w.Thread, Confidence: High}
	h.own += int(bit(acquired))
	if acquired && (!h.free || h.released <= c.since) {
		hold.From, hold.Sure = c.since, c.since
		if unseen := h.unseen(at); unseen > c.since {
			hold.Begin, hold.Sure = BeginBounded, unseen
		}
	} else { // it took the lock after the last release, without waiting for it
		hold.Begin, hold.Sure = BeginBounded, at
		if !h.missed {
			hold.Sure = min(max(h.arrived, h.unseen(at)), at)
		}
		if hold.From = min(h.ranFrom(w.Thread, at), hold.Sure); !h.free && !h.t.Threads[w.Thread].Started {
			hold.Begin, hold.From = BeginUnknown, hold.Sure
		}
		if !acquired {
			hold.Confidence = Medium
		}
	}
	h.doubt(&hold)
	switch h.namedOwner {
	case model.NoThread:
	case w.Thread:
		if w.byOwner {
			h.named.To = at
		}
		hold.Named = h.named.Clip(hold.Range)
		if hold.Sure = min(hold.Sure, hold.Named.From); hold.Named == hold.Attested() && hold.Named.Len() > 0 {
			hold.Confidence = Certain
		}
	default: // another one has had it since
		hold.Begin, hold.From, hold.Sure = BeginBounded, max(hold.From, h.named.To), at
	}
	h.lock.Holds = append(h.lock.Holds, hold)
}

// doubt removes the attested part of a hold during which events of its thread were lost: it
// may have released the lock, and taken it again.
func (h *lockHistory) doubt(hold *Hold) {
	if !h.t.Touched([]model.ThreadIx{hold.Thread}, hold.Attested()) {
		return
	}
	if hold.Sure = hold.To; hold.Begin == BeginSeen {
		hold.Begin = BeginBounded
	}
}

// ranFrom is when a thread first ran after the last release, at most to: it cannot
// have taken the lock before.
func (h *lockHistory) ranFrom(ix model.ThreadIx, to model.Time) model.Time {
	for s := range h.t.Segments(ix, model.Range{From: h.released, To: to}) {
		if s.State == model.Running || s.State == model.Unknown {
			return max(s.From, h.released)
		}
	}
	return to
}

// owned reports whether the lock has owners. If calls are only known for threads that wait, a
// release that wakes no thread is not an event.
func (h *lockHistory) owned() bool {
	switch h.proto {
	case noProtocol:
		return false
	case futexProtocol:
		return (h.own > 0 || h.t.Info.Recorded.Blocking && len(h.lock.Holds) > 1) && !h.foreign
	}
	return true
}

// finish decides whether the lock has owners, and ends the open hold.
func (h *lockHistory) finish() {
	l := h.lock
	if l.Owned = h.owned(); !l.Owned {
		l.Holds, l.Unreleased = nil, 0
		return
	}
	last := model.NoThread
	for ix, c := range h.candidates {
		l.Unreleased += int(bit(c.owns))
		if last == model.NoThread || c.since > h.candidates[last].since || c.since == h.candidates[last].since && ix < last {
			last = ix
		}
	}
	if c := h.candidates[last]; last != model.NoThread && h.queued > 0 && c.since >= h.released {
		hold := Hold{
			Range: model.Range{From: c.since, To: max(c.since, h.t.Threads[last].Life.To)}, Thread: last,
			Sure: max(c.since, h.unseen(h.t.End)), Open: true, Confidence: Medium,
		}
		h.doubt(&hold)
		if h.namedOwner == last {
			hold.Named = h.named.Clip(hold.Range)
		}
		l.Unreleased -= int(bit(c.owns))
		l.Holds = append(l.Holds, hold)
	}
	slices.SortStableFunc(l.Holds, func(a, b Hold) int { return cmp.Compare(a.From, b.From) })
	l.Overlaps = model.NewOverlaps(len(l.Holds), func(i int) model.Range { return l.Holds[i].Range })
	l.attest()
}

func bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}
