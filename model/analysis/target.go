package analysis

import (
	"fmt"
	"strings"

	"threadlens/model"
	"threadlens/model/filter"
)

// Target is whose view an analysis takes: the processes whose time counts as
// "this process".
type Target struct {
	Procs []model.ProcIx
	Why   string // how they were chosen, for people
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

// String is the sentence that names the target.
func (g Target) name(t *model.Trace) string {
	if len(g.Procs) == 0 {
		return "Target: none, no process ran."
	}
	var names []string
	for i, p := range g.Procs {
		if i == 4 {
			names = append(names, fmt.Sprintf("%d more", len(g.Procs)-i))
			break
		}
		names = append(names, ProcessName(&t.Processes[p]))
	}
	return "Target: " + strings.Join(names, ", ") + "; " + g.Why + "."
}

// FindTarget chooses the target: the processes that f matches, else those that
// the trace itself declares or was recorded for, else the one with most CPU
// time outside the system's own. It fails when f matches no process.
func FindTarget(t *model.Trace, f filter.Filter) (Target, error) {
	if !f.Empty() {
		g := Target{matching(t, func(ix model.ProcIx, _ *model.Process) bool { return f.Process(filter.In(t), ix) }), "as asked for"}
		if len(g.Procs) == 0 {
			return g, fmt.Errorf("no process matches %q; list them with: report cpu", f)
		}
		return g, nil
	}
	g := Target{t.DeclaredTargets(), "the process the recording was made for"}
	if len(g.Procs) == 0 {
		g = Target{t.Targets(), "the process with most CPU time"}
	}
	if len(g.Procs) > 1 {
		g.Why += ", and all that it started"
	}
	return g, nil
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
