package model

// Evidence is by what the category of a wait was decided: the first level of
// thread_model 4.2 that told anything.
type Evidence uint8

// Levels of evidence, the strongest first.
const (
	NoEvidence Evidence = iota // of what is no wait
	ByReason                   // P0: the system or a runtime names the intent
	ByMemory                   // P1: a page was missing, or memory was allocated
	ByStack                    // P2: the call stack
	ByTransfer                 // P3: a transfer of the thread, or its completion
	ByHint                     // P4: the wait reason, the system call, the task's state
	ByWake                     // P5: only what ended it
	ByNothing                  // P6
)

var evidenceNames = [...]string{"-", "P0", "P1", "P2", "P3", "P4", "P5", "P6"}

// String is the level as thread_model 4.2 writes it, "-" for none.
func (e Evidence) String() string { return name(evidenceNames[:], int(e)) }

// A row keeps its level in the upper bits of its flags.
const (
	evidenceShift              = 13
	evidenceBits  SegmentFlags = 7 << evidenceShift
)

func (f SegmentFlags) evidence() Evidence { return Evidence(f >> evidenceShift) }

// with are the flags with another level of evidence.
func (f SegmentFlags) with(e Evidence) SegmentFlags {
	return f&^evidenceBits | SegmentFlags(e)<<evidenceShift
}

// evidence is the level that a sub-reason stands for where the Builder has not
// noted another.
func (s Sub) evidence() Evidence {
	switch {
	case s == SubNone || s == SubUnknown:
		return ByNothing
	case s >= SubChanSend && s <= SubSyscall:
		return ByReason
	case s == SubBlock:
		return ByTransfer
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
