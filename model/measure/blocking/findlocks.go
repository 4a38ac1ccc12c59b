package blocking

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// locksKey is the key under which a trace keeps its Locks.
type locksKey struct{}

// LocksOf finds what a trace shows about its locks. It is computed once.
func LocksOf(t *model.Trace) *Locks {
	if l, ok := t.Kept(locksKey{}).(*Locks); ok {
		return l
	}
	l := newLocks(t)
	t.Keep(locksKey{}, l)
	return l
}

// locksAtOnce is the number of calls on locks that can be followed without delay.
const locksAtOnce = 50_000

// LocksAtHand are the locks of a trace if they are already known or quick to find,
// otherwise nil: Prepare finds them.
func LocksAtHand(t *model.Trace) *Locks {
	if l, ok := t.Kept(locksKey{}).(*Locks); ok || len(t.LockCalls) > locksAtOnce {
		return l
	}
	return LocksOf(t)
}

// newLocks sorts the calls by lock and follows each lock through time.
func newLocks(t *model.Trace) *Locks {
	number, n := sameLocks(t)
	n = objects(t, number, n)
	l := &Locks{List: make([]LockUse, n), waits: map[model.ThreadIx][]waitRef{}}
	for i := range t.Locks {
		use, lock := &l.List[number[i]], &t.Locks[i]
		if len(use.Words) == 0 {
			use.Lock = *lock
		}
		if lock.Proc == use.Proc {
			use.Words = append(use.Words, lock.Addr)
		}
	}
	for i := range l.List {
		use := &l.List[i]
		slices.Sort(use.Words)
		use.Addr = use.Words[0]
	}
	calls := callsOf(t, number, n)
	measure.Each(int(n), func() func(int) {
		h := newLockHistory(t)
		return func(i int) {
			use := &l.List[i]
			use.Mutex = !slices.ContainsFunc(calls[i], func(k int32) bool { return !t.LockCalls[k].Mutex })
			proto := noProtocol
			if len(use.Words) == 1 {
				proto = protocolOf(t, use.Kind, calls[i])
			}
			h.follow(use, calls[i], proto)
			use.guards(t)
			use.name = use.title(t)
		}
	})
	for k := range l.List {
		for i := range l.List[k].Waits {
			w := &l.List[k].Waits[i]
			l.waits[w.Thread] = append(l.waits[w.Thread], waitRef{w.From, int32(k), int32(i)})
		}
	}
	for _, waits := range l.waits {
		slices.SortFunc(waits, func(a, b waitRef) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.lock, b.lock)) })
	}
	return l
}
