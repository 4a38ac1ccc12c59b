package model

import "slices"

// merger holds the events of every CPU until they are settled, and keeps the
// CPUs ordered by the time of their next event.
type merger struct {
	queues  []queue
	heap    []heapItem // CPUs with settled events, least time first
	tied    []int      // CPUs with events at the same instant, in order
	pending int        // events in the queues
	latest  Time       // of all that were ever queued
}

type queue struct {
	events []Event
	head   int
	last   Time // of the newest event
}

type heapItem struct {
	at  Time
	cpu int
}

func (q *queue) empty() bool { return q.head == len(q.events) }

// push queues an event, reusing the space of consumed ones.
func (m *merger) push(q *queue, e *Event) {
	m.pending++
	m.latest = max(m.latest, e.Time)
	if q.head > 0 && q.head == len(q.events) {
		q.events, q.head = q.events[:0], 0
	} else if q.head > 1024 && 2*q.head > len(q.events) {
		n := copy(q.events, q.events[q.head:])
		q.events, q.head = q.events[:n], 0
	}
	q.events = append(q.events, *e)
	q.last = e.Time
}

// start fills the heap with the CPUs that have an event before settled.
func (m *merger) start(settled Time) {
	m.heap = m.heap[:0]
	for c := range m.queues {
		q := &m.queues[c]
		if !q.empty() && q.events[q.head].Time < settled {
			m.heap = append(m.heap, heapItem{q.events[q.head].Time, c})
		}
	}
	for i := len(m.heap)/2 - 1; i >= 0; i-- {
		m.down(i)
	}
}

// tie takes the CPUs whose next event is at t, the least time, off the heap.
func (m *merger) tie(t Time) {
	m.tied = m.tied[:0]
	for len(m.heap) > 0 && m.heap[0].at == t {
		m.tied = append(m.tied, m.heap[0].cpu)
		n := len(m.heap) - 1
		m.heap[0] = m.heap[n]
		m.heap = m.heap[:n]
		m.down(0)
	}
	slices.Sort(m.tied)
}

// untie puts the CPUs that tie took off back on the heap, if they have more
// settled events.
func (m *merger) untie(settled Time) {
	for _, c := range m.tied {
		if q := &m.queues[c]; !q.empty() && q.events[q.head].Time < settled {
			m.heap = append(m.heap, heapItem{q.events[q.head].Time, c})
			m.up(len(m.heap) - 1)
		}
	}
}

// second is the time of the event that follows the top CPU's run, or settled if no
// other CPU has one.
func (m *merger) second(settled Time) Time {
	t := settled
	if len(m.heap) > 1 {
		t = min(t, m.heap[1].at)
	}
	if len(m.heap) > 2 {
		t = min(t, m.heap[2].at)
	}
	return t
}

// advance re-keys the top CPU after some of its events were consumed.
func (m *merger) advance(settled Time) {
	q := &m.queues[m.heap[0].cpu]
	if q.empty() || q.events[q.head].Time >= settled {
		n := len(m.heap) - 1
		m.heap[0] = m.heap[n]
		m.heap = m.heap[:n]
	} else {
		m.heap[0].at = q.events[q.head].Time
	}
	m.down(0)
}

func (m *merger) up(i int) {
	for h := m.heap; i > 0 && h[i].at < h[(i-1)/2].at; i = (i - 1) / 2 {
		h[i], h[(i-1)/2] = h[(i-1)/2], h[i]
	}
}

func (m *merger) down(i int) {
	h := m.heap
	for {
		k := 2*i + 1
		if k >= len(h) {
			return
		}
		if k+1 < len(h) && h[k+1].at < h[k].at {
			k++
		}
		if h[i].at <= h[k].at {
			return
		}
		h[i], h[k] = h[k], h[i]
		i = k
	}
}

// Add takes events: those of one CPU in their recorded order, CPUs interleaved
// in any way. The slice may be reused afterwards.
func (b *Builder) Add(events []Event) {
	for i := range events {
		b.enqueue(&events[i])
	}
}

