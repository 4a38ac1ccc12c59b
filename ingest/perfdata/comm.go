package perfdata

import (
	"bytes"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// records reports whether any event's attr requests the records that a flag enables.
func (m *meta) records(flag uint64) bool {
	for _, ev := range m.events.list {
		if ev.has(flag) {
			return true
		}
	}
	return false
}

// taskRecord turns COMM, FORK, EXIT and SWITCH records into events.
func (d *decoder) taskRecord(it *item) {
	body, ok := d.m.events.trailer(it.typ, it.rec, &d.smp)
	if !ok {
		return
	}
	c := wire.NewCursor(body, d.order)
	early := it.time < d.s.start
	switch it.typ {
	case recComm:
		pid, tid := c.U32(), model.TID(c.U32())
		if name := wire.Text(c.Bytes(c.Left())); c.Err() == nil {
			d.rename(tid, pid, name, d.smp.misc&miscExec != 0)
		}
	case recFork:
		pid, ppid, tid, ptid := c.U32(), c.U32(), model.TID(c.U32()), model.TID(c.U32())
		if c.Err() == nil && !early {
			d.fork(pid, ppid, tid, ptid)
		}
	case recExit:
		c.Skip(8)
		if tid := model.TID(c.U32()); c.Err() == nil && !early {
			d.exit(tid)
			if d.alone {
				d.gone(tid)
			}
		}
	case recSwitch, recSwitchCPUWide:
		d.cpuTaken(it.typ, c)
	}
}

// exists declares a thread that existed at the start. Its group leader comes first, so that its
// process has a name by then.
func (d *decoder) exists(t *task) {
	tid := model.TID(t.tid)
	th := d.threads.Get(tid)
	if th == nil {
		return
	}
	d.now, d.cpu = 0, 0
	name := d.name([]byte(t.name))
	th.name, th.pid, th.known = name, t.pid, true
	if _, declared := d.classes[t.pid]; !declared || t.pid == t.tid {
		parent := t.parent
		if t.pid != t.tid {
			parent = model.NoPID
		}
		e := d.declare(t.pid, d.s.tasks.class(t.pid, parent, t.name), name)
		if parent != model.NoPID {
			e.Arg2 = int64(parent)
		}
	}
	e := d.add(model.KindExists)
	e.TID, e.PID = tid, t.pid
	if name != model.NoString {
		e = d.add(model.KindName)
		e.TID, e.PID, e.Name = tid, t.pid, name
	}
}

// declare announces a process by name and class.
func (d *decoder) declare(pid uint32, class model.Class, name model.StringID) *model.Event {
	d.classes[pid] = class
	e := d.add(model.KindProcess)
	e.PID, e.Arg, e.Name = pid, int64(class), name
	return e
}

// learn names a thread that no COMM record named, from the name in a scheduler event.
func (d *decoder) learn(tid model.TID, t *thread, s *sample, comm []byte) {
	if t.name = d.name(comm); t.name == model.NoString {
		return
	}
	pid := t.process(tid, s)
	if s.tid == uint32(model.NoTID) && !t.known {
		pid = model.NoPID
	}
	if linuxsched.KernelThread(string(comm)) && !t.known {
		pid = uint32(tid) // a process of its own, like every kernel thread
	}
	e := d.add(model.KindName)
	e.TID, e.PID, e.Name = tid, pid, t.name
	if pid == uint32(tid) {
		if _, ok := d.classes[pid]; !ok {
			d.declare(pid, d.s.tasks.class(pid, model.NoPID, string(comm)), t.name)
		}
	}
}

// rename follows a COMM record: a thread has a new name, which for a group leader is also its
// process's.
func (d *decoder) rename(tid model.TID, pid uint32, comm []byte, exec bool) {
	t := d.threads.Get(tid)
	if t == nil {
		return
	}
	t.name, t.pid, t.known = d.name(comm), pid, true
	e := d.add(model.KindName)
	e.TID, e.PID, e.Name = tid, pid, t.name
	if exec {
		e.Flags = model.NameExec
	}
	if pid == uint32(tid) {
		class, ok := d.classes[pid]
		if !ok {
			class = d.s.tasks.class(pid, model.NoPID, string(comm))
		}
		d.declare(pid, class, t.name)
	}
}

// fork begins a thread, or a process, which is part of the target when its parent is.
func (d *decoder) fork(pid, ppid uint32, tid, ptid model.TID) {
	t := d.threads.Get(tid)
	if t == nil {
		return
	}
	*t = thread{pid: pid, known: true, forked: true}
	if p := d.threads.Get(ptid); p != nil {
		t.name = p.name
	}
	e := d.add(model.KindStart)
	e.TID, e.PID, e.Other, e.Name = tid, pid, ptid, t.name
	if pid != uint32(tid) {
		return
	}
	class := d.s.tasks.class(pid, ppid, "")
	if class == model.ClassOther && d.classes[ppid] == model.ClassTarget {
		class = model.ClassTarget
	}
	d.declare(pid, class, t.name)
}

// baseName is the part of a path behind the last slash, shortened as the kernel shortens thread
// names.
func baseName(p []byte) []byte {
	p = p[bytes.LastIndexByte(p, '/')+1:]
	return p[:min(len(p), maxComm)]
}
