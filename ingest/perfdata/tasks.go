package perfdata

import (
	"path"
	"strconv"
	"strings"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// maxComm is the length that the kernel shortens thread names to.
const maxComm = 15

// kthreadd is the process id of the parent of all kernel threads.
const kthreadd = 2

// task is a thread that perf found when it started, or one that began before the first sample.
type task struct {
	pid, tid, parent uint32
	name             string
	forked, exited   uint64 // clock times, 0 when not seen
}

// taskList gathers the threads that exist at the start of the trace, and the
// process that the recording was made for.
type taskList struct {
	m     *meta
	list  []task
	byTID map[uint32]int

	words      []string // names under which the command may appear
	target     uint32
	targetTime uint64
}

func newTaskList(m *meta) *taskList {
	l := &taskList{m: m, byTID: map[uint32]int{}, target: attachedPID(m.command)}
	for _, w := range commandOf(m.command) {
		w = path.Base(w)
		l.words = append(l.words, w[:min(len(w), maxComm)])
	}
	return l
}

// commandOf is the command that perf ran: the words behind "--", or else anything behind perf's own
// name.
func commandOf(args []string) []string {
	for i, a := range args {
		if a == "--" {
			return args[i+1:]
		}
	}
	return args[min(1, len(args)):]
}

// commandLine is the recorded command as the user should see it.
func commandLine(args []string) string {
	if c := commandOf(args); len(c) < len(args)-1 {
		return strings.Join(c, " ")
	}
	return strings.Join(args, " ")
}

// attachedPID is the first process given by -p, model.NoPID without.
func attachedPID(args []string) uint32 {
	for i, a := range args {
		if a == "--" {
			break
		}
		val := ""
		switch {
		case a == "-p" || a == "--pid":
			if i+1 < len(args) {
				val = args[i+1]
			}
		case strings.HasPrefix(a, "--pid="):
			val = a[len("--pid="):]
		case strings.HasPrefix(a, "-p"):
			val = a[len("-p"):]
		}
		val, _, _ = strings.Cut(val, ",")
		if pid, err := strconv.ParseUint(val, 10, 32); err == nil {
			return uint32(pid)
		}
	}
	return model.NoPID
}

// taskRecord notes a COMM, FORK, EXIT or MMAP record; false means that the record is damaged.
func (s *scan) taskRecord(typ uint32, body []byte, smp *sample) bool {
	c := wire.NewCursor(body, s.m.order)
	l := s.tasks
	switch typ {
	case recComm:
		pid, tid := c.U32(), c.U32()
		name := wire.Text(c.Bytes(c.Left()))
		switch {
		case smp.time == 0:
			l.comm(pid, tid, name)
		case smp.misc&miscExec != 0:
			l.exec(pid, name, smp.time)
			s.maps.born(pid, model.NoPID, smp.time)
		}
	case recFork, recExit:
		pid, parent, tid := c.U32(), c.U32(), c.U32()
		c.Skip(12)
		if typ == recExit {
			l.exit(tid, smp.time)
		} else {
			early := int(smp.cpu) >= len(s.cpus) || s.cpus[smp.cpu].samples == 0
			l.fork(task{pid: pid, tid: tid, parent: parent, forked: smp.time}, early)
			if pid != parent {
				s.maps.born(pid, parent, smp.time)
			}
		}
	case recMmap, recMmap2:
		return s.mapRecord(typ, body, smp)
	}
	return c.Err() == nil
}

// put returns the entry of a thread, creating it if there is room; nil otherwise.
func (l *taskList) put(t task) *task {
	if i, ok := l.byTID[t.tid]; ok {
		return &l.list[i]
	}
	if len(l.list) == maxTasks {
		l.m.diags.add("tasks", "too many threads when the recording began: some are shown only from their first event on", 1)
		return nil
	}
	l.byTID[t.tid] = len(l.list)
	l.list = append(l.list, t)
	return &l.list[len(l.list)-1]
}

func (l *taskList) comm(pid, tid uint32, name []byte) {
	if t := l.put(task{pid: pid, tid: tid, parent: model.NoPID}); t != nil {
		t.pid, t.name = pid, string(name[:min(len(name), maxComm)])
	}
}

// fork notes a new thread. perf reports the threads that exist at the start as forks at time 0; it
// may report one that begins meanwhile twice, and then the kernel's own record, with its time, is
// right.
func (l *taskList) fork(f task, early bool) {
	if f.forked == 0 {
		if t := l.put(f); t != nil {
			t.pid, t.parent = f.pid, f.parent
		}
		return
	}
	if i, ok := l.byTID[f.tid]; ok {
		if t := &l.list[i]; t.exited == 0 && t.forked == 0 {
			t.forked = f.forked
		}
		return
	}
	if early {
		l.put(f)
	}
}

func (l *taskList) exit(tid uint32, time uint64) {
	if i, ok := l.byTID[tid]; ok && l.list[i].exited == 0 {
		l.list[i].exited = time
	}
}

// exec checks whether a process executes the command that perf was told to run; the first one
// counts.
func (l *taskList) exec(pid uint32, name []byte, time uint64) {
	if l.target != model.NoPID && (l.targetTime == 0 || time >= l.targetTime) {
		return
	}
	for _, w := range l.words {
		if w == string(name) {
			l.target, l.targetTime = pid, time
			return
		}
	}
}

// finish keeps the threads that were there at time start.
func (l *taskList) finish(start uint64) {
	kept := l.list[:0]
	for _, t := range l.list {
		if t.forked >= start && t.forked != 0 || t.exited != 0 && t.exited < start {
			continue
		}
		kept = append(kept, t)
	}
	l.list = kept
	clear(l.byTID)
	for i := range l.list {
		l.byTID[l.list[i].tid] = i
	}
}

// class is whose time a process's time counts as, by its parent and name.
func (l *taskList) class(pid, parent uint32, name string) model.Class {
	switch {
	case pid == l.target, l.m.excerpt.declares(pid):
		return model.ClassTarget
	case pid == kthreadd, parent == kthreadd:
		return model.ClassSystem
	case parent == model.NoPID && linuxsched.KernelThread(name):
		return model.ClassSystem
	}
	return model.ClassOther
}
