package model

// DeclaredTargets are the processes that the trace was made for, as far as the
// source tells: those of class target and the one of Info.TargetPID, and all that
// they started, without the recorder.
func (t *Trace) DeclaredTargets() []ProcIx {
	return t.withChildren(func(p *Process) bool { return p.Class == ClassTarget || p.Known && p.PID == t.Info.TargetPID })
}

// Targets are the declared targets or, where the source declares none, the one
// process that executed longest, leaving out the system, idle, the recorder and the
// threads of unknown processes, and all that it started. Where nothing tells how long
// any executed, it is the one with the most samples. Empty when no process ran.
func (t *Trace) Targets() []ProcIx {
	if list := t.DeclaredTargets(); len(list) > 0 {
		return list
	}
	used := make([]Time, len(t.Processes))
	for i := range t.Threads {
		s := t.Sums(ThreadIx(i), t.Whole())
		used[t.Threads[i].Proc] += s[Execution]
	}
	best := t.busiest(used)
	if best == nil {
		for i := range t.Samples {
			used[t.Threads[t.Samples[i].Thread].Proc]++
		}
		best = t.busiest(used)
	}
	return t.withChildren(func(p *Process) bool { return p == best })
}

// busiest is the process that may be a target with the most of used, nil without any.
func (t *Trace) busiest(used []Time) (best *Process) {
	most := Time(0)
	for i, u := range used {
		p := &t.Processes[i]
		if u > most && p.Known && !p.Recorder && p.Class != ClassSystem && p.Class != ClassIdle {
			best, most = p, u
		}
	}
	return best
}

// withChildren are the processes that are one, and all that they started, in order,
// without the recorder.
func (t *Trace) withChildren(one func(*Process) bool) []ProcIx {
	const unknown, yes, no = 0, 1, 2
	is := make([]uint8, len(t.Processes))
	var ask func(ix ProcIx) bool
	ask = func(ix ProcIx) bool {
		if is[ix] == unknown {
			is[ix] = no // also against a circle
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
