package perfscript

import (
	"bytes"

	"threadlens/model"
)

// switchRecord makes context switches of records of perf itself, for texts without the tracepoint:
//
//	PERF_RECORD_SWITCH_CPU_WIDE OUT preempt  next pid/tid:    15/15
//	PERF_RECORD_SWITCH_CPU_WIDE IN           prev pid/tid: 27893/27895
//	PERF_RECORD_SWITCH OUT
//
// They come in pairs: one as a thread leaves its CPU, which may name the next one, and one as that
// takes the CPU. The second is needed only where the first did not name it.
func (f *feeder) switchRecord(payload []byte) {
	f.log.Has.Switches = true
	peer := model.NoTID
	if _, b, found := bytes.Cut(payload, []byte("pid/tid:")); found {
		if pid, tid, _, ok := twoIDs(b, '/'); ok {
			peer = model.TID(tid)
			f.tasks.belongs(peer, pid)
		}
	}
	h := &f.log.Head
	f.tasks.belongs(h.TID, h.PID)
	c := &f.cpus[h.CPU]
	if !bytes.Contains(payload, []byte(" OUT")) {
		f.switchIn(c, peer)
		return
	}
	e := f.log.Out.Add(model.KindSwitch, h.Time, h.CPU)
	e.TID, e.Other, e.PID = h.TID, peer, h.PID
	e.Out, e.Sub = model.OutWait, model.SubUnknown
	switch {
	case h.TID == model.NoTID: // it has exited: its id is gone already
		e.TID, e.Out, e.Sub = c.running, model.OutDead, model.SubNone
	case bytes.Contains(payload, []byte(" preempt")):
		e.Out, e.Sub = model.OutPreempt, model.SubRunnable
	}
	c.running, c.announced = peer, peer != model.NoTID
}

// switchIn handles the second record of a pair.
func (f *feeder) switchIn(c *processor, peer model.TID) {
	h := &f.log.Head
	if c.announced && c.running == h.TID {
		c.announced = false
		return
	}
	if peer == model.NoTID {
		peer = c.running
	}
	e := f.log.Out.Add(model.KindSwitch, h.Time, h.CPU)
	e.TID, e.Other = peer, h.TID
	e.Out, e.Sub = model.OutWait, model.SubUnknown
	c.running, c.announced = h.TID, false
}
