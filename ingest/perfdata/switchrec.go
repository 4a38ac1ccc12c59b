package perfdata

import (
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// switchRecord turns SWITCH and SWITCH_CPU_WIDE records into switches, for
// files without the sched_switch tracepoint. They come in pairs: one as a
// thread leaves, which knows the next one when it is CPU-wide, and one as that
// one arrives. The second is needed only when the first did not announce it.
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
	if t := d.threads.get(e.TID); t != nil && e.Out == model.OutDead {
		*t = thread{}
	}
	cpu.running, cpu.announced = peer, peer != model.NoTID
}

// switchIn handles the second of a pair.
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
