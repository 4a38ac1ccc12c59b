package model

import "slices"

// DeclaredTargets are the processes that the trace was made for, as far as the
// source reports: those of class target and that of Info.TargetPID, and all that
// they started, without the recorder.
func (t *Trace) DeclaredTargets() []ProcIx {
	return t.withChildren(func(p *Process) bool { return p.Class == ClassTarget || p.Known && p.PID == t.Info.TargetPID })
}

// Targets are the declared targets or, where the source declares none, the group of
// processes that executed longest (see TargetGroups), and all that they started. If it is
// unknown how long any of them executed, it is the process with the most samples. Empty if
// no process ran.
func (t *Trace) Targets() []ProcIx {
	if list := t.DeclaredTargets(); len(list) > 0 {
		return list
	}
	if groups := t.TargetGroups(); len(groups) > 0 {
		return t.withChildren(func(p *Process) bool {
			return slices.ContainsFunc(groups[0].Procs, func(ix ProcIx) bool { return p == &t.Processes[ix] })
		})
	}
	used := make([]Time, len(t.Processes))
	for i := range t.Samples {
		used[t.Threads[t.Samples[i].Thread].Proc]++
	}
	best, most := (*Process)(nil), Time(0)
	for i, u := range used {
		if u > most && t.mayBeTarget(ProcIx(i)) {
			best, most = &t.Processes[i], u
		}
	}
	return t.withChildren(func(p *Process) bool { return p == best })
}

// withChildren are the processes for which is is set, and all that they started, in
// order, without the recorder.
func (t *Trace) withChildren(one func(*Process) bool) []ProcIx {
	const unknown, yes, no = 0, 1, 2
	is := make([]uint8, len(t.Processes))
	var ask func(ix ProcIx) bool
	ask = func(ix ProcIx) bool {
		if is[ix] == unknown {
			is[ix] = no // also guards against a cycle
			if p := &t.Processes[ix]; one(p) {
				is[ix] = yes
			} else if p.Parent != NoProc && ask(p.Parent) {
				is[ix] = yes
			}
		}
		return is[ix] == yes
	}
	list := []ProcIx{}
	for i := range t.Processes {
		if ask(ProcIx(i)) && !t.Processes[i].Recorder {
			list = append(list, ProcIx(i))
		}
	}
	return list
}
