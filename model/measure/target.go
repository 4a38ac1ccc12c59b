package measure

import (
	"fmt"
	"strings"

	"threadlens/model"
	"threadlens/model/filter"
)

// Target is the processes from whose point of view a report is made: their time
// counts as "this process".
type Target struct {
	Procs []model.ProcIx
	Why   string // how they were chosen, for people
}

// Words are the target in a sentence: "this process", or "these 2 processes".
func (g Target) Words() string {
	if n := len(g.Procs); n > 1 {
		return "these " + Count(int64(n)) + " processes"
	}
	return "this process"
}

// Has reports whether a process belongs to the target.
func (g Target) Has(p model.ProcIx) bool {
	for _, ix := range g.Procs {
		if ix == p {
			return true
		}
	}
	return false
}

// Sentence describes the target, how it was chosen and, if that was a guess, what else
// it might be. A user who chose it in the window knows how.
func (g Target) Sentence(t *model.Trace) string {
	if len(g.Procs) == 0 {
		return "Target: none; no process ran."
	}
	var names []string
	for i, p := range g.Procs {
		if i == 4 {
			names = append(names, fmt.Sprintf("%d more", len(g.Procs)-i))
			break
		}
		names = append(names, ProcessName(&t.Processes[p]))
	}
	sentence := "Target: " + strings.Join(names, ", ")
	if g.Why != "" {
		sentence += "; " + g.Why
	}
	return sentence + "."
}

// FindTarget chooses the target: the processes that f matches, otherwise those that the
// trace itself declares or was recorded for, otherwise the ones that wait for each
// other, or the single one, with most CPU time outside the system's own. It fails if f
// matches no process.
func FindTarget(t *model.Trace, f filter.Filter) (Target, error) {
	if !f.Empty() {
		g := Target{matching(t, func(ix model.ProcIx, _ *model.Process) bool { return f.Process(filter.In(t), ix) }), "as specified"}
		if len(g.Procs) == 0 {
			return g, fmt.Errorf("no process matches %q; list the processes with: threadlens report cpu", f)
		}
		return g, nil
	}
	if g := (Target{t.DeclaredTargets(), declaredBy(t)}); len(g.Procs) > 0 {
		return g.withStarted(len(g.Procs) > 1), nil
	}
	g := Target{t.Targets(), "the process with the most CPU time"}
	groups := t.TargetGroups()
	if len(groups) == 0 {
		return g.withStarted(len(g.Procs) > 1), nil
	}
	chosen := len(groups[0].Procs)
	if chosen > 1 {
		g.Why = "the processes that wait for each other and together have the most CPU time"
	}
	g = g.withStarted(len(g.Procs) > chosen)
	if next := g.candidates(t, groups[1:]); next != "" {
		g.Why += "; other candidates: " + next + "; choose with --target"
	}
	return g, nil
}

// declaredBy is why a declared target is one.
func declaredBy(t *model.Trace) string {
	if t.Info.Cut.Len() > 0 {
		return "the target of the recording from which the file was cut"
	}
	return "the recorded process"
}

// withStarted adds, if so, that processes started by the target belong to it.
func (g Target) withStarted(started bool) Target {
	if started {
		g.Why += ", with all processes that the target started"
	}
	return g
}

// mostCandidates is how many further candidates are named.
const mostCandidates = 2

// candidates names the first few further groups that are not in the target, "" if there
// are none: each by its oldest process.
func (g Target) candidates(t *model.Trace, groups []model.TargetGroup) string {
	var names []string
	for _, group := range groups {
		first := group.Procs[0]
		if g.Has(first) {
			continue
		}
		name := ProcessName(&t.Processes[first])
		if n := len(group.Procs) - 1; n > 0 {
			name += " and " + Count(int64(n)) + " more"
		}
		if names = append(names, name); len(names) == mostCandidates {
			break
		}
	}
	return strings.Join(names, ", ")
}

func matching(t *model.Trace, ok func(model.ProcIx, *model.Process) bool) []model.ProcIx {
	list := []model.ProcIx{}
	for i := range t.Processes {
		if ok(model.ProcIx(i), &t.Processes[i]) {
			list = append(list, model.ProcIx(i))
		}
	}
	return list
}
