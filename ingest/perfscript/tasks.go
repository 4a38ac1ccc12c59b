package perfscript

import (
	"bytes"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/model"
)

// tasks handles the records of perf itself about threads (perf script --show-task-events). Those
// without a time, and those before the first event, describe the threads that are there at the start.
type tasks struct {
	f      *feeder
	begun  bool
	list   []task
	byTID  map[uint32]int
	owners map[model.TID]uint32 // processes that the log knows

	fork, exit *linuxsched.Event
}

// task is a thread that is there at the start.
type task struct {
	tid, pid, parent uint32
	name             []byte
	gone             bool
}

// kthreadd is the process that is the parent of all kernel threads.
const kthreadd = 2

// cloneThread is the flag of a new task that is a thread of its creator's process.
const cloneThread = 0x10000

// Fields of task_newtask in the order of linuxsched.
const (
	newPID = iota
	newComm
	newFlags
)

func newTasks(f *feeder) tasks {
	return tasks{
		f: f, byTID: map[uint32]int{}, owners: map[model.TID]uint32{},
		fork: linuxsched.Find("task", "task_newtask"), exit: linuxsched.Find("sched", "sched_process_exit"),
	}
}

// taskRecord is what a record about a thread says.
type taskRecord struct {
	tid, pid         uint32
	creator, process uint32 // a new thread's creator, and its process
	name             []byte
	exec             bool
}

// read reads
//
//	PERF_RECORD_COMM exec: name:pid/tid
//	PERF_RECORD_FORK(pid:tid):(pid:tid of the creator)
//	PERF_RECORD_EXIT(pid:tid):(pid:tid of the creator)
func (t *taskRecord) read(r role, b []byte) (ok bool) {
	if r != roleComm {
		b = b[sideEnd(b):]
		if len(b) == 0 || b[0] != '(' {
			return false
		}
		if t.pid, t.tid, b, ok = twoIDs(b[1:], ':'); !ok || !bytes.HasPrefix(b, []byte("):(")) {
			return false
		}
		t.process, t.creator, _, ok = twoIDs(b[3:], ':')
		return ok
	}
	head, rest, found := bytes.Cut(b, []byte(": "))
	colon := bytes.LastIndexByte(rest, ':')
	if !found || colon < 0 {
		return false
	}
	t.exec, t.name = bytes.HasSuffix(head, []byte(" exec")), rest[:colon]
	t.pid, t.tid, _, ok = twoIDs(rest[colon+1:], '/')
	return ok
}

// before handles a record from before the first event.
func (ts *tasks) before(r *record) {
	var t taskRecord
	if !t.read(r.src.role, ts.f.data[r.at:r.at+int64(r.n)]) {
		ts.f.unread++
		return
	}
	i, known := ts.byTID[t.tid]
	if !known {
		if len(ts.list) >= maxTasks {
			return
		}
		i = len(ts.list)
		ts.byTID[t.tid] = i
		ts.list = append(ts.list, task{tid: t.tid, pid: t.pid})
	}
	k := &ts.list[i]
	switch r.src.role {
	case roleComm:
		k.pid, k.name = t.pid, t.name
	case roleFork:
		*k = task{tid: t.tid, pid: t.pid, name: k.name}
		if t.pid == t.tid {
			k.parent = t.process
		}
	case roleExit:
		k.gone = true
	}
}

// begin declares the threads that are there at the start, when the first event comes, or a record of
// perf itself that is even earlier.
func (ts *tasks) begin(at model.Time) {
	if ts.begun {
		return
	}
	ts.begun = true
	log := ts.f.log
	saved := log.Head
	log.Head = linuxsched.Head{Time: min(at, ts.f.timed.least), TID: model.NoTID, PID: model.NoPID}
	for i := range ts.list {
		k := &ts.list[i]
		if k.gone || k.tid == 0 || k.tid == unknownID {
			continue
		}
		ts.owners[model.TID(k.tid)] = k.pid
		log.Exists(model.TID(k.tid), k.pid, k.name)
		if k.pid == k.tid && (k.parent != 0 || k.pid == kthreadd) {
			log.Process(k.pid, k.parent, k.name)
			if k.parent == kthreadd || k.pid == kthreadd {
				log.Out.Events[len(log.Out.Events)-1].Arg = int64(model.ClassSystem)
			}
		}
	}
	log.Head, ts.list, ts.byTID = saved, nil, nil
}

// belongs adds the process of a thread to the log, unless it knows.
func (ts *tasks) belongs(tid model.TID, pid uint32) {
	if tid == model.IdleTID || tid == model.NoTID || pid == model.NoPID || len(ts.owners) >= maxTasks {
		return
	}
	if owner, known := ts.owners[tid]; !known || owner != pid {
		ts.owners[tid] = pid
		ts.f.log.Exists(tid, pid, nil)
	}
}

// record handles a record from within the trace.
func (ts *tasks) record(r *record, payload []byte) {
	var t taskRecord
	if !t.read(r.src.role, payload) {
		ts.f.unread++
		return
	}
	log, v, tid := ts.f.log, &ts.f.values, model.TID(t.tid)
	*v = linuxsched.Values{}
	switch r.src.role {
	case roleComm:
		ts.belongs(tid, t.pid)
		log.Rename(tid, t.name, t.exec)
	case roleFork:
		ts.belongs(model.TID(t.creator), t.process)
		ts.owners[tid] = t.pid
		log.Head.TID, log.Head.PID = model.TID(t.creator), t.process
		v.Set(newPID, int64(t.tid))
		v.SetText(newComm, nil)
		v.Set(newFlags, 0)
		if t.pid != t.tid {
			v.Set(newFlags, cloneThread)
		}
		log.Handle(ts.fork, v)
	case roleExit:
		delete(ts.owners, tid)
		v.Set(newPID, int64(t.tid))
		log.Handle(ts.exit, v)
	}
}
