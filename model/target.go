package model

// DeclaredTargets are the processes that the trace was made for, as far as the
// source tells: those of class target and the one of Info.TargetPID.
func (t *Trace) DeclaredTargets() []ProcIx {
	list := []ProcIx{}
	for i := range t.Processes {
		if p := &t.Processes[i]; p.Class == ClassTarget || p.Known && p.PID == t.Info.TargetPID {
			list = append(list, ProcIx(i))
		}
	}
	return list
}

// Targets are the declared targets or, where the source declares none, the one
// process that executed longest, leaving out the system, idle, and the threads
// of unknown processes. Empty when no process ran.
func (t *Trace) Targets() []ProcIx {
	if list := t.DeclaredTargets(); len(list) > 0 {
		return list
	}
	used := make([]Time, len(t.Processes))
	for i := range t.Threads {
		s := t.Sums(ThreadIx(i), t.Whole())
		used[t.Threads[i].Proc] += s[Execution]
	}
	best, most := []ProcIx{}, Time(0)
	for i, u := range used {
		p := &t.Processes[i]
		if u > most && p.Known && p.Class != ClassSystem && p.Class != ClassIdle {
			best, most = []ProcIx{ProcIx(i)}, u
		}
	}
	return best
}
