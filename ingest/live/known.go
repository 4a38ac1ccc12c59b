package live

import (
	"cmp"
	"maps"
	"slices"

	"threadlens/model"
)

// known is the state that makes a stretch of events comprehensible without the events before it. It
// is of bounded size: what has ended is forgotten.
type known struct {
	switches map[model.CPU]model.Event // the last of each CPU
	losses   map[model.CPU]model.Event // of CPUs without a switch since
	threads  map[model.TID]thread
	procs    map[uint32]process
}

// thread is an existing thread.
type thread struct {
	exists model.Event // KindExists
	name   model.StringID
}

// process is a process with a known thread.
type process struct {
	told    model.Event // KindProcess, or KindNone while its name is unknown
	threads int
}

func newKnown() *known {
	return &known{map[model.CPU]model.Event{}, map[model.CPU]model.Event{}, map[model.TID]thread{}, map[uint32]process{}}
}

// take updates the state with events of a machine with so many CPUs.
func (k *known) take(events []model.Event, cpus int) {
	for i := range events {
		e := &events[i]
		switch e.Kind {
		case model.KindSwitch:
			k.switches[e.CPU] = *e
			delete(k.losses, e.CPU)
		case model.KindLoss:
			k.lose(e, cpus)
		case model.KindStart, model.KindExists:
			k.begin(e)
		case model.KindExit:
			k.end(e.TID)
		case model.KindName:
			if t, ok := k.threads[e.TID]; ok {
				t.name = e.Name
				k.threads[e.TID] = t
			}
		case model.KindProcess:
			p := k.procs[e.PID]
			p.told = *e
			k.procs[e.PID] = p
		}
	}
}

// lose handles lost events: who has the CPU is unknown until it switches.
func (k *known) lose(e *model.Event, cpus int) {
	if e.CPU == model.AllCPUs {
		one := *e
		for c := range cpus {
			one.CPU = model.CPU(c)
			k.lose(&one, cpus)
		}
		return
	}
	l := *e
	if before, ok := k.losses[e.CPU]; ok {
		l.Time, l.End = before.Time, max(l.End, before.End)
	}
	k.losses[e.CPU] = l
}

// begin adds a thread.
func (k *known) begin(e *model.Event) {
	if t, ok := k.threads[e.TID]; ok && t.exists.PID == e.PID && e.Kind == model.KindExists {
		return // listed again
	}
	k.end(e.TID) // a former thread with this id whose end was lost
	k.threads[e.TID] = thread{model.Event{Kind: model.KindExists, TID: e.TID, PID: e.PID, Other: model.NoTID, Stack: e.Stack}, e.Name}
	p := k.procs[e.PID]
	p.threads++
	k.procs[e.PID] = p
}

// end forgets a thread, and its process with the last one.
func (k *known) end(tid model.TID) {
	t, ok := k.threads[tid]
	if !ok {
		return
	}
	delete(k.threads, tid)
	p := k.procs[t.exists.PID]
	if p.threads--; p.threads <= 0 {
		delete(k.procs, t.exists.PID)
		return
	}
	k.procs[t.exists.PID] = p
}

// lost are the losses of there, shifted to another start.
func (k *known) lost(begin model.Time) (list []model.Event) {
	for _, cpu := range slices.Sorted(maps.Keys(k.losses)) {
		e := k.losses[cpu]
		shift(&e, begin)
		list = append(list, e)
	}
	return list
}

// there are events that describe threads and processes, at time 0.
func (k *known) there() (list []model.Event) {
	add := func(e model.Event) {
		e.Time, e.CPU = 0, 0
		list = append(list, e)
	}
	for _, pid := range slices.Sorted(maps.Keys(k.procs)) {
		if p := k.procs[pid]; p.told.Kind == model.KindProcess {
			add(p.told)
		}
	}
	for _, tid := range slices.Sorted(maps.Keys(k.threads)) {
		t := k.threads[tid]
		add(t.exists)
		if t.name != model.NoString {
			add(model.Event{Kind: model.KindName, TID: tid, PID: t.exists.PID, Name: t.name})
		}
	}
	return list
}

// events are those of there, the last switches and later losses.
func (k *known) events() []model.Event {
	list := k.there()
	last := make([]model.Event, 0, len(k.switches)+len(k.losses))
	for _, of := range []map[model.CPU]model.Event{k.switches, k.losses} {
		for _, cpu := range slices.Sorted(maps.Keys(of)) {
			last = append(last, of[cpu])
		}
	}
	slices.SortStableFunc(last, func(a, b model.Event) int { return cmp.Compare(a.Time, b.Time) })
	return append(list, last...)
}

// shift makes an event of the kinds that are watched live count from another start.
func shift(e *model.Event, begin model.Time) {
	e.Time = max(0, e.Time-begin)
	if e.Kind == model.KindLoss {
		e.End = max(0, e.End-begin)
	}
}
