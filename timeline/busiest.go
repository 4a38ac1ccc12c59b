package timeline

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// execution is the time a process's threads executed in the whole trace.
func execution(t *model.Trace, p model.ProcIx) (sum model.Time) {
	for _, ix := range t.Processes[p].Threads {
		s := t.Sums(ix, t.Whole())
		sum += s[model.Execution]
	}
	return sum
}

// busiestThreads are the threads of processes by CPU time, those that ran at all.
func busiestThreads(t *model.Trace, procs []model.ProcIx) []uint32 {
	var list []uint32
	ran := map[uint32]model.Time{}
	for _, p := range procs {
		for _, ix := range t.Processes[p].Threads {
			if sums := t.Sums(ix, t.Whole()); sums[model.Execution] > 0 && !t.Threads[ix].Idle {
				list = append(list, uint32(ix))
				ran[uint32(ix)] = sums[model.Execution]
			}
		}
	}
	slices.SortStableFunc(list, func(a, b uint32) int { return cmp.Compare(ran[b], ran[a]) })
	return list
}

// busiestProcesses are the processes other than the system's, by CPU time.
func busiestProcesses(t *model.Trace) []uint32 {
	var list []uint32
	ran := map[uint32]model.Time{}
	for p := range t.Processes {
		if c := t.Processes[p].Class; c == model.ClassSystem || c == model.ClassIdle {
			continue
		}
		if d := execution(t, model.ProcIx(p)); d > 0 {
			list = append(list, uint32(p))
			ran[uint32(p)] = d
		}
	}
	slices.SortStableFunc(list, func(a, b uint32) int { return cmp.Compare(ran[b], ran[a]) })
	return list
}
