package session

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"threadlens/app/session/naming"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/report"
	"threadlens/timeline"
	"threadlens/timeline/lanes"
)

// PickTargets is the choice of the target processes, as they are now; Choose takes the result.
func (s *Session) PickTargets() *query.Picker {
	p := &query.Picker{Auto: "Automatic target (recorded process)"}
	if len(s.trace.DeclaredTargets()) == 0 {
		p.Auto = "Automatic target (most CPU time)"
	}
	groups := make([][]query.Pickable, len(pickGroups))
	for _, ix := range s.AllProcesses() {
		at := s.pickGroup(ix)
		groups[at] = append(groups[at], s.pickable(ix))
	}
	for at, items := range groups {
		title := pickGroups[at]
		if at == pickStandard {
			title = s.standardTitle(items)
		}
		for i := range items {
			items[i].Group, items[i].Standard = title, at == pickStandard
		}
		p.Items = append(p.Items, items...)
	}
	p.Pick(pickKeys(s.Chosen()))
	return p
}

// Places in pickGroups.
const (
	pickStandard = iota
	pickChosen
	pickPrograms
	pickSystem
	pickUnknown
)

var pickGroups = [...]string{"Recorded target", "Targets that you chose", "Other programs", "Kernel threads", "Unknown process"}

// pickGroup is the group of a process.
func (s *Session) pickGroup(ix model.ProcIx) int {
	proc := &s.trace.Processes[ix]
	switch {
	case slices.Contains(s.trace.Targets(), ix):
		return pickStandard
	case slices.Contains(s.Chosen(), ix) && !s.TargetsAll():
		return pickChosen
	case !proc.Known:
		return pickUnknown
	case lanes.IsKernel(s.trace, proc):
		return pickSystem
	}
	return pickPrograms
}

// standardTitle names the processes that are the target unless others are chosen.
func (s *Session) standardTitle(items []query.Pickable) string {
	const most = 3
	var names []string
	for i := range items {
		if i == most {
			names = append(names, measure.Count(int64(len(items)-most))+" more")
			break
		}
		names = append(names, items[i].Name)
	}
	title := "Recorded: "
	if len(s.trace.DeclaredTargets()) == 0 {
		title = "Most CPU time: "
	}
	return title + strings.Join(names, ", ")
}

// pickable is a process with its figures for the whole trace.
func (s *Session) pickable(ix model.ProcIx) query.Pickable {
	proc, whole := &s.trace.Processes[ix], s.trace.Held()
	it := query.Pickable{
		Key: pickKey(ix), Name: pickName(proc),
		Threads: report.Value{Kind: report.KindCount, Int: int64(s.trace.CountSeen(proc.Threads))},
	}
	if proc.Known && proc.PID != model.NoPID {
		it.PID = report.ID(proc.PID)
	}
	if around := proc.Surroundings; around != nil {
		it.Command = strings.Join(around.Arguments, " ")
	}
	if s.trace.SwitchCount() > 0 {
		sums := s.trace.Profile(proc.Threads, whole)
		used := sums[model.Execution]
		lost := used > 0 && s.trace.Touched(proc.Threads, whole)
		it.CPU = report.Value{Kind: report.KindDuration, Int: int64(used), AtLeast: lost}
		if capacity := (measure.Scope{Range: whole}).Capacity(s.trace); capacity > 0 {
			it.Share = report.Value{Kind: report.KindPercent, Float: 100 * measure.Quotient(used, capacity), AtLeast: lost}
		}
	}
	return it
}

// pickName is the name of a process without its id, which has a column of its own.
func pickName(p *model.Process) string {
	switch {
	case !p.Known:
		return "Unknown process"
	case p.Title() == "":
		return "unnamed"
	}
	return timeline.Printable(p.Title())
}

func pickKey(ix model.ProcIx) string { return strconv.Itoa(int(ix)) }

// pickKeys are the keys of processes, nil for nil.
func pickKeys(procs []model.ProcIx) []string {
	if procs == nil {
		return nil
	}
	keys := []string{}
	for _, ix := range procs {
		keys = append(keys, pickKey(ix))
	}
	return keys
}

// ChoosePicked makes what is picked the target.
func (s *Session) ChoosePicked(p *query.Picker) {
	keys := p.Picked()
	switch {
	case keys == nil:
		s.Choose(nil)
	case p.All():
		s.Choose(s.AllProcesses())
	default:
		procs := []model.ProcIx{}
		for _, key := range keys {
			if ix, err := strconv.Atoi(key); err == nil {
				procs = append(procs, model.ProcIx(ix))
			}
		}
		s.Choose(procs)
	}
}

// AllProcesses are the processes of the trace that have threads, except the idle one: those with
// the most CPU time first.
func (s *Session) AllProcesses() []model.ProcIx {
	list := []model.ProcIx{}
	used := map[model.ProcIx]model.Time{}
	for i := range s.trace.Processes {
		if p := &s.trace.Processes[i]; p.Class != model.ClassIdle && len(p.Threads) > 0 {
			ix := model.ProcIx(i)
			list = append(list, ix)
			sums := s.trace.Profile(p.Threads, s.trace.Held())
			used[ix] = sums[model.Execution]
		}
	}
	slices.SortStableFunc(list, func(a, b model.ProcIx) int { return cmp.Compare(used[b], used[a]) })
	return list
}

// TargetsAll reports whether all processes are chosen as targets.
func (s *Session) TargetsAll() bool {
	if s.trace == nil || s.Chosen() == nil {
		return false
	}
	chosen := map[model.ProcIx]bool{}
	for _, ix := range s.Chosen() {
		chosen[ix] = true
	}
	for i := range s.trace.Processes {
		if p := &s.trace.Processes[i]; p.Class != model.ClassIdle && len(p.Threads) > 0 && !chosen[model.ProcIx(i)] {
			return false
		}
	}
	return true
}

// TargetTitle names the target processes.
func (s *Session) TargetTitle() string {
	switch {
	case s.TargetsAll():
		return "All processes"
	case s.trace != nil && len(s.Targets()) == 0:
		return "No target process"
	}
	var names []string
	for _, p := range s.Targets() {
		names = append(names, naming.ProcessTitle(&s.trace.Processes[p]))
	}
	return strings.Join(names, ", ")
}
