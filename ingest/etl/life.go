package etl

import (
	"cmp"

	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// doLife handles the start, the end and the rundowns of a thread.
func (d *decoder) doLife(r *record) {
	var t payload.Thread
	if !t.Decode(r.body, r.layout) || t.TID == payload.NoThread {
		return
	}
	d.met()
	switch r.hook {
	case payload.HookThreadStart:
		d.pids[t.TID] = t.PID
		e := d.add(model.KindStart)
		e.TID, e.PID, e.Name = model.TID(t.TID), t.PID, d.wide(t.Name)
		e.Other = model.TID(r.tid) // who created it
		e.Stack = d.entry(&t, r)
		return
	case payload.HookThreadEnd:
		d.exists(t.TID, t.PID)
		d.add(model.KindExit).TID = model.TID(t.TID)
		return
	}
	e := d.add(model.KindExists)
	e.TID, e.PID, e.Stack = model.TID(t.TID), t.PID, d.entry(&t, r)
	if len(t.Name) > 0 && t.TID != 0 {
		name := d.wide(t.Name)
		e = d.add(model.KindName)
		e.TID, e.Name = model.TID(t.TID), name
	}
}

// entry is the function that a thread was started with, as a stack of one frame: the program's own,
// or else the system's.
func (d *decoder) entry(t *payload.Thread, r *record) model.StackID {
	addr := cmp.Or(t.Win32Start, t.Start)
	if addr == 0 || t.PID == idlePID {
		return model.NoStack
	}
	return d.leaf(t.PID, addr, r.layout.Wide)
}

// exists records which process a thread belongs to.
func (d *decoder) exists(tid, pid uint32) {
	if pid != model.NoPID {
		e := d.add(model.KindExists)
		e.TID, e.PID = model.TID(tid), pid
	}
}

// pid is the process of a thread, as far as known.
func (d *decoder) pid(tid uint32) uint32 {
	if pid, ok := d.pids[tid]; ok {
		return pid
	}
	if pid, ok := d.s.pids[tid]; ok {
		return pid
	}
	return model.NoPID
}

func (d *decoder) doThreadName(r *record) {
	var t payload.ThreadName
	if !t.Decode(r.body, r.layout) || t.TID == payload.NoThread {
		return
	}
	d.met()
	e := d.add(model.KindName)
	e.TID, e.PID, e.Name = model.TID(t.TID), t.PID, d.wide(t.Name)
}

// Process ids that are always the same.
const (
	idlePID   = 0
	systemPID = 4
)

// doProcess handles the start, the end and the rundowns of a process: all contain its name.
func (d *decoder) doProcess(r *record) {
	var p payload.Process
	if !p.Decode(r.body, r.layout) {
		return
	}
	d.met()
	name := d.out.Names.ID(p.Image.Append(nil))
	e := d.add(model.KindProcess)
	e.PID, e.Name = p.PID, name
	switch p.PID {
	case idlePID:
		e.Arg = int64(model.ClassIdle)
	case systemPID:
		e.Arg = int64(model.ClassSystem)
	}
}
