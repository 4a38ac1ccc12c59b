package etl

import (
	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// doEvent handles an event of a provider.
func (d *decoder) doEvent(r *record) {
	if r.at > d.s.end {
		return // only what scan.finish leaves out is needed
	}
	d.attest(r)
	if r.provider == payload.ProviderCLR {
		switch r.id {
		case payload.CLRContentionStart, payload.CLRContentionStop:
			d.contention(r)
			return
		case payload.CLRSuspendBegin, payload.CLRRestartEnd:
			d.runtimeStop(r)
			return
		}
	}
	d.doOther(r)
}

// runtimeStop handles the events that the .NET runtime begins to stop all managed threads, mostly
// for a collection, and that it has released them all.
func (d *decoder) runtimeStop(r *record) {
	d.met()
	if r.tid == payload.NoThread {
		return
	}
	e := d.add(model.KindMark)
	e.TID, e.Name, e.Stack = model.TID(r.tid), d.text(model.RuntimeStop), d.stack(model.TID(r.tid))
	if e.Mark = model.MarkBegin; r.id == payload.CLRRestartEnd {
		e.Mark = model.MarkEnd
	}
}

// attest uses the fact that the thread in an event's header ran where the event was recorded. It
// matters where nothing else shows who runs, in a trace that would show every switch.
func (d *decoder) attest(r *record) {
	if r.tid == payload.NoThread {
		return
	}
	if _, ok := d.pids[r.tid]; !ok && r.tid != 0 && r.pid != model.NoPID && len(d.pids) < maxThreads {
		d.pids[r.tid] = r.pid
		d.exists(r.tid, r.pid)
	}
	if !d.attests || d.running[d.cpu] != model.NoTID {
		return
	}
	d.running[d.cpu] = model.TID(r.tid)
	e := d.add(model.KindExists)
	e.TID, e.Flags, e.Arg = model.TID(r.tid), model.HasState, int64(model.Running)
	if r.tid != 0 {
		e.PID = r.pid
	}
}

// contentionCall is the call that a wait for a .NET monitor becomes, the name by which the model
// knows waits for locks.
const contentionCall = "lock_contention"

// contention handles the start and the end of a wait for a monitor of .NET.
func (d *decoder) contention(r *record) {
	d.met()
	if r.tid == payload.NoThread {
		return
	}
	if d.contends == model.NoString {
		d.contends = d.text(contentionCall)
	}
	kind := model.KindCallEnter
	if r.id == payload.CLRContentionStop {
		kind = model.KindCallExit
	}
	e := d.add(kind)
	e.TID, e.Name, e.Stack = model.TID(r.tid), d.contends, d.stack(model.TID(r.tid))
	var c payload.ContentionStart
	if kind == model.KindCallEnter && c.Decode(r.body, r.layout) {
		e.Arg = int64(c.Lock)
		if c.OwnerTID != 0 && c.OwnerTID < uint64(model.NoTID) {
			e.Other = model.TID(c.OwnerTID)
		}
	}
}

// doOther handles possible markers: events, and classic records whose class is not a kernel group.
func (d *decoder) doOther(r *record) {
	d.met()
	e := d.add(model.KindMark)
	name, ok := d.s.symbolState.markOf(r, e)
	if !ok {
		d.out.Drop()
		return
	}
	e.TID, e.Name, e.Stack = model.TID(r.tid), d.out.Names.ID(name), d.stack(model.TID(r.tid))
}
