package timeline

import (
	"threadlens/model"
)

// ObjectKind is what an Object is.
type ObjectKind uint8

// Kinds of objects.
const (
	NoObject        ObjectKind = iota
	ObjectSpan                 // Index of Trace.Spans.List
	ObjectPoint                // Index of Trace.Markers: a flag or a message
	ObjectTransfer             // Index of Trace.IOs
	ObjectSlice                // what CPU Index ran from At on
	ObjectInterrupt            // the interrupt that CPU Index handled from At on
	ObjectQueue                // the run queue at At
	ObjectFrequency            // the frequency of CPU Index at At
	ObjectIdle                 // the idle state of CPU Index at At
)

// Object refers to something in a row that is not a thread's.
type Object struct {
	Kind  ObjectKind
	Index int
	At    model.Time
	// Others is the number of others of its kind in the same column, as far as
	// they were counted.
	Others int
}

// ObjectRange is the time of an object; that of a flag or message has no length.
func ObjectRange(t *model.Trace, o Object) model.Range {
	switch o.Kind {
	case ObjectSpan:
		return t.Spans.List[o.Index].Range
	case ObjectTransfer:
		return t.IOs[o.Index].Range
	case ObjectSlice:
		s, _ := t.SliceAt(model.CPU(o.Index), o.At)
		return s.Range
	case ObjectInterrupt:
		irq, _ := InterruptAt(t, o)
		return irq.Range
	case ObjectFrequency, ObjectIdle:
		return stepsOf(t, o.Kind, model.CPU(o.Index)).At(o.At).Range
	}
	return model.Range{From: o.At, To: o.At}
}

// InterruptAt is the interrupt that an object names; of several with the same start
// the innermost.
func InterruptAt(t *model.Trace, o Object) (irq model.IrqSpan, ok bool) {
	for i := range t.Interrupts(model.CPU(o.Index), model.Range{From: o.At, To: o.At + 1}) {
		if i.From == o.At {
			irq, ok = i, true
		}
	}
	return irq, ok
}

// ObjectThread is the thread that an object belongs to, NoThread if there is none.
func ObjectThread(t *model.Trace, o Object) model.ThreadIx {
	switch o.Kind {
	case ObjectSpan:
		return t.Spans.List[o.Index].Thread
	case ObjectPoint:
		return t.Markers[o.Index].Thread
	case ObjectTransfer:
		return t.IOs[o.Index].Thread
	case ObjectSlice:
		if s, ok := t.SliceAt(model.CPU(o.Index), o.At); ok {
			if ix, ok := s.Occupant.Thread(); ok {
				return ix
			}
		}
	}
	return model.NoThread
}

// MarkerOf is the marker that names a span, a flag or a message, nil for other
// objects.
func MarkerOf(t *model.Trace, o Object) *model.Marker {
	switch o.Kind {
	case ObjectSpan:
		return &t.Markers[t.Spans.List[o.Index].Marker()]
	case ObjectPoint:
		return &t.Markers[o.Index]
	}
	return nil
}
