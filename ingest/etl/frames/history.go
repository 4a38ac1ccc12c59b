package frames

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// history is what events told of images, of methods or of modules.
type history struct {
	records []record
}

// record is what one event told.
type record struct {
	base    uint64
	time    int64
	size    uint32 // 0: not told
	name    uint32
	module  int32 // of a method, in Map.refList
	pid     uint32
	seq     uint32 // of the event
	change  Change
	unnamed bool // the event had no name; this one was made up
}

// life is a stay of one image, method or module at its place, in [from, to).
type life struct {
	lo, hi   uint64 // addresses, hi is behind the last
	from, to int64
	seen     int64 // time of the first event that tells of it
	seq      uint32
	name     uint32
	module   int32
	unnamed  bool
}

// The ends of time, for lives of which no begin or no end is known.
const (
	beginning = math.MinInt64
	forever   = math.MaxInt64
)

// lives finds out who was where and when in each process, and calls each with
// the lives of one process at a time, ordered by the events that first tell of
// them. It drops the records.
func (h *history) lives(starts map[uint32][]int64, each func(pid uint32, ls []life)) {
	slices.SortFunc(h.records, func(a, b record) int {
		return cmp.Or(cmp.Compare(a.pid, b.pid), cmp.Compare(a.base, b.base), cmp.Compare(a.time, b.time),
			cmp.Compare(a.seq, b.seq))
	})
	var ls []life
	for rs := h.records; len(rs) > 0; {
		pid := rs[0].pid
		ls = ls[:0]
		for len(rs) > 0 && rs[0].pid == pid {
			p := place{free: beginning, starts: starts[pid], lives: ls}
			base := rs[0].base
			for len(rs) > 0 && rs[0].pid == pid && rs[0].base == base {
				p.take(&rs[0])
				rs = rs[1:]
			}
			ls = p.done()
		}
		slices.SortFunc(ls, func(a, b life) int {
			return cmp.Or(cmp.Compare(a.seen, b.seen), cmp.Compare(a.seq, b.seq))
		})
		each(pid, ls)
	}
	h.records = nil
}

// place follows what happens at one base address of one process.
type place struct {
	cur    life // if open
	open   bool
	free   int64   // since when nothing is known to be here, if not open
	starts []int64 // of processes with this id, in order
	lives  []life  // that ended
}

// take goes on to the next record.
func (p *place) take(r *record) {
	p.restart(r.time)
	switch {
	case r.change == Unload && p.open:
		p.cur.is(r)
		p.end(r.time)
	case r.change == Unload:
		if r.size > 0 {
			p.begin(r, p.free)
		}
		p.end(r.time)
	case p.open && p.cur.is(r):
	case p.open: // its end was not recorded
		p.end(r.time)
		p.begin(r, r.time)
	case r.change == Rundown:
		p.begin(r, p.free)
	default:
		p.begin(r, r.time)
	}
}

// restart ends what was in a process that another has followed by the time t.
func (p *place) restart(t int64) {
	if p.open {
		if next := p.startAfter(p.cur.seen); next <= t {
			p.end(next)
		}
	}
	if n := sort.Search(len(p.starts), func(i int) bool { return p.starts[i] > t }); n > 0 {
		p.free = max(p.free, p.starts[n-1])
	}
}

// startAfter is when the first process after the time t began, or forever.
func (p *place) startAfter(t int64) int64 {
	n := sort.Search(len(p.starts), func(i int) bool { return p.starts[i] > t })
	if n == len(p.starts) {
		return forever
	}
	return p.starts[n]
}

func (p *place) begin(r *record, from int64) {
	p.open = true
	p.cur = life{
		lo: r.base, hi: r.base + uint64(r.size), from: from, seen: r.time, seq: r.seq,
		name: r.name, module: r.module, unnamed: r.unnamed,
	}
}

func (p *place) end(t int64) {
	if p.open {
		p.cur.to = t
		p.lives = append(p.lives, p.cur)
	}
	p.open, p.free = false, t
}

// done ends the last life, and returns all of them.
func (p *place) done() []life {
	if p.open {
		p.end(p.startAfter(p.cur.seen))
	}
	return p.lives
}

// is tells whether r is about this life, and takes over a name that was missing
// so far.
func (l *life) is(r *record) bool {
	if l.hi-l.lo != uint64(r.size) || l.name != r.name && !l.unnamed && !r.unnamed {
		return false
	}
	if l.unnamed && !r.unnamed {
		l.name, l.module, l.unnamed = r.name, r.module, false
	}
	return true
}
