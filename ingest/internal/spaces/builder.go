package spaces

import (
	"cmp"
	"slices"
)

// Room for lives that overlap others, in entries: in real traces none of Windows do, and few on
// Linux.
const (
	spareCover  = 1 << 16
	coverFactor = 8 // or this many times the number of lives
)

// NewIndex builds the index of a History, which it empties. starts are the times at which processes
// began, in order: they contain nothing of a former process with the same id. The function module
// returns the module of a Life, 0 without one.
func NewIndex(h *History, starts map[uint32][]int64, module func(pid uint32, l *Life) uint32) Index {
	x := Index{spaces: map[uint32]*space{}}
	b := builder{x: &x, room: spareCover + coverFactor*len(h.records)}
	h.lives(starts, func(pid uint32, ls []Life) {
		first := len(x.owners)
		for i := range ls {
			x.owners = append(x.owners, Owner{ls[i].lo, ls[i].Name, of(module, pid, &ls[i])})
		}
		x.spaces[pid] = b.space(ls, int32(first))
	})
	x.owners = slices.Clip(x.owners)
	return x
}

func of(module func(pid uint32, l *Life) uint32, pid uint32, l *Life) uint32 {
	if module == nil {
		return 0
	}
	return module(pid, l)
}

// builder cuts the address space of processes into segments. A life is in every segment between its
// two addresses; there may be many if it overlaps others, and all lives share the room for that.
type builder struct {
	x    *Index
	room int
	painter
}

// space builds the space of a process from its lives, ordered by the events that first report them;
// the first has the given number in the index.
func (b *builder) space(ls []Life, first int32) *space {
	s := &space{edges: make([]uint64, 0, 2*len(ls))}
	for i := range ls {
		s.edges = append(s.edges, ls[i].lo, ls[i].hi)
	}
	slices.Sort(s.edges)
	s.edges = slices.Clip(slices.Compact(s.edges))
	s.heads = make([]uint32, len(s.edges))
	heads, items := b.cover(s.edges, ls)
	for i := range len(s.edges) - 1 {
		s.list = b.paint(s.list, ls, items[heads[i]:heads[i+1]], first)
		s.heads[i+1] = uint32(len(s.list))
	}
	s.list = slices.Clip(s.list)
	return s
}

// cover lists the lives in every segment, in their order: those of segment i are
// items[heads[i]:heads[i+1]].
func (b *builder) cover(edges []uint64, ls []Life) (heads, items []uint32) {
	type run struct{ lo, hi int } // of segments
	runs := make([]run, len(ls))
	heads = make([]uint32, len(edges)+1)
	for i := range ls {
		lo, _ := slices.BinarySearch(edges, ls[i].lo)
		hi, _ := slices.BinarySearch(edges, ls[i].hi)
		if hi-lo > b.room {
			b.x.Tangled++
			continue
		}
		b.room -= hi - lo
		runs[i] = run{lo, hi}
		for k := lo; k < hi; k++ {
			heads[k+2]++
		}
	}
	for k := 2; k < len(heads); k++ {
		heads[k] += heads[k-1]
	}
	items = make([]uint32, heads[len(heads)-1])
	for i, r := range runs {
		for k := r.lo; k < r.hi; k++ {
			items[heads[k+1]] = uint32(i)
			heads[k+1]++
		}
	}
	return heads, items
}

// painter decides what is in a segment at what times. Where lives overlap, ends were missed: the
// one counts that an event reported last. Before any of them was reported, those count that reach
// back before their first event, and of them the one that is reported next.
type painter struct {
	times  []int64 // when something may change; slot i is between two of them
	owners []int32 // of slots
	next   []int   // the first slot from i on without an owner, possibly through others
}

// paint appends the versions of a segment to dst. items are numbers of ls.
func (p *painter) paint(dst []version, ls []Life, items []uint32, first int32) []version {
	p.slots(ls, items)
	for _, i := range slices.Backward(items) {
		p.fill(ls[i].Seen, ls[i].to, first+int32(i))
	}
	for _, i := range items {
		p.fill(ls[i].from, ls[i].Seen, first+int32(i))
	}
	last := int32(nobody)
	for i, t := range p.times {
		o := int32(nobody)
		if i < len(p.owners) {
			o = p.owners[i]
		}
		if o != last && t != forever {
			dst = append(dst, version{t, o})
		}
		last = o
	}
	return dst
}

// slots divides time wherever a life begins or ends, or is first reported.
func (p *painter) slots(ls []Life, items []uint32) {
	p.times = p.times[:0]
	for _, i := range items {
		p.times = append(p.times, ls[i].from, ls[i].Seen, ls[i].to)
	}
	slices.Sort(p.times)
	p.times = slices.Compact(p.times)
	p.owners, p.next = p.owners[:0], p.next[:0]
	for i := range p.times {
		p.next = append(p.next, i)
		if i > 0 {
			p.owners = append(p.owners, nobody)
		}
	}
}

// fill assigns the slots between two times to an owner, except those that have one.
func (p *painter) fill(from, to int64, owner int32) {
	if from >= to {
		return
	}
	lo, _ := slices.BinarySearchFunc(p.times, from, cmp.Compare)
	hi, _ := slices.BinarySearchFunc(p.times, to, cmp.Compare)
	for i := p.free(lo); i < hi; i = p.free(i) {
		p.owners[i] = owner
		p.next[i] = i + 1
	}
}

// free is the first slot from i on without an owner, or the number of slots.
func (p *painter) free(i int) int {
	for p.next[i] != i {
		p.next[i] = p.next[p.next[i]]
		i = p.next[i]
	}
	return i
}
