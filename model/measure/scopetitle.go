package measure

import (
	"slices"

	"threadlens/model"
)

// TargetThreads are the threads of the target about which anything is known: the
// default for reports of threads. If no process ran, they are all threads.
func TargetThreads(t *model.Trace, g Target) []model.ThreadIx {
	all := Visible(t)
	if len(g.Procs) == 0 {
		return all
	}
	return slices.DeleteFunc(all, func(ix model.ThreadIx) bool { return !g.Has(t.Threads[ix].Proc) })
}

// Title names the subject of a table with this scope: the machine, the target, or
// the chosen threads.
func (s Scope) Title(t *model.Trace) string {
	switch {
	case slices.Equal(sorted(s.Threads), Visible(t)):
		return "whole machine, " + s.Shown(t)
	case slices.Equal(sorted(s.Threads), TargetThreads(t, s.Target)):
		return s.Target.title(t) + ", " + s.Shown(t)
	}
	return s.Shown(t)
}

func sorted(list []model.ThreadIx) []model.ThreadIx {
	if slices.IsSorted(list) {
		return list
	}
	return slices.Sorted(slices.Values(list))
}

// title names the target in a few words.
func (g Target) title(t *model.Trace) string {
	name := ProcessName(&t.Processes[g.Procs[0]])
	if more := len(g.Procs) - 1; more > 0 {
		name += " and " + Plural(more, "more process", "more processes")
	}
	return name
}
