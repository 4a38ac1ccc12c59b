package perfdata

import (
	"context"
	"fmt"

	"threadlens/ingest/internal/fault"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// decoder is the second pass: it turns records into events.
type decoder struct {
	s     *scan
	m     *meta
	order wire.Order
	src   source
	out   []model.Event

	names  names
	stacks *stackTable

	threads threadTable
	classes map[uint32]model.Class
	cpus    []cpuState
	told    int      // of the threads that exist at the start
	losses  [][]loss // by processor, those still to come
	io      map[request]issue
	// constants are the names that handlers know beforehand, numbers those of
	// numbered system calls.
	constants map[string]model.StringID
	numbers   map[int64]model.StringID

	// switchRecords is set when switches come from SWITCH records, for lack
	// of the tracepoint.
	switchRecords bool

	// Of the record at hand.
	smp sample
	now model.Time
	cpu model.CPU

	diags diagnostics
	ended bool
}

// cpuState is what the decoder remembers of a processor.
type cpuState struct {
	running   model.TID // by SWITCH records
	announced bool      // running was named by the switch-out before
}

func newDecoder(s *scan, src source, stacks *stackTable) *decoder {
	d := &decoder{
		s: s, m: s.m, order: s.m.order, src: src, stacks: stacks,
		names:     names{next: 1},
		classes:   map[uint32]model.Class{},
		cpus:      make([]cpuState, len(s.cpus)),
		losses:    make([][]loss, len(s.cpus)),
		io:        map[request]issue{},
		constants: map[string]model.StringID{},
		numbers:   map[int64]model.StringID{},

		switchRecords: s.countOf("sched:sched_switch") == 0,
	}
	for i := range d.cpus {
		d.cpus[i].running = model.NoTID
	}
	for _, l := range s.losses {
		d.losses[l.cpu] = append(d.losses[l.cpu], l)
	}
	d.begin()
	return d
}

// begin emits the holes that open the trace.
func (d *decoder) begin() {
	for cpu, l := range d.losses {
		if len(l) > 0 && l[0].after < 0 {
			d.now, d.cpu = 0, model.CPU(cpu)
			d.lossAfter(-1)
		}
	}
}

// batchEvents is about how many events go into a batch, batchesAhead how many
// batches the decoder may be ahead of the consumer. Handing one over can cost
// the wake-up of a sleeping goroutine, dear on virtual machines: smaller
// batches, or fewer, halve the speed there.
const (
	batchEvents  = 1 << 13
	batchesAhead = 8
)

// fill decodes records until about a batch of events has come together, and
// returns the time up to which events are complete.
func (d *decoder) fill(ctx context.Context) (settled model.Time, err error) {
	for n := 1; len(d.out) < batchEvents; n++ {
		if !d.step() {
			d.ended = true
			return model.Forever, nil
		}
		if n%pieceRecords == 0 {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
		}
	}
	if d.told < len(d.s.tasks.list) {
		return 0, nil
	}
	return d.s.timeOf(d.src.settled()), nil
}

// step decodes one record, once all threads that exist at the start were
// declared; false at the end.
func (d *decoder) step() bool {
	if d.told < len(d.s.tasks.list) {
		d.exists(&d.s.tasks.list[d.told])
		d.told++
		return true
	}
	it, ok := d.src.next()
	if !ok {
		return false
	}
	d.now, d.cpu = d.s.timeOf(it.time), model.CPU(it.cpu)
	switch ev := it.ev; {
	case ev == nil:
		d.taskRecord(it)
	case ev.handle == nil:
	case !ev.layout.decode(d.order, it.rec, &d.smp):
		damage(&d.diags, it.typ, it.pos)
	default:
		ev.handle(d, &d.smp)
	}
	if l := d.losses[it.cpu]; len(l) > 0 && l[0].after == it.pos {
		d.lossAfter(it.pos)
	}
	return true
}

// lossAfter emits the holes that follow the record at pos. Their beginning is
// that record's time, so that they are not late, though the file tells of a
// hole only at its end.
func (d *decoder) lossAfter(pos int64) {
	l := d.losses[d.cpu]
	for ; len(l) > 0 && l[0].after == pos; l = l[1:] {
		e := d.add(model.KindLoss)
		e.Time, e.End = d.s.timeOf(l[0].from), d.s.timeOf(l[0].to)
		e.Arg = l[0].count
	}
	d.losses[d.cpu] = l
}

// add appends an event of the record at hand and returns it; the pointer is
// valid until the next add.
func (d *decoder) add(kind model.Kind) *model.Event {
	n := len(d.out)
	if n == cap(d.out) {
		d.out = append(d.out, model.Event{})
	}
	d.out = d.out[:n+1]
	e := &d.out[n]
	*e = model.Event{}
	// Field by field: a literal would be built elsewhere and copied.
	e.Time, e.CPU, e.Kind = d.now, d.cpu, kind
	e.TID, e.Other, e.PID = model.NoTID, model.NoTID, model.NoPID
	e.Target, e.From = model.NoCPU, model.NoCPU
	e.Prio[0], e.Prio[1] = model.NoPrio, model.NoPrio
	return e
}

// stack is the id of the sample's call chain.
func (d *decoder) stack(s *sample) model.StackID {
	if len(s.chain) == 0 {
		return model.NoStack
	}
	return d.stacks.id(d.order, s)
}

// target is a processor number of a payload as a CPU.
func (d *decoder) target(n int64) model.CPU {
	if n < 0 || n >= int64(d.s.cpuMax) {
		return model.NoCPU
	}
	return model.CPU(n)
}

// names interns strings for the events. The Builder reads the trace's own
// table while events are decoded, so that new names travel with the batches.
type names struct {
	known model.Strings
	next  model.StringID // the id of the next new name
	fresh []string       // names not handed over yet
	full  bool
}

func (n *names) id(b []byte) model.StringID {
	if n.next >= maxStrings {
		n.full = true
		return model.NoString
	}
	id := n.known.IDBytes(b[:min(len(b), maxName)])
	if id == n.next {
		n.next++
		n.fresh = append(n.fresh, n.known.Get(id))
	}
	return id
}

// name is the id of a name taken from the file or made by a handler.
func (d *decoder) name(b []byte) model.StringID { return d.names.id(b) }

// batch is what goes from the decoder to the consumer.
type batch struct {
	events  []model.Event
	names   []string // new ones, in the order of their ids
	stacks  []stackNode
	settled model.Time
	done    int64
	err     error
}

// take makes the room of an old batch the decoder's, keeping what it has put
// out already.
func (d *decoder) take(b *batch) {
	d.out = append(b.events[:0], d.out...)
	d.names.fresh = append(b.names[:0], d.names.fresh...)
	d.stacks.fresh = append(b.stacks[:0], d.stacks.fresh...)
}

// hand makes what was put out the batch's.
func (d *decoder) hand(b *batch) {
	b.events, b.names, b.stacks, b.done = d.out, d.names.fresh, d.stacks.fresh, d.src.done()
	d.out, d.names.fresh, d.stacks.fresh = nil, nil, nil
}

// guardedFill is fill for bytes that may be mapped.
func (d *decoder) guardedFill(ctx context.Context) (settled model.Time, err error) {
	defer fault.Guard(&err)()
	return d.fill(ctx)
}

// run decodes all records into batches that it takes from free and puts into
// full, until the end or the context's.
func (d *decoder) run(ctx context.Context, free, full chan *batch) {
	defer close(full)
	for !d.ended {
		var b *batch
		select {
		case b = <-free:
		case <-ctx.Done():
			return
		}
		d.take(b)
		b.settled, b.err = d.guardedFill(ctx)
		d.hand(b)
		select {
		case full <- b:
		case <-ctx.Done():
			return
		}
		if b.err != nil {
			return
		}
	}
	if d.names.full {
		d.diags.warn("names", fmt.Sprintf("more than %d names: the rest is left out", maxStrings))
	}
}
