package findings

import (
	"slices"

	"threadlens/model"
	"threadlens/model/measure/blocking"
)

// member is what a thread of a circle does.
type member struct {
	ix       model.ThreadIx
	alive    model.Range
	sums     model.Sums    // while it is active, that is not in mutual waits
	mutual   []awaited     // for others of the circle, see keepMutual
	vain     []model.Range // between them, see leaveOutVain
	waited   model.Time    // in them
	timed    model.Time    // part of it in waits with a time limit
	waits    int           // whole ones
	active   model.Time
	wait     model.Time // in waits of any kind, at most
	evidence Evidence
}

// busy is how long a thread is active and has everything that it needs.
func (u *member) busy() model.Time {
	return u.active - u.sums[model.Preemption] - u.sums[model.Dispatch]
}

// newMember is a thread that is not known to wait for any other.
func (l *ruleContext) newMember(ix model.ThreadIx) member {
	u := member{ix: ix, alive: l.working(ix), evidence: Evidence{Thread: ix}}
	u.sums = l.t.Sums(ix, u.alive)
	d := u.sums
	u.wait = d.Total() - d[model.Execution] - d[model.Interrupt] - d[model.Preemption] - d[model.Dispatch]
	return u
}

// take adds a mutual wait.
func (u *member) take(w *awaited) {
	u.waited += w.Len()
	if w.sub == model.SubFutexTimeout {
		u.timed += w.Len()
	}
	u.sums[w.cat] -= w.Len()
	u.waits += bit(w.last)
	if w.Len() > u.evidence.Len() {
		u.evidence.Range = w.Range
	}
}

// turnFinder searches for threads that take turns.
type turnFinder struct {
	*ruleContext
	locks   *blocking.Locks
	waiters []waiter // for each thread of the target
}

// waiter is a thread as a member of the circle of all threads of the target.
type waiter struct {
	member
	wakers []model.ThreadIx // threads that end its waits, in order; none if it waits too rarely
	free   bool             // a wait for a lock ended without a wake: whether it is mutual depends on the circle
}

// waiterOf is the waiter of a thread of the target.
func (c *turnFinder) waiterOf(ix model.ThreadIx) waiter {
	w := waiter{member: c.newMember(ix)}
	n, by, last := 0, map[model.ThreadIx]bool{}, model.NoThread
	c.awaits(ix, c.locks, func(a awaited) {
		n += bit(a.last)
		if a.by == model.NoThread {
			w.free = true
			return
		}
		if a.by != last {
			by[a.by], last = true, a.by
		}
		if a.From < w.alive.To {
			w.take(&a)
		}
	})
	if n < max(1, int(c.number("E1.waits"))) {
		return w
	}
	for _, ix := range c.target {
		if by[ix] {
			w.wakers = append(w.wakers, ix)
		}
	}
	c.finish(&w.member)
	return w
}

// finish fills in what follows from all mutual waits.
func (c *turnFinder) finish(u *member) {
	u.active = u.alive.Len() - u.waited
	c.limited(u)
}

// memberOf is what one thread of a circle does.
func (c *turnFinder) memberOf(ix model.ThreadIx, circle []model.ThreadIx) member {
	at, _ := slices.BinarySearch(c.target, ix)
	if w := &c.waiters[at]; !w.free && !slices.ContainsFunc(w.wakers, func(by model.ThreadIx) bool { return !isOf(circle, by) }) {
		return w.member
	}
	u := c.newMember(ix)
	c.mutualOf(&u, circle, func(w awaited) { u.take(&w) })
	c.finish(&u)
	return u
}

// mutualOf yields the waits of a thread for others of its circle.
func (c *turnFinder) mutualOf(u *member, circle []model.ThreadIx, yield func(awaited)) {
	ours := wokenBy(circle)
	c.awaits(u.ix, c.locks, func(w awaited) {
		if w.From < u.alive.To && (isOf(circle, w.by) || w.by == model.NoThread && ours(w.lock)) {
			yield(w)
		}
	})
}

