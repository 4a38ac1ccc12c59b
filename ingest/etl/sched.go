package etl

import (
	"threadlens/ingest/etl/payload"
	"threadlens/model"
)

// dispositions are the meanings of the usual states and wait reasons of a switch.
var dispositions = func() (t [16][64]model.Disposition) {
	for state := range t {
		for reason := range t[state] {
			t[state][reason] = model.WindowsSwitchOut(uint8(state), uint8(reason))
		}
	}
	return t
}()

// payloadOf is the payload of a kernel record.
func (c *cursor) payloadOf(e *entry) []byte {
	return c.p.data[int(e.off)+int(e.head) : int(e.off)+int(e.size)]
}

// doSwitch handles a context switch. Its stack is that of the incoming thread: it is walked when
// the thread continues where it had been waiting.
func (d *decoder) doSwitch(at *entry) {
	var s payload.CSwitch
	if !s.Decode(d.cur.payloadOf(at), payload.Layout{}) {
		return
	}
	d.running[d.cpu] = model.TID(s.New)
	e := d.add(model.KindSwitch)
	e.TID, e.Other = model.TID(s.Old), model.TID(s.New)
	e.Prio[0], e.Prio[1] = int16(s.OldPriority), int16(s.NewPriority)
	if state, reason := uint8(s.State), uint8(s.WaitReason); state < 16 && reason < 64 {
		x := &dispositions[state][reason]
		e.Out, e.Sub, e.Reason = x.Out, x.Sub, x.Reason
	} else {
		x := model.WindowsSwitchOut(state, reason)
		e.Out, e.Sub, e.Reason = x.Out, x.Sub, x.Reason
	}
	e.Stack2 = d.stack(e.Other)
	if h := &d.held[d.cpu]; h.Kind != model.KindNone {
		e = d.add(model.KindSample)
		e.TID, e.Stack = h.TID, h.Stack
		h.Kind = model.KindNone
	}
}

// doReady handles a wake. The thread that runs on the CPU caused it, unless it comes from a
// deferred procedure call.
func (d *decoder) doReady(at *entry) {
	var r payload.ReadyThread
	if !r.Decode(d.cur.payloadOf(at), payload.Layout{}) {
		return
	}
	e := d.add(model.KindWake)
	e.TID, e.Wake = model.TID(r.TID), model.WakeReady
	if r.Flags&payload.ReadyInDPC != 0 {
		e.Ctx = model.CtxDpc
	}
	if r.Flags&payload.ReadyStackSwapped != 0 {
		e.Flags |= model.WakeStackSwapped
	}
	if r.Flags&payload.ReadyProcessSwapped != 0 {
		e.Flags |= model.WakeProcessSwapped
	}
	e.Stack = d.stack(d.running[d.cpu])
}

// doSample handles a sample. Those of a CPU without a thread add nothing to its switches, where
// there are any.
func (d *decoder) doSample(r *record) {
	var s payload.SampledProfile
	if !s.Decode(r.body, r.layout) {
		return
	}
	if s.TID == 0 {
		d.met()
		if d.s.cpus[d.cpu].switches == 0 {
			e := d.add(model.KindSample)
			e.TID, e.Level = model.IdleTID, sampleLevel(s.Flags)
		}
		return
	}
	e := d.add(model.KindSample)
	e.TID = model.TID(s.TID)
	if e.Stack = d.stack(e.TID); e.Stack == model.NoStack && s.IP != 0 {
		e.Stack = d.leaf(d.pid(s.TID), s.IP, r.layout.Wide)
	}
	if d.running[d.cpu] == model.IdleTID && d.comes(e.TID) {
		d.held[d.cpu] = *e
		d.out.Drop()
	}
}

// sampleLevel is the interrupt level of the CPU when a sample was taken.
func sampleLevel(flags uint8) model.Level {
	switch {
	case flags&payload.SampleInISR != 0:
		return model.LevelIsr
	case flags&payload.SampleInDPC != 0:
		return model.LevelDpc
	}
	return model.LevelNone
}

// switchSlack, ns, is how far a switch may be after a sample that names its incoming thread: the
// kernel changes the current thread first and reports the switch then.
const switchSlack = 100_000

// comes reports whether a switch to a thread follows immediately.
func (d *decoder) comes(tid model.TID) bool {
	c := d.cur
	for i := c.next; i < len(c.p.entries) && c.p.entries[i].at <= d.now+switchSlack; i++ {
		if e := &c.p.entries[i]; e.act == actSwitch {
			var s payload.CSwitch
			return s.Decode(c.payloadOf(e), payload.Layout{}) && s.New == uint32(tid)
		}
	}
	return false
}

// doCallEnter handles the start of a system call of the running thread.
func (d *decoder) doCallEnter(r *record) {
	var c payload.SysCallEnter
	tid := d.running[d.cpu]
	if tid == model.NoTID || tid == model.IdleTID || !c.Decode(r.body, r.layout) {
		return
	}
	e := d.add(model.KindCallEnter)
	e.TID, e.Stack = tid, d.stack(tid)
}

// doCallExit handles the end of a system call.
func (d *decoder) doCallExit(r *record) {
	var c payload.SysCallExit
	tid := d.running[d.cpu]
	if tid == model.NoTID || tid == model.IdleTID || !c.Decode(r.body, r.layout) {
		return
	}
	e := d.add(model.KindCallExit)
	e.TID, e.Arg2 = tid, int64(c.Status)
}
