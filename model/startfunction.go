package model

import (
	"slices"
	"strings"
)

// Start is the function that a thread was started with, "" what is not known.
type Start struct{ Module, Function string }

// Name is the function, or where it has no name its module.
func (s Start) Name() string {
	if s.Function != "" {
		return s.Function
	}
	return s.Module
}

// launchers are the functions, or where functions have no names the modules, in
// which a system starts threads: the outermost frames of their stacks.
var launchers = []string{
	// Linux
	"start_thread", "clone", "clone3", "__clone", "__clone3", "_start",
	"__libc_start_main", "__libc_start_call_main", "__libc_start_main_impl",
	"ret_from_fork", "ret_from_fork_asm", "kthread",
	// Windows
	"ntdll.dll", "kernel32.dll",
}

// Bounds of what is looked at of each thread for a stack that reaches back to its
// start.
const (
	segmentsTried = 256
	stacksTried   = 32
)

// StartFunctions are the functions that the threads of processes were started
// with: what the source says, else the first frame below the system's own at the
// outer end of one of the thread's stacks. Threads of which nothing tells are not
// in the map.
func (t *Trace) StartFunctions(procs []ProcIx) map[ThreadIx]Start {
	l := startLookup{t: t, found: map[ThreadIx]Start{}, left: make([]uint8, len(t.Threads))}
	for _, p := range procs {
		for _, ix := range t.Processes[p].Threads {
			if s := t.entry(ix); s != (Start{}) {
				l.found[ix] = s
				continue
			}
			l.left[ix] = stacksTried
			l.segments(ix)
		}
	}
	for i := range t.Samples {
		if s := &t.Samples[i]; s.Thread != NoThread && l.left[s.Thread] > 0 {
			l.try(s.Thread, s.Stack)
		}
	}
	return l.found
}

// entry is the start that the source itself tells.
func (t *Trace) entry(ix ThreadIx) (s Start) {
	for _, f := range t.Tables.Stacks.Frames(t.Threads[ix].Entry) {
		s, _ = t.startFrame(f)
		break
	}
	return s
}

// startLookup searches the stacks of threads.
type startLookup struct {
	t     *Trace
	found map[ThreadIx]Start
	left  []uint8 // stacks that may still be tried of each thread
}

func (l *startLookup) segments(ix ThreadIx) {
	if !l.t.Threads[ix].HasStacks() {
		return
	}
	for i := range min(l.t.Threads[ix].Len(), segmentsTried) {
		if seg := l.t.Segment(ix, i); seg.State != Ready && l.left[ix] > 0 { // a ready one's is the waker's
			l.try(ix, seg.Stack)
		}
	}
}

func (l *startLookup) try(ix ThreadIx, id StackID) {
	if id == NoStack {
		return
	}
	l.left[ix]--
	if s := l.t.outermost(id); s != (Start{}) {
		l.found[ix], l.left[ix] = s, 0
	}
}

// outermost is the outermost frame of a stack inside those of the system's own
// that every thread has, none when there are none of those: the stack does not
// reach back to the start then.
func (t *Trace) outermost(id StackID) Start {
	launched := false
	for _, f := range slices.Backward(t.Tables.Stacks.Frames(id)) {
		s, launcher := t.startFrame(f)
		if launcher {
			launched = true
			continue
		}
		if !launched {
			return Start{}
		}
		return s
	}
	return Start{}
}

// startFrame is a frame as a start, and whether the system starts all threads
// there. The name of a function that is only an offset into its module is none.
func (t *Trace) startFrame(f Frame) (s Start, launcher bool) {
	s = Start{Module: t.String(f.Module), Function: t.String(f.Name)}
	if strings.HasPrefix(s.Function, "+") {
		s.Function = ""
	}
	file := s.Module[strings.LastIndexByte(s.Module, '\\')+1:] // without folder, which the second of one name has
	launcher = slices.Contains(launchers, s.Function) || slices.Contains(launchers, strings.ToLower(file))
	return s, launcher
}
