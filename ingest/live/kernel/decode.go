package kernel

import (
	"threadlens/ingest/etl/payload"
	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// decoder turns records into events. The name of an event is an index into names, plus one, until
// the inbox is emptied.
type decoder struct {
	start int64 // FILETIME of the time 0
	out   stage.Output
	names []string
	last  model.Time // of the newest event
	cpus  int
}

// maxCPU bounds the number of a CPU; an event with a higher one is invalid.
const maxCPU = model.MaxCPUs - 1

// time converts to the trace's time.
func (d *decoder) time(filetime int64) model.Time {
	const tick, latest = 100, 1 << 53 // ns; ticks: 28 years
	if filetime <= d.start {
		return 0
	}
	return model.Time(min(uint64(filetime)-uint64(d.start), latest)) * tick
}

// decode adds the events of a record.
func (d *decoder) decode(r *record) {
	if r.cpu > maxCPU {
		return
	}
	now := d.time(r.at)
	d.cpus = max(d.cpus, int(r.cpu)+1)
	if r.class == payload.ClassLostEvents {
		d.lost(r, now)
		return
	}
	hook, ok := payload.ClassHook(r.class, r.opcode)
	if !ok {
		return
	}
	d.last = max(d.last, now)
	switch hook {
	case payload.HookCSwitch:
		d.switched(r, now)
	case payload.HookReadyThread:
		d.readied(r, now)
	case payload.HookThreadStart, payload.HookThreadEnd, payload.HookThreadDCStart, payload.HookThreadDCEnd:
		d.thread(hook, r, now)
	case payload.HookThreadName:
		d.threadName(r, now)
	case payload.HookProcessStart, payload.HookProcessEnd, payload.HookProcessDCStart, payload.HookProcessDCEnd:
		d.process(hook, r, now)
	}
}

// switched handles a context switch.
func (d *decoder) switched(r *record, now model.Time) {
	var s payload.CSwitch
	if !s.Decode(r.body, r.layout) {
		return
	}
	e := d.out.Add(model.KindSwitch, now, r.cpu)
	e.TID, e.Other = model.TID(s.Old), model.TID(s.New)
	e.Prio[0], e.Prio[1] = int16(s.OldPriority), int16(s.NewPriority)
	x := model.WindowsSwitchOut(uint8(s.State), uint8(s.WaitReason))
	e.Out, e.Sub, e.Reason = x.Out, x.Sub, x.Reason
}

// readied handles a wake. The thread running on the CPU caused it, unless it comes from a deferred
// procedure call.
func (d *decoder) readied(r *record, now model.Time) {
	var w payload.ReadyThread
	if !w.Decode(r.body, r.layout) {
		return
	}
	e := d.out.Add(model.KindWake, now, r.cpu)
	e.TID, e.Wake = model.TID(w.TID), model.WakeReady
	if w.Flags&payload.ReadyInDPC != 0 {
		e.Ctx = model.CtxDpc
	}
	if w.Flags&payload.ReadyStackSwapped != 0 {
		e.Flags |= model.WakeStackSwapped
	}
	if w.Flags&payload.ReadyProcessSwapped != 0 {
		e.Flags |= model.WakeProcessSwapped
	}
}

// thread handles the start, the end or the listing of a thread.
func (d *decoder) thread(hook payload.HookID, r *record, now model.Time) {
	var t payload.Thread
	if !t.Decode(r.body, r.layout) || t.TID == payload.NoThread {
		return
	}
	kind := model.KindExists
	if hook == payload.HookThreadStart {
		kind = model.KindStart
	}
	e := d.out.Add(kind, now, r.cpu)
	e.TID, e.PID = model.TID(t.TID), t.PID
	switch hook {
	case payload.HookThreadStart:
		e.Name, e.Other = d.name(t.Name.String()), model.TID(r.tid) // who created it
	case payload.HookThreadEnd:
		d.out.Add(model.KindExit, now, r.cpu).TID = model.TID(t.TID)
	default:
		if len(t.Name) > 0 && t.TID != 0 {
			d.named(&t.Name, t.TID, model.NoPID, r, now)
		}
	}
}

func (d *decoder) threadName(r *record, now model.Time) {
	var t payload.ThreadName
	if t.Decode(r.body, r.layout) && t.TID != payload.NoThread {
		d.named(&t.Name, t.TID, t.PID, r, now)
	}
}

func (d *decoder) named(name *payload.UTF16, tid, pid uint32, r *record, now model.Time) {
	text := d.name(name.String())
	e := d.out.Add(model.KindName, now, r.cpu)
	e.TID, e.PID, e.Name = model.TID(tid), pid, text
}

// Process ids that are always the same.
const (
	idlePID   = 0
	systemPID = 4
)

// process handles the name of a process.
func (d *decoder) process(hook payload.HookID, r *record, now model.Time) {
	var p payload.Process
	if !p.Decode(r.body, payload.Widen(hook, r.body, r.layout)) {
		return
	}
	text := d.name(p.Image.String())
	e := d.out.Add(model.KindProcess, now, r.cpu)
	e.PID, e.Name = p.PID, text
	switch p.PID {
	case idlePID:
		e.Arg = int64(model.ClassIdle)
	case systemPID:
		e.Arg = int64(model.ClassSystem)
	}
}

// lost handles a record of lost events before it, whose CPU is unknown.
func (d *decoder) lost(r *record, now model.Time) {
	if r.opcode >= payload.LostEvent && r.opcode <= payload.LostFile {
		d.lose(d.last, now)
	}
}

func (d *decoder) lose(from, to model.Time) {
	e := d.out.Add(model.KindLoss, min(from, to), model.AllCPUs)
	e.End = to
	d.last = max(d.last, to)
}

// name keeps a name, and returns its index plus one.
func (d *decoder) name(text string) model.StringID {
	if text == "" {
		return model.NoString
	}
	d.names = append(d.names, text)
	return model.StringID(len(d.names))
}
