package model

import (
	"maps"
	"slices"
)

// Clone is a copy that strings can be added to.
func (t *Strings) Clone() Strings {
	return Strings{ids: maps.Clone(t.ids), list: slices.Clone(t.list)}
}

// Rename is a copy of the tree with other frames: name is called with the id of
// every stack, callers before the called. All ids stay what they are.
func (s *Stacks) Rename(name func(id StackID) Frame) Stacks {
	c := Stacks{nodes: slices.Clone(s.nodes), seed: s.seed}
	for id := 1; id < len(c.nodes); id++ {
		c.nodes[id].frame = name(StackID(id))
	}
	return c
}

// With is the trace with other facts and tables, of which more became known. All
// else is shared, so that threads, segments and stacks keep their numbers; what
// was kept with the trace is not taken over.
func (t *Trace) With(info *Info, tables *Tables) *Trace {
	c := t.shallow()
	c.Info, c.Tables = info, tables
	return c
}
