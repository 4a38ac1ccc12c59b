package model

import (
	"math/rand/v2"
	"strings"
)

// Strings interns names: equal strings get equal ids. The zero value is ready; id 0
// is the empty string. The strings in it are fit to be shown: see CleanName.
type Strings struct {
	ids  map[string]StringID
	list []string
}

// ID returns the id of s, cleaned and shortened to MaxName bytes.
func (t *Strings) ID(s string) StringID {
	if s == "" {
		return NoString
	}
	if id, ok := t.ids[s]; ok {
		return id
	}
	return t.add(s)
}

// IDBytes is ID for a byte slice that the caller may reuse; it allocates only for
// new names.
func (t *Strings) IDBytes(b []byte) StringID {
	if len(b) == 0 {
		return NoString
	}
	if id, ok := t.ids[string(b)]; ok {
		return id
	}
	return t.add(string(b))
}

// add is ID for a string that was not seen in this spelling.
func (t *Strings) add(s string) StringID {
	s = CleanName(s)
	if id, ok := t.ids[s]; ok {
		return id
	}
	s = strings.Clone(s)
	if t.ids == nil {
		t.ids = map[string]StringID{"": NoString}
		t.list = append(t.list, "")
	}
	id := StringID(len(t.list))
	t.list = append(t.list, s)
	t.ids[s] = id
	return id
}

// Get returns the string with the given id, "" for ids never given out.
func (t *Strings) Get(id StringID) string {
	if int(id) < len(t.list) {
		return t.list[id]
	}
	return ""
}

// Frame is one entry of a call stack: an address, a name, or both. Addr 0 with a
// name is a frame from a source that has only names.
type Frame struct {
	Addr   uint64
	Name   StringID
	Module StringID
	Kernel bool
}

// Stacks is a tree of call stacks: a stack is its innermost frame's node, and
// its callers are the node's ancestors, so equal stacks have equal ids.
type Stacks struct {
	// pages hold the nodes, by id: a single slice would be copied as it grows, and
	// meanwhile need twice the memory.
	pages []*stackPage
	count int // of nodes; the first is NoStack
	// table holds the nodes' ids by their hash, NoStack where free: a map would
	// take most of the time of reading a trace with many stacks.
	table []StackID
	// seed differs from run to run, so that no file can be crafted whose stacks all
	// collide. No id depends on it.
	seed uint64
}

type stackNode struct {
	frame  Frame
	caller StackID
}

// pageBits are the bits of an id that hold the place on its page.
const pageBits = 10

type stackPage [1 << pageBits]stackNode

func (s *Stacks) at(id StackID) *stackNode { return &s.pages[id>>pageBits][id%(1<<pageBits)] }

// add adds a node.
func (s *Stacks) add(n stackNode) StackID {
	id := StackID(s.count)
	if int(id)>>pageBits == len(s.pages) {
		s.pages = append(s.pages, new(stackPage))
	}
	*s.at(id) = n
	s.count++
	return id
}

// hash spreads the node over a power of two, mask + 1, of slots. seed is odd.
func (n *stackNode) hash(seed uint64, mask int) int {
	h := n.frame.Addr*seed ^ (uint64(n.caller)<<32 | uint64(n.frame.Name))
	h = (h ^ h>>29) * seed
	h = (h ^ uint64(n.frame.Module)) * seed
	return int(h>>32) & mask
}

// Push returns the stack that calls f from caller (NoStack for the root).
func (s *Stacks) Push(caller StackID, f Frame) StackID {
	if 4*s.count >= 3*len(s.table) {
		s.grow()
	}
	n := stackNode{f, caller}
	slot := s.slot(&n)
	if id := s.table[slot]; id != NoStack {
		return id
	}
	id := s.add(n)
	s.table[slot] = id
	return id
}

// Append is Push for a stack that is known to be new, in a copy of another tree: it
// does not look for an existing one. The table is built when it is needed.
func (s *Stacks) Append(caller StackID, f Frame) StackID {
	if s.count == 0 {
		s.grow()
	}
	s.table = nil
	return s.add(stackNode{f, caller})
}

// slot is where n is, or would be, in the table.
func (s *Stacks) slot(n *stackNode) int {
	mask := len(s.table) - 1
	i := n.hash(s.seed, mask)
	for s.table[i] != NoStack && *s.at(s.table[i]) != *n {
		i = (i + 1) & mask
	}
	return i
}

func (s *Stacks) grow() {
	if s.count == 0 {
		s.add(stackNode{}) // NoStack
		s.seed = rand.Uint64() | 1
	}
	size := 64
	for size < 2*s.count {
		size *= 2
	}
	s.table = make([]StackID, size)
	for id := StackID(1); int(id) < s.count; id++ {
		s.table[s.slot(s.at(id))] = id
	}
}

// Frames returns the frames of a stack, innermost first.
func (s *Stacks) Frames(id StackID) []Frame {
	var fs []Frame
	for id != NoStack && int(id) < s.count {
		n := s.at(id)
		fs = append(fs, n.frame)
		id = n.caller
	}
	return fs
}

// Len is the number of distinct nodes.
func (s *Stacks) Len() int { return max(0, s.count-1) }
