package analysis

import (
	"sort"

	"threadlens/model"
)

// sameLocks tells which of Trace.Locks are one lock: a number for each, from 0 on
// in the order of their first calls. A futex that processes share may have another
// address in each of them; where a call of one process wakes a waiter of another,
// it is the same one.
func sameLocks(t *model.Trace) []int32 {
	root := make([]int32, len(t.Locks))
	for i := range root {
		root[i] = int32(i)
	}
	find := func(i uint32) int32 {
		k := int32(i)
		for root[k] != k {
			root[k] = root[root[k]]
			k = root[k]
		}
		return k
	}
	wakes := sharedWakes(t)
	for i := range t.LockCalls {
		c := &t.LockCalls[i]
		if len(wakes) == 0 {
			break
		}
		if t.Locks[c.Lock].Kind != model.LockShared || c.Op == model.LockWake || c.Op == model.LockRelease {
			continue
		}
		at, by := wokenIn(t, c)
		if by == model.NoThread || t.Threads[by].Proc == t.Threads[c.Thread].Proc {
			continue
		}
		made := wakes[by]
		k := sort.Search(len(made), func(k int) bool { return t.LockCalls[made[k]].From > at }) - 1
		if k >= 0 && at <= t.LockCalls[made[k]].To {
			a, b := find(c.Lock), find(t.LockCalls[made[k]].Lock)
			root[max(a, b)] = min(a, b)
		}
	}
	n := int32(0)
	number := make([]int32, len(root))
	for i := range root {
		if k := find(uint32(i)); k == int32(i) {
			number[i] = n
			n++
		} else {
			number[i] = number[k] // a root comes before those that it stands for
		}
	}
	return number
}

// sharedWakes are the calls that wake waiters for shared futexes, by thread; none
// where only one process makes such calls.
func sharedWakes(t *model.Trace) map[model.ThreadIx][]int32 {
	proc, several := model.NoProc, false
	for i := range t.Locks {
		if l := &t.Locks[i]; l.Kind == model.LockShared {
			several = several || proc != model.NoProc && l.Proc != proc
			proc = l.Proc
		}
	}
	if !several {
		return nil
	}
	wakes := map[model.ThreadIx][]int32{}
	for i := range t.LockCalls {
		if c := &t.LockCalls[i]; t.Locks[c.Lock].Kind == model.LockShared && c.Op == model.LockWake {
			wakes[c.Thread] = append(wakes[c.Thread], int32(i))
		}
	}
	return wakes
}
