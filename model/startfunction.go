package model

import (
	"slices"
	"strconv"
	"strings"
)

// Start is the function that a thread was started with; unknown fields are "".
type Start struct{ Module, Function string }

// Name is the function, or its module if it has no name.
func (s Start) Name() string {
	if s.Function != "" {
		return s.Function
	}
	return s.Module
}

// Place is where a thread starts, for people: "ntdll.dll!TppWorkerThread", the module
// or the function alone if only that is known, or "". Folders are left out.
func (s Start) Place() string {
	module := s.Module[strings.LastIndexAny(s.Module, `\/`)+1:]
	if module == "" || s.Function == "" {
		return module + s.Function
	}
	return module + "!" + s.Function
}

// launchers are the functions in which a system starts threads: the outermost frames
// of their stacks. A stack that ends in one reaches back to the thread's entry.
var launchers = []string{
	// Linux
	"start_thread", "clone", "clone3", "__clone", "__clone3", "_start",
	"__libc_start_main", "__libc_start_call_main", "__libc_start_main_impl",
	"ret_from_fork", "ret_from_fork_asm", kernelLauncher,
	// Windows
	"RtlUserThreadStart", "_RtlUserThreadStart", "__RtlUserThreadStart", "BaseThreadInitThunk",
}

// kernelLauncher begins the threads of the Linux kernel itself; the kernel part of a
// new user thread also ends in ret_from_fork.
const kernelLauncher = "kthread"

// The modules of the launchers on Windows. If their functions have no names, a
// stack that ends with one of them inside the other reaches back to the entry.
const (
	outerLauncher = "ntdll.dll"
	innerLauncher = "kernel32.dll"
)

// Title describes for people what a thread was started with. Where only the module
// is known, Windows threads, which often have no names, are distinguished by their
// ids.
func (s Start) Title(t *Trace, ix ThreadIx) string {
	switch {
	case s.Function != "":
		return s.Function
	case s.Module == "":
		return "unknown"
	case t.Info.OS.Family == "windows":
		return s.Module + ", thread " + strconv.FormatUint(uint64(t.Threads[ix].TID), 10)
	}
	return "unknown function in " + s.Module
}

// Limits on what is looked at of each thread to find a stack that reaches back to
// its start.
const (
	segmentsTried = 256
	stacksTried   = 32
)

// StartFunctions are the functions that the threads of processes were started with:
// what the source reports, otherwise the first frame inside the system's own frames at
// the outer end of the thread's stacks that reach its entry, if they all agree. If
// only the module of the entry is known, only that is set. Threads whose start is
// unknown are not in the map. All views of a start function take it from here.
func (t *Trace) StartFunctions(procs []ProcIx) map[ThreadIx]Start {
	var list []ThreadIx
	for _, p := range procs {
		list = append(list, t.Processes[p].Threads...)
	}
	return t.StartsOf(list)
}

// StartOf is the result of StartFunctions for one thread, empty if it has none.
func (t *Trace) StartOf(ix ThreadIx) Start { return t.StartsOf([]ThreadIx{ix})[ix] }

// StartsOf is the result of StartFunctions for the threads of a list.
func (t *Trace) StartsOf(list []ThreadIx) map[ThreadIx]Start {
	l := startLookup{
		t: t, found: map[ThreadIx]Start{}, ends: map[StackID]Start{}, left: make([]uint8, len(t.Threads)),
		disputed: map[ThreadIx]bool{},
	}
	sampled := false
	for _, ix := range list {
		if s := t.entry(ix); s != (Start{}) {
			l.found[ix] = s
			continue
		}
		l.left[ix] = stacksTried
		l.segments(ix)
		sampled = sampled || t.Threads[ix].Sampled
	}
	for i := 0; sampled && i < len(t.Samples); i++ {
		if s := &t.Samples[i]; s.Thread != NoThread && l.left[s.Thread] > 0 {
			l.try(s.Thread, s.Stack)
		}
	}
	for ix, s := range l.found {
		if s == (Start{}) {
			delete(l.found, ix)
		}
	}
	return l.found
}

