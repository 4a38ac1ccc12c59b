package model

// Dense indexes into the tables of a Trace. They are assigned in the order in
// which a thread, process, stack or string is first seen, so that the same
// file always gets the same numbers.
type (
	// ThreadIx identifies one incarnation of a thread id. The systems reuse thread
	// ids; a ThreadIx is never reused.
	ThreadIx uint32
	// ProcIx identifies one incarnation of a process id.
	ProcIx uint32
	// StackID is a node of the stack tree: the innermost frame of a stack.
	StackID uint32
	// StringID is an entry of the string table.
	StringID uint32
)

// The "none" values of the dense indexes.
const (
	NoThread ThreadIx = 1<<32 - 1
	NoProc   ProcIx   = 1<<32 - 1
	NoStack  StackID  = 0
	NoString StringID = 0
)

// TID is a thread id as numbered by the source (goroutine id for Go traces).
type TID uint32

const (
	// IdleTID is the id of the idle threads, of which every CPU has one.
	IdleTID TID = 0
	// NoTID marks an absent thread id.
	NoTID TID = 1<<32 - 1
)

// NoPID marks an absent process id.
const NoPID uint32 = 1<<32 - 1

// CPU is the dense index of a logical CPU, 0 … n-1.
type CPU uint16

// The "none" and "every" values of CPU.
const (
	NoCPU   CPU = 1<<16 - 1
	AllCPUs CPU = 1<<16 - 2
	// MaxCPUs bounds the number of CPUs a trace may declare.
	MaxCPUs = 1 << 14
)
