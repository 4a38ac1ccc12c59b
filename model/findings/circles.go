package findings

import (
	"slices"

	"threadlens/model"
	"threadlens/model/measure/blocking"
)

// awaited is a part of a wait, inside the window, that another thread of the target ended.
type awaited struct {
	model.Range
	by   model.ThreadIx
	cat  model.Category
	sub  model.Sub
	lock *blocking.LockUse // nil if no call shows it
	last bool              // it ended with the wake; otherwise its time limit ended it, and it was repeated
}

// nextTo reports whether a wait for the second lock may continue one for the first: it
// is the same, or one is a condition, of 48 bytes, and the other its mutex, of 40.
func nextTo(a, b *blocking.LockUse) bool {
	return a == b || a != nil && b != nil && a.Proc == b.Proc && max(a.Addr, b.Addr)-min(a.Addr, b.Addr) <= 48+40
}

// awaits yields the waits of a thread for others of the target, in the order in which
// they ended. Waits for a lock that no thread ended and that are repeated immediately
// count as one wait: they ended by their time limit, or for an unknown reason. If the
// thread then continues without being woken, it found the lock free: such a wait is ended
// by NoThread.
func (l *ruleContext) awaits(ix model.ThreadIx, locks *blocking.Locks, yield func(awaited)) {
	c := awaiting{ruleContext: l, locks: locks, yield: yield}
	again := l.time("E1.again")
	for s := range l.t.Segments(ix, l.Range) {
		switch {
		case s.State == model.Running:
			if c.ran += s.Len(); len(c.again) > 0 && c.ran > again {
				c.end(model.NoThread)
			}
		case s.State == model.Waiting && !l.parked(ix, s.Range):
			c.wait(&s)
		case len(c.again) > 0 && s.State == model.Ready && s.Flags&model.RaceWake != 0 && l.ours(s.Unblocker()):
			c.again[len(c.again)-1].last = true // just before it would have waited once more
			c.end(s.Unblocker())
		}
	}
}

// awaiting is a walk over the waits of a thread.
type awaiting struct {
	*ruleContext
	locks *blocking.Locks
	yield func(awaited)
	again []awaited  // consecutive waits for a lock that no thread ended
	ran   model.Time // how long it has run since
}

// end yields the waits that were repeated, as ended by a thread.
func (c *awaiting) end(by model.ThreadIx) {
	for _, a := range c.again {
		a.by = by
		c.yield(a)
	}
	c.again = c.again[:0]
}

// wait takes one more wait.
func (c *awaiting) wait(s *model.Segment) {
	w := awaited{Range: s.Clip(c.Range), by: s.Unblocker(), cat: s.Category, sub: s.Sub}
	lock, k, ok := c.locks.At(s)
	if ok {
		w.lock = lock
	}
	if len(c.again) > 0 && !nextTo(c.again[0].lock, w.lock) {
		c.again = c.again[:0]
	}
	switch {
	case ok && (w.by == model.NoThread || lock.Waits[k].Result == model.LockTimedOut):
		c.again, c.ran = append(c.again, w), 0
		return
	case c.ours(w.by):
		c.end(w.by)
		w.last = true
		c.yield(w)
	}
	c.again = c.again[:0]
}

// circles finds the threads that wait for one another in circles: of any two in a circle,
// each waits, directly or indirectly, for the other.
type circles struct {
	wakers map[model.ThreadIx][]model.ThreadIx // for each thread, those that ended its waits, in order
	seen   map[model.ThreadIx]int              // when it was first visited, from 1
	low    map[model.ThreadIx]int              // the first of the visited threads that can be reached from it
	path   []model.ThreadIx
	on     map[model.ThreadIx]bool // it is on the stack
	list   [][]model.ThreadIx
}

// circlesOf are the circles of two or more threads among the given ones.
func circlesOf(wakers map[model.ThreadIx][]model.ThreadIx, threads []model.ThreadIx) [][]model.ThreadIx {
	c := circles{wakers: wakers, seen: map[model.ThreadIx]int{}, low: map[model.ThreadIx]int{}, on: map[model.ThreadIx]bool{}}
	for _, ix := range threads {
		if c.seen[ix] == 0 {
			c.visit(ix, threads)
		}
	}
	slices.SortFunc(c.list, func(a, b []model.ThreadIx) int { return int(a[0]) - int(b[0]) })
	return c.list
}

// visit is the step of Tarjan's algorithm; threads, which are in order, bound it.
func (c *circles) visit(ix model.ThreadIx, threads []model.ThreadIx) {
	c.seen[ix] = len(c.seen) + 1
	c.low[ix] = c.seen[ix]
	c.path, c.on[ix] = append(c.path, ix), true
	for _, by := range c.wakers[ix] {
		if _, ok := slices.BinarySearch(threads, by); !ok {
			continue
		}
		if c.seen[by] == 0 {
			c.visit(by, threads)
			c.low[ix] = min(c.low[ix], c.low[by])
		} else if c.on[by] {
			c.low[ix] = min(c.low[ix], c.seen[by])
		}
	}
	if c.low[ix] != c.seen[ix] {
		return
	}
	at := slices.Index(c.path, ix)
	circle := slices.Clone(c.path[at:])
	for _, k := range circle {
		c.on[k] = false
	}
	if len(circle) > 1 {
		slices.Sort(circle)
		c.list = append(c.list, circle)
	}
	c.path = c.path[:at]
}
