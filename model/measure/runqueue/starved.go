package runqueue

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// Starved are the stretches of r, in order, in which at least one of the threads
// was ready or preempted although a CPU was idle: those of at least the given
// length. A thread from which the host takes the CPU is in no queue.
func Starved(t *model.Trace, threads []model.ThreadIx, r model.Range, least model.Time) []model.Range {
	w := QueueSweep{Trace: t, Threads: threads, onlyQueues: true}
	var parts []*starvedSink
	w.run(r.Clip(t.Whole()), func() sink {
		part := &starvedSink{least: least}
		parts = append(parts, part)
		return part
	})
	var all []model.Range
	for _, part := range parts {
		all = append(all, part.list...)
	}
	slices.SortFunc(all, func(a, b model.Range) int { return cmp.Compare(a.From, b.From) })
	return slices.DeleteFunc(joined(all), func(s model.Range) bool { return s.Len() < least })
}

// joined joins ranges that touch; they must be in order.
func joined(list []model.Range) []model.Range {
	n := 0
	for _, s := range list {
		if n > 0 && list[n-1].To == s.From {
			list[n-1].To = s.To
			continue
		}
		list[n] = s
		n++
	}
	return list[:n]
}

// starvedSink keeps the stretches of a worker's pieces that are long enough, or may
// continue in another piece.
type starvedSink struct {
	least model.Time
	list  []model.Range
}

func (p *starvedSink) steps(list []queueStep, to model.Time) {
	for i := 0; i < len(list); i++ {
		from := list[i].from
		for i < len(list) && list[i].length > 0 && list[i].idle > 0 {
			i++
		}
		s := model.Range{From: from, To: to}
		if i < len(list) {
			s.To = list[i].from
		}
		if s.Len() >= p.least || s.Len() > 0 && (from == list[0].from || s.To == to) {
			p.list = append(p.list, s)
		}
	}
}
