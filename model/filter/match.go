package filter

import (
	"slices"

	"threadlens/model"
)

// Thread reports whether the filter matches a thread: by its own names and id, the
// name and id of its process for process: and pid:, and its states.
func (f Filter) Thread(p Place, ix model.ThreadIx) bool {
	for i := range f.terms {
		if f.terms[i].thread(p, ix) == f.terms[i].not {
			return false
		}
	}
	return true
}

// Lane is Thread for a list in which threads are below their processes: words match
// the name of the process as well.
func (f Filter) Lane(p Place, ix model.ThreadIx) bool {
	for i := range f.terms {
		t := &f.terms[i]
		ok := t.thread(p, ix) || t.kind == kindName && t.match(p.Trace.Process(ix).Title())
		if ok == t.not {
			return false
		}
	}
	return true
}

// Process reports whether the filter matches a process: by its name and id, with
// tid: and peer: by one of its threads, with state: by all of them together.
func (f Filter) Process(p Place, ix model.ProcIx) bool {
	for i := range f.terms {
		if f.terms[i].process(p, ix) == f.terms[i].not {
			return false
		}
	}
	return true
}

// Threads returns the threads of list that both filters match: process by their
// process, thread by themselves. The result is never nil.
func Threads(p Place, list []model.ThreadIx, process, thread Filter) []model.ThreadIx {
	keep := make([]bool, len(p.Trace.Processes))
	for i := range keep {
		keep[i] = process.Process(p, model.ProcIx(i))
	}
	out := make([]model.ThreadIx, 0, len(list))
	for _, ix := range list {
		if keep[p.Trace.Threads[ix].Proc] && thread.Thread(p, ix) {
			out = append(out, ix)
		}
	}
	return out
}

func (t *term) thread(p Place, ix model.ThreadIx) bool {
	th := &p.Trace.Threads[ix]
	switch t.kind {
	case kindPID, kindProcess:
		return t.process(p, th.Proc)
	case kindTID:
		return t.isThread(th)
	case kindPeer:
		return t.waitedFor(p, ix)
	case kindState:
		sums := p.Trace.Sums(ix, p.Window)
		return t.holds(sums[t.category])
	}
	return t.num && t.isThread(th) || t.match(th.Name()) || p.Names[ix] != "" && t.match(p.Names[ix])
}

func (t *term) process(p Place, ix model.ProcIx) bool {
	proc := &p.Trace.Processes[ix]
	switch t.kind {
	case kindPID:
		return proc.Known && proc.PID == t.id
	case kindTID:
		return slices.ContainsFunc(proc.Threads, func(ix model.ThreadIx) bool { return t.isThread(&p.Trace.Threads[ix]) })
	case kindPeer:
		return slices.ContainsFunc(proc.Threads, func(ix model.ThreadIx) bool { return t.waitedFor(p, ix) })
	case kindState:
		sums := p.Trace.Profile(proc.Threads, p.Window)
		return t.holds(sums[t.category])
	}
	return t.num && t.inc < 0 && proc.Known && proc.PID == t.id || t.match(proc.Title())
}

// holds compares a time in a category with the limit of the term.
func (t *term) holds(v model.Time) bool {
	switch t.compare {
	case ">":
		return v > t.time
	case ">=":
		return v >= t.time
	case "<":
		return v < t.time
	case "<=":
		return v <= t.time
	}
	return v > 0
}
