package model

import (
	"maps"
	"slices"
)

// Clone is a copy to which strings can be added.
func (t *Strings) Clone() Strings {
	return Strings{ids: maps.Clone(t.ids), list: slices.Clone(t.list)}
}

// Rename is a copy of the tree with other frames: name is called with the id of
// every stack, callers before callees. All ids stay the same.
func (s *Stacks) Rename(name func(id StackID) Frame) Stacks {
	c := Stacks{pages: make([]*stackPage, len(s.pages)), count: s.count, seed: s.seed}
	for i := range s.pages {
		page := *s.pages[i]
		c.pages[i] = &page
	}
	for id := StackID(1); int(id) < c.count; id++ {
		c.at(id).frame = name(id)
	}
	return c
}

// With is the trace with other facts and tables, as more became known. Everything
// else is shared, so threads, segments and stacks keep their numbers; values kept
// with the trace are not taken over.
func (t *Trace) With(info *Info, tables *Tables) *Trace {
	c := t.shallow()
	c.Info, c.Tables = info, tables
	return c
}
