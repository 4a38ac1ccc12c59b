package session

import (
	"sort"
	"strconv"
	"strings"

	"threadlens/model"
	"threadlens/timeline"
)

// ProcessChoice is a process that may be made the target.
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
		list = append(list, ProcessChoice{model.ProcIx(i), processTitle(p), sums[model.Execution]})
	}
	sort.SliceStable(list, func(i, j int) bool { return list[i].CPU > list[j].CPU })
	return list
}

func processTitle(p *model.Process) string {
	name := timeline.Printable(p.Title())
	if name == "" {
		name = "unnamed"
	}
	if p.PID == model.NoPID {
		return name
	}
	return name + " " + strconv.FormatUint(uint64(p.PID), 10)
}

// TargetTitle names the processes whose view this is.
func (s *Session) TargetTitle() string {
	var names []string
	for _, p := range s.Targets() {
		names = append(names, processTitle(&s.trace.Processes[p]))
	}
	return strings.Join(names, ", ")
}
