package cut

import "threadlens/model"

// blank is an event of the kind that says nothing else.
func blank(kind model.Kind) model.Event {
	return model.Event{
		Kind: kind, TID: model.NoTID, Other: model.NoTID, PID: model.NoPID, Target: model.NoCPU, From: model.NoCPU,
		Prio: [2]int16{model.NoPrio, model.NoPrio},
	}
}

// Starts are events that name the functions with which the threads of t were started that lived
// when the window began, for those for which the source does not name it. It was found in their
// stacks, most of which are not in the window. The stacks of the events are added to t's tables.
func Starts(t *model.Trace, window model.Range) (list []model.Event) {
	procs := make([]model.ProcIx, len(t.Processes))
	for i := range procs {
		procs[i] = model.ProcIx(i)
	}
	starts := t.StartFunctions(procs)
	for i := range t.Threads {
		th := &t.Threads[i]
		start, ok := starts[model.ThreadIx(i)]
		if !ok || th.Entry != model.NoStack || th.Incarnation > 0 || th.Life.From >= window.From {
			continue
		}
		e := blank(model.KindExists)
		e.TID = th.TID
		if p := t.Process(model.ThreadIx(i)); p.Known {
			e.PID = p.PID
		}
		f := model.Frame{Module: t.Tables.Strings.ID(start.Module), Name: t.Tables.Strings.ID(start.Function)}
		e.Stack = t.Tables.Stacks.Push(model.NoStack, f)
		list = append(list, e)
	}
	return list
}

// Targets are events that declare the target of t, to follow an event at last: where the source
// declares none, the whole trace decides what it is about.
func Targets(t *model.Trace, last model.Time) (list []model.Event) {
	if len(t.DeclaredTargets()) > 0 {
		return nil
	}
	for _, ix := range t.Targets() {
		if p := &t.Processes[ix]; p.Known {
			e := blank(model.KindProcess)
			e.Time, e.PID, e.Name, e.Arg = last, p.PID, t.Tables.Strings.ID(p.Name), int64(model.ClassTarget)
			list = append(list, e)
		}
	}
	return list
}
