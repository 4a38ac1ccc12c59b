package spaces

import (
	"slices"
	"sort"
)

// Index finds what was at an address at a time. It may be used by one goroutine at a time.
type Index struct {
	spaces map[uint32]*space // by process
	owners []Owner
	// Tangled counts what was left out because it overlaps too many others.
	Tangled int64

	pid  uint32 // of the last look-up
	last *space
}

// Owner is what a look-up returns of a Life.
type Owner struct {
	Base   uint64
	Name   uint32
	Module uint32 // as NewIndex got it
}

// space is one process. Its addresses are divided wherever a life begins or ends: within a segment
// between two edges, only time matters.
type space struct {
	edges []uint64
	heads []uint32 // segment i has the versions from heads[i] to heads[i+1]
	list  []version
}

// version is what is in a segment from a time on, until the next version.
type version struct {
	since int64
	owner int32 // in Index.owners, or nobody
}

const nobody = -1

// Span is a range of times with both ends.
type Span struct{ From, Until int64 }

// AllTime is the Span with which a look-up begins.
func AllTime() Span { return Span{beginning, forever} }

// Find is the owner of an address at a time, nil for none. It narrows s to times for which the
// answer is the same.
func (x *Index) Find(pid uint32, addr uint64, t int64, s *Span) *Owner {
	vs := x.segment(pid, addr)
	n := sort.Search(len(vs), func(i int) bool { return vs[i].since > t })
	if n < len(vs) {
		s.Until = min(s.Until, vs[n].since-1)
	}
	if n == 0 {
		return nil
	}
	s.From = max(s.From, vs[n-1].since)
	if vs[n-1].owner == nobody {
		return nil
	}
	return &x.owners[vs[n-1].owner]
}

// Near is Find, but prefers any owner to none: the last.
func (x *Index) Near(pid uint32, addr uint64, t int64) *Owner {
	var s Span
	if o := x.Find(pid, addr, t, &s); o != nil {
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
func (x *Index) segment(pid uint32, addr uint64) []version {
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
