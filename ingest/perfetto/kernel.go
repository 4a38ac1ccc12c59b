package perfetto

import "threadlens/model"

// kernelThread is what is known of a thread of a kernel other than Linux.
type kernelThread struct {
	state uint8
	on    bool // it runs on cpu
	cpu   model.CPU
	name  uint32
}

// kernelThreads are these threads.
type kernelThreads map[model.TID]kernelThread

// put notes what is known of a thread.
func (k kernelThreads) put(tid model.TID, t kernelThread) {
	if _, known := k[tid]; known || len(k) < maxThreads {
		k[tid] = t
	}
}

// states handles the states of threads at one instant, from the current item on: a context switch is
// two of them, of the thread that leaves the CPU and of the one that takes it, in any order.
func (d *decoder) states() {
	at := d.merge.item
	end := at + 1
	for end < len(d.s.items) && d.s.items[end].time == d.s.items[at].time && d.s.items[end].kind == itemState {
		end++
	}
	now := d.s.items[at:end]
	d.merge.item = end - 1
	left := map[model.TID]*item{} // threads that leave their CPU
	for i := range now {
		if it := &now[i]; it.flags != stateRunning {
			left[it.tid] = it
		}
	}
	for i := range now {
		if it := &now[i]; it.flags == stateRunning {
			d.runs(it, left)
		}
	}
	for i := range now {
		if it := &now[i]; it.flags != stateRunning {
			d.leaves(it)
		}
	}
}

// runs handles that a thread takes a CPU. The one before has left it, even if its state is not known.
func (d *decoder) runs(it *item, left map[model.TID]*item) {
	d.named(it)
	was, next := d.running[it.cpu], it.tid
	if was == next {
		return
	}
	e := d.add(model.KindSwitch, it.cpu)
	e.TID, e.Other, e.Prio[1] = d.orIdle(was), d.orIdle(next), int16(it.a)
	e.Out, e.Sub = model.OutWait, model.SubUnknown
	if k := d.kernel[was]; k.on {
		k.on = false
		if out := left[was]; out != nil {
			k.state, e.Prio[0] = out.flags, int16(out.a)
			switchOut(e, out.flags)
		}
		d.kernel.put(was, k)
	}
	k := d.kernel[next]
	k.state, k.on, k.cpu = stateRunning, true, it.cpu
	d.kernel.put(next, k)
	d.running[it.cpu] = next
}

// orIdle is a thread, or IdleTID for one that runs where there is nothing to do.
func (d *decoder) orIdle(tid model.TID) model.TID {
	if d.s.idle[tid] {
		return model.IdleTID
	}
	return tid
}

// switchOut sets how the old thread of a switch leaves its CPU.
func switchOut(e *model.Event, state uint8) {
	if int(state) >= len(stateLetters) {
		return
	}
	if r, ok := model.LinuxLetter(stateLetters[state]); ok {
		e.Reason = r
		e.Out, e.Sub, _ = model.LinuxSwitchOut(r, e.Other == model.IdleTID, model.NoPrio, model.NoPrio)
	}
}

// leaves handles every other state.
func (d *decoder) leaves(it *item) {
	k := d.kernel[it.tid]
	before := k.state
	switch {
	case before == it.flags:
		return
	case it.flags == stateCreated && before != 0 && before < stateDead, it.flags < stateDead && before >= stateDead && it.flags != stateCreated:
		d.disorder++
		return
	case it.flags == stateCreated:
		k.name = it.name
		e := d.add(model.KindStart, 0)
		e.TID, e.PID, e.Name = it.tid, 0, d.name(it.name)
	default:
		d.named(it)
		k = d.kernel[it.tid]
	}
	on := k.on && d.running[k.cpu] == it.tid
	k.state, k.on = it.flags, false
	d.kernel.put(it.tid, k)
	if !on {
		d.changes(it, before)
		return
	}
	e := d.add(model.KindSwitch, k.cpu)
	e.TID, e.Prio[0] = d.orIdle(it.tid), int16(it.a)
	switchOut(e, it.flags)
	d.running[k.cpu] = model.NoTID
}

// changes handles a state of a thread that does not run.
func (d *decoder) changes(it *item, before uint8) {
	switch {
	case it.flags == stateRunnable && before != stateRunning:
		e := d.add(model.KindWake, d.cpuOf(it))
		e.TID, e.Wake, e.Ctx, e.Target = it.tid, model.WakeWakeup, model.CtxUnknown, it.cpu
		if before == stateCreated {
			e.Wake = model.WakeNew
		}
	case it.flags >= stateDead && before < stateDead:
		d.add(model.KindExit, 0).TID = it.tid
	case it.flags >= stateInterruptible && before == 0:
		e := d.add(model.KindExists, 0)
		switchOut(e, it.flags)
		e.TID, e.Flags, e.Arg, e.Out, e.Reason = it.tid, model.HasState, int64(model.Waiting), 0, 0
	}
}

// cpuOf is the CPU of an item, the first one if it has none.
func (d *decoder) cpuOf(it *item) model.CPU {
	if it.cpu == model.NoCPU {
		return 0
	}
	return it.cpu
}

// named notes the name that a state gives its thread.
func (d *decoder) named(it *item) {
	k := d.kernel[it.tid]
	if it.name == 0 || k.name == it.name || d.s.idle[it.tid] {
		return
	}
	k.name = it.name
	d.kernel.put(it.tid, k)
	d.rename(it.tid, it.name)
}
