package perfetto

import (
	"container/heap"

	"threadlens/model"
)

// merge goes over the bundles' events and the items in the order of time. At the same time, what
// threads there are comes first, then the events in the order of their bundles, then the other items.
type merge struct {
	s      *scan
	bundle int   // the next one to open
	item   int   // the next one
	open   queue // bundles that are being read, by the time of their next event
	spare  []*open
	room   []ref // scratch space
	opened int64 // bytes of open bundles
	left   int64 // events of bundles that overlap too many others
	read   int64 // bytes of bundles opened
	early  int64 // events before the recording began
}

// queue is a heap of open bundles.
type queue []*open

// Len implements heap.Interface.
func (q queue) Len() int { return len(q) }

// Less implements heap.Interface.
func (q queue) Less(i, j int) bool { return q[i].before(q[j]) }

// Swap implements heap.Interface.
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push implements heap.Interface.
func (q *queue) Push(x any) { *q = append(*q, x.(*open)) }

// Pop implements heap.Interface.
func (q *queue) Pop() any {
	n := len(*q) - 1
	x := (*q)[n]
	(*q)[n] = nil
	*q = (*q)[:n]
	return x
}

// at is the time of the next event.
func (o *open) at() model.Time { return o.refs[o.next].time }

// before reports whether the next event of o comes before that of p.
func (o *open) before(p *open) bool {
	if a, b := o.at(), p.at(); a != b {
		return a < b
	}
	return o.order < p.order
}

// event is the bundle with the next event, nil if none is left before the next item.
func (m *merge) event() *open {
	for m.bundle < len(m.s.bundles) && (len(m.open) == 0 || m.s.bundles[m.bundle].first <= m.open[0].at()) {
		m.enter()
	}
	if len(m.open) == 0 {
		return nil
	}
	o := m.open[0]
	if m.item < len(m.s.items) && m.s.items[m.item].precedes(o.at()) {
		return nil
	}
	return o
}

// precedes reports whether an item comes before the events at a time.
func (it *item) precedes(at model.Time) bool {
	return it.time < at || it.time == at && it.kind <= itemProcess
}

// enter opens the next bundle, unless too many are open.
func (m *merge) enter() {
	b, order := &m.s.bundles[m.bundle], m.bundle
	m.bundle++
	m.read += int64(len(b.data))
	if m.opened+b.cost() > m.s.openable {
		m.left += int64(b.events)
		return
	}
	o := &open{}
	if n := len(m.spare); n > 0 {
		o, m.spare = m.spare[n-1], m.spare[:n-1]
	}
	o.bundle, o.order = b, order
	m.room = o.read(m.s, m.room)
	m.opened += b.cost()
	if m.early += int64(o.skip(m.s.from)); o.next < len(o.refs) {
		heap.Push(&m.open, o)
	} else {
		m.close(o)
	}
}

// cost is what an open bundle counts, in bytes of the file.
func (b *bundle) cost() int64 { return int64(len(b.data)) + 64 }

// done goes to the event behind the one that event returned.
func (m *merge) done(o *open) {
	if o.next++; o.next < len(o.refs) {
		if len(m.open) > 1 {
			heap.Fix(&m.open, 0)
		}
		return
	}
	heap.Pop(&m.open)
	m.close(o)
}

// close keeps the memory of a bundle that was read to its end for another one.
func (m *merge) close(o *open) {
	m.opened -= o.cost()
	if len(m.spare) < maxSpare && cap(o.refs) <= maxSpareRefs {
		m.spare = append(m.spare, o)
	}
}

// Bounds of the memory that closed bundles leave to the next ones.
const (
	maxSpare     = 64
	maxSpareRefs = 1 << 14
)

// ahead is the time of the next event or item, Forever at the end.
func (m *merge) ahead() model.Time {
	at := model.Forever
	if o := m.event(); o != nil {
		at = o.at()
	}
	if m.item < len(m.s.items) {
		at = min(at, m.s.items[m.item].time)
	}
	return at
}
