package spaces

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// Change is what an event reports about a thing.
type Change uint8

// The changes. What is listed is there now: it has been since the last thing known in its place, or
// since before the trace, and it stays until another event changes that.
const (
	Load   Change = iota // it appears
	Unload               // it disappears
	Listed               // it is there
)

// History is what events reported about things in the address spaces of processes. The
// zero value is empty and ready.
type History struct {
	records []Record
}

// Add adds a record. Among records with one time the first added counts as the earlier; otherwise
// their order does not matter.
func (h *History) Add(r Record) {
	r.seq = uint32(len(h.records))
	h.records = append(h.records, r)
}

// Times are the times of the records of each process.
func (h *History) Times() map[uint32][]int64 {
	times := map[uint32][]int64{}
	for i := range h.records {
		r := &h.records[i]
		times[r.PID] = append(times[r.PID], r.Time)
	}
	return times
}

// Record is the content of one event.
type Record struct {
	Base    uint64
	Size    uint64 // bytes, or 0: unknown
	Time    int64
	Name    uint32 // the caller's number for what is there
	Module  int32  // and for what that belongs to
	PID     uint32
	seq     uint32 // of the event
	Change  Change
	Unnamed bool // the event had no name; this one was made up
}

// Life is the time of one thing at its place, [from, to).
type Life struct {
	lo, hi   uint64 // addresses, hi is behind the last
	from, to int64
	// Seen is the time of the first event that reports it.
	Seen    int64
	seq     uint32
	Name    uint32
	Module  int32
	unnamed bool
}

// Place is where it is: its first address, and its size in bytes.
func (l *Life) Place() (base, size uint64) { return l.lo, l.hi - l.lo }

// During reports whether it was at its place at the time t.
func (l *Life) During(t int64) bool { return l.from <= t && t < l.to }

// The ends of time, for lives whose start or end is unknown.
const (
	beginning = math.MinInt64
	forever   = math.MaxInt64
)

// lives finds what was where and when in each process, and calls each with the lives of one process
// at a time, ordered by the events that first report them. It drops the records.
func (h *History) lives(starts map[uint32][]int64, each func(pid uint32, ls []Life)) {
	slices.SortFunc(h.records, func(a, b Record) int {
		return cmp.Or(cmp.Compare(a.PID, b.PID), cmp.Compare(a.Base, b.Base), cmp.Compare(a.Time, b.Time),
			cmp.Compare(a.seq, b.seq))
	})
	var ls []Life
	for rs := h.records; len(rs) > 0; {
		pid := rs[0].PID
		ls = ls[:0]
		for len(rs) > 0 && rs[0].PID == pid {
			p := place{free: beginning, starts: starts[pid], lives: ls}
			base := rs[0].Base
			for len(rs) > 0 && rs[0].PID == pid && rs[0].Base == base {
				p.take(&rs[0])
				rs = rs[1:]
			}
			ls = p.done()
		}
		slices.SortFunc(ls, func(a, b Life) int {
			return cmp.Or(cmp.Compare(a.Seen, b.Seen), cmp.Compare(a.seq, b.seq))
		})
		each(pid, ls)
	}
	h.records = nil
}

// place tracks what happens at one base address of one process.
type place struct {
	cur    Life // if open
	open   bool
	free   int64   // since when nothing is known to be here, if not open
	starts []int64 // of processes with this id, in order
	lives  []Life  // ended ones
}

// take processes the next record.
func (p *place) take(r *Record) {
	p.restart(r.Time)
	switch {
	case r.Change == Unload && p.open:
		p.cur.is(r)
		p.end(r.Time)
	case r.Change == Unload:
		if r.Size > 0 {
			p.begin(r, p.free)
		}
		p.end(r.Time)
	case p.open && p.cur.is(r):
	case p.open: // its end was not recorded
		p.end(r.Time)
		p.begin(r, r.Time)
	case r.Change == Listed:
		p.begin(r, p.free)
	default:
		p.begin(r, r.Time)
	}
}

// restart ends what was in a process that another has replaced by the time t.
func (p *place) restart(t int64) {
	if p.open {
		if next := p.startAfter(p.cur.Seen); next <= t {
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

func (p *place) begin(r *Record, from int64) {
	p.open = true
	p.cur = Life{
		lo: r.Base, hi: r.Base + r.Size, from: from, Seen: r.Time, seq: r.seq,
		Name: r.Name, Module: r.Module, unnamed: r.Unnamed,
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
func (p *place) done() []Life {
	if p.open {
		p.end(p.startAfter(p.cur.Seen))
	}
	return p.lives
}

// is reports whether r is about this life, and takes over a name that was missing so far.
func (l *Life) is(r *Record) bool {
	if l.hi-l.lo != r.Size || l.Name != r.Name && !l.unnamed && !r.Unnamed {
		return false
	}
	if l.unnamed && !r.Unnamed {
		l.Name, l.Module, l.unnamed = r.Name, r.Module, false
	}
	return true
}