// enqueue appends e to its CPU's stream, whose order is authoritative: a time that
// is slightly too early is clamped, a larger step back is a loss.
func (b *Builder) enqueue(e *Event) {
	if e.CPU == AllCPUs && e.Kind == KindLoss {
		all := *e
		for c := range b.merge.queues {
			all.CPU = CPU(c)
			b.enqueue(&all)
		}
		return
	}
	if int(e.CPU) >= len(b.merge.queues) {
		b.count(CountBadCPU)
		return
	}
	q := &b.merge.queues[e.CPU]
	if at := max(q.last, b.settled); e.Time < at {
		if e.Time < b.settled && q.last <= e.Time {
			b.count(CountLate)
		} else if q.last-e.Time <= b.opt.SkewWindow {
			b.count(CountClampedTs)
		} else {
			b.count(CountStreamError)
			b.merge.push(q, &Event{Kind: KindLoss, CPU: e.CPU, Time: at, End: at})
		}
		c := *e
		c.Time = at
		b.merge.push(q, &c)
		return
	}
	b.merge.push(q, e)
}

// Settle promises that no event added later has a time before settled, and
// processes the events before it.
func (b *Builder) Settle(settled Time) {
	if settled <= b.settled {
		return
	}
	m := &b.merge
	m.start(settled)
	for len(m.heap) > 0 {
		until := m.second(settled)
		if m.heap[0].at == until {
			m.tie(until)
			b.applyTied(until)
			m.untie(settled)
			continue
		}
		q := &m.queues[m.heap[0].cpu]
		for !q.empty() && q.events[q.head].Time < until {
			b.apply(&q.events[q.head])
			q.head++
			m.pending--
		}
		m.advance(settled)
	}
	b.settled = settled
}

// applyTied processes all events at time t of the tied CPUs, in an order in which
// each one's precondition holds.
func (b *Builder) applyTied(t Time) {
	if t >= b.gaps.next {
		b.resume(t) // before the order of what happens at t is chosen
	}
	for {
		best, rank := -1, tieLast+1
		for _, c := range b.merge.tied {
			q := &b.merge.queues[c]
			if q.empty() || q.events[q.head].Time != t {
				continue
			}
			if r := b.tieRank(&q.events[q.head]); r < rank {
				best, rank = c, r
			}
		}
		if best < 0 {
			return
		}
		q := &b.merge.queues[best]
		b.apply(&q.events[q.head])
		q.head++
		b.merge.pending--
	}
}

// tieNone is the rank of a head whose precondition does not hold, tieLast of one
// that would do harm.
const (
	tieNone = 5
	tieLast = 6
)

// tieRank orders the heads at one instant: 1 for events that do not affect other
// CPUs, including interrupts, since a wake may follow one; then wakes of waiting
// threads, then switches that continue what is known, those into a thread not known
// to be runnable last.
func (b *Builder) tieRank(e *Event) int {
	switch e.Kind {
	case KindStart:
		if r := b.regOf(e.TID); r != nil && r.state != Dead {
			return tieLast // the id is still in use: its last switch comes first
		}
	case KindWake:
		if r := b.regOf(e.TID); r == nil || r.state == Waiting || r.sub == SubNotSeen {
			return 2
		}
		return tieNone
	case KindSwitch:
		return b.tieSwitch(e)
	}
	return 1
}

// tieSwitch is the rank of a switch: it fits if its old thread runs there and its
// new one is free to be switched in.
func (b *Builder) tieSwitch(e *Event) int {
	if !b.occupies(e.TID, e.CPU) {
		return tieNone
	}
	in := b.regOf(e.Other)
	switch {
	case e.Other == IdleTID:
		return 3
	case in == nil:
		return 4
	case in.state == Running && in.cpu != e.CPU:
		return tieNone
	case in.state == Ready || in.state == Preempted:
		return 3
	}
	return 4
}
