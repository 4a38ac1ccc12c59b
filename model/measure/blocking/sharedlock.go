package blocking

import (
	"slices"
	"sort"

	"threadlens/model"
)

// sameLocks is the lock number of each of Trace.Locks, from 0 on in the order of
// their first calls, and how many locks there are. A futex that processes share may
// have another address in each of them; if a call of one process wakes a waiter of
// another, the two are the same lock.
func sameLocks(t *model.Trace) (number []int32, n int32) {
	same := newSets(len(t.Locks))
	number = slices.Clone(same)
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
			same.join(c.Lock, t.LockCalls[made[k]].Lock)
		}
	}
	return number, same.renumber(number)
}

// sharedWakes are the calls that wake waiters for shared futexes, by thread; none
// if only one process makes such calls.
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
