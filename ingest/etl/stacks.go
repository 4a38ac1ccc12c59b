package etl

import (
	"cmp"
	"math/bits"
	"slices"
	"sort"
	"sync/atomic"

	"threadlens/model"
)

// A stack is recorded after the event that it belongs to, sometimes much later,
// on another processor, in two halves (section 9). The first pass gathers all of
// them in rows; joined and sorted they are a column in which the second pass,
// which comes to the events in the order of their times, needs no search.

// stackRow is a half stack, of which ref is the chain, or a whole one, of which
// it is the model's number.
type stackRow struct {
	at  model.Time // of the event
	tid uint32
	ref uint32
}

// userHalf marks the chain of a half that is outside of the kernel.
const userHalf = 1 << 31

// keyRef is a half stack known by its key only.
type keyRef struct {
	row int
	key uint64
	at  model.Time // of the reference
	pid uint32
}

// keyDef is a definition of a key, from at on back.
type keyDef struct {
	key   uint64
	at    model.Time
	chain uint32
}

// column holds the stacks of all events by time and thread.
type column struct {
	rows []stackRow
	used []uint32 // a bit for each row whose event was met
}

func newColumn(rows []stackRow) *column {
	return &column{rows: rows, used: make([]uint32, (len(rows)+31)/32)}
}

// find is the index of the first row at t or later.
func (c *column) find(t model.Time) int {
	return sort.Search(len(c.rows), func(i int) bool { return c.rows[i].at >= t })
}

// mark notes that the event of a row was met. Any goroutine may do so.
func (c *column) mark(i int) {
	word, bit := &c.used[i/32], uint32(1)<<(i%32)
	if atomic.LoadUint32(word)&bit == 0 {
		atomic.OrUint32(word, bit)
	}
}

// unmatched is the number of rows without an event.
func (c *column) unmatched() int64 {
	n := len(c.rows)
	for _, w := range c.used {
		n -= bits.OnesCount32(w)
	}
	return int64(n)
}

// bindKeys gives the rows that were known by a key their chains: the first
// definition after the reference, or else the last one before it.
func (s *scan) bindKeys() {
	slices.SortStableFunc(s.defs, func(a, b keyDef) int {
		return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.at, b.at))
	})
	for i := range s.refs {
		r := &s.refs[i]
		row := &s.rows[r.row]
		k := sort.Search(len(s.defs), func(i int) bool {
			d := &s.defs[i]
			return d.key > r.key || d.key == r.key && d.at >= r.at
		})
		switch {
		case k < len(s.defs) && s.defs[k].key == r.key:
		case k > 0 && s.defs[k-1].key == r.key:
			k--
		default:
			s.undefined++
			row.ref |= noChain
			continue
		}
		row.ref |= s.chainOf(s.defs[k].chain, r.pid)
	}
	s.refs, s.defs = nil, nil
}

// chainOf is the chain of a definition, which names no process, in a process.
func (s *scan) chainOf(def, pid uint32) uint32 {
	if def == noChain {
		return noChain
	}
	key := uint64(def)<<32 | uint64(pid)
	id, ok := s.bound[key]
	if !ok {
		x := s.chains.list[def]
		last := s.chains.addrs[x.from+uint32(x.n)-1]
		id = def
		if x.pid = pid; !inKernel(last, x.wide) && len(s.chains.list) < noChain {
			s.chains.list = append(s.chains.list, x) // shares the addresses
			id = uint32(len(s.chains.list) - 1)
		}
		s.bound[key] = id
	}
	return id
}

// inKernel tells whether an address belongs to the kernel's half.
func inKernel(addr uint64, wide bool) bool {
	if wide {
		return addr>>63 != 0
	}
	return addr>>31 != 0
}

// joinStacks turns the rows into the column, and the chains into stacks of the
// model: the kernel's half is what the user's half called.
func (s *scan) joinStacks(t *stackTable) *column {
	s.bindKeys()
	slices.SortFunc(s.rows, func(a, b stackRow) int {
		switch {
		case a.at != b.at:
			return cmp.Compare(a.at, b.at)
		case a.tid != b.tid:
			return cmp.Compare(a.tid, b.tid)
		}
		return cmp.Compare(a.ref, b.ref)
	})
	n := 0
	for i := 0; i < len(s.rows); {
		j := i + 1
		for j < len(s.rows) && s.rows[j].at == s.rows[i].at && s.rows[j].tid == s.rows[i].tid {
			j++
		}
		id := model.NoStack
		for k := j - 1; k >= i; k-- {
			if ref := s.rows[k].ref &^ userHalf; ref != noChain {
				id = t.push(&s.chains, ref, id, s.rows[k].at)
			}
		}
		s.rows[n] = stackRow{s.rows[i].at, s.rows[i].tid, uint32(id)}
		n++
		i = j
	}
	c := newColumn(slices.Clip(s.rows[:n]))
	s.rows, s.chains, s.bound = nil, chains{full: s.chains.full}, nil
	return c
}

// stackTable makes the stacks of the model.
type stackTable struct {
	tables *model.Tables
	lore   *lore
	limit  int   // nodes
	full   int64 // stacks left out
	known  map[stackKey]model.StackID
	roots  map[model.Frame]model.StackID // stacks of one frame
}

// stackKey is a chain called from a stack.
type stackKey struct {
	chain  uint32
	caller model.StackID
}

func newStackTable(tables *model.Tables, l *lore, size int64) *stackTable {
	return &stackTable{
		tables: tables, lore: l, limit: int(min(1<<20+size/64, 1<<30)),
		known: map[stackKey]model.StackID{}, roots: map[model.Frame]model.StackID{},
	}
}

// push is the stack of a chain that was called from caller.
func (t *stackTable) push(c *chains, id uint32, caller model.StackID, at model.Time) model.StackID {
	key := stackKey{id, caller}
	if s, ok := t.known[key]; ok {
		return s
	}
	if t.tables.Stacks.Len() >= t.limit {
		t.full++
		return caller
	}
	x := &c.list[id]
	s := caller
	for _, addr := range slices.Backward(c.of(x)) {
		f := t.frame(x.pid, addr, x.wide, at, t.tables.Strings.ID)
		root := s == model.NoStack
		s = t.tables.Stacks.Push(s, f)
		if root {
			t.roots[f] = s
		}
	}
	t.known[key] = s
	return s
}

// frame is an address with its names, as far as they are known; name gives
// them their numbers.
func (t *stackTable) frame(pid uint32, addr uint64, wide bool, at model.Time, name func(string) model.StringID) model.Frame {
	f := model.Frame{Addr: addr, Kernel: inKernel(addr, wide)}
	if f.Kernel {
		pid = idlePID
	}
	module, function := t.lore.frame(pid, addr, at)
	f.Module, f.Name = name(module), name(function)
	return f
}
