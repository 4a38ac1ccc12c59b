package frames

import (
	"slices"
	"sort"
)

// index finds the life at an address and time.
type index struct {
	spaces map[uint32]*space // by process
	owners []owner
	tangle int64 // lives left out

	pid  uint32 // of the last question
	last *space
}

// owner is what a question learns of a life.
type owner struct {
	base   uint64
	name   uint32
	module uint32 // of a method: its file's name
}

// space is one process. Its addresses are cut wherever a life begins or ends:
// in a segment between two edges, only time decides.
type space struct {
	edges []uint64
	heads []uint32 // segment i has the versions from heads[i] to heads[i+1]
	list  []version
}

// version says who is in a segment from a time on, until the next version.
type version struct {
	since int64
	owner int32 // in index.owners, or nobody
}

const nobody = -1

// span is a range of times with both ends.
type span struct{ from, until int64 }

// newIndex builds the index of a history, which it empties. To each life belongs
// a name, and a module that the function module tells.
func newIndex(h *history, starts map[uint32][]int64, module func(pid uint32, l *life) uint32) index {
	x := index{spaces: map[uint32]*space{}}
	b := builder{x: &x, room: spareCover + coverFactor*len(h.records)}
	h.lives(starts, func(pid uint32, ls []life) {
		first := len(x.owners)
		for i := range ls {
			x.owners = append(x.owners, owner{ls[i].lo, ls[i].name, module(pid, &ls[i])})
		}
		x.spaces[pid] = b.space(ls, int32(first))
	})
	x.owners = slices.Clip(x.owners)
	return x
}

// find is the owner of an address at a time, nil for none. It narrows s to times
// at which the answer is the same.
func (x *index) find(pid uint32, addr uint64, t int64, s *span) *owner {
	vs := x.segment(pid, addr)
	n := sort.Search(len(vs), func(i int) bool { return vs[i].since > t })
	if n < len(vs) {
		s.until = min(s.until, vs[n].since-1)
	}
	if n == 0 {
		return nil
	}
	s.from = max(s.from, vs[n-1].since)
	if vs[n-1].owner == nobody {
		return nil
	}
	return &x.owners[vs[n-1].owner]
}

// near is find, but prefers any owner to none: the last.
func (x *index) near(pid uint32, addr uint64, t int64) *owner {
	var s span
	if o := x.find(pid, addr, t, &s); o != nil {
		return o
	}
	for _, v := range slices.Backward(x.segment(pid, addr)) {
		if v.owner != nobody {
			return &x.owners[v.owner]
		}
	}
	return nil
}

// segment is the versions of the segment that holds addr.
func (x *index) segment(pid uint32, addr uint64) []version {
	if x.last == nil || x.pid != pid {
		s := x.spaces[pid]
		if s == nil {
			return nil
		}
		x.pid, x.last = pid, s
	}
	s := x.last
	n := sort.Search(len(s.edges), func(i int) bool { return s.edges[i] > addr })
	if n == 0 || n == len(s.edges) {
		return nil
	}
	return s.list[s.heads[n-1]:s.heads[n]]
}
