package modeltest

import (
	"errors"
	"fmt"

	"threadlens/model"
	"threadlens/model/measure/blocking"
)

// CheckContention checks the contention of threads in r: the rows of a waiter add up
// to its waits for synchronization that a thread ended, all rows add up to the
// category, and the activities of owners do not exceed a row's total.
func CheckContention(t *model.Trace, threads []model.ThreadIx, r model.Range) error {
	var errs []error
	var rest model.Time
	waiter := map[model.ThreadIx]model.Time{}
	for _, ix := range threads {
		rest += t.Sums(ix, r)[model.Synchronization]
		waiter[ix] = endedByThread(t, ix, r)
	}
	for _, c := range blocking.ContentionOf(t, threads, r) {
		rest -= c.Total
		if c.Running+c.Preempted+c.Waiting > c.Total {
			errs = append(errs, fmt.Errorf("owners did more than all of the time: %+v", c))
		}
		if c.Kind == blocking.ByThread {
			waiter[c.Waiter] -= c.Total
		}
	}
	if rest != 0 {
		errs = append(errs, fmt.Errorf("I26: the contention of %v is %d short of the category", r, rest))
	}
	for _, ix := range threads {
		if waiter[ix] != 0 {
			errs = append(errs, fmt.Errorf("I26: the contention of thread %d in %v is %d short", ix, r, waiter[ix]))
		}
	}
	return errors.Join(errs...)
}

// endedByThread is the time that a thread waited for synchronization in r in waits
// that another thread ended. A wait continues after lost events.
func endedByThread(t *model.Trace, ix model.ThreadIx, r model.Range) (sum model.Time) {
	for e := range t.Episodes(ix, t.Whole()) {
		for i := e.First; i <= e.Last && e.Unblocker != model.NoThread; i++ {
			if s := t.Segment(ix, i); s.Category == model.Synchronization {
				sum += s.Overlap(r)
			}
		}
	}
	return sum
}
