package etl

import (
	"context"

	"threadlens/ingest/etl/payload"
	"threadlens/ingest/internal/stage"
	"threadlens/model"
)

// decoder turns the records into events: the second pass.
type decoder struct {
	s     *scan
	r     *Reader
	m     *merge
	diags diagnostics
	out   stage.Output

	// State of the current record.
	now model.Time
	cpu model.CPU
	cur *cursor
	rec record

	bare     bool          // only what the pre-pass needs is decoded
	running  []model.TID   // by CPU; model.NoTID when unknown
	held     []model.Event // by CPU: a sample that belongs after the next switch
	attests  bool          // the headers of events show who runs
	pids     map[uint32]uint32
	row      int // in the column: the first that is not past
	files    map[uint64]model.StringID
	disks    map[uint32]model.StringID
	flying   map[uint64]uint32 // transfers in progress: the threads that requested them
	contends model.StringID
	stacks   *stackTable
	joined   []model.StackID // of each row of the column, plus 1, once requested
}

func newDecoder(r *Reader) *decoder {
	s := r.s
	d := &decoder{
		s: s, r: r, out: stage.Output{Names: stage.NewNames(&r.tables.Strings)},
		running: make([]model.TID, len(s.cpus)), held: make([]model.Event, len(s.cpus)),
		attests: r.info.Has.Switches || r.info.Has.Wakes || s.masks[0]&payload.FlagCSwitch != 0,
		pids:    map[uint32]uint32{}, files: map[uint64]model.StringID{},
		disks: map[uint32]model.StringID{}, flying: map[uint64]uint32{},
		joined: make([]model.StackID, len(r.column.rows)),
	}
	d.stacks = newStackTable(&d.out, s.symbolState, s.unpacked)
	for i := range d.running {
		d.running[i] = s.cpus[i].begins()
	}
	d.m = newMerge(s, r.index)
	return d
}

func (d *decoder) close() { d.m.q.close() }

// checkEvery is how many records are decoded between checks of the context.
const checkEvery = 1 << 13

// Output is where Fill puts the events.
func (d *decoder) Output() *stage.Output { return &d.out }

// Done is how many bytes of the files were read.
func (d *decoder) Done() int64 { return d.m.read }

// Fill decodes records until there is roughly a batch of events.
func (d *decoder) Fill(ctx context.Context) (settled model.Time, end bool, err error) {
	for n := 1; len(d.out.Events) < stage.BatchEvents; n++ {
		if !d.step() {
			return model.Forever, d.m.err == nil, d.m.err
		}
		if n%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return 0, false, err
			}
		}
	}
	return d.m.settled(), false, nil
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
		if d.bare && !early[e.act] {
			return true
		}
		d.rec.open(c.p, e)
		actions[e.act].emit(d, &d.rec)
	}
	return true
}

// add appends an event of the current record and returns it; the pointer is valid until the next
// add.
func (d *decoder) add(kind model.Kind) *model.Event { return d.out.Add(kind, d.now, d.cpu) }

// stack is the stack of the current event in a thread.
func (d *decoder) stack(tid model.TID) model.StackID {
	if d.bare {
		return model.NoStack
	}
	rows := d.r.column.rows
	for d.row < len(rows) && rows[d.row].at < d.now {
		d.row++
	}
	for i := d.row; i < len(rows) && rows[i].at == d.now; i++ {
		if rows[i].tid == uint32(tid) {
			d.r.column.mark(i)
			if d.joined[i] == 0 {
				d.joined[i] = d.stacks.join(d.r.column, i) + 1
			}
			return d.joined[i] - 1
		}
	}
	return model.NoStack
}

// met marks the stack of an event that does not use it.
func (d *decoder) met() {
	if !d.bare {
		d.row = d.r.column.meet(d.row, d.now)
	}
}

// leaf is the stack of one frame, for a sample that has only an address.
func (d *decoder) leaf(pid uint32, addr uint64, wide bool) model.StackID {
	return d.stacks.leaf(pid, addr, wide, d.now)
}

// text is the id of a name in UTF-8.
func (d *decoder) text(s string) model.StringID { return d.out.Names.ID([]byte(s)) }

// wide is the id of a name in UTF-16.
func (d *decoder) wide(s payload.UTF16) model.StringID {
	var buf [256]byte
	return d.out.Names.ID(s.Append(buf[:0]))
}
