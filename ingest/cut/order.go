package cut

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// order puts events in order of time, as far as that keeps each CPU's own order: one that is before
// an earlier event of its CPU counts as if it were at the same time.
type order struct {
	waiting []timed
	latest  map[model.CPU]model.Time
	ready   []timed
}

type timed struct {
	time  model.Time
	event model.Event
}

// sort takes more events and returns those that no later one precedes, in order. The slice is valid
// until the next call.
func (o *order) sort(events []model.Event, settled model.Time) []timed {
	if o.latest == nil {
		o.latest = map[model.CPU]model.Time{}
	}
	for i := range events {
		e := &events[i]
		at := max(e.Time, o.latest[e.CPU])
		o.latest[e.CPU] = at
		o.waiting = append(o.waiting, timed{at, *e})
	}
	slices.SortStableFunc(o.waiting, func(a, b timed) int { return cmp.Compare(a.time, b.time) })
	n, _ := slices.BinarySearchFunc(o.waiting, settled, func(t timed, at model.Time) int { return cmp.Compare(t.time, at) })
	o.ready = append(o.ready[:0], o.waiting[:n]...)
	o.waiting = slices.Delete(o.waiting, 0, n)
	return o.ready
}
