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
	return &Trace{
		Info: info, Tables: tables, End: t.End,
		Threads: t.Threads, Processes: t.Processes, Cores: t.Cores,
		Counters: t.Counters, Diagnostics: t.Diagnostics, Losses: t.Losses, Skews: t.Skews,
		NoWakeEvents: t.NoWakeEvents,
		Samples:      t.Samples, Markers: t.Markers, Spans: t.Spans,
		IOs: t.IOs, Disks: t.Disks, reads: t.reads, Faults: t.Faults, Counts: t.Counts,
		Events: t.Events,
	}
}
