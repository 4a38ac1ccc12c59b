package blocking

import "threadlens/model"

// childEnds are the ends of processes by the process that started them, in the order of
// the processes. They are computed on first use.
type childEnds map[model.ProcIx][]childEnd

// childEnd is the end of a process: the exit of its last thread.
type childEnd struct {
	at   model.Time
	last model.ThreadIx
}

// childEndsOf finds the ends of all processes for which the exit of every thread
// was recorded.
func childEndsOf(t *model.Trace) childEnds {
	ends := childEnds{}
	for i := range t.Processes {
		p := &t.Processes[i]
		if p.Parent == model.NoProc {
			continue
		}
		end, ok := endOf(t, p)
		if ok {
			ends[p.Parent] = append(ends[p.Parent], end)
		}
	}
	return ends
}

// endOf is the end of a process; ok is false if the trace does not show it.
func endOf(t *model.Trace, p *model.Process) (end childEnd, ok bool) {
	for _, ix := range p.Threads {
		th := &t.Threads[ix]
		if !th.Exited {
			return end, false
		}
		if !ok || th.ExitAt > end.at {
			end, ok = childEnd{th.ExitAt, ix}, true
		}
	}
	return end, ok
}

// in is the only end of a child of a process in (r.From, r.To]; ok is false if there
// are several or none: it is then unknown which one was waited for.
func (c childEnds) in(p model.ProcIx, r model.Range) (one childEnd, ok bool) {
	for _, end := range c[p] {
		if end.at <= r.From || end.at > r.To {
			continue
		}
		if ok {
			return one, false
		}
		one, ok = end, true
	}
	return one, ok
}
