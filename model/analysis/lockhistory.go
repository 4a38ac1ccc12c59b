package analysis

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// lockHistory follows one lock after the other through time by the rules of
// thread_model 5.2: who leaves a wait is a candidate for the owner until it waits
// again, and who wakes others has released the lock. One that was no candidate took
// the lock while it was free, after the release before.
type lockHistory struct {
	t     *model.Trace
	lock  *LockUse
	calls []int32
	steps []lockStep

	candidates map[model.ThreadIx]candidate
	stated     map[model.ThreadIx]model.Time // who the trace itself says owns the lock, since when
	lastWake   map[model.ThreadIx]int        // of Wakes
	queued     int                           // threads that wait

	released model.Time // the last release that was seen
	free     bool       // one was seen at all
	// arrived is when the first thread began to wait after that release: the lock
	// had an owner then.
	arrived model.Time
	missed  bool // none did yet

	// Releases by a thread that was the only one to be woken for the lock, and by
	// one of several, as barriers and conditions wake them.
	alone, crowd int
}

// candidate is a thread that left a wait for the lock.
type candidate struct {
	since model.Time
	wake  int  // that ended its wait, -1 for none
	owns  bool // the call returns only to the owner
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
		t: t, candidates: map[model.ThreadIx]candidate{}, stated: map[model.ThreadIx]model.Time{},
		lastWake: map[model.ThreadIx]int{},
	}
}

// follow fills in what calls tell of a lock.
func (h *lockHistory) follow(lock *LockUse, calls []int32) {
	clear(h.candidates)
	clear(h.stated)
	clear(h.lastWake)
	*h = lockHistory{
		t: h.t, lock: lock, calls: calls, steps: h.steps[:0], missed: true,
		candidates: h.candidates, stated: h.stated, lastWake: h.lastWake,
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
			h.release(w)
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
		w.Ready, w.By = wokenIn(h.t, c)
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

// silentRelease reports whether locks of a kind are released without a call: only
// the wakes of those who waited show it.
func silentRelease(k model.LockKind) bool { return k == model.LockKernel || k == model.LockMonitor }

// wokenIn is when the last wait inside a call ended, and which thread ended it.
func wokenIn(t *model.Trace, c *model.LockCall) (at model.Time, by model.ThreadIx) {
	at, by = c.To, model.NoThread
	for s := range t.Segments(c.Thread, c.Range) {
		switch {
		case s.From < c.From || s.Ctx == model.CtxNone:
		case s.State == model.Waiting && s.To <= c.To:
			at, by = s.To, s.Unblocker()
		case s.State == model.Ready && s.Flags&model.RaceWake != 0:
			at, by = s.From, s.Unblocker()
		}
	}
	return at, by
}

// enter has a thread begin to wait. If it was a candidate, another one was quicker
// to take the lock.
func (h *lockHistory) enter(s *lockStep) {
	w := &h.lock.Waits[s.i]
	if c, ok := h.candidates[w.Thread]; ok {
		delete(h.candidates, w.Thread)
		h.lock.Unreleased += int(bit(c.owns))
	}
	if w.Result == model.LockAgain {
		return // it did not wait: the lock may have been free
	}
	h.queued++
	if h.missed {
		h.arrived, h.missed = s.at, false
	}
	if owner := h.t.LockOwner(int(s.call)); owner != model.NoThread {
		if _, known := h.stated[owner]; !known {
			h.stated[owner] = s.at
		}
	}
}

// raceSlack is how long after a wake its thread may seem to leave the processor,
// where the wake came before that (Options.RaceWindow), ns.
const raceSlack = 100_000

// ready has a waiter be woken.
func (h *lockHistory) ready(s *lockStep) {
	w := &h.lock.Waits[s.i]
	if w.Result != model.LockAgain {
		h.queued--
	}
	if w.By == model.NoThread {
		return
	}
	if k, ok := h.lastWake[w.By]; ok && w.Ready <= h.lock.Wakes[k].To+raceSlack {
		w.Wake = k
	}
}

// leave has a call return. The thread got the lock, or will try to.
func (h *lockHistory) leave(s *lockStep) {
	w := &h.lock.Waits[s.i]
	acquires := h.t.LockCalls[s.call].Op == model.LockAcquire
	if w.Result == model.LockTimedOut || acquires && w.Result < 0 {
		return
	}
	h.candidates[w.Thread] = candidate{s.at, w.Wake, acquires}
}

// release ends the hold of a thread, as it wakes others or hands the lock over.
func (h *lockHistory) release(w *LockWake) {
	at := w.From
	hold := Hold{Range: model.Range{From: at, To: at}, Thread: w.Thread, Confidence: High}
	c, candidate := h.candidates[w.Thread]
	switch {
	case candidate && (!h.free || h.released <= c.since):
		hold.From, hold.Sure = c.since, c.since
	default: // it took the lock after the last release, where it did not wait for it
		hold.Begin, hold.Sure = BeginBounded, at
		if !h.missed {
			hold.Sure = min(h.arrived, at)
		}
		if hold.From = min(h.ranFrom(w.Thread, at), hold.Sure); !h.free && !h.t.Threads[w.Thread].Started {
			hold.Begin, hold.From = BeginUnknown, hold.Sure
		}
		if !candidate {
			hold.Confidence = Medium
		}
	}
	_, stated := h.stated[w.Thread]
	if c.owns || stated || w.byOwner {
		hold.Confidence = Certain
	}
	h.lock.Holds = append(h.lock.Holds, hold)
	switch {
	case !candidate:
	case c.wake >= 0 && h.lock.Wakes[c.wake].Woken > 1:
		h.crowd++
	default:
		h.alone++
	}
	delete(h.candidates, w.Thread)
	clear(h.stated)
	h.released, h.free, h.missed = at, true, true
}

// ranFrom is when a thread first ran after the last release, at the latest to: it
// cannot have taken the lock before.
func (h *lockHistory) ranFrom(ix model.ThreadIx, to model.Time) model.Time {
	for s := range h.t.Segments(ix, model.Range{From: h.released, To: to}) {
		if s.State == model.Running || s.State == model.Unknown {
			return max(s.From, h.released)
		}
	}
	return to
}

// finish decides whether the lock has owners, and ends the hold that is open.
func (h *lockHistory) finish() {
	l := h.lock
	l.Owned = h.alone > h.crowd || l.Kind == model.LockKernel || l.Kind == model.LockMonitor ||
		slices.ContainsFunc(l.Wakes, func(w LockWake) bool { return w.byOwner })
	if !l.Owned {
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
			Sure: c.since, Open: true, Confidence: Medium,
		}
		if c.owns {
			hold.Confidence = Certain
			l.Unreleased--
		}
		l.Holds = append(l.Holds, hold)
	}
	slices.SortStableFunc(l.Holds, func(a, b Hold) int { return cmp.Compare(a.From, b.From) })
	l.overlaps = model.NewOverlaps(len(l.Holds), func(i int) model.Range { return l.Holds[i].Range })
}

func bit(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}
