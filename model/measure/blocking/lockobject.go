package blocking

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// protocol is how the threads of a process use a word, judged from the arguments of
// their calls.
type protocol uint8

const (
	noProtocol      protocol = iota // not a mutex
	futexProtocol                   // every wait is for the value 2, every wake wakes one thread
	piProtocol                      // every call is one of a PI futex
	managedProtocol                 // a mutex of the kernel or of a runtime
)

// protocolOf is how calls use a word.
func protocolOf(t *model.Trace, kind model.LockKind, calls []int32) protocol {
	var waits, wakes, pi int
	for _, i := range calls {
		c := &t.LockCalls[i]
		if !c.Mutex {
			return noProtocol
		}
		switch c.Op {
		case model.LockWait:
			waits++
		case model.LockWake:
			wakes++
		default:
			pi++
		}
	}
	switch {
	case silentRelease(kind):
		return managedProtocol
	case pi > 0 && waits+wakes == 0:
		return piProtocol
	case pi == 0 && waits > 0 && wakes > 0:
		return futexProtocol
	}
	return noProtocol
}

// objectSize is the maximum distance between words of one object, bytes.
const objectSize = 16

// objectThreads is the least number of threads that words of one object have in
// common: a thread's parking place has its own word, although others may be near.
const objectThreads = 2

// objectShare is the least share of the threads of the word with fewer threads that
// also use the other word.
const objectShare = 0.75

// word is a word of memory that calls name, with the threads that make them.
type word struct {
	lock    int // of Trace.Locks
	number  int32
	threads []model.ThreadIx
}

// objects joins the words that belong to one object, since reader-writer locks and
// conditions have several: near each other, used by the same threads, and none of
// them a mutex. number is the word of each of Trace.Locks, and becomes its object; n
// is the number of words, then of objects.
func objects(t *model.Trace, number []int32, n int32) (count int32) {
	calls := callsOf(t, number, n)
	threads := make([][]model.ThreadIx, n)
	joined := newSets(int(n))
	for k := range calls {
		threads[k] = threadsOf(t, calls[k])
	}
	var words []word
	for i := range t.Locks {
		k := number[i]
		if kind := t.Locks[i].Kind; (kind == model.LockFutex || kind == model.LockShared) && protocolOf(t, kind, calls[k]) == noProtocol {
			words = append(words, word{i, k, threads[k]})
		}
	}
	place := func(w *word) *model.Lock { return &t.Locks[w.lock] }
	slices.SortFunc(words, func(a, b word) int {
		x, y := place(&a), place(&b)
		return cmp.Or(cmp.Compare(x.Proc, y.Proc), cmp.Compare(x.Kind, y.Kind), cmp.Compare(x.Addr, y.Addr))
	})
	var open []word // the first words of objects to which further ones may belong
	for i := range words {
		w := &words[i]
		open = slices.DeleteFunc(open, func(o word) bool {
			a, b := place(&o), place(w)
			return a.Proc != b.Proc || a.Kind != b.Kind || b.Addr-a.Addr > objectSize
		})
		k := slices.IndexFunc(open, func(o word) bool { return sameUsers(o.threads, w.threads) })
		if k < 0 {
			open = append(open, *w)
			continue
		}
		if len(w.threads) > len(open[k].threads) {
			open[k].threads = w.threads
		}
		joined.join(uint32(open[k].number), uint32(w.number))
	}
	return joined.renumber(number)
}

// callsOf are the calls on each word or object, in order.
func callsOf(t *model.Trace, number []int32, n int32) [][]int32 {
	calls := make([][]int32, n)
	for i := range t.LockCalls {
		k := number[t.LockCalls[i].Lock]
		calls[k] = append(calls[k], int32(i))
	}
	return calls
}

// threadsOf are the threads that make calls, sorted.
func threadsOf(t *model.Trace, calls []int32) (list []model.ThreadIx) {
	last := model.NoThread
	for _, i := range calls {
		if ix := t.LockCalls[i].Thread; ix != last {
			list, last = append(list, ix), ix
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// sameUsers reports whether the same threads use two words: most of those of one use
// the other. A writer of a reader-writer lock does not wait for the readers' word, and
// a thread may by chance have used only one word during the trace.
func sameUsers(a, b []model.ThreadIx) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	common := 0
	for _, ix := range a {
		if _, ok := slices.BinarySearch(b, ix); ok {
			common++
		}
	}
	return common >= objectThreads && float64(common) >= objectShare*float64(len(a))
}

// sets are disjoint sets of numbers from 0 on.
type sets []int32

func newSets(n int) sets {
	s := make(sets, n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

// find is the smallest member of the set of i.
func (s sets) find(i uint32) int32 {
	k := int32(i)
	for s[k] != k {
		s[k] = s[s[k]]
		k = s[k]
	}
	return k
}

// join merges the sets of a and b.
func (s sets) join(a, b uint32) {
	x, y := s.find(a), s.find(b)
	s[max(x, y)] = min(x, y)
}

// renumber replaces each member by the number of its set, in the order of the sets'
// smallest members, and returns the number of sets.
func (s sets) renumber(list []int32) (n int32) {
	to := make([]int32, len(s))
	for i := range s {
		if k := s.find(uint32(i)); k == int32(i) {
			to[i] = n
			n++
		} else {
			to[i] = to[k] // a set's smallest member comes before its others
		}
	}
	for i := range list {
		list[i] = to[list[i]]
	}
	return n
}

// silentRelease reports whether locks of a kind are released without a call: only
// the wakes of waiters show it.
func silentRelease(k model.LockKind) bool { return k.Kernel() || k == model.LockMonitor }
