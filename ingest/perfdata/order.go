package perfdata

import (
	"cmp"
	"slices"
	"sort"

	"threadlens/model"
)

// item is a record with what is known without decoding it fully.
type item struct {
	rec  []byte
	pos  int64
	typ  uint32
	ev   *event // of a sample
	time uint64
	cpu  uint32
}

// cursor is a position in a run of one CPU's records.
type cursor struct {
	item
	m     *meta
	win   *window
	home  uint32    // its CPU
	chunk []entry   // the current entries
	next  int       // of them
	list  [][]entry // the chunks after
	spans []span    // after the one in the window
	skips []int64
	base  uint64 // time of the last sample
	max   uint64 // the latest time so far
	back  uint64 // how far behind max later times may be
	skim  *skim  // nil: no record is skipped
}

// advance moves to the next record that has a time; false at the end.
func (c *cursor) advance() bool {
	if c.skim == nil {
		return c.nextIndexed() || c.nextAny()
	}
	c.glance()
	if !c.nextIndexed() && !c.nextAny() {
		return false
	}
	c.skim.stopped(&c.item)
	return true
}

// nextIndexed is advance where the next record in the window is a sample and the index has all that
// is needed of it: nearly always.
func (c *cursor) nextIndexed() bool {
	w := c.win
	if c.next == len(c.chunk) || len(c.skips) > 0 {
		return false
	}
	e := c.chunk[c.next]
	end := w.pos + int(e.size)
	if e.kind < firstEvent || e.dt == farAway || end > len(w.buf) {
		return false
	}
	w.touch()
	c.next++
	c.base += uint64(int64(e.dt))
	c.set(w.buf[w.pos:end:end], w.at(), c.m.events.list[e.kind-firstEvent])
	c.max = max(c.max, c.base)
	w.pos = end
	return true
}

// nextAny is advance for any record.
func (c *cursor) nextAny() bool {
	for w := c.win; ; {
		if w.pos == len(w.buf) && w.left() == 0 {
			if len(c.spans) == 0 {
				return false
			}
			w.reset(c.spans[0].section)
			c.spans = c.spans[1:]
		}
		w.touch()
		for c.next == len(c.chunk) {
			c.chunk, c.list, c.next = c.list[0], c.list[1:], 0
		}
		e, pos := c.chunk[c.next], w.at()
		c.next++
		rec := w.take(int(e.size))
		if rec == nil {
			return false
		}
		if e.kind >= firstEvent && e.dt != farAway {
			c.base += uint64(int64(e.dt))
			c.set(rec, pos, c.m.events.list[e.kind-firstEvent])
		} else if !c.read(e, rec, pos) {
			continue
		}
		if c.skipped(pos) {
			continue
		}
		c.max = max(c.max, c.time)
		return true
	}
}

// skipped reports whether the first pass found the record at pos to be damaged.
func (c *cursor) skipped(pos int64) bool {
	for len(c.skips) > 0 && c.skips[0] <= pos {
		at := c.skips[0]
		if c.skips = c.skips[1:]; at == pos {
			return true
		}
	}
	return false
}

// set makes a sample the cursor's current record. Field by field: a literal would be built
// elsewhere and copied.
func (c *cursor) set(rec []byte, pos int64, ev *event) {
	it := &c.item
	it.rec, it.pos, it.typ, it.ev, it.time, it.cpu = rec, pos, recSample, ev, c.base, c.home
}

// read is set for the less frequent records; false when the record does not count.
func (c *cursor) read(e entry, rec []byte, pos int64) bool {
	switch e.kind {
	case noEntry:
		return false
	case otherEntry:
		return c.stamp(&c.m.events, rec, pos) && c.cpu == c.home
	}
	ev := c.m.events.list[e.kind-firstEvent]
	if c.base = 0; ev.layout.time != 0 {
		c.base = c.m.order.U64(rec[ev.layout.time:])
	}
	c.set(rec, pos, ev)
	return true
}

