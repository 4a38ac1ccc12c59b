package blocking

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// ContentionKind is what ended the waits of a Contention.
type ContentionKind uint8

// Kinds of contention. Only the first names a thread.
const (
	ByThread ContentionKind = iota
	ByTimer
	ByInterrupt
	Unresolved // not ended, or by something unknown
)

var contentionNames = [...]string{ByTimer: "by timer", ByInterrupt: "by interrupt", Unresolved: "unresolved"}

// String is the kind's name in reports, "" for waits that a thread ended.
func (k ContentionKind) String() string { return contentionNames[k] }

// Contention sums up waits for synchronization: those of one thread for one lock
// that one other thread ended, or all that no thread ended.
type Contention struct {
	Kind              ContentionKind
	Waiter, Unblocker model.ThreadIx // for ByThread
	// Lock is the lock, nil if no call shows it; then Sites are where the waiter
	// waited and where it was woken, "" without stacks.
	Lock  *LockUse
	Sites string

	Count      int64
	Total, Max model.Time // in the window
	ReadyAfter model.Time // how long the waiters were in the run queue after waits that ended in the window
	// Running, Preempted and Waiting are what the owners did while it waited;
	// preempted includes ready. The rest of Total is unknown.
	Running, Preempted, Waiting model.Time
	Confidence                  Confidence    // about the owners, of the least certain wait
	Longest                     model.Segment // the longest of the waits
	Lost                        bool          // lost events affect one of them
}

// ContentionOf sums up the waits for synchronization of threads in r, the largest
// total first; those that no thread ended come last. Their totals add up to the
// time of the category.
func ContentionOf(t *model.Trace, threads []model.ThreadIx, r model.Range) []Contention {
	return contentionWhere(t, threads, r, nil)
}

// UnknownContention is ContentionOf for the waits whose lock no call shows and for which
// count is true.
func UnknownContention(t *model.Trace, threads []model.ThreadIx, r model.Range, count func(model.Segment) bool) []Contention {
	locks := LocksOf(t)
	return contentionWhere(t, threads, r, func(s model.Segment) bool {
		_, _, known := locks.At(&s)
		return !known && count(s)
	})
}

