package tracedat

import (
	"context"
	"math"
	"slices"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// decoder is the second pass: it turns records into events.
type decoder struct {
	s      *scan
	es     *events
	src    *merge
	log    *linuxsched.Log
	stacks *stackTable
	// bindings are by event; they hold the values of the current record.
	bindings []*binding
	current  *stream // that of the current record
	bare     bool    // only what the pre-pass needs is decoded
	losses   [][]loss
	seen     []uint64 // bits of the threads that records name
	ended    bool
}

// maxTID is PID_MAX_LIMIT of 64-bit Linux.
const maxTID = 1 << 22

func newDecoder(s *scan, es *events, syms *symbolTable, bare bool) *decoder {
	_, machine := system(s.m.uname)
	d := &decoder{
		s: s, es: es, src: newMerge(s), bindings: es.own(), bare: bare,
		log:    linuxsched.NewLog(machine, es.states),
		losses: make([][]loss, len(s.streams)),
	}
	if !bare {
		for id := range d.s.cmdlineNames() {
			d.seen = append(d.seen, make([]uint64, max(0, id/64+1-len(d.seen)))...)
		}
	}
	d.stacks = newStackTable(s, &d.log.Out, syms)
	if es.stack != nil && !bare {
		d.log.Stack = d.stackBehind
	}
	for i, st := range s.streams {
		if s.tellsLosses(st) {
			d.losses[i] = st.losses
		}
		d.lose(i, st.cpu, 0)
	}
	return d
}

// tellsLosses reports whether the losses of a stream make its CPU's state unknown: not if the
// switches are in another buffer.
func (s *scan) tellsLosses(st *stream) bool {
	return st.switches > 0 || !slices.ContainsFunc(s.streams, func(o *stream) bool {
		return o.switches > 0 && o.buffer != st.buffer
	})
}

// lose puts out the losses of a stream after the record with this number.
func (d *decoder) lose(rank int, cpu model.CPU, after int64) {
	list := d.losses[rank]
	for ; len(list) > 0 && list[0].after <= after; list = list[1:] {
		d.log.Lose(cpu, d.s.timeOf(list[0].from), d.s.timeOf(list[0].to), list[0].count, list[0].ring)
	}
	d.losses[rank] = list
}

// lossesLeft reports whether losses are still to come.
func (d *decoder) lossesLeft() bool {
	return slices.ContainsFunc(d.losses, func(l []loss) bool { return len(l) > 0 })
}

// Output is where Fill puts the events.
func (d *decoder) Output() *stage.Output { return &d.log.Out }

// Done is how many bytes of the file were read.
func (d *decoder) Done() int64 { return d.src.read() }

// Fill decodes records until a batch of events is full.
func (d *decoder) Fill(ctx context.Context) (settled model.Time, end bool, err error) {
	for n := 1; len(d.log.Out.Events) < stage.BatchEvents; n++ {
		s := d.src.next()
		if s == nil {
			d.nameRest()
			return model.Forever, true, nil
		}
		d.decode(s)
		if len(d.losses[s.rank]) > 0 {
			d.lose(s.rank, s.cpu, s.taken)
		}
		if n%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return 0, false, err
			}
		}
	}
	return d.log.Head.Time, false, nil
}

// decode handles the current record of a stream.
func (d *decoder) decode(s *stream) {
	h := &d.log.Head
	h.Time = d.s.timeOf(s.time)
	b := d.bindings[s.id]
	if b == nil || d.bare && !b.early || !b.read(s.layout.order, &s.record, d.stacks.symbols) {
		return
	}
	d.current = s
	h.CPU, h.TID, h.Ctx = s.cpu, model.NoTID, model.CtxUnknown
	if b.threads {
		if id := b.out[headThread]; id < maxTID {
			h.TID = model.TID(id)
			if word := id / 64; word < uint64(len(d.seen)) {
				d.seen[word] |= 1 << (id % 64)
			}
		}
	}
	if b.flagged {
		h.Ctx = linuxsched.ContextOf(b.out[headFlags])
	}
	d.log.Handle(b.event, &b.values)
}

// stackBehind interns the stack of the current record: the kernel writes it as the next record of the
// stream, which is in the context of the same thread.
func (d *decoder) stackBehind() model.StackID {
	s := d.current
	r := s.peek()
	if r == nil || int(r.id) != d.es.stack.id {
		return model.NoStack
	}
	return d.stacks.id(d.es.stack, s.layout.order, r.bytes(), d.bindings[s.id].out[headThread])
}

// nameRest names the threads that no event has named, as the kernel's own table of names does at
// the end.
func (d *decoder) nameRest() {
	if d.ended || d.bare {
		return
	}
	d.ended = true
	for id, name := range d.s.cmdlineNames() {
		if d.seen[id/64]&(1<<(id%64)) != 0 {
			d.log.Called(model.TID(id), name)
		}
	}
}

// timeOf converts a time of the trace's clock to trace time.
func (s *scan) timeOf(clock uint64) model.Time {
	if clock <= s.start {
		return 0
	}
	ns := clock - s.start
	if s.m.tsc.mult != 0 {
		ns = s.m.tsc.ns(clock) - s.m.tsc.ns(s.start)
	}
	return model.Time(min(ns, math.MaxInt64/2))
}
