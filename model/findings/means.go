package findings

import (
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

// means is how threads wait for each other: a lock, or the reason that most of their
// waits have.
func (l *ruleContext) means(list []member, waited model.Time) (where string, details []Detail) {
	m := meansOf(list)
	if m.lock != nil && 2*m.atLock > waited {
		where = " while the others wait for their turn at " + m.lock.LockTitle() + ", which acts like a lock"
		if m.lock.Mutex {
			where = " while the others wait for one lock, " + m.lock.LockTitle()
		}
		details = append(details, Detail{"Lock", m.lock.LockTitle(), share(m.atLock, waited) + " of the threads' wait time for each other was for this lock"})
	} else {
		where = " while the others wait for the active ones"
		if m.sub == model.SubFutex {
			where = " while the others wait for their turn at a futex, which acts like a lock"
		}
		details = append(details, Detail{"Reason", m.sub.String(), share(m.ofSub, waited) + " of the threads' wait time for each other had this reason"})
	}
	if m.repeated >= m.whole {
		where += ", mostly by retrying after a timeout"
	}
	if m.repeated > 0 {
		details = append(details, Detail{"Retried waits", measure.Count(int64(m.repeated)), "waits timed out and were repeated immediately"})
	}
	return where, details
}

// means are the lock and the reason of most waits of threads for each other, their total
// time, and how many waits were repeated, or ended by a wake.
type means struct {
	lock            *blocking.LockUse
	sub             model.Sub
	atLock, ofSub   model.Time
	repeated, whole int
}

func meansOf(list []member) (m means) {
	locks, subs := map[*blocking.LockUse]model.Time{}, map[model.Sub]model.Time{}
	for i := range list {
		for _, w := range list[i].mutual {
			locks[w.lock] += w.Len()
			subs[w.sub] += w.Len()
			if w.lock != nil && (m.lock == nil || locks[w.lock] > locks[m.lock]) {
				m.lock = w.lock
			}
			if subs[w.sub] > subs[m.sub] {
				m.sub = w.sub
			}
			m.whole += bit(w.last)
			m.repeated += bit(!w.last)
		}
	}
	m.atLock, m.ofSub = locks[m.lock], subs[m.sub]
	return m
}
