package model

import "strconv"

// Thread is one incarnation of a thread id and its run of segments.
type Thread struct {
	TID         TID
	Incarnation int
	Proc        ProcIx
	Names       []Name // in time order; empty when unknown
	Creator     ThreadIx
	// Entry is a stack of one frame: the function that the thread was started with,
	// NoStack if the source does not report it.
	Entry    StackID
	Priority Priorities
	// Life is from the start (t0 for threads that predate the trace) to the
	// final switch-out (t1 for threads that outlive it).
	Life Range
	// Started and Ended are set if the bounds of Life were seen.
	Started, Ended bool
	ExitAt         Time // of the Exit event; meaningful when Exited
	Exited         bool
	// Idle marks the idle threads, one per CPU; they have no segments.
	Idle bool
	// Sampled is set when an execution sample names the thread.
	Sampled bool
	// Elsewhere is set when events at the very end of the trace, or outside the window of a file that
	// was cut, show a state of the thread.
	Elsewhere bool
	// lead is where the thread ran before the window of a file that was cut.
	lead leadOut

	col    column[segRow]
	stacks []*[stackChunk]StackID
	notes  []episodeNote // by row
	sums   []Sums        // category time before each block of col, and in total
	idle   []Sums        // the part of sums with nothing to do, nil if there is none
	ran    column[ranRow]
	booked []Time      // the kernel's account before each block of ran
	moves  []queueMove // in order
	lost   []Range     // where lost events affect it, from the loss to the end of the segment; in order
}

// Name is the thread's last name, "" when unknown.
func (t *Thread) Name() string {
	if len(t.Names) == 0 {
		return ""
	}
	return t.Names[len(t.Names)-1].Name
}

// Key is the thread's id in data output: "tid.incarnation".
func (t *Thread) Key() string {
	return strconv.FormatUint(uint64(t.TID), 10) + "." + strconv.Itoa(t.Incarnation)
}

// Len is the number of the thread's segments.
func (t *Thread) Len() int { return t.col.len() }

// Seen reports whether a thread can be shown: it is not an idle thread, and more is known about it
// than that it exists. The states of a thread that was sampled or made system calls may be unknown.
func (t *Trace) Seen(ix ThreadIx) bool {
	th := &t.Threads[ix]
	if th.Idle || th.Len() == 0 {
		return false
	}
	return th.Len() > 1 || t.Segment(ix, 0).Sub != SubNotSeen || th.Sampled || th.Elsewhere || t.Calls(ix)
}

// CountSeen is how many of some threads are Seen.
func (t *Trace) CountSeen(list []ThreadIx) int {
	n := 0
	for _, ix := range list {
		if t.Seen(ix) {
			n++
		}
	}
	return n
}
