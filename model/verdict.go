package model

// Evidence is by what the category of a wait was decided: the first kind of
// truth A that applied.
type Evidence uint8

// Kinds of evidence, the strongest first. ByReason, ByMemory, ByResult and ByStack
// are strong, those up to ByHint medium; ByWake and ByNothing leave the wait
// Unclassified.
const (
	NoEvidence Evidence = iota // of what is no wait
	ByReason                   // the system or a runtime names the intent
	ByMemory                   // a page was missing, or memory was allocated
	ByResult                   // the result of the recorded call, or its type of descriptor
	ByStack                    // the call stack or the blocked function
	ByContext                  // the context of the wake
	ByCall                     // the recorded call
	ByRequest                  // a pending request of the thread itself
	ByHint                     // the wait reason or the task's state
	ByWake                     // only what ended it
	ByNothing
)

var evidenceNames = [...]string{
	"-", "reason", "memory", "result", "stack", "context", "call", "request", "hint", "wake", "none",
}

// String is the name of the kind in reports, "-" for none.
func (e Evidence) String() string { return name(evidenceNames[:], int(e)) }

// A row keeps its evidence in the upper bits of its flags.
const (
	evidenceShift              = 12
	evidenceBits  SegmentFlags = 15 << evidenceShift
)

func (f SegmentFlags) evidence() Evidence { return Evidence(f >> evidenceShift) }

// with are the flags with other evidence.
func (f SegmentFlags) with(e Evidence) SegmentFlags {
	return f&^evidenceBits | SegmentFlags(e)<<evidenceShift
}

// evidence is what a sub-reason stands for where the Builder has not noted
// another.
func (s Sub) evidence() Evidence {
	switch {
	case s == SubNone || s == SubUnknown:
		return ByNothing
	case s >= SubChanSend && s <= SubSyscall:
		return ByReason
	case s == SubBlock:
		return ByRequest
	}
	switch s {
	case SubCreated, SubSleep, SubSuspended, SubTraced, SubIpcServerIdle, SubIpcCall, SubFutex, SubFutexTimeout:
		return ByReason
	}
	if s.Category() == MemoryManagement {
		return ByMemory
	}
	return ByHint
}
