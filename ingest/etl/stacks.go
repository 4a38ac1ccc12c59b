package etl

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sort"
	"sync/atomic"

	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// A stack is recorded after its event, sometimes much later, on another CPU, in two halves. The
// first pass gathers all of them in rows; sorted, they form a column in which the second pass,
// which processes the events in the order of their times, needs no search.

// stackRow is a half stack, where ref is its chain, or a whole one, where ref is the end of its
// halves in the column.
type stackRow struct {
	at  model.Time // of the event
	tid uint32
	ref uint32
}

// userHalf marks the chain of a user half.
const userHalf = 1 << 31

// keyRef is a half stack known by its key only.
type keyRef struct {
	row int
	key uint64
	at  model.Time // of the reference
	pid uint32
}

// keyDef is a definition of a key, which applies before at.
type keyDef struct {
	key   uint64
	at    model.Time
	chain uint32
}

// column holds the stacks of all events by time and thread.
type column struct {
	rows   []stackRow
	halves []uint32 // the chains of each row, the kernel's first
	chains chains
	stacks int      // rows, including released ones
	used   []uint32 // a bit for each row whose event was found
}

// newColumn takes sorted halves, and reuses their memory for the rows.
func newColumn(sorted []stackRow, all chains) *column {
	c := &column{rows: sorted[:0], halves: make([]uint32, 0, len(sorted)), chains: all}
	for _, half := range sorted {
		n := len(c.rows)
		if n == 0 || c.rows[n-1].at != half.at || c.rows[n-1].tid != half.tid {
			c.rows = append(c.rows, half)
			n++
		}
		if chain := half.ref &^ userHalf; chain != noChain && len(c.halves) < math.MaxUint32 {
			c.halves = append(c.halves, chain)
		}
		c.rows[n-1].ref = uint32(len(c.halves))
	}
	c.stacks, c.used = len(c.rows), make([]uint32, (len(c.rows)+31)/32)
	return c
}

// of is the chains of row i.
func (c *column) of(i int) []uint32 {
	from := uint32(0)
	if i > 0 {
		from = c.rows[i-1].ref
	}
	return c.halves[from:c.rows[i].ref]
}

// release frees everything but the marks.
func (c *column) release() { c.rows, c.halves, c.chains = nil, nil, chains{} }

// find is the index of the first row at t or later.
func (c *column) find(t model.Time) int {
	return sort.Search(len(c.rows), func(i int) bool { return c.rows[i].at >= t })
}

// mark notes that the event of a row was found. Any goroutine may call it.
func (c *column) mark(i int) {
	word, bit := &c.used[i/32], uint32(1)<<(i%32)
	if atomic.LoadUint32(word)&bit == 0 {
		atomic.OrUint32(word, bit)
	}
}

// unmatched is the number of rows without an event.
func (c *column) unmatched() int64 {
	n := c.stacks
	for _, w := range c.used {
		n -= bits.OnesCount32(w)
	}
	return int64(n)
}

// bindKeys assigns chains to the rows that have only a key: the first definition after the
// reference, or else the last one before it.
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

// chainOf is the chain of a definition, which is for no particular process, in a process.
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

// inKernel reports whether an address belongs to the kernel's half.
func inKernel(addr uint64, wide bool) bool {
	if wide {
		return addr>>63 != 0
	}
	return addr>>31 != 0
}

// sortStacks turns the rows into the column.
func (s *scan) sortStacks() *column {
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
	s.chains.slots = nil
	c := newColumn(s.rows, s.chains)
	s.rows, s.chains, s.bound = nil, chains{full: s.chains.full}, nil
	return c
}

// stackTable makes the stacks of the model. Its tree is the decoder's own: the trace's is read
// concurrently while events are decoded, so new nodes reach it with the batches.
type stackTable struct {
	tree        model.Stacks
	out         *stage.Output // where new nodes and names go
	symbolState *symbolState
	limit       int   // nodes
	full        int64 // stacks left out
	known       map[stackKey]model.StackID
	named       []namedFrame // by a hash of the address
}

// namedFrame is a frame with its names, which can change over time.
type namedFrame struct {
	frame            model.Frame
	module, function string
}

// namedBits is how many frames are cached with their names, as a power of 2: looking up both names
// each time is a fifth of the work on stacks.
const namedBits = 12

// stackKey is a chain called from a stack.
type stackKey struct {
	chain  uint32
	caller model.StackID
}

// newStackTable bounds the tree, so that a hostile file of the given size whose stacks all differ
// cannot exhaust the memory.
func newStackTable(out *stage.Output, l *symbolState, size int64) *stackTable {
	return &stackTable{
		out: out, symbolState: l, limit: int(min(1<<20+size/64, 1<<30)),
		known: map[stackKey]model.StackID{}, named: make([]namedFrame, 1<<namedBits),
	}
}

// join is the stack of row i of a column: the user's half calls the kernel's half.
func (t *stackTable) join(c *column, i int) model.StackID {
	id := model.NoStack
	for _, chain := range slices.Backward(c.of(i)) {
		id = t.push(&c.chains, chain, id, c.rows[i].at)
	}
	return id
}

// push is the stack of a chain that was called from caller.
func (t *stackTable) push(c *chains, id uint32, caller model.StackID, at model.Time) model.StackID {
	key := stackKey{id, caller}
	if s, ok := t.known[key]; ok {
		return s
	}
	if t.tree.Len() >= t.limit {
		t.full++
		return caller
	}
	x := &c.list[id]
	s := caller
	for _, addr := range slices.Backward(c.of(x)) {
		s = t.node(s, t.frame(x.pid, addr, x.wide, at))
	}
	t.known[key] = s
	return s
}

// leaf is the stack of one frame.
func (t *stackTable) leaf(pid uint32, addr uint64, wide bool, at model.Time) model.StackID {
	if t.tree.Len() >= t.limit {
		t.full++
		return model.NoStack
	}
	return t.node(model.NoStack, t.frame(pid, addr, wide, at))
}

func (t *stackTable) node(caller model.StackID, f model.Frame) model.StackID {
	n := t.tree.Len()
	id := t.tree.Push(caller, f)
	if t.tree.Len() > n {
		t.out.Stacks = append(t.out.Stacks, stage.Stack{Caller: caller, Frame: f})
	}
	return id
}

// frame is an address with its names, as far as known.
func (t *stackTable) frame(pid uint32, addr uint64, wide bool, at model.Time) model.Frame {
	kernel := inKernel(addr, wide)
	if kernel {
		pid = idlePID
	}
	module, function := t.symbolState.frame(pid, addr, at)
	n := &t.named[addr*0x9e3779b97f4a7c15>>(64-namedBits)]
	if f := &n.frame; f.Addr != addr || f.Kernel != kernel || n.module != module || n.function != function {
		names := &t.out.Names
		*n = namedFrame{model.Frame{Addr: addr, Module: names.OfFrame(module), Name: names.OfFrame(function), Kernel: kernel}, module, function}
	}
	return n.frame
}