// entry is the start that the source itself reports, empty if that is the system's
// own function.
func (t *Trace) entry(ix ThreadIx) Start {
	frames := t.Tables.Stacks.Frames(t.Threads[ix].Entry)
	if len(frames) == 0 {
		return Start{}
	}
	s := t.startFrame(frames[0])
	if s.launches() {
		return Start{}
	}
	return s
}

// startLookup searches the stacks of threads.
type startLookup struct {
	t        *Trace
	found    map[ThreadIx]Start
	disputed map[ThreadIx]bool // its stacks show different functions
	ends     map[StackID]Start // outermost frames of stacks that were looked at
	left     []uint8           // how many more stacks may be tried for each thread
}

func (l *startLookup) segments(ix ThreadIx) {
	if !l.t.Threads[ix].HasStacks() {
		return
	}
	for i := range min(l.t.Threads[ix].Len(), segmentsTried) {
		if seg := l.t.Segment(ix, i); seg.State != Ready && l.left[ix] > 0 { // that of a ready one is the waker's
			l.try(ix, seg.Stack)
		}
	}
}

// try uses a stack of a thread. If stacks show two functions, one of the stacks
// lost a caller, and neither function is trusted, nor is a module.
func (l *startLookup) try(ix ThreadIx, id StackID) {
	if id == NoStack {
		return
	}
	l.left[ix]--
	s, ok := l.ends[id]
	if !ok {
		s = l.t.outermost(id)
		l.ends[id] = s
	}
	if s == (Start{}) {
		return
	}
	old, known := l.found[ix]
	switch {
	case !known:
		l.found[ix] = s
	case old.Module != s.Module:
		l.found[ix], l.left[ix] = Start{}, 0
	case old.Function == "" && !l.disputed[ix]:
		l.found[ix] = s
	case s.Function != "" && s.Function != old.Function:
		l.found[ix], l.disputed[ix] = Start{Module: old.Module}, true
	}
}

// outermost is the outermost frame of a stack inside the system's own frames that
// every thread has, empty if there are none of those: the stack then does not reach
// back to the start. It may not reach back either if that frame is the program's
// innermost one: a function without a frame of its own hides its caller, and would be
// taken for it. Without names of the launchers only the module is known.
func (t *Trace) outermost(id StackID) Start {
	frames := t.Tables.Stacks.Frames(id)
	var end stackEnd
	for i, f := range slices.Backward(frames) {
		s := t.startFrame(f)
		if end.system(s) {
			continue
		}
		inside := f.Kernel && end.kernel || slices.ContainsFunc(frames[:i], func(f Frame) bool { return !f.Kernel })
		if !end.reached() || !inside {
			return Start{}
		}
		if !end.named {
			s.Function = ""
		}
		return s
	}
	return Start{}
}

// stackEnd is what the frames at the outer end of a stack show about the thread's
// entry.
type stackEnd struct {
	named        bool // by the name of a launcher
	kernel       bool // which is the kernel's
	outer, inner bool // by the modules of launchers without names
}

// system takes the next frame if it is one of the system's own, which all threads
// have.
func (e *stackEnd) system(s Start) bool {
	switch {
	case s.launches():
		e.named, e.kernel = true, e.kernel || s.Function == kernelLauncher
		e.outer, e.inner = true, e.inner || s.Function == "BaseThreadInitThunk"
	case s.Function != "" || e.inner:
		return false
	case s.file() == outerLauncher && !e.named:
		e.outer = true
	case s.file() == innerLauncher && e.outer:
		e.inner = true
	default:
		return false
	}
	return true
}

// reached reports whether the stack ends at the thread's entry.
func (e *stackEnd) reached() bool { return e.named || e.inner }

// startFrame is a frame as a start. A name that is only an offset into its module,
// or an address, is not a function name.
func (t *Trace) startFrame(f Frame) (s Start) {
	s = Start{Module: t.String(f.Module), Function: t.String(f.Name)}
	if strings.HasPrefix(s.Function, "+") || strings.HasPrefix(s.Function, "0x") {
		s.Function = ""
	}
	return s
}

// launches reports whether a frame is the function in which the system starts all
// threads.
func (s Start) launches() bool { return slices.Contains(launchers, s.Function) }

// file is the module without its folder.
func (s Start) file() string {
	return strings.ToLower(s.Module[strings.LastIndexByte(s.Module, '\\')+1:])
}