// keepMutual keeps the mutual waits of a circle's threads: only where they are needed, since
// there may be millions.
func (c *turnFinder) keepMutual(list []member) {
	circle := make([]model.ThreadIx, len(list))
	for i := range list {
		circle[i] = list[i].ix
	}
	c.each(len(list), func(i int) {
		u := &list[i]
		u.mutual = make([]awaited, 0, u.waits)
		c.mutualOf(u, circle, func(w awaited) { u.mutual = append(u.mutual, w) })
	})
}

// isOf reports whether a thread is one of a circle.
func isOf(circle []model.ThreadIx, ix model.ThreadIx) bool {
	_, ok := slices.BinarySearch(circle, ix)
	return ok
}

// wokenBy reports for locks whether threads of a circle wake those that wait for them.
func wokenBy(circle []model.ThreadIx) func(*blocking.LockUse) bool {
	known := map[*blocking.LockUse]bool{}
	return func(lock *blocking.LockUse) bool {
		ours, ok := known[lock]
		if !ok {
			ours = slices.ContainsFunc(lock.Wakes, func(w blocking.LockWake) bool { return isOf(circle, w.Thread) })
			known[lock] = ours
		}
		return ours
	}
}

// working is the part of the window in which a thread lives, up to a last wait that ends
// only with the trace or its program: it has done its work.
func (l *ruleContext) working(ix model.ThreadIx) model.Range {
	r := l.t.Threads[ix].Life.Clip(l.Range)
	if w, ok := blocking.LastWait(l.t, ix); ok && w.From > r.From {
		r.To = min(r.To, w.From)
	}
	middle := l.Range.From + l.Range.Len()/2 // no wait for half of the window misses it
	for s := range l.t.Segments(ix, model.Range{From: middle - 1, To: middle + 1}) {
		if s.State == model.Waiting && s.Overlap(r) > 0 && l.parked(ix, s.Range) {
			r.To = max(r.From, s.From)
		}
	}
	return r
}

// limited moves waits for others that timed out from a thread's sleep to its waits for
// work: no thread woke it. If no thread ever wakes it, they are sleep.
func (c *turnFinder) limited(u *member) {
	if u.sums[model.Sleep] == 0 {
		return
	}
	var sum model.Time
	for s := range c.t.Segments(u.ix, u.alive) {
		if s.State != model.Waiting || s.Sub != model.SubFutexTimeout {
			continue
		}
		if lock, _, ok := c.locks.At(&s); !ok || len(lock.Wakes) > 0 {
			sum += s.Overlap(u.alive)
		}
	}
	sum -= u.timed
	u.sums[model.Sleep] -= sum
	u.sums[model.WaitForWork] += sum
}

// members are the turns of the threads of a circle that take part: others are removed
// until all remaining ones do.
func (c *turnFinder) members(circle []model.ThreadIx) (list []member) {
	like := c.isAlike(circle) // each would have the turn: of an unfair lock one has it most of the time
	for n := 0; n != len(circle); {
		n, list = len(circle), make([]member, len(circle))
		c.each(n, func(i int) { list[i] = c.memberOf(circle[i], circle) })
		if c.ctx.Err() != nil {
			return nil
		}
		var most model.Time
		for i := range list {
			most = max(most, list[i].active)
		}
		list = slices.DeleteFunc(list, func(u member) bool {
			return u.waits < int(c.number("E1.waits")) || !like && quotient(u.busy()-c.unsure(u.ix), most) < c.part("E1.share") ||
				quotient(u.waited, u.wait) < c.part("E1.mutual")
		})
		circle = nil
		for i := range list {
			circle = append(circle, list[i].ix)
		}
	}
	return list
}

// unsure is how long a thread may have been in mutual waits that are not known as
// such: what it did is hidden, or what ended a wait.
func (l *ruleContext) unsure(ix model.ThreadIx) model.Time {
	sum := l.hidden[ix]
	if len(l.blind) == 0 {
		return sum
	}
	var before model.Segment
	for s := range l.t.Segments(ix, l.Range) {
		if s.State == model.Waiting && s.Flags&model.LossOverlap != 0 {
			sum += s.Overlap(l.Range)
		} else if s.State == model.Unknown && before.State == model.Waiting {
			sum += before.Overlap(l.Range)
		}
		before = s
	}
	return sum
}
