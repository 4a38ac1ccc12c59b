package findings

import (
	"slices"

	"threadlens/model"
	"threadlens/model/analysis"
)

// awaited is a part of a wait, inside the window, that another thread of the target ended.
type awaited struct {
	model.Range
	by   model.ThreadIx
	cat  model.Category
	sub  model.Sub
	lock *analysis.LockUse // nil where no call tells
	last bool              // it ended with the wake; else its time limit did, and it was repeated
}

// nextTo reports whether a wait for the second may go on with that for the first: it is
// the same, or a condition, of 48 bytes, and its mutex, of 40.
func nextTo(a, b *analysis.LockUse) bool {
	return a == b || a != nil && b != nil && a.Proc == b.Proc && max(a.Addr, b.Addr)-min(a.Addr, b.Addr) <= 48+40
}

// awaits yields the waits of a thread for others of the target, in the order in which
// they ended. Waits for a lock that no thread ended and that are repeated at once are one
// wait: their time limit did, or nobody is known to have. Where the thread then goes on
// without being woken it has found the lock free: these are by NoThread.
func (l *look) awaits(ix model.ThreadIx, locks *analysis.Locks, yield func(awaited)) {
	var again []awaited // waits for a lock that no thread ended, one after the other
	var ran model.Time  // since
	end := func(by model.ThreadIx) {
		for _, a := range again {
			a.by = by
			yield(a)
		}
		again = again[:0]
	}
	for s := range l.t.Segments(ix, l.Range) {
		switch {
		case s.State == model.Running:
			if ran += s.Len(); ran > l.time("E1.again") {
				end(model.NoThread)
			}
		case len(again) > 0 && s.State == model.Ready && s.Flags&model.RaceWake != 0 && l.ours(s.Unblocker()):
			again[len(again)-1].last = true // just before it would have waited once more
			end(s.Unblocker())
		}
		if s.State != model.Waiting || l.parked(ix, s.Range) {
			continue
		}
		w := awaited{Range: s.Clip(l.Range), by: s.Unblocker(), cat: s.Category, sub: s.Sub}
		lock, k, ok := locks.At(&s)
		if ok {
			w.lock = lock
		}
		if len(again) > 0 && !nextTo(again[0].lock, w.lock) {
			again = again[:0]
		}
		switch {
		case ok && (w.by == model.NoThread || lock.Waits[k].Result == model.LockTimedOut):
			again, ran = append(again, w), 0
			continue
		case l.ours(w.by):
			end(w.by)
			w.last = true
			yield(w)
		}
		again = again[:0]
	}
}

// circles finds the threads that wait for one another in circles: of any two of a circle,
// each waits for the other or for one that does.
type circles struct {
	wakers map[model.ThreadIx][]model.ThreadIx // of each thread, those that ended its waits, in order
	seen   map[model.ThreadIx]int              // when it was met first, from 1
	low    map[model.ThreadIx]int              // the first of those met that are reached from it
	path   []model.ThreadIx
	on     map[model.ThreadIx]bool // the path
	list   [][]model.ThreadIx
}

// circlesOf are the circles of two threads and more among some.
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
