package perfetto

import (
	"math"
	"strconv"

	"threadlens/ingest/internal/marktext"
	"threadlens/model"
)

// item handles an item.
func (d *decoder) item(it *item) {
	d.head(it.time, 0, it.tid)
	switch it.kind {
	case itemExists:
		d.exists(it)
	case itemProcess:
		d.process(it)
	case itemMark, itemSpan:
		d.mark(it)
	case itemCount:
		d.count(it)
	case itemSample:
		d.sample(it)
	case itemLoss:
		d.running[it.cpu] = model.NoTID
		d.log.Lose(it.cpu, it.time-d.s.start, model.Time(it.a)-d.s.start, 0, it.flags != 0)
	case itemState:
		d.states()
	case itemFrequency:
		e := d.add(model.KindFrequency, it.cpu)
		e.Target, e.Arg = it.cpu, it.a
	case itemRename:
		d.rename(it.tid, it.name)
	case itemSwitch:
		d.windowsSwitch(it)
	case itemReady:
		d.windowsReady(it)
	}
}

// name is the id of the name of an item.
func (d *decoder) name(ix uint32) model.StringID {
	if d.names[ix] == model.NoString && ix != 0 {
		d.names[ix] = d.log.Name(d.called(ix))
	}
	return d.names[ix]
}

// called is the name of an item, valid until the next call.
func (d *decoder) called(ix uint32) []byte {
	d.text = append(d.text[:0], d.s.names[ix]...)
	return d.text
}

// add adds an event of the current item.
func (d *decoder) add(kind model.Kind, cpu model.CPU) *model.Event {
	return d.log.Out.Add(kind, d.log.Head.Time, cpu)
}

// exists handles that a thread is there. A list may name it after it ended; after the kernel has freed
// its id it is another thread.
func (d *decoder) exists(it *item) {
	if listed, ended := d.gone[it.tid]; listed {
		return
	} else if ended {
		d.starts(it.tid)
		e := d.add(model.KindStart, 0)
		e.TID, e.PID, e.Name = it.tid, it.pid, d.name(it.name)
	}
	if it.tid < 1<<22 {
		d.log.Exists(it.tid, it.pid, d.called(it.name))
		return
	}
	e := d.add(model.KindExists, 0)
	e.TID, e.PID = it.tid, it.pid
	if it.name != 0 {
		d.rename(it.tid, it.name)
		d.log.Out.Events[len(d.log.Out.Events)-1].PID = it.pid
	}
}

// rename gives a thread a name that is not Linux's.
func (d *decoder) rename(tid model.TID, name uint32) {
	e := d.add(model.KindName, 0)
	e.TID, e.Name = tid, d.name(name)
}

func (d *decoder) process(it *item) {
	parent := uint32(0)
	if it.ref != noRef {
		parent = it.ref
	}
	name := d.called(it.name)
	if len(name) == 0 && parent == 0 {
		return
	}
	d.log.Process(it.pid, parent, name)
	if len(name) > 0 && (d.titles[it.pid] != model.NoString || len(d.titles) < maxThreads) {
		d.titles[it.pid] = d.name(it.name)
	}
}

// mark handles a marker. The spans of a track nest: numbers distinguish them, so that they do not
// mix with others of its thread.
func (d *decoder) mark(it *item) {
	h := &d.log.Head
	h.PID, d.taken = it.pid, it.stack
	m := marktext.Mark{Kind: model.MarkKind(it.flags), Name: d.called(it.name), Correlation: it.a}
	switch {
	case it.kind == itemSpan:
		m.Span = marktext.ID{Form: marktext.OfName, PID: it.pid, Number: int64(it.ref), Name: m.Name}
	case it.ref != noRef:
		t := &d.s.tracks.list[it.ref]
		h.TID, h.PID = t.tid, t.pid
		m.Span = d.span(it.ref, t.pid, m.Kind)
		if len(m.Name) == 0 && m.Kind != model.MarkEnd {
			m.Name = d.called(t.name)
		}
	}
	d.log.Mark(&m)
}

// span numbers the spans of a track.
func (d *decoder) span(ix, pid uint32, kind model.MarkKind) marktext.ID {
	open := d.spans[ix]
	id := marktext.ID{Form: marktext.OfTrack, PID: pid}
	switch kind {
	case model.MarkBegin:
		if len(open) == maxOpenSpans {
			open = open[1:]
		}
		d.last++
		id.Number = d.last
		d.spans[ix] = append(open, d.last)
	case model.MarkEnd:
		n := len(open) - 1
		if n < 0 { // its start was not recorded
			d.last++
			id.Number = d.last
			break
		}
		id.Number = open[n]
		d.spans[ix] = open[:n]
	default:
		return marktext.ID{}
	}
	return id
}

// count handles the value of a counter: a step with the value in its name.
func (d *decoder) count(it *item) {
	t := &d.s.tracks.list[it.ref]
	d.log.Head.TID, d.log.Head.PID = t.tid, t.pid
	d.text = append(d.called(t.name), " = "...)
	if it.flags == valueDouble {
		d.text = strconv.AppendFloat(d.text, math.Float64frombits(uint64(it.a)), 'g', -1, 64)
	} else {
		d.text = strconv.AppendInt(d.text, it.a, 10)
	}
	d.log.Mark(&marktext.Mark{Kind: model.MarkStep, Name: d.text})
}

// sample handles a sample. One that names no CPU is of the CPU on which its thread runs, or of the
// first one where the trace shows no CPU at all.
func (d *decoder) sample(it *item) {
	cpu := it.cpu
	for i := 0; i < len(d.running) && cpu == model.NoCPU; i++ {
		if d.running[i] == it.tid {
			cpu = model.CPU(i)
		}
	}
	if cpu == model.NoCPU && len(d.running) > 0 {
		return
	}
	if cpu == model.NoCPU {
		cpu = 0
	}
	h := &d.log.Head
	h.CPU, h.PID, d.taken = cpu, it.pid, it.stack
	d.log.Sample()
}

// windowsSwitch handles a context switch of Windows.
func (d *decoder) windowsSwitch(it *item) {
	w := unpackSwitch(it.a)
	x := model.WindowsSwitchOut(w.state, w.reason)
	e := d.add(model.KindSwitch, it.cpu)
	e.TID, e.Other = it.tid, model.TID(it.pid)
	e.Prio = [2]int16{w.oldPrio, w.newPrio}
	e.Out, e.Sub, e.Reason = x.Out, x.Sub, x.Reason
	d.running[it.cpu] = e.Other
}

// Flags of a thread that became ready.
const (
	readyInDPC          = 1
	readyStackSwapped   = 2
	readyProcessSwapped = 4
)

// windowsReady handles that a thread of Windows became ready. Who caused it shows by what runs on the
// CPU, unless it comes from a deferred procedure call.
func (d *decoder) windowsReady(it *item) {
	e := d.add(model.KindWake, it.cpu)
	e.TID, e.Wake, e.Other = it.tid, model.WakeReady, model.TID(it.pid)
	if it.flags&readyInDPC != 0 {
		e.Ctx = model.CtxDpc
	}
	if it.flags&readyStackSwapped != 0 {
		e.Flags |= model.WakeStackSwapped
	}
	if it.flags&readyProcessSwapped != 0 {
		e.Flags |= model.WakeProcessSwapped
	}
}
