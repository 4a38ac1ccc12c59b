// Package linuxsched turns the kernel's trace events into the model's, the same way for every format
// that records them.
//
// A reader finds the Event for each kind of record by its name (events.go), reads the fields that it
// names into Values, sets the Head of the Log and calls Handle. The Log remembers what later records
// need: names, processes, calls and requests under way (thread.go). The tables (tables.go) are
// used by perfdata too, which has handlers of its own: its records tell more.
package linuxsched

import (
	"threadlens/ingest/internal/callnumbers"
	"threadlens/ingest/internal/marktext"
	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// Bounds on what a file may make the Log keep; what is beyond them is left out.
const (
	maxComm    = 15      // the kernel shortens thread names to it
	maxName    = 64      // bytes of another name
	maxNumbers = 1 << 10 // calls known only by number
	maxStates  = 1 << 9  // values of prev_state in the table: the bits of kernels since 4.14
)

// Head is what a record has beside the fields of its event.
type Head struct {
	Time model.Time
	CPU  model.CPU
	// TID is the thread in whose context the event happened, NoTID where that is unknown. PID is its
	// process, NoPID where the record does not name it.
	TID model.TID
	PID uint32
	// Ctx is CtxThread, CtxIsr or CtxDpc; CtxUnknown where the record does not show whether the event
	// happened in an interrupt.
	Ctx model.Context
}

// Log makes events of records in the order of time.
type Log struct {
	Out  stage.Output
	Head Head // of the current record
	// Stack interns the stack of the current record; nil where no record has one. It is called only when
	// an event takes the stack: the trace shall have no frames that belong to no event.
	Stack func() model.StackID
	Has   model.Has
	// Unsure counts switches whose prev_state has bits that are not in the table.
	Unsure int64

	calls     map[int64]string
	states    []model.LinuxFlag
	met       []metState
	threads   Table[thread]
	declared  map[uint32]bool // processes
	io        Requests
	spans     marktext.Numbers
	constants map[string]model.StringID
	numbers   map[int64]model.StringID
	letters   map[string]model.Reason
}

type metState struct {
	reason    model.Reason
	met, sure bool
}

// NewLog makes a Log for a machine, named as uname(1) does ("" for an unknown one). states are the
// bits of prev_state, as the trace describes them; nil stands for those of kernels since 4.14.
func NewLog(machine string, states []model.LinuxFlag) *Log {
	if states == nil {
		states = model.LinuxStateTable(4, 14)
	}
	return &Log{
		Out:  stage.Output{Names: stage.NewNames(&model.Strings{})},
		Head: Head{TID: model.NoTID, PID: model.NoPID},

		calls: callnumbers.Of(machine), states: states, met: make([]metState, maxStates),
		declared:  map[uint32]bool{},
		constants: map[string]model.StringID{}, numbers: map[int64]model.StringID{}, letters: map[string]model.Reason{},
	}
}

// Handle makes the events of one record. v holds the fields of ev in its order.
func (l *Log) Handle(ev *Event, v *Values) {
	note(&l.Has, ev.fact)
	l.meet()
	ev.handle(l, v)
}

// add appends an event of the current record; the pointer is valid until the next add.
func (l *Log) add(kind model.Kind) *model.Event { return l.Out.Add(kind, l.Head.Time, l.Head.CPU) }

// stack is the stack of the current record, for an event that takes it.
func (l *Log) stack() model.StackID {
	if l.Stack == nil {
		return model.NoStack
	}
	return l.Stack()
}

// Lose notes that events of a CPU were lost in [from, to): count of them, 0 if unknown. ring is set
// where the CPU's buffer does not cover the time. The Log must not have passed from on that CPU.
func (l *Log) Lose(cpu model.CPU, from, to model.Time, count int64, ring bool) {
	e := l.Out.Add(model.KindLoss, from, cpu)
	e.End, e.Arg = to, count
	if ring {
		e.Flags = model.LossRing
	}
}

// Sample notes that the current record shows what its thread executes.
func (l *Log) Sample() {
	l.Has.Samples = true
	l.meet()
	e := l.add(model.KindSample)
	e.TID, e.PID, e.Stack = l.Head.TID, l.Head.PID, l.stack()
}

// Mark notes a marker of the current thread.
func (l *Log) Mark(m *marktext.Mark) {
	l.meet()
	e := l.add(model.KindMark)
	e.TID, e.PID, e.Stack = l.Head.TID, l.Head.PID, l.stack()
	l.spans.Fill(e, m, l.markName)
}

// Warnings that a reader gives where the log has counted something.
const (
	StatesWarning = "some context switches have an unknown prev_state: the thread states shown after them may be wrong"                                           // Unsure
	SpansWarning  = "too many spans (periods marked by the traced program) were open at the same time: the ends of some could not be matched to their beginnings" // SpansLeft
)

// SpansLeft is how many spans were not distinguished because too many were open.
func (l *Log) SpansLeft() int64 { return l.spans.Left }

// Name is the id of a name.
func (l *Log) Name(b []byte) model.StringID { return l.Out.Names.ID(b[:min(len(b), maxName)]) }

// constant is the id of a name that a handler uses.
func (l *Log) constant(name string) model.StringID {
	id, ok := l.constants[name]
	if !ok {
		id = l.Name([]byte(name))
		l.constants[name] = id
	}
	return id
}

// target converts a CPU number in a field.
func target(n int64) model.CPU {
	if n < 0 || n >= model.MaxCPUs {
		return model.NoCPU
	}
	return model.CPU(n)
}

// tidOf converts a thread id in a field; NoTID for an impossible one.
func tidOf(n int64) model.TID {
	if n < 0 || n > MaxTID {
		return model.NoTID
	}
	return model.TID(n)
}

// Prio keeps priorities in the kernel's range, 0 to 140: others are NoPrio.
func Prio(v int64) int16 {
	if v < 0 || v > 140 {
		return model.NoPrio
	}
	return int16(v)
}
