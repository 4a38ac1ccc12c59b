package perfdata

import (
	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/tracepoint"
	"threadlens/model"
)

// present returns the places of the named fields; false when one is missing.
func present(f *tracepoint.Format, names ...string) ([]tracepoint.Place, bool) {
	ps := make([]tracepoint.Place, len(names))
	for i, n := range names {
		fd, ok := f.Field(n)
		if !ok {
			return nil, false
		}
		ps[i] = fd.Place
	}
	return ps, true
}

// contextThread is the thread in whose context an event was recorded.
func contextThread(p tracepoint.Place, d *decoder, s *sample) model.TID {
	if p.Size == 0 {
		return model.TID(s.tid)
	}
	return model.TID(p.Uint(d.order, s.raw))
}

// maxStates bounds the table of prev_state values: it covers the bits of kernels since 4.14.
const maxStates = 1 << 9

// stateTable decodes prev_state, and caches the values it has decoded.
type stateTable struct {
	flags []model.LinuxFlag
	met   []metState
}

type metState struct {
	reason    model.Reason
	met, sure bool
}

// newStateTable takes the letters from the event's own print format or, without one, from the
// kernel version.
func newStateTable(f *tracepoint.Format, m *meta) *stateTable {
	t := &stateTable{}
	for _, fl := range f.Flags("prev_state") {
		letter := fl.Text
		if letter == "+" {
			letter = "R+"
		}
		t.flags = append(t.flags, model.LinuxFlag{Bit: fl.Value, Letter: letter})
	}
	if len(t.flags) == 0 {
		major, minor := m.kernelVersion()
		if major == 0 {
			major, minor = 4, 14
		}
		t.flags = model.LinuxStateTable(major, minor)
	}
	return t
}

// decode returns the state's Reason; sure is false when bits are set that are not in the table.
func (t *stateTable) decode(v uint64) (r model.Reason, sure bool) {
	if v >= maxStates {
		return model.LinuxState(t.flags, v)
	}
	if t.met == nil {
		t.met = make([]metState, maxStates)
	}
	m := &t.met[v]
	if !m.met {
		m.met = true
		m.reason, m.sure = model.LinuxState(t.flags, v)
	}
	return m.reason, m.sure
}

// newSwitch handles sched_switch: prev leaves the CPU, next takes it.
func newSwitch(f *tracepoint.Format, m *meta) handle {
	p, ok := present(f, "prev_comm", "prev_pid", "prev_prio", "prev_state", "next_comm", "next_pid", "next_prio")
	if !ok {
		return nil
	}
	prevComm, nextComm := p[0], p[4]
	numbers := tracepoint.NewNumbers(p[1], p[5], p[3], p[2], p[6])
	states := newStateTable(f, m)
	return func(d *decoder, s *sample) {
		var v [5]uint64
		numbers.Read(d.order, s.raw, v[:])
		prev, next, state := model.TID(v[0]), model.TID(v[1]), v[2]
		d.header(s, prev)
		tp, tn := d.threads.Get(prev), d.threads.Get(next)
		if tp != nil && d.unnamed(tp, s, prevComm) {
			d.learn(prev, tp, s, prevComm.Text(d.order, s.raw))
		}
		if d.untracked(next) {
			tn = nil
		}
		if tn != nil && tn.name == model.NoString {
			d.learn(next, tn, s, nextComm.Text(d.order, s.raw))
		}
		reason, sure := states.decode(state)
		if !sure {
			d.diags.add("unknown-state", linuxsched.StatesWarning, 1)
		}
		stack := d.stack(s)
		prios := [2]int16{linuxsched.Prio(int64(v[3])), linuxsched.Prio(int64(v[4]))}
		out, sub, _ := model.LinuxSwitchOut(reason, next == model.IdleTID, prios[0], prios[1])
		if d.readsChains && tp != nil && out == model.OutWait {
			d.blocks(prev, tp, s, stack)
		}
		e := d.add(model.KindSwitch)
		e.TID, e.Other = prev, next
		if d.arrivals {
			e.Other = d.successor(next)
		} else {
			d.cpus[d.cpu].running = next
		}
		e.Prio, e.Out, e.Sub, e.Reason = prios, out, sub, reason
		e.Stack = stack
		if tp != nil {
			d.left(e, tp, s, state)
		}
		if tn != nil {
			d.takesCPU(next, tn)
		}
	}
}

// left completes the event of a thread that left its CPU.
func (d *decoder) left(e *model.Event, t *thread, s *sample, state uint64) {
	e.PID = t.process(e.TID, s)
	if t.yielded && state == 0 {
		e.Out, e.Sub = model.OutYield, model.SubYield
	}
	if e.Out == model.OutDead {
		*t = thread{}
	} else {
		d.seen(e.TID, t, e.PID)
	}
}

// seen assigns a thread that no record introduced to its process, which its own samples name.
func (d *decoder) seen(id model.TID, t *thread, pid uint32) {
	if t.known || pid == model.NoPID {
		return
	}
	t.pid, t.known = pid, true
	e := d.add(model.KindExists)
	e.TID, e.PID = id, pid
}

