package kernel

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// hold, ns, is how long an event waits for earlier ones: the buffers of a processor
// that has little to tell are passed on once a second (EVENT_TRACE_PROPERTIES,
// FlushTimer, of a session that is watched).
const hold model.Time = 2_000_000_000

// queue puts events into the order of their times. Those of one instant stay in the
// order in which they came.
type queue struct {
	waiting []model.Event
	spare   []model.Event // room for the next ones
	newest  model.Time
	settled model.Time
	late    int64 // events that came when later ones had gone
}

// add adds an event. One that is too late is counted, and leaves a gap of its
// processor.
func (q *queue) add(e *model.Event) {
	q.newest = max(q.newest, e.Time)
	if e.Time >= q.settled {
		q.waiting = append(q.waiting, *e)
		return
	}
	q.late++
	switch e.Kind {
	case model.KindSwitch, model.KindWake, model.KindLoss:
		loss := model.Event{Kind: model.KindLoss, Time: q.settled, End: max(q.settled, e.End), CPU: e.CPU, TID: model.NoTID, PID: model.NoPID}
		q.waiting = append(q.waiting, loss)
	default: // who is there is true later too
		q.waiting = append(q.waiting, *e)
		q.waiting[len(q.waiting)-1].Time = q.settled
	}
}

// maxHeld is how many events are held back at most.
const maxHeld = 2 * maxWaiting

// take hands out the events for which no earlier ones are waited for any more, or,
// at the end or where they are too many, all. They are put into out.
func (q *queue) take(end bool, out []model.Event) []model.Event {
	slices.SortStableFunc(q.waiting, func(a, b model.Event) int { return cmp.Compare(a.Time, b.Time) })
	n := len(q.waiting)
	q.settled = max(q.settled, q.newest-hold)
	if end || n > maxHeld {
		q.settled = q.newest + 1
	} else {
		n, _ = slices.BinarySearchFunc(q.waiting, q.settled, func(e model.Event, t model.Time) int { return cmp.Compare(e.Time, t) })
	}
	out = append(out[:0], q.waiting[:n]...)
	q.waiting = q.waiting[:copy(q.waiting, q.waiting[n:])]
	return out
}
