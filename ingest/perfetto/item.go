package perfetto

import "threadlens/model"

// item is a fact that the first pass decoded, other than the kernel's events.
type item struct {
	time model.Time // of its clock until the first pass ends, then of the trace's clock
	a    int64      // see itemKind
	tid  model.TID
	pid  uint32
	name uint32 // among the names of items
	ref  uint32 // see itemKind
	// stack is a call stack.
	stack model.StackID
	cpu   model.CPU
	clock clockIx
	kind  itemKind
	flags uint8
}

// itemKind says what an item is, and what its fields mean.
type itemKind uint8

const (
	itemExists    itemKind = iota // the thread tid of process pid is there
	itemProcess                   // the process pid is called name; ref is its parent
	itemMark                      // a marker, of role flags, on track ref; a is the number of what it belongs to
	itemSpan                      // the same for a span that has the number ref in process pid, whatever its track
	itemCount                     // track ref has the value a, a fractional one with flags
	itemSample                    // the thread tid executes stack on cpu
	itemLoss                      // events of cpu were lost until a; flags: its ring buffer does not cover the time
	itemState                     // the thread tid of another kernel is in state flags from now on; a is its priority
	itemRename                    // it is called name
	itemFrequency                 // cpu runs at a Hz from now on
	itemSwitch                    // Windows: pid replaces tid on cpu; a is packed, see windowsSwitch
	itemReady                     // Windows: tid was made ready by pid, with flags
)

// noRef is the ref of an item that refers to nothing.
const noRef = 1<<32 - 1

// atStart is the time of items that hold from the start of the trace on.
const atStart model.Time = -1
