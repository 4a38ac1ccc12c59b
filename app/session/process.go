package session

import (
	"sort"
	"strings"

	"threadlens/app/session/naming"
	"threadlens/model"
)

// ProcessChoice is a process that can be made the target.
type ProcessChoice struct {
	Proc  model.ProcIx
	Title string // name and pid
	CPU   model.Time
}

// ProcessList are the processes of the trace, those with the most CPU time
// first.
func (s *Session) ProcessList() []ProcessChoice {
	var list []ProcessChoice
	for i := range s.trace.Processes {
		p := &s.trace.Processes[i]
		if p.Class == model.ClassIdle || len(p.Threads) == 0 {
			continue
		}
		sums := s.trace.Profile(p.Threads, s.trace.Whole())
		list = append(list, ProcessChoice{model.ProcIx(i), naming.ProcessTitle(p), sums[model.Execution]})
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].CPU > list[j].CPU })
	return list
}

// TargetTitle names the target processes.
func (s *Session) TargetTitle() string {
	var names []string
	for _, p := range s.Targets() {
		names = append(names, naming.ProcessTitle(&s.trace.Processes[p]))
	}
	return strings.Join(names, ", ")
}
