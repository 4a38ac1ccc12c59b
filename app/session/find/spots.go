package find

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// Spot is a place in the picture: what a thread (NoThread: none) did at an instant.
type Spot struct {
	At     model.Time
	Thread model.ThreadIx
}

// Spots are the places in the trace where a hit occurs, in order of time: the samples and switches
// with a function on their stack, the transfers of a file, the events of a marker. A thread or
// process is everywhere, and has none. It walks the whole trace.
func (x *Index) Spots(h Hit) []Spot {
	var spots []Spot
	add := func(at model.Time, ix model.ThreadIx) { spots = append(spots, Spot{at, ix}) }
	name := model.StringID(h.Ref)
	switch h.Subject {
	case SubjectFunction:
		fn := x.functions[h.Ref]
		x.onStack(func(f model.Frame) bool { return f.Name == fn.name && f.Module == fn.module }, add)
	case SubjectModule:
		x.onStack(func(f model.Frame) bool { return f.Module == name }, add)
	case SubjectFile:
		for i := range x.trace.IOs {
			if io := &x.trace.IOs[i]; io.File == name {
				add(io.From, io.Thread)
			}
		}
		for i := range x.trace.Faults {
			if fault := &x.trace.Faults[i]; fault.File == name {
				add(fault.From, fault.Thread)
			}
		}
	case SubjectMarker:
		for i := range x.trace.Markers {
			if m := &x.trace.Markers[i]; m.Name == name {
				add(m.Time, m.Thread)
			}
		}
	}
	slices.SortStableFunc(spots, func(a, b Spot) int {
		return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Thread, b.Thread))
	})
	return slices.Compact(spots)
}

// onStack calls add for every sample and segment with a matching frame on its stack. The stack of
// ready time is that of the thread which made it ready.
func (x *Index) onStack(want func(model.Frame) bool, add func(model.Time, model.ThreadIx)) {
	t := x.trace
	stacks := &t.Tables.Stacks
	on := make([]bool, stacks.Len()+1)
	for id := 1; id < len(on); id++ {
		caller, frame := stacks.Node(model.StackID(id))
		on[id] = on[caller] || want(frame)
	}
	has := func(id model.StackID) bool { return int(id) < len(on) && on[id] }
	for i := range t.Samples {
		if s := &t.Samples[i]; has(s.Stack) {
			add(s.Time, s.Thread)
		}
	}
	for i := range t.Threads {
		for seg := range t.Segments(model.ThreadIx(i), t.Held()) {
			if !has(seg.Stack) {
				continue
			}
			if seg.State != model.Ready {
				add(seg.From, seg.Thread)
			} else if by, ok := WakerOf(t, seg); ok {
				add(seg.From, by.Thread)
			}
		}
	}
}
