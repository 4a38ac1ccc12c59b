package perfdata

import (
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// cpuTaken handles a SWITCH or SWITCH_CPU_WIDE record: all of them where there is no tracepoint,
// otherwise those of switches that the tracepoint lacks.
func (d *decoder) cpuTaken(typ uint32, c *wire.Cursor) {
	comes := d.smp.misc&miscOut == 0
	switch {
	case d.switchRecords:
		d.switchRecord(typ, c)
	case d.arrivals && comes:
		d.arrive(model.TID(d.smp.tid))
	case d.idleLeaves && comes:
		d.leaveIdle(model.TID(d.smp.tid))
	}
}

// switchRecord turns SWITCH and SWITCH_CPU_WIDE records into switches, for files without the
// sched_switch tracepoint. They come in pairs: one at the switch-out of a thread, which names the
// next one when it is CPU-wide, and one at that thread's switch-in. The second is needed only when
// the first did not name it.
func (d *decoder) switchRecord(typ uint32, c *wire.Cursor) {
	peer := model.NoTID
	if typ == recSwitchCPUWide {
		c.Skip(4)
		peer = model.TID(c.U32())
		if c.Err() != nil {
			return
		}
	}
	cpu := &d.cpus[d.cpu]
	self := model.TID(d.smp.tid)
	if d.smp.misc&miscOut == 0 {
		d.switchIn(cpu, self, peer)
		return
	}
	e := d.add(model.KindSwitch)
	e.TID, e.Other, e.PID = self, peer, d.smp.pid
	e.Out, e.Sub = model.OutWait, model.SubUnknown
	e.Prio = [2]int16{model.NoPrio, model.NoPrio}
	switch {
	case self == model.NoTID: // it has exited: its id is gone already
		e.TID, e.Out, e.Sub = cpu.running, model.OutDead, model.SubNone
	case d.smp.misc&miscPreempt != 0:
		e.Out, e.Sub = model.OutPreempt, model.SubRunnable
	}
	if t := d.threads.Get(e.TID); t != nil && e.Out == model.OutDead {
		*t = thread{}
	}
	cpu.running, cpu.announced = peer, peer != model.NoTID
}

// successor is the thread that the tracepoint names as the next one. Of a thread that is not
// recorded, nothing would show when it leaves.
func (d *decoder) successor(next model.TID) model.TID {
	if next == model.IdleTID || d.untracked(next) {
		next = model.NoTID
	}
	d.cpus[d.cpu].running, d.cpus[d.cpu].announced = next, next != model.NoTID
	return next
}

// arrive handles the record of a thread's switch-in where the tracepoint shows only switch-outs:
// who had the CPU until then is unknown.
func (d *decoder) arrive(self model.TID) {
	cpu := &d.cpus[d.cpu]
	if cpu.announced && cpu.running == self {
		cpu.announced = false
		return
	}
	e := d.add(model.KindSwitch)
	e.TID, e.Other = model.NoTID, self
	e.Out, e.Sub = model.OutWait, model.SubUnknown
	e.Prio = [2]int16{model.NoPrio, model.NoPrio}
}

// leaveIdle handles the record of a thread that takes its CPU, where the tracepoint is recorded
// too: some kernels do not emit that as an idle task leaves the CPU.
func (d *decoder) leaveIdle(self model.TID) {
	cpu := &d.cpus[d.cpu]
	if cpu.running != model.IdleTID || self == model.IdleTID || self == model.NoTID {
		return
	}
	e := d.add(model.KindSwitch)
	e.TID, e.Other, e.Flags = model.IdleTID, self, model.SwitchArrival
	e.Out, e.Sub = model.OutPreempt, model.SubRunnable
	e.Prio = [2]int16{model.NoPrio, model.NoPrio}
	cpu.running = self
}

// gone handles the end of a thread that is known only from SWITCH records: they stop at its exit,
// shortly before it leaves its CPU.
func (d *decoder) gone(tid model.TID) {
	t := d.threads.Get(tid)
	if t == nil {
		return
	}
	e := d.add(model.KindSwitch)
	e.TID, e.Other, e.PID = tid, model.NoTID, t.pid
	e.Out, e.Sub = model.OutDead, model.SubNone
	e.Prio = [2]int16{model.NoPrio, model.NoPrio}
	*t = thread{}
	d.cpus[d.cpu].running, d.cpus[d.cpu].announced = model.NoTID, false
}

// untracked reports whether a thread is outside a file that records only some threads: that one of
// those woke or moved it shows nothing about what it does.
func (d *decoder) untracked(tid model.TID) bool {
	if !d.alone {
		return false
	}
	t := d.threads.Get(tid)
	return t == nil || !t.known
}

// switchIn handles the second record of a pair.
func (d *decoder) switchIn(cpu *cpuState, self, peer model.TID) {
	if cpu.announced && cpu.running == self {
		cpu.announced = false
		return
	}
	if peer == model.NoTID {
		peer = cpu.running
	}
	e := d.add(model.KindSwitch)
	e.TID, e.Other = peer, self
	e.Out, e.Sub = model.OutWait, model.SubUnknown
	e.Prio = [2]int16{model.NoPrio, model.NoPrio}
	cpu.running, cpu.announced = self, false
}
