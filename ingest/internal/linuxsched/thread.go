package linuxsched

import "threadlens/model"

// thread is what the Log remembers of a thread id.
type thread struct {
	name    model.StringID
	pid     uint32
	known   bool // pid is known
	started bool // its start was seen, its fork event has yet to come
	exited  bool
	yielded bool // it is inside sched_yield
	// inside is the system call that it is in.
	inside model.StringID
}

// meet assigns the current thread to its process where the record names it.
func (l *Log) meet() {
	if l.Head.PID == model.NoPID || l.Head.PID == 0 {
		return
	}
	if t := l.threads.Get(l.Head.TID); t != nil && !t.known && !t.exited {
		l.belongs(l.Head.TID, t, l.Head.PID)
	}
}

// belongs notes the process of a thread.
func (l *Log) belongs(id model.TID, t *thread, pid uint32) {
	t.pid, t.known = pid, true
	e := l.add(model.KindExists)
	e.TID, e.PID = id, pid
	if pid == uint32(id) {
		l.declare(pid, t.name)
	}
}

// Exists declares a thread that is there at the current time, by its process (NoPID: unknown) and
// name (nil: unknown).
func (l *Log) Exists(id model.TID, pid uint32, name []byte) {
	t := l.threads.Get(id)
	if t == nil {
		return
	}
	if len(name) > 0 {
		t.name = l.comm(name)
	}
	if t.pid, t.known = pid, pid != model.NoPID; !t.known {
		t.pid = 0
	}
	e := l.add(model.KindExists)
	e.TID, e.PID = id, pid
	if t.name != model.NoString {
		e = l.add(model.KindName)
		e.TID, e.PID, e.Name = id, pid, t.name
	}
	if t.known && pid == uint32(id) {
		l.declare(pid, t.name)
	}
}

// Process names a process; parent is that of the process that started it, 0 if unknown.
func (l *Log) Process(pid, parent uint32, name []byte) {
	l.declare(pid, l.Name(name)).Arg2 = int64(parent)
}

// declare announces a process under a name.
func (l *Log) declare(pid uint32, name model.StringID) *model.Event {
	l.declared[pid] = true
	class := model.ClassOther
	if KernelThread(l.Out.Names.Get(name)) {
		class = model.ClassSystem
	}
	e := l.add(model.KindProcess)
	e.PID, e.Arg, e.Name = pid, int64(class), name
	return e
}

// comm is the id of a thread's name.
func (l *Log) comm(b []byte) model.StringID { return l.Out.Names.ID(b[:min(len(b), maxComm)]) }

// Called names a thread that has no name yet: by an event that mentions it.
func (l *Log) Called(id model.TID, name []byte) {
	t := l.threads.Get(id)
	if t == nil || t.name != model.NoString || len(name) == 0 {
		return
	}
	if t.name = l.comm(name); t.name == model.NoString {
		return
	}
	if !t.known && KernelThread(string(name)) {
		t.pid, t.known = uint32(id), true // a process of its own
	}
	l.named(id, t, false)
}

// mentioned names a thread as a record calls it: another name than before shows that it was renamed,
// even where the event for that was not recorded.
func (l *Log) mentioned(id model.TID, name []byte) {
	t := l.threads.Get(id)
	if t == nil || t.name == model.NoString || len(name) == 0 {
		l.Called(id, name)
		return
	}
	if name = name[:min(len(name), maxComm)]; l.Out.Names.Get(t.name) != string(name) {
		l.Rename(id, name, false)
	}
}

// Rename gives a thread a new name, which for a group leader is also its process's.
func (l *Log) Rename(id model.TID, name []byte, exec bool) {
	t := l.threads.Get(id)
	if t == nil {
		return
	}
	t.name = l.comm(name)
	if exec {
		t.pid, t.known = uint32(id), true
	}
	l.named(id, t, exec)
}

// named announces a thread's name.
func (l *Log) named(id model.TID, t *thread, exec bool) {
	e := l.add(model.KindName)
	e.TID, e.Name = id, t.name
	if exec {
		e.Flags = model.NameExec
	}
	if t.known {
		e.PID = t.pid
		if t.pid == uint32(id) {
			l.declare(t.pid, t.name)
		}
	}
}

// start begins a thread: in process pid, 0 if that is unknown.
func (l *Log) start(id, creator model.TID, pid uint32, name []byte) {
	t := l.threads.Get(id)
	if t == nil {
		return
	}
	*t = thread{pid: pid, known: pid != 0, started: true, name: l.comm(name)}
	e := l.add(model.KindStart)
	e.TID, e.PID, e.Other, e.Name = id, pid, creator, t.name
	if pid == uint32(id) {
		l.declare(pid, t.name)
	}
}

// process is the process of a thread, NoPID if unknown.
func (l *Log) process(id model.TID) uint32 {
	if t := l.threads.Get(id); t != nil && t.known {
		return t.pid
	}
	return model.NoPID
}
