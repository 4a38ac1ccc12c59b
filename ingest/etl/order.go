package etl

import (
	"cmp"
	"errors"
	"slices"

	"threadlens/ingest/internal/fault"
	"threadlens/model"
)

// cursor is a position in a run of one CPU's buffers.
type cursor struct {
	at   model.Time // of the current entry or, where p is nil, of the next buffer
	cpu  model.CPU
	id   int32     // ranks cursors of one CPU
	next int       // entry after the current one
	p    *prepared // nil: the next buffer is not loaded yet
	n    int32     // of p
	bufs []int32   // those after it
}

func (c *cursor) before(d *cursor) bool {
	switch {
	case c.at != d.at:
		return c.at < d.at
	case c.cpu != d.cpu:
		return c.cpu < d.cpu
	}
	return c.id < d.id
}

// merge yields the entries of all CPUs in the order of time: a heap of cursors with the earliest on
// top. Buffers are loaded when their turn comes, so that those of a hundred CPUs need not all be in
// memory.
type merge struct {
	s     *scan
	q     *pool
	heap  []*cursor
	until model.Time // the top stays on top while its time is below this
	begun bool
	read  int64
	err   error // of a file that was truncated meanwhile
}

func newMerge(s *scan, prepare func(p *prepared, n int32) error) *merge {
	m := &merge{s: s}
	var order []int32
	for i, run := range s.runs {
		b := &s.bufs[run[0]]
		m.heap = append(m.heap, &cursor{at: b.first, cpu: b.cpu, id: int32(i), bufs: run})
		order = append(order, run...)
	}
	slices.SortFunc(m.heap, func(a, b *cursor) int { // a sorted list is a heap
		if a.before(b) {
			return -1
		}
		return 1
	})
	slices.SortStableFunc(order, func(a, b int32) int {
		x, y := &s.bufs[a], &s.bufs[b]
		return cmp.Or(cmp.Compare(x.first, y.first), cmp.Compare(x.cpu, y.cpu))
	})
	m.q = newPool(order, prepare)
	return m
}

// next moves on; the entry is that of the top cursor. false at the end.
func (m *merge) next() (*cursor, *entry, bool) {
	if m.begun && len(m.heap) > 0 {
		top := m.heap[0]
		if !top.advance() {
			m.unload(top)
		} else if top.at < m.until {
			return top, &top.p.entries[top.next-1], true
		}
		m.sink()
	}
	m.begun = true
	for len(m.heap) > 0 && m.err == nil {
		top := m.heap[0]
		if top.p != nil {
			m.setUntil()
			return top, &top.p.entries[top.next-1], true
		}
		if m.load(top); !top.advance() {
			m.unload(top)
		}
		m.sink()
	}
	return nil, nil, false
}

// advance moves to the next entry of the buffer; false when it has no more.
func (c *cursor) advance() bool {
	if c.next >= len(c.p.entries) {
		return false
	}
	c.at = max(c.at, c.p.entries[c.next].at)
	c.next++
	return true
}

// load takes the next buffer of a cursor.
func (m *merge) load(c *cursor) {
	c.n, c.bufs = c.bufs[0], c.bufs[1:]
	c.p, c.next = m.q.take(c.n), 0
	m.read += int64(m.s.bufs[c.n].size)
	if errors.Is(c.p.err, fault.ErrShrunk) {
		m.err = c.p.err
	}
}

// unload releases the buffer of the top cursor, which is used up, and removes the cursor if that
// was the last one of the run.
func (m *merge) unload(top *cursor) {
	m.q.put(top.p)
	top.p = nil
	if len(top.bufs) > 0 {
		top.at = max(top.at, m.s.bufs[top.bufs[0]].first)
		return
	}
	last := len(m.heap) - 1
	m.heap[0] = m.heap[last]
	m.heap = m.heap[:last]
}

func (m *merge) setUntil() {
	m.until = latest
	for _, c := range m.heap[1:min(3, len(m.heap))] {
		m.until = min(m.until, c.at)
	}
}

func (m *merge) sink() {
	h := m.heap
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child < min(2*i+3, len(h)); child++ {
			if h[child].before(h[least]) {
				least = child
			}
		}
		if least == i {
			return
		}
		h[i], h[least] = h[least], h[i]
		i = least
	}
}

// settled is a time that no later entry precedes.
func (m *merge) settled() model.Time {
	if len(m.heap) == 0 {
		return model.Forever
	}
	return m.heap[0].at
}

// index prepares a buffer for the second pass: it lists the records that matter, and marks the
// stacks of the others.
func (r *Reader) index(p *prepared, n int32) error {
	s := r.s
	b := &s.bufs[n]
	p.cpu = b.cpu
	if err := p.load(&s.parts[b.part], b); err != nil {
		return err
	}
	g := s.gaps[n]
	if g != nil && g.before > 0 {
		p.entries = append(p.entries, entry{act: actGap, off: gapBefore})
	}
	f := &p.found
	row := -1
	var c cutter
	c.reset(p.data)
	for c.cut() {
		act := c.action()
		at, ok := f.stamp(p, &s.clock, s.limit, c.ticks)
		if !ok {
			continue
		}
		if wanted[1][act] {
			p.entries = append(p.entries, entry{at, uint32(c.off), uint16(c.size), uint8(c.head), act})
		} else if act != actWalk && act != actKeyRef && len(r.column.rows) > 0 {
			if row < 0 {
				row = r.column.find(at)
			}
			row = r.column.meet(row, at)
		}
	}
	if g != nil && g.after > 0 {
		p.entries = append(p.entries, entry{at: f.last, act: actGap, off: gapAfter})
	}
	return nil
}

// Which gap an entry of actGap is.
const (
	gapBefore = iota
	gapAfter
)

// meet marks the rows of an event at t, searching from row i on, and returns where to search for
// the next one.
func (c *column) meet(i int, t model.Time) int {
	for i < len(c.rows) && c.rows[i].at < t {
		i++
	}
	for k := i; k < len(c.rows) && c.rows[k].at == t; k++ {
		c.mark(k)
	}
	return i
}
