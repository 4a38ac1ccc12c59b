package model

import "slices"

// Feed takes a batch of events and settles it: Add and Settle in one. Where the
// batch is in time order across the CPUs, as from readers that merge their source
// themselves, its events are processed in place instead of being copied and merged
// again.
func (b *Builder) Feed(events []Event, settled Time) {
	n := 0
	if inOrder(events) {
		n = b.feedTail(events, settled)
		if b.merge.pending == 0 {
			n += b.feedOrdered(events[n:], settled)
		}
	}
	b.Add(events[n:])
	b.Settle(settled)
}

func inOrder(events []Event) bool {
	for i := 1; i < len(events); i++ {
		if events[i].Time < events[i-1].Time {
			return false
		}
	}
	return true
}

// feedTail finishes what an earlier batch left in the queues, together with the
// events of this one up to the same instant, and returns the number of the latter.
func (b *Builder) feedTail(events []Event, settled Time) int {
	n, until := 0, b.merge.latest
	if b.merge.pending == 0 || until >= settled {
		return 0
	}
	for n < len(events) && events[n].Time <= until {
		b.enqueue(&events[n])
		n++
	}
	b.Settle(until + 1)
	return n
}

// feedOrdered processes the events at the head of a batch that are in order and
// settled. It returns their number.
func (b *Builder) feedOrdered(events []Event, settled Time) int {
	i := 0
	for i < len(events) {
		e := &events[i]
		if e.Time < b.settled || e.Time >= settled || int(e.CPU) >= len(b.merge.queues) {
			break
		}
		b.merge.queues[e.CPU].last = e.Time
		n := tied(events[i:])
		if n == 1 {
			b.apply(e)
		} else if !b.feedTied(events[i : i+n]) {
			break
		}
		b.settled = e.Time
		i += n
	}
	return i
}

// feedTied processes events that happen at one instant on several CPUs; false when
// one of them is of a CPU that does not exist.
func (b *Builder) feedTied(events []Event) bool {
	cpus := b.merge.tied[:0]
	for i := range events {
		if int(events[i].CPU) >= len(b.merge.queues) {
			return false
		}
		cpus = append(cpus, int(events[i].CPU))
	}
	slices.Sort(cpus)
	b.merge.tied = slices.Compact(cpus)
	b.Add(events)
	b.applyTied(events[0].Time)
	return true
}

// tied is the number of events at the head that happen at the same instant on
// several CPUs, 1 when only one CPU has events there.
func tied(events []Event) int {
	n, several := 1, false
	for n < len(events) && events[n].Time == events[0].Time {
		several = several || events[n].CPU != events[0].CPU
		n++
	}
	if several {
		return n
	}
	return 1
}
