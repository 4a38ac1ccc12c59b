package timeline

import (
	"slices"
	"strings"

	"threadlens/model"
)

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
// with, or where a function has no name its module: the first frame below the
// system's own at the outer end of one of the thread's stacks. Threads of which no
// stack tells are not in the map.
func StartFunctions(t *model.Trace, procs []model.ProcIx) map[model.ThreadIx]string {
	found := map[model.ThreadIx]string{}
	if !t.Info.Has.Stacks {
		return found
	}
	tried := map[model.ThreadIx]int{} // of the threads that are looked for
	try := func(ix model.ThreadIx, id model.StackID) {
		if id == model.NoStack || found[ix] != "" || tried[ix] >= stacksTried {
			return
		}
		tried[ix]++
		if name := outermost(t, id); name != "" {
			found[ix] = name
		}
	}
	for _, p := range procs {
		for _, ix := range t.Processes[p].Threads {
			tried[ix] = 0
			for i := range min(t.Threads[ix].Len(), segmentsTried) {
				if seg := t.Segment(ix, i); seg.State != model.Ready { // whose stack is the waker's
					try(ix, seg.Stack)
				}
			}
		}
	}
	for i := range t.Samples {
		s := &t.Samples[i]
		if _, ok := tried[s.Thread]; ok {
			try(s.Thread, s.Stack)
		}
	}
	return found
}

// outermost is the outermost frame of a stack inside those of the system's own
// that every thread has, "" when there are none of those: the stack does not
// reach back to the start then.
func outermost(t *model.Trace, id model.StackID) string {
	frames := t.Tables.Stacks.Frames(id)
	launched := false
	for _, f := range slices.Backward(frames) {
		name, module := t.String(f.Name), t.String(f.Module)
		key := name
		if name == "" || strings.HasPrefix(name, "+") {
			key, name = strings.ToLower(module), module
		}
		if slices.Contains(launchers, key) || slices.Contains(launchers, strings.ToLower(module)) {
			launched = true
			continue
		}
		if !launched {
			return ""
		}
		return name
	}
	return ""
}
