package perfdata

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"threadlens/ingest/internal/fault"
)

// pieceBytes is the length of a piece: long enough that the cost of guessing its start and handing
// it over is negligible.
const pieceBytes = 1 << 20

// piece is a part of the file: the stretches of quick samples that begin in it.
type piece struct{ stretches []stretch }

// cutter runs ahead of the scan through a mapped file, piece by piece on all CPUs, and cuts it into
// stretches of quick samples. That is most of the cost of the first pass, since the header of
// nearly every record is on a cache line that was not read before. A worker has to guess where the
// first record of its piece begins, so the scan uses a stretch only where it expects a record
// itself; the result is the same as without a cutter.
type cutter struct {
	s     *scan
	mem   []byte // the data section
	off   int64  // of mem in the file
	count int64  // of pieces

	taken atomic.Int64  // pieces that workers have begun
	ready []chan *piece // a ring: the number of pieces in progress is at most its length
	free  chan *piece
	halt  chan struct{}
	group sync.WaitGroup

	// State of the scan.
	met   int64     // pieces received
	now   *piece    // the last of them, until the scan is past it
	rest  []stretch // of now
	entry int       // of the first stretch of rest
	pos   int64     // of that entry's record
	time  uint64    // time of that record
}

// newCutter starts cutting; nil when that is not possible, or not worthwhile.
func newCutter(s *scan) *cutter {
	off := min(s.m.data.off, s.in.size)
	end := max(off, min(s.m.data.end(), s.in.size))
	if s.in.mem == nil || end-off < 2*int64(s.pieceBytes) || s.quick.least == 0 {
		return nil
	}
	workers := runtime.GOMAXPROCS(0)
	c := &cutter{
		s: s, mem: s.in.mem[off:end], off: off,
		count: (end - off + int64(s.pieceBytes) - 1) / int64(s.pieceBytes),
		ready: make([]chan *piece, 2*workers+1),
		free:  make(chan *piece, 2*workers+1),
		halt:  make(chan struct{}),
	}
	for i := range c.ready {
		c.ready[i] = make(chan *piece, 1)
		c.free <- &piece{}
	}
	for range workers {
		c.group.Go(c.work)
	}
	return c
}

// stop ends the workers.
func (c *cutter) stop() {
	if c != nil {
		close(c.halt)
		c.group.Wait()
	}
}

// work cuts one piece after another. A worker takes a buffer before it takes a number, so that the
// piece that the scan waits for always has one.
func (c *cutter) work() {
	var room []entry
	for {
		var p *piece
		select {
		case p = <-c.free:
		case <-c.halt:
			return
		}
		n := c.taken.Add(1) - 1
		if n >= c.count {
			return
		}
		// A fault ends the piece early: the scan fails at the same place.
		room, _ = c.cut(p, int(n)*c.s.pieceBytes, room)
		c.ready[n%int64(len(c.ready))] <- p
	}
}

// cut fills p with the stretches that begin in the piece at start.
func (c *cutter) cut(p *piece, start int, room []entry) (_ []entry, err error) {
	defer fault.Guard(&err)()
	p.stretches = p.stretches[:0]
	end := min(start+c.s.pieceBytes, len(c.mem))
	pos := start
	if start > 0 {
		pos = c.guess(start, end)
	}
	for pos < end {
		st := c.s.quick.measure(c.mem, pos, end, room)
		if room = st.entries; len(room) > 0 {
			pos = int(st.to)
			st.entries = slices.Clone(room)
			st.from, st.last, st.to = st.from+c.off, st.last+c.off, st.to+c.off
			p.stretches = append(p.stretches, st)
			continue
		}
		size := c.step(pos)
		if size == 0 {
			break
		}
		pos += size
	}
	return room, nil
}

// step is the length of the record at pos, 0 when the record needs the scan's full treatment.
func (c *cutter) step(pos int) int {
	b := c.mem[pos:]
	if len(b) < recordHeader {
		return 0
	}
	typ, size := c.s.m.order.U32(b), int(c.s.m.order.U16(b[6:]))
	if _, known := recordNames[typ]; !known || aside(typ) || size < recordHeader || size > len(b) || size%8 != 0 {
		return 0
	}
	return size
}

// guess is the first place in [start, end) where several plausible records follow each other, end
// when there is none.
func (c *cutter) guess(start, end int) int {
	const chain = 8
	for pos := start; pos < end; pos += 8 {
		at, n := pos, 0
		for ; n < chain; n++ {
			size := c.step(at)
			if size == 0 {
				break
			}
			at += size
		}
		if n == chain || n > 0 && at == len(c.mem) {
			return pos
		}
	}
	return end
}

// adopt hands the scan as much as fits at the window; false when nothing does.
func (c *cutter) adopt(w *window) bool {
	if c == nil || !c.reach(w.at()) || !c.s.adopt(&c.rest[0], c.entry, c.pos, c.time) {
		return false
	}
	w.pos += int(c.rest[0].to - c.pos)
	c.turn()
	return true
}

// adopt is record for a whole stretch, from entry i on, whose record is at the given position and
// time. It reports whether the stretch could be used: it must continue the CPU whose records are
// being read.
func (s *scan) adopt(st *stretch, i int, at int64, first uint64) bool {
	if int(st.cpu) != s.runCPU || at != s.nextPos {
		return false
	}
	c, es := &s.cpus[s.runCPU], st.entries[i:]
	if c.openLoss != 0 || c.samples == 0 || first < c.max {
		return false
	}
	for j := range es {
		s.m.events.list[es[j].kind-firstEvent].count++
	}
	if len(es) == 1 {
		st.before = c.max
	}
	c.list.adopt(es, st.end)
	s.runEmpty = false
	c.before, c.max, c.maxPos, c.pos = st.before, st.end, st.last, st.last
	n := int64(len(es))
	c.samples += n
	s.counts[recSample] += n
	s.records += n
	s.nextPos = st.to
	return true
}

// reach looks for the entry of the record at pos; false when there is none.
// Positions only grow from call to call.
func (c *cutter) reach(pos int64) bool {
	for {
		for len(c.rest) > 0 {
			if st := &c.rest[0]; c.pos >= pos {
				return c.pos == pos
			} else if c.entry == len(st.entries)-1 || st.to <= pos {
				c.turn()
			} else {
				c.advance(st)
			}
		}
		if c.met == c.count || pos < c.off+c.met*int64(c.s.pieceBytes) {
			return false
		}
		if c.now != nil {
			c.free <- c.now
		}
		c.now = <-c.ready[c.met%int64(len(c.ready))]
		c.met++
		c.rest = c.now.stretches
		c.begin()
	}
}

// advance moves to the next entry of a stretch.
func (c *cutter) advance(st *stretch) {
	c.pos += int64(st.entries[c.entry].size)
	c.entry++
	if dt := st.entries[c.entry].dt; dt != farAway {
		c.time += uint64(dt)
	} else {
		c.time = c.s.quick.timeAt(c.mem[c.pos-c.off:])
	}
}

// turn moves to the next stretch.
func (c *cutter) turn() {
	c.rest = c.rest[1:]
	c.begin()
}

func (c *cutter) begin() {
	if len(c.rest) > 0 {
		c.entry, c.pos, c.time = 0, c.rest[0].from, c.rest[0].first
	}
}