// stamp fills it with a record's event, time and CPU; false when the record has none that count.
func (it *item) stamp(t *eventTable, rec []byte, pos int64) bool {
	it.rec, it.pos, it.typ = rec, pos, t.order.U32(rec)
	it.ev, it.time, it.cpu = nil, 0, 0
	if it.typ == recSample {
		ev := t.ofSample(rec)
		if ev == nil || len(rec) < ev.layout.fixed {
			return false
		}
		it.ev = ev
		if ev.layout.time != 0 {
			it.time = t.order.U64(rec[ev.layout.time:])
		}
		if ev.layout.cpu != 0 {
			it.cpu = t.order.U32(rec[ev.layout.cpu:])
		}
		return true
	}
	switch it.typ {
	case recComm, recFork, recExit, recSwitch, recSwitchCPUWide:
	default:
		return false
	}
	var smp sample
	if _, ok := t.trailer(it.typ, rec, &smp); !ok {
		return false
	}
	it.time, it.cpu = smp.time, smp.cpu
	return it.time != 0
}

// merge yields the records that have a time, of all CPUs in the order of time, without those that
// the first pass found to be damaged: a heap of cursors with the earliest record on top, among
// equal times that of the lowest CPU. The file holds the buffers of the CPUs in blocks of many
// megabytes each; ordering their events in memory would mean holding them all, so the file is read
// at one place for each CPU in parallel. A CPU whose records step back in time has a cursor for
// each run of them.
type merge struct {
	heap    []*cursor
	until   uint64 // the top stays on top while its time is below this
	started bool
	read    int64
	failed  error
}

func newMerge(s *scan) *merge {
	m := &merge{}
	for i := range s.cpus {
		c := &s.cpus[i]
		from := 0
		for _, to := range append(c.starts[:len(c.starts):len(c.starts)], len(c.spans)) {
			m.addRun(s, uint32(i), c.spans[from:to])
			from = to
		}
	}
	slices.SortStableFunc(m.heap, (*cursor).compare) // a sorted list is a heap
	return m
}

// addRun adds a cursor for a run of a CPU's records.
func (m *merge) addRun(s *scan, cpu uint32, spans []span) {
	if len(spans) == 0 {
		return
	}
	c := &s.cpus[cpu]
	skips := c.skips[sort.Search(len(c.skips), func(k int) bool { return c.skips[k] >= spans[0].off }):]
	cur := &cursor{
		m: s.m, win: newWindow(s.in, spans[0].section), home: cpu,
		spans: spans[1:], skips: skips, back: c.back,
	}
	cur.chunk, cur.list = c.list.from(spans[0].first)
	if cur.advance() {
		m.heap = append(m.heap, cur)
	} else {
		m.fail(cur)
	}
}

func (c *cursor) compare(d *cursor) int {
	switch {
	case c.time != d.time:
		return cmp.Compare(c.time, d.time)
	case c.cpu != d.cpu:
		return cmp.Compare(c.cpu, d.cpu)
	}
	return cmp.Compare(c.pos, d.pos)
}

// next returns the next record, valid until the following call.
func (m *merge) next() (*item, bool) {
	if m.started && len(m.heap) > 0 {
		top := m.heap[0]
		m.read += int64(len(top.rec))
		more := top.advance()
		if more && top.time < m.until {
			return &top.item, true
		}
		if !more {
			m.fail(top)
			last := len(m.heap) - 1
			m.heap[0] = m.heap[last]
			m.heap = m.heap[:last]
		}
		m.sink()
	}
	m.started = true
	if len(m.heap) == 0 {
		return nil, false
	}
	m.until = ^uint64(0)
	for _, c := range m.heap[1:min(3, len(m.heap))] {
		m.until = min(m.until, c.time)
	}
	return &m.heap[0].item, true
}

// sink restores the heap after its top has changed.
func (m *merge) sink() {
	h := m.heap
	for i := 0; ; {
		least := i
		for _, child := range [2]int{2*i + 1, 2*i + 2} {
			if child < len(h) && h[child].compare(h[least]) < 0 {
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

// settled is a clock time that no later record precedes: no CPU's times step back further than the
// first pass saw.
func (m *merge) settled() uint64 {
	low := ^uint64(0)
	for _, c := range m.heap {
		low = min(low, c.max-min(c.max, c.back))
	}
	return low
}

// done is how many bytes are read.
func (m *merge) done() int64 { return m.read }

// fail keeps the first cursor's error, if the file could not be read.
func (m *merge) fail(c *cursor) {
	if m.failed == nil {
		m.failed = c.win.err
	}
}

// err is the error of a file that could not be read.
func (m *merge) err() error { return m.failed }

// timeOf converts a clock time to trace time. Times before the start become the start.
func (s *scan) timeOf(clock uint64) model.Time {
	if clock <= s.start {
		return 0
	}
	return model.Time(min(clock-s.start, 1<<62))
}
