package etl

import (
	"context"

	"threadlens/ingest/etl/payload"
	"threadlens/ingest/internal/fault"
	"threadlens/model"
)

// decoder turns the records into events: the second pass.
type decoder struct {
	s     *scan
	r     *Reader
	m     *merge
	diags diagnostics
	names names
	out   []model.Event
	ended bool

	// The record at hand.
	now model.Time
	cpu model.CPU
	cur *cursor
	rec record

	running  []model.TID   // by processor; model.NoTID when unknown
	idle     []bool        // processors of which an idle sample was told
	held     []model.Event // by processor: a sample that is told behind the next switch
	attests  bool          // the headers of events tell who runs
	pids     map[uint32]uint32
	row      int // of the column: the first one that is not past
	files    map[uint64]model.StringID
	disks    map[uint32]model.StringID
	flying   map[uint64]uint32 // transfers under way: who asked for them
	contends model.StringID

	leaves map[model.Frame]model.StackID
	fresh  []model.Frame // of leaves, not handed over yet
	nodes  model.StackID // number of stacks so far
}

func newDecoder(r *Reader) *decoder {
	s := r.s
	d := &decoder{
		s: s, r: r, names: newNames(&r.tables.Strings),
		running: make([]model.TID, len(s.cpus)), idle: make([]bool, len(s.cpus)), held: make([]model.Event, len(s.cpus)),
		attests: r.info.Has.Switches || r.info.Has.Wakes || s.masks[0]&payload.FlagCSwitch != 0,
		pids:    map[uint32]uint32{}, files: map[uint64]model.StringID{},
		disks: map[uint32]model.StringID{}, flying: map[uint64]uint32{},
		leaves: map[model.Frame]model.StackID{}, nodes: model.StackID(r.tables.Stacks.Len()),
	}
	for i := range d.running {
		d.running[i] = model.NoTID
		if f := s.cpus[i].first; f.set {
			d.running[i] = model.TID(f.old)
		}
	}
	d.m = newMerge(s, r.index)
	return d
}

func (d *decoder) close() { d.m.q.close() }

// batchEvents is about how many events go into a batch, batchesAhead how many
// batches the decoder may be ahead of the consumer. Handing one over can cost
// the wake-up of a sleeping goroutine: smaller batches, or fewer, cost speed.
const (
	batchEvents  = 1 << 13
	batchesAhead = 8
	// checkEvery is how many records go between two looks at the context.
	checkEvery = 1 << 13
)

// fill decodes records until about a batch of events has come together, and
// returns the time up to which events are complete.
func (d *decoder) fill(ctx context.Context) (settled model.Time, err error) {
	for n := 1; len(d.out) < batchEvents; n++ {
		if !d.step() {
			d.ended = d.m.err == nil
			return model.Forever, d.m.err
		}
		if n%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
		}
	}
	return d.m.settled(), nil
}

// step decodes one record; false at the end.
func (d *decoder) step() bool {
	c, e, ok := d.m.next()
	if !ok {
		return false
	}
	d.cur, d.now, d.cpu = c, c.at, c.cpu
	switch e.act {
	case actSwitch:
		d.doSwitch(e)
	case actReady:
		d.doReady(e)
	case actGap:
		d.gap(e)
	default:
		d.rec.open(c.p, e)
		actions[e.act].emit(d, &d.rec)
	}
	return true
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

// stack is the stack of the event at hand in a thread.
func (d *decoder) stack(tid model.TID) model.StackID {
	rows := d.r.column.rows
	for d.row < len(rows) && rows[d.row].at < d.now {
		d.row++
	}
	for i := d.row; i < len(rows) && rows[i].at == d.now; i++ {
		if rows[i].tid == uint32(tid) {
			d.r.column.mark(i)
			return model.StackID(rows[i].ref)
		}
	}
	return model.NoStack
}

// met marks the stack of an event that has no use for it.
func (d *decoder) met() {
	d.stack(model.NoTID)
	d.r.column.meet(d.row, d.now)
}

// leaf is the stack of one frame, for a sample that has only an address.
func (d *decoder) leaf(pid uint32, addr uint64, wide bool) model.StackID {
	f := d.r.stacks.frame(pid, addr, wide, d.now, d.text)
	if id, ok := d.r.stacks.roots[f]; ok {
		return id
	}
	id, ok := d.leaves[f]
	if !ok && int(d.nodes) < d.r.stacks.limit {
		d.nodes++
		id = d.nodes
		d.leaves[f] = id
		d.fresh = append(d.fresh, f)
	}
	return id
}

// names interns strings for the events. The Builder reads the trace's own table
// while events are decoded, so that new names travel with the batches.
type names struct {
	known model.Strings
	next  model.StringID // the id of the next new name
	fresh []string       // names not handed over yet
	full  bool
}

// newNames begins with the names that are in a table already.
func newNames(t *model.Strings) names {
	n := names{next: 1}
	for s := t.Get(n.next); s != ""; s = t.Get(n.next) {
		n.known.ID(s)
		n.next++
	}
	return n
}

func (n *names) id(b []byte) model.StringID {
	if n.next >= maxNames {
		n.full = true
		return model.NoString
	}
	id := n.known.IDBytes(b)
	if id == n.next {
		n.next++
		n.fresh = append(n.fresh, n.known.Get(id))
	}
	return id
}

// text is the id of a name in UTF-8.
func (d *decoder) text(s string) model.StringID { return d.names.id([]byte(s)) }

// wide is the id of a name in UTF-16.
func (d *decoder) wide(s payload.UTF16) model.StringID {
	var buf [256]byte
	return d.names.id(s.Append(buf[:0]))
}

// batch is what goes from the decoder to the consumer.
type batch struct {
	events  []model.Event
	names   []string      // new ones, in the order of their ids
	leaves  []model.Frame // new stacks, likewise
	settled model.Time
	done    int64
	err     error
}

// take makes the room of an old batch the decoder's.
func (d *decoder) take(b *batch) {
	d.out, d.names.fresh, d.fresh = b.events[:0], append(b.names[:0], d.names.fresh...), b.leaves[:0]
}

// hand makes what was put out the batch's.
func (d *decoder) hand(b *batch) {
	b.events, b.names, b.leaves, b.done = d.out, d.names.fresh, d.fresh, d.m.read
	d.out, d.names.fresh, d.fresh = nil, nil, nil
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
}