// process is the process of the thread with this id, in which the sample may have been taken. An
// exiting thread has lost its own id by then, but not its process's.
func (t *thread) process(id model.TID, s *sample) uint32 {
	switch {
	case t.known:
		return t.pid
	case s.pid == model.NoPID:
	case s.tid == uint32(id), s.tid == uint32(model.NoTID):
		return s.pid
	}
	return model.NoPID
}

// newWake handles the three wake events. They are useless without flags and context thread, so both
// are required.
func newWake(kind model.WakeKind) func(*tracepoint.Format, *meta) handle {
	return func(f *tracepoint.Format, _ *meta) handle {
		p, ok := present(f, "pid", "target_cpu", "common_flags", "common_pid", "comm")
		if !ok {
			return nil
		}
		comm := p[4]
		numbers := tracepoint.NewNumbers(p[:4]...)
		success, tells := f.Field("success")
		return func(d *decoder, s *sample) {
			var v [4]uint64
			numbers.Read(d.order, s.raw, v[:])
			tid := model.TID(v[0])
			if tid == model.IdleTID || tells && success.Uint(d.order, s.raw) == 0 || d.untracked(tid) {
				return
			}
			if t := d.threads.Get(tid); t != nil && t.name == model.NoString {
				d.learn(tid, t, s, comm.Text(d.order, s.raw))
			}
			stack := d.stack(s)
			facts, release := &noFacts, false
			if d.readsChains {
				facts = d.facts(stack)
				release = d.releases(s, facts)
				d.wakesServer(s, facts)
			}
			e := d.add(model.KindWake)
			e.TID, e.Wake = tid, kind
			e.Other = model.TID(v[3])
			e.Target = d.target(int64(v[1]))
			e.Stack, e.Ctx = stack, linuxsched.ContextOf(v[2])
			if !d.readsChains {
				return
			}
			if facts.call != "" {
				e.Ctx = model.CtxThread
			}
			if facts.ctx != model.CtxNone {
				e.Ctx = facts.ctx
			}
			if kind == model.WakeWaking {
				d.ended(tid, facts)
			}
			if release {
				d.callExit(model.TID(s.tid), s, facts.name, 1)
				d.out.Events[len(d.out.Events)-1].Flags = model.CallInferred
			}
		}
	}
}

// newMigrate handles sched_migrate_task.
func newMigrate(f *tracepoint.Format, _ *meta) handle {
	p, ok := present(f, "pid", "orig_cpu", "dest_cpu")
	if !ok {
		return nil
	}
	return func(d *decoder, s *sample) {
		tid := model.TID(p[0].Uint(d.order, s.raw))
		if d.untracked(tid) {
			return
		}
		e := d.add(model.KindMigrate)
		e.TID = tid
		e.From = d.target(p[1].Int(d.order, s.raw))
		e.Target = d.target(p[2].Int(d.order, s.raw))
	}
}

// newRuntime handles sched_stat_runtime.
func newRuntime(f *tracepoint.Format, _ *meta) handle {
	p, ok := present(f, "pid", "runtime", "common_pid")
	if !ok {
		return nil
	}
	numbers := tracepoint.NewNumbers(p...)
	return func(d *decoder, s *sample) {
		var v [3]uint64
		numbers.Read(d.order, s.raw, v[:])
		if d.untracked(model.TID(v[0])) {
			return
		}
		e := d.add(model.KindRan)
		e.TID, e.Other = model.TID(v[0]), model.TID(v[2])
		e.Arg = max(0, int64(v[1]))
	}
}

// newFork handles sched_process_fork, which the FORK record of the same thread precedes: the record
// has the process, the tracepoint the name.
func newFork(f *tracepoint.Format, _ *meta) handle {
	p, ok := present(f, "parent_pid", "child_pid", "child_comm")
	if !ok {
		return nil
	}
	return func(d *decoder, s *sample) {
		child := model.TID(p[1].Uint(d.order, s.raw))
		t := d.threads.Get(child)
		if t == nil {
			return
		}
		name := p[2].Text(d.order, s.raw)
		if !t.forked {
			*t = thread{}
			e := d.add(model.KindStart)
			e.TID, e.Other = child, model.TID(p[0].Uint(d.order, s.raw))
			e.Name = d.name(name)
			t.name = e.Name
			return
		}
		t.forked = false
		if t.name == model.NoString {
			d.learn(child, t, s, name)
		}
	}
}

// newExec handles sched_process_exec where there are no COMM records.
func newExec(f *tracepoint.Format, m *meta) handle {
	p, ok := present(f, "pid", "filename")
	switch {
	case !ok:
		return nil
	case m.records(attrComm):
		return ignore
	}
	return func(d *decoder, s *sample) {
		d.rename(model.TID(p[0].Uint(d.order, s.raw)), s.pid, baseName(p[1].Text(d.order, s.raw)), true)
	}
}

// ignore handles events whose content is known from elsewhere.
func ignore(*decoder, *sample) {}

// newExit handles sched_process_exit, which precedes the EXIT record.
func newExit(f *tracepoint.Format, _ *meta) handle {
	p, ok := present(f, "pid")
	if !ok {
		return nil
	}
	return func(d *decoder, s *sample) { d.exit(model.TID(p[0].Uint(d.order, s.raw))) }
}

func (d *decoder) exit(tid model.TID) {
	t := d.threads.Get(tid)
	if t == nil || t.exited {
		return
	}
	t.exited = true
	d.add(model.KindExit).TID = tid
}
