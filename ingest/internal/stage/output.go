package stage

import "threadlens/model"

// Output is where a decoder puts events, with the names and stacks that they refer to. The builder
// of the model reads the trace's own tables meanwhile, so new names and stacks go with the batches.
type Output struct {
	Events []model.Event
	Stacks []Stack // new ones, in the order of their ids
	Names  Names
}

// StacksWarning is the diagnostic of a trace with more stacks than are kept.
const StacksWarning = "too many different call stacks: the stacks of some events are left out"

// Stack is a stack by its innermost frame and the stack that called it.
type Stack struct {
	Caller model.StackID
	Frame  model.Frame
}

// Add appends an event with nothing but its kind, time and CPU set, and returns it; the pointer is
// valid until the next Add.
func (o *Output) Add(kind model.Kind, at model.Time, cpu model.CPU) *model.Event {
	n := len(o.Events)
	if n == cap(o.Events) {
		o.Events = append(o.Events, model.Event{})
	}
	o.Events = o.Events[:n+1]
	e := &o.Events[n]
	*e = model.Event{}
	// Field by field: a literal would be built elsewhere and copied.
	e.Time, e.CPU, e.Kind = at, cpu, kind
	e.TID, e.Other, e.PID = model.NoTID, model.NoTID, model.NoPID
	e.Target, e.From = model.NoCPU, model.NoCPU
	e.Prio[0], e.Prio[1] = model.NoPrio, model.NoPrio
	return e
}

// Drop removes the last event.
func (o *Output) Drop() { o.Events = o.Events[:len(o.Events)-1] }

// Names assigns strings the ids that they will have in the trace's table.
type Names struct {
	known  model.Strings
	next   model.StringID // the id of the next new name
	frames model.StringID // how many of them came from OfFrame
	fresh  []string       // names not passed on yet
	full   bool
}

// maxNames bounds the different names of a trace, except those of frames.
const maxNames = 1 << 18

// NewNames starts with the names that a table already holds.
func NewNames(t *model.Strings) Names {
	n := Names{next: 1}
	for s := t.Get(n.next); s != ""; s = t.Get(n.next) {
		n.known.ID(s)
		n.next++
	}
	return n
}

// ID is the id of a name; model.NoString where there are too many.
func (n *Names) ID(name []byte) model.StringID {
	if n.next-n.frames >= maxNames {
		n.full = true
		return model.NoString
	}
	id := n.known.IDBytes(name)
	n.note(id)
	return id
}

// OfFrame is the id of a name in a frame of a stack. Their number is not limited here: the code
// that makes the stacks bounds them.
func (n *Names) OfFrame(name string) model.StringID {
	id := n.known.ID(name)
	if n.note(id) {
		n.frames++
	}
	return id
}

// note reports whether a name is new, and keeps it to be passed on.
func (n *Names) note(id model.StringID) bool {
	if id != n.next {
		return false
	}
	n.next++
	n.fresh = append(n.fresh, n.known.Get(id))
	return true
}

// Full is the limit of different names if there were more, otherwise 0.
func (n *Names) Full() int {
	if n.full {
		return maxNames
	}
	return 0
}

// Get is the name with an id.
func (n *Names) Get(id model.StringID) string { return n.known.Get(id) }

// Tell adds all names and stacks that were put out to the tables of a trace, which are empty.
func (o *Output) Tell(t *model.Tables) {
	for _, n := range o.Names.fresh {
		t.Strings.ID(n)
	}
	for _, s := range o.Stacks {
		t.Stacks.Append(s.Caller, s.Frame)
	}
}
