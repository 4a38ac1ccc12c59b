package perfetto

import (
	"context"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// decoder makes the model's events. It implements stage.Decoder.
type decoder struct {
	s      *scan
	merge  merge
	log    *linuxsched.Log
	values linuxsched.Values
	// running is which thread runs on each CPU, NoTID where that is unknown.
	running []model.TID
	// gone are the threads that have ended; true while the kernel still lists them.
	gone map[model.TID]bool
	// titles are the names of processes in lists: better than those of their first threads.
	titles map[uint32]model.StringID
	names  []model.StringID   // of the names of items
	spans  map[uint32][]int64 // numbers of the open spans of tracks that are not a thread's own
	last   int64              // number given to a span
	taken  model.StackID      // the current item's, in the scan
	told   []model.StackID    // ids of the scan's stacks in the output; NoStack for those not in it
	out    model.StackID      // the last id in the output
	text   []byte             // scratch space
	kernel kernelThreads
	// disorder counts states of threads that cannot follow the ones before.
	disorder int64
}

func newDecoder(s *scan) *decoder {
	d := &decoder{
		s: s, merge: merge{s: s}, log: linuxsched.NewLog(s.machine.name, s.machine.states()),
		running: make([]model.TID, s.highest+1), gone: map[model.TID]bool{}, names: make([]model.StringID, len(s.names)),
		spans: map[uint32][]int64{}, titles: map[uint32]model.StringID{}, kernel: kernelThreads{},
	}
	for i := range d.running {
		d.running[i] = model.NoTID
	}
	s.stacks.tell(&d.log.Out)
	if len(s.stacks.nodes) > 0 {
		d.told = make([]model.StackID, len(s.stacks.nodes))
		d.log.Stack = d.stack
	}
	return d
}

// Output is where the events go.
func (d *decoder) Output() *stage.Output { return &d.log.Out }

// Done is how many bytes were read.
func (d *decoder) Done() int64 { return d.merge.read }

// ctxEvery is after how many events and items it is checked whether the context has ended.
const ctxEvery = 1 << 12

// Fill appends about stage.BatchEvents events to the output.
func (d *decoder) Fill(ctx context.Context) (settled model.Time, end bool, err error) {
	for n := 0; len(d.log.Out.Events) < stage.BatchEvents; n++ {
		if n%ctxEvery == 0 && ctx.Err() != nil {
			return 0, false, ctx.Err()
		}
		if o := d.merge.event(); o != nil {
			d.event(o)
			d.merge.done(o)
			continue
		}
		if d.merge.item == len(d.s.items) {
			return model.Forever, true, nil
		}
		d.item(&d.s.items[d.merge.item])
		d.merge.item++
	}
	if at := d.merge.ahead(); at != model.Forever {
		return at - d.s.start, false, nil
	}
	return model.Forever, false, nil
}

// head sets what the current record has beside its fields.
func (d *decoder) head(at model.Time, cpu model.CPU, tid model.TID) *linuxsched.Head {
	h := &d.log.Head
	d.taken = model.NoStack
	*h = linuxsched.Head{Time: at - d.s.start, CPU: cpu, TID: tid, PID: model.NoPID, Ctx: model.CtxUnknown}
	return h
}

// event handles the next event of a bundle.
func (d *decoder) event(o *open) {
	r := &o.refs[o.next]
	h := d.head(r.time, o.cpu, r.pid)
	if r.flag {
		h.Ctx = linuxsched.ContextOf(uint64(r.flags))
	}
	if r.size == compactRef {
		d.compact(o, r)
		return
	}
	body := o.data[r.from : r.from+r.size]
	sp := d.s.specs.of(r.num, body)
	d.values = linuxsched.Values{}
	if r.num == eventGeneric {
		d.fillGeneric(sp, body)
	} else {
		d.fill(sp, body)
	}
	d.notice(o, r.num, body)
	if sp.ev != nil {
		d.handle(sp)
	}
}

// handle makes the events of the current record. Where they name a process by its first thread, the name
// in a list takes its place.
func (d *decoder) handle(sp *spec) {
	n := len(d.log.Out.Events)
	d.log.Handle(sp.ev, &d.values)
	for i := n; i < len(d.log.Out.Events); i++ {
		if e := &d.log.Out.Events[i]; e.Kind == model.KindProcess {
			if title, ok := d.titles[e.PID]; ok {
				e.Name = title
			}
		}
	}
}

// compact handles a compact event.
func (d *decoder) compact(o *open, r *ref) {
	c, i, v := o.compact, int(r.from), &d.values
	*v = linuxsched.Values{}
	running := d.running[o.cpu]
	h := &d.log.Head
	h.TID = running
	sp := d.s.specs.of(r.num, nil)
	if r.num == eventWaking {
		h.Ctx = model.CtxUnknown
		if c.flags {
			h.Ctx = linuxsched.ContextOf(c.columns[compactWakingFlags][i])
		}
		v.SetText(0, c.called(compactWakingName, i))
		v.Set(1, int64(c.columns[compactWakingTID][i]))
		v.Set(2, int64(c.columns[compactWakingTarget][i]))
		d.handle(sp)
		return
	}
	if v.N[1] = -1; running != model.NoTID {
		v.Set(1, int64(running))
	}
	v.Set(3, int64(c.columns[compactSwitchState][i]))
	v.SetText(4, c.called(compactSwitchName, i))
	v.Set(5, int64(c.columns[compactSwitchNext][i]))
	v.Set(6, int64(c.columns[compactSwitchPrio][i]))
	d.handle(sp)
	d.running[o.cpu] = model.TID(uint32(v.N[5]))
}

// fill takes the fields of an event.
func (d *decoder) fill(sp *spec, body []byte) {
	v := &d.values
	m := over(body) // one of the loop's own would be copied for each field
	for m.next() {
		p := sp.place(m.num)
		switch {
		case p < 0:
		case sp.repeat > 0 && p >= int(sp.repeat):
			m.numbers(func(n uint64) {
				for p < linuxsched.MaxFields && v.Has[p] {
					p++
				}
				if p < len(sp.ev.Fields) {
					v.Set(p, int64(n))
				}
			})
		case m.bytes():
			v.SetText(p, m.data)
		default:
			v.Set(p, int64(m.val))
		}
	}
}

// fillGeneric takes the fields of an event that names them itself.
func (d *decoder) fillGeneric(sp *spec, body []byte) {
	arguments := 0
	for m := over(body); m.next() && sp.ev != nil; {
		if m.num != 2 || !m.bytes() {
			continue
		}
		f := flatten(m.data)
		name := sp.argument(string(f.text[1]), &arguments)
		for i := range sp.ev.Fields {
			switch {
			case sp.ev.Fields[i].Name != name:
			case f.has(3):
				d.values.SetText(i, f.text[3])
			default:
				d.values.Set(i, int64(f.num[4]|f.num[5]))
			}
		}
	}
}

// notice takes from an event what the decoder itself needs to know. The places of the fields are those
// in package linuxsched.
func (d *decoder) notice(o *open, num fieldNum, body []byte) {
	v := &d.values
	switch num {
	case eventSwitch:
		d.running[o.cpu] = model.TID(uint32(v.N[5]))
	case eventBlocked:
		if name := d.s.symbols[o.symbols][uint64(v.N[2])]; name != nil {
			v.SetText(2, name)
		}
	case eventNewTask:
		d.starts(model.TID(uint32(v.N[0])))
	case eventFork:
		d.starts(model.TID(uint32(v.N[1])))
	case eventExec: // it has another name from now on
		delete(d.titles, uint32(v.N[0]))
	case eventExit:
		d.ends(model.TID(uint32(v.N[0])), true)
	case eventFree:
		for m := over(body); m.next(); {
			if m.num == 2 {
				d.ends(model.TID(uint32(m.val)), false)
			}
		}
	}
}

// starts notes that a thread starts.
func (d *decoder) starts(tid model.TID) {
	delete(d.gone, tid)
	delete(d.titles, uint32(tid))
}

// ends notes that a thread ends, and whether the kernel may still list it.
func (d *decoder) ends(tid model.TID, listed bool) {
	if _, known := d.gone[tid]; known || len(d.gone) < maxThreads {
		d.gone[tid] = listed
	}
}
