package model

// Evidence is what the category of a wait was decided by: the first kind that
// applied.
type Evidence uint8

// Kinds of evidence, the strongest first. ByReason, ByMemory, ByStack and ByContext
// are strong, the others up to ByHint medium; ByWake and ByNothing leave the wait
// Unclassified.
const (
	NoEvidence Evidence = iota // of a segment that is not a wait
	ByReason                   // the system or a runtime names the purpose
	ByMemory                   // a page was missing, or memory was allocated
	ByResult                   // the result of the recorded call, or its type of descriptor
	ByStack                    // the call stack or the blocked function
	ByContext                  // the context of the wake
	ByCall                     // the recorded call
	ByRequest                  // a pending request of the thread itself
	ByHint                     // the wait reason or the task's state
	ByWake                     // only what ended the wait
	ByNothing
)

var evidenceNames = [...]string{
	"-", "reason", "memory", "result", "stack", "context", "call", "request", "hint", "wake", "none",
}

// String is the name of the kind in reports, "-" for none.
func (e Evidence) String() string { return name(evidenceNames[:], int(e)) }

// A row stores its evidence in the upper bits of its flags.
const (
	evidenceShift              = 12
	evidenceBits  SegmentFlags = 15 << evidenceShift
)

func (f SegmentFlags) evidence() Evidence { return Evidence(f >> evidenceShift) }

// with are the flags with their evidence replaced.
func (f SegmentFlags) with(e Evidence) SegmentFlags {
	return f&^evidenceBits | SegmentFlags(e)<<evidenceShift
}

// evidence is the evidence that a sub-reason implies if the Builder has not noted
// another.
func (s Sub) evidence() Evidence {
	switch {
	case s == SubNone || s == SubUnknown || s == SubCreated:
		return ByNothing
	case s >= SubChanSend && s <= SubSyscall:
		return ByReason
	case s == SubBlock:
		return ByRequest
	}
	switch s {
	case SubSleep, SubSuspended, SubTraced, SubIpcServerIdle, SubIpcCall:
		return ByReason
	case SubFutex, SubFutexTimeout, SubPollTimeout:
		return ByResult
	}
	if s.Category() == MemoryManagement {
		return ByMemory
	}
	return ByHint
}

// weakRank is by how much weak evidence ranks below all that is strong or medium.
const weakRank = 1 << 4

// rank orders evidence: the lowest rank wins.
func (e Evidence) rank(weak bool) int {
	if weak {
		return int(e) + weakRank
	}
	return int(e)
}

// rank is the rank of the evidence by which a wait's category was decided.
func (r *segRow) rank() int {
	e := r.flags.evidence()
	if e == NoEvidence {
		e = r.sub.evidence()
	}
	return e.rank(r.flags&LowConfidence != 0 || r.cat == UnknownCategory)
}

// judge sets what a wait was for.
func (r *segRow) judge(cat Category, sub Sub, by Evidence, weak bool) {
	f := r.flags &^ (LowConfidence | IdleWorker)
	if weak {
		f |= LowConfidence
	}
	if sub < NumSubs && subs[sub].idle {
		f |= IdleWorker
	}
	r.cat, r.sub, r.flags = cat, sub, f.with(by)
}

// offer sets what a wait was for, unless stronger evidence has already decided it.
func (r *segRow) offer(cat Category, sub Sub, by Evidence, weak bool) {
	if by.rank(weak) <= r.rank() {
		r.judge(cat, sub, by, weak)
	}
}

// likelyByWake sets what an interruptible wait on Linux, about which nothing else
// is known, was probably for, by what ended it; same is set if the thread that
// ended it is of the same process.
func (r *segRow) likelyByWake(same bool) {
	switch r.ctx {
	case CtxTimer, CtxIsr:
		r.judge(Sleep, r.sub, ByWake, true)
	case CtxDpc, CtxNetRx, CtxBlockDone, CtxIpi:
		r.judge(IO, r.sub, ByWake, true)
	case CtxThread:
		if same {
			r.judge(Synchronization, r.sub, ByWake, true)
		} else {
			r.judge(Synchronization, SubIpc, ByWake, true)
		}
	}
}