// contentionWhere is ContentionOf for the waits for which count is true; a nil count
// means all.
func contentionWhere(t *model.Trace, threads []model.ThreadIx, r model.Range, count func(model.Segment) bool) []Contention {
	locks := LocksOf(t)
	perThread := make([][]Contention, len(threads))
	measure.Each(len(threads), func() func(int) {
		w := contentionWalk{t: t, locks: locks, sites: newCallSites(t), r: r, count: count}
		return func(i int) { perThread[i] = w.of(threads[i]) }
	})
	rest := []Contention{{Kind: ByTimer}, {Kind: ByInterrupt}, {Kind: Unresolved}}
	var list []Contention
	for _, part := range perThread {
		for i := range part {
			if c := &part[i]; c.Kind == ByThread {
				list = append(list, *c)
			} else {
				rest[c.Kind-ByTimer].Join(c)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Contention) int { return cmp.Compare(b.Total, a.Total) })
	for i := range rest {
		if rest[i].Count > 0 || rest[i].Total > 0 {
			list = append(list, rest[i])
		}
	}
	return list
}

// contentionWalk collects the contention of threads.
type contentionWalk struct {
	t     *model.Trace
	locks *Locks
	sites *callSites
	r     model.Range
	count func(model.Segment) bool // which waits count, nil for all
}

// contentionKey is what the waits of a row of one thread have in common.
type contentionKey struct {
	kind      ContentionKind
	unblocker model.ThreadIx
	lock      *LockUse
	sites     string
}

// of is the contention of one thread, in the order of the first waits.
func (w *contentionWalk) of(ix model.ThreadIx) (list []Contention) {
	if w.t.Sums(ix, w.r)[model.Synchronization] == 0 {
		return nil
	}
	index := map[contentionKey]int{}
	for s := range w.t.Segments(ix, w.r) {
		if s.Category != model.Synchronization || w.count != nil && !w.count(s) {
			continue
		}
		c := w.one(&s, waitEndOf(w.t, &s, w.r))
		k := contentionKey{c.Kind, c.Unblocker, c.Lock, c.Sites}
		i, ok := index[k]
		if !ok {
			index[k] = len(list)
			list = append(list, c)
			continue
		}
		list[i].Join(&c)
	}
	return list
}

// one is the contention of one wait, or of a part of it between lost events.
func (w *contentionWalk) one(s *model.Segment, end WaitEnd) Contention {
	part := s.Clip(w.r)
	c := Contention{
		Kind: end.kind(), Waiter: s.Thread, Unblocker: model.NoThread, Count: 1, Total: part.Len(), Max: part.Len(),
		Longest: *s, Lost: s.Flags&model.LossOverlap != 0,
	}
	if end.again {
		c.Count = 0
	}
	var ready model.Segment
	if s.Index+1 < w.t.Threads[s.Thread].Len() {
		ready = w.t.Segment(s.Thread, s.Index+1)
	} else if stack := w.t.WokenLater(s.Thread); stack != model.NoStack {
		ready = model.Segment{Range: model.Range{From: s.To, To: s.To}, State: model.Ready, Stack: stack}
	}
	c.Lost = c.Lost || ready.State == model.Unknown
	if ready.State == model.Ready && s.To <= w.r.To {
		c.ReadyAfter = ready.Len()
	}
	if c.Kind != ByThread {
		return c
	}
	c.Unblocker = end.unblocker
	if lock, _, ok := w.locks.At(s); ok {
		c.Lock = lock
	} else {
		c.Sites = w.sites.pair(s.Stack, ready)
	}
	w.owners(&c, s, part, ready)
	return c
}

// owners adds what the owners of the lock did in a part of a wait. If the trace
// does not show the lock, or no owner of it, the owner is the thread that ended the
// wait.
func (w *contentionWalk) owners(c *Contention, s *model.Segment, part model.Range, ready model.Segment) {
	if c.Ownerless() {
		c.Confidence = Low
		return
	}
	known := false
	c.Confidence = Certain
	if c.Lock != nil {
		for h, r := range c.Lock.Owners(s.Range) {
			if h.Thread != s.Thread {
				known, c.Confidence = true, min(c.Confidence, h.Confidence)
				c.owner(w.t, h.Thread, r.Clip(part))
			}
		}
	}
	if !known {
		c.Confidence = Low
		if ready.State == model.Ready && w.sites.releases(ready.Stack) {
			c.Confidence = Medium
		}
		c.owner(w.t, c.Unblocker, part)
	}
}

// Ownerless reports whether the waits were for an object that has no owner, or
// whose owner is unknown.
func (c *Contention) Ownerless() bool { return c.Lock != nil && !c.Lock.Owned }

// owner adds what an owner did in r.
func (c *Contention) owner(t *model.Trace, ix model.ThreadIx, r model.Range) {
	sums := t.Sums(ix, r)
	running, queued := sums[model.Execution]+sums[model.Interrupt], sums[model.Preemption]+sums[model.Dispatch]
	c.Running += running
	c.Preempted += queued
	c.Waiting += sums.Total() - running - queued - sums[model.UnknownCategory]
}

// kind is what ended a wait.
func (e WaitEnd) kind() ContentionKind {
	switch e.Ender() {
	case EndedByThread:
		return ByThread
	case EndedByTimer:
		return ByTimer
	case EndedByNetwork, EndedByDisk, EndedByInterrupt:
		return ByInterrupt
	}
	return Unresolved
}

// Join adds further waits.
func (c *Contention) Join(o *Contention) {
	if c.Total == 0 && c.Count == 0 {
		c.Confidence, c.Longest = o.Confidence, o.Longest
	}
	c.Count += o.Count
	c.Total += o.Total
	c.ReadyAfter += o.ReadyAfter
	c.Running += o.Running
	c.Preempted += o.Preempted
	c.Waiting += o.Waiting
	c.Confidence = min(c.Confidence, o.Confidence)
	c.Lost = c.Lost || o.Lost
	if o.Max > c.Max {
		c.Max, c.Longest = o.Max, o.Longest
	}
}

// LockTitle is a lock for people: what it is, and where, or whose.
func (l *LockUse) LockTitle() string { return l.name }
