package model

import "strings"

// MaxName bounds the length in bytes of a name taken from a trace.
const MaxName = 4096

// Strings interns names: equal strings get equal ids. The zero value is ready;
// id 0 is the empty string.
type Strings struct {
	ids  map[string]StringID
	list []string
}

// ID returns the id of s, shortened to MaxName bytes.
func (t *Strings) ID(s string) StringID {
	if s == "" {
		return NoString
	}
	if len(s) > MaxName {
		s = strings.ToValidUTF8(s[:MaxName], "")
	}
	if id, ok := t.ids[s]; ok {
		return id
	}
	return t.add(strings.Clone(s))
}

// IDBytes is ID for bytes that are not kept; it allocates only for new names.
func (t *Strings) IDBytes(b []byte) StringID {
	if len(b) == 0 {
		return NoString
	}
	if len(b) > MaxName {
		return t.ID(string(b))
	}
	if id, ok := t.ids[string(b)]; ok {
		return id
	}
	return t.add(string(b))
}

func (t *Strings) add(s string) StringID {
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

// Frame is one entry of a call stack: an address, a name, or both. Addr 0 with
// a name is a frame of a source that knows only names.
type Frame struct {
	Addr   uint64
	Name   StringID
	Module StringID
	Kernel bool
}

// Stacks is a tree of call stacks: a stack is its innermost frame's node, and
// its callers are the node's ancestors, so equal stacks have equal ids.
type Stacks struct {
	nodes []stackNode
	index map[stackNode]StackID
}

type stackNode struct {
	frame  Frame
	caller StackID
}

// Push returns the stack that calls f from caller (NoStack for the root).
func (s *Stacks) Push(caller StackID, f Frame) StackID {
	n := stackNode{f, caller}
	if id, ok := s.index[n]; ok {
		return id
	}
	if s.index == nil {
		s.index = map[stackNode]StackID{}
		s.nodes = append(s.nodes, stackNode{})
	}
	id := StackID(len(s.nodes))
	s.nodes = append(s.nodes, n)
	s.index[n] = id
	return id
}

// Frames returns the frames of a stack, innermost first.
func (s *Stacks) Frames(id StackID) []Frame {
	var fs []Frame
	for id != NoStack && int(id) < len(s.nodes) {
		fs = append(fs, s.nodes[id].frame)
		id = s.nodes[id].caller
	}
	return fs
}

// Len is the number of distinct nodes.
func (s *Stacks) Len() int { return max(0, len(s.nodes)-1) }
