package blocking

import (
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// PathIn is the critical path for a scope: that of the thread with which the
// target's command ended, otherwise that of the thread that ran longest of those
// shown, preferably of the target. It starts at the thread's end if that is inside
// the window. Its thread is NoThread if none is shown.
func PathIn(s *measure.Scope, t *model.Trace) *CriticalPath {
	ix := pathThread(s, t)
	r := s.Range
	if ix != model.NoThread && endsIn(t, ix, r) {
		r.To = t.Threads[ix].Life.To
	}
	return CriticalPathOf(t, ix, r, s.FollowCauses)
}

// pathThread is the thread whose critical path is shown: the one with which the target's
// command ended, if it is shown; otherwise the one that ran longest in the window, of the
// threads shown that belong to the target or, if there are none, of all.
func pathThread(s *measure.Scope, t *model.Trace) model.ThreadIx {
	if ix := CommandEnd(t, s.Target.Procs, s.Range); ix != model.NoThread && slices.Contains(s.Threads, ix) {
		return ix
	}
	best, most, own := model.NoThread, model.Time(-1), false
	for _, ix := range s.Threads {
		sums := t.Sums(ix, s.Range)
		ran := sums[model.Execution] + sums[model.Interrupt]
		of := s.Target.Has(t.Threads[ix].Proc)
		if of && !own || of == own && ran > most {
			best, most, own = ix, ran, of
		}
	}
	return best
}

// CommandEnd is the thread with whose end a command ended inside r: the first thread
// of the one process that started all the others of procs, or the thread that ended
// that process. It is NoThread if the command did not end, or no process started all
// the others.
func CommandEnd(t *model.Trace, procs []model.ProcIx, r model.Range) model.ThreadIx {
	root := rootOf(t, procs)
	if root == model.NoProc {
		return model.NoThread
	}
	for _, ix := range t.Processes[root].Threads {
		th := &t.Threads[ix]
		if uint32(th.TID) != t.Processes[root].PID || !endsIn(t, ix, r) {
			continue
		}
		w, ok := LastWait(t, ix)
		if by := w.Peer; ok && w.Ctx == model.CtxExit && int(by) < len(t.Threads) && t.Threads[by].Proc == root && endsIn(t, by, r) {
			return by
		}
		return ix
	}
	return model.NoThread
}

// rootOf is the process that none of the others started, NoProc if there are several or
// none.
func rootOf(t *model.Trace, procs []model.ProcIx) model.ProcIx {
	among := make([]bool, len(t.Processes))
	for _, p := range procs {
		among[p] = true
	}
	root := model.NoProc
	for _, p := range procs {
		parent := t.Processes[p].Parent
		switch {
		case parent != model.NoProc && among[parent]:
		case root != model.NoProc:
			return model.NoProc
		default:
			root = p
		}
	}
	return root
}

// endsIn reports whether a thread is known to end inside r.
func endsIn(t *model.Trace, ix model.ThreadIx, r model.Range) bool {
	th := &t.Threads[ix]
	return th.Ended && th.Life.To > r.From && th.Life.To <= r.To
}
