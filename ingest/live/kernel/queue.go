package kernel

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// hold, ns, is how long an event waits for earlier ones: the buffers of a CPU with few events are
// passed on once a second (EVENT_TRACE_PROPERTIES, FlushTimer, of a session that is watched).
const hold model.Time = 2_000_000_000

// queue sorts events by time. Those with equal times stay in the order in which they came.
type queue struct {
	waiting []model.Event // in order
	fresh   []model.Event // new ones, in the order in which they came
	keys    []key         // of them
	spare   []model.Event // memory for the next ones
	newest  model.Time
	settled model.Time
	late    int64 // events that came after later ones had been passed on
}

// key is an event's position in the order.
type key struct {
	time model.Time
	at   int
}

// add adds an event. One that is too late is counted, and leaves a gap on its CPU.
func (q *queue) add(e *model.Event) {
	q.newest = max(q.newest, e.Time)
	if e.Time >= q.settled {
		q.fresh = append(q.fresh, *e)
		return
	}
	q.late++
	switch e.Kind {
	case model.KindSwitch, model.KindWake, model.KindLoss:
		loss := model.Event{Kind: model.KindLoss, Time: q.settled, End: max(q.settled, e.End), CPU: e.CPU, TID: model.NoTID, PID: model.NoPID}
		q.fresh = append(q.fresh, loss)
	default: // this stays true later
		q.fresh = append(q.fresh, *e)
		q.fresh[len(q.fresh)-1].Time = q.settled
	}
}

// maxHeld is how many events are held back at most.
const maxHeld = 2 * maxWaiting

// take returns the events for which no earlier ones are awaited any more, or, at the end or where
// there are too many, all of them. They are put into out.
func (q *queue) take(end bool, out []model.Event) []model.Event {
	q.merge()
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

// merge merges the new events with the waiting ones. Most of them are later, so that few are moved,
// and what is sorted is small.
func (q *queue) merge() {
	q.keys = q.keys[:0]
	for i := range q.fresh {
		q.keys = append(q.keys, key{q.fresh[i].Time, i})
	}
	slices.SortFunc(q.keys, func(a, b key) int { return cmp.Or(cmp.Compare(a.time, b.time), cmp.Compare(a.at, b.at)) })
	old := len(q.waiting) - 1
	q.waiting = append(q.waiting, q.fresh...) // to make room
	for to, from := len(q.waiting)-1, len(q.keys)-1; from >= 0; to-- {
		if e := &q.fresh[q.keys[from].at]; old < 0 || q.waiting[old].Time <= e.Time {
			q.waiting[to] = *e
			from--
		} else {
			q.waiting[to] = q.waiting[old]
			old--
		}
	}
	q.fresh = q.fresh[:0]
}
