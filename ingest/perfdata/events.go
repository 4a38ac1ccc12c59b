package perfdata

import (
	"context"
	"slices"

	"threadlens/ingest/internal/linuxsched"
	"threadlens/ingest/internal/marktext"
	"threadlens/ingest/internal/stage"
	"threadlens/ingest/internal/wire"
	"threadlens/model"
)

// decoder is the second pass: it turns records into events.
type decoder struct {
	s     *scan
	m     *meta
	order wire.Order
	src   *merge
	out   stage.Output

	stacks *stackTable

	threads   linuxsched.Table[thread]
	classes   map[uint32]model.Class
	cpus      []cpuState
	byProcess byProcess // where the cost of events is recorded
	told      int       // how many of the threads that exist at the start were declared
	losses    [][]loss  // by CPU, those still to come
	io        linuxsched.Requests
	// connecting are the threads whose sockets are being connected, by the sockets' addresses.
	connecting map[uint64]model.TID
	clients    map[uint32]bool // processes that are known to connect
	spans      marktext.Numbers
	bare       bool       // only what the pre-pass needs is decoded
	headers    namespace  // of the first pass: whether headers have the system's ids
	ids        *namespace // translates the headers where they do not
	// constants are the names that handlers use, numbers those of numbered system calls.
	constants map[string]model.StringID
	numbers   map[int64]model.StringID
	// chains are indices into allFacts, from 1, by stack; 0 where a stack was not examined.
	chains   []uint16
	allFacts []chainFacts
	metFacts map[chainFacts]uint16

	// readsChains is set when the names of the kernel's functions are known, so that the kernel's
	// part of a stack shows calls.
	readsChains bool
	// prepares is set when samples need preparation before they are handled.
	prepares bool
	// switchRecords is set when switches come from SWITCH records, for lack
	// of the tracepoint.
	switchRecords bool
	// alone is set when SWITCH records are of single threads; arrivals when the tracepoint is too:
	// it shows only switch-outs, and the records show switch-ins.
	alone, arrivals bool
	// idleLeaves is set when there are SWITCH records of CPUs as well as the tracepoint.
	idleLeaves bool
	// counts is set when the counters are of CPUs, not of threads.
	counts bool
	// costs is set when the cost of events was recorded.
	costs bool

	// State of the current record.
	smp sample
	now model.Time
	cpu model.CPU

	diags diagnostics
}

// cpuState is what the decoder remembers of a CPU.
type cpuState struct {
	running   model.TID // as far as it is tracked; else NoTID
	announced bool      // running was named by the preceding switch-out
}

func newDecoder(s *scan, src *merge, stacks *stackTable) *decoder {
	d := &decoder{
		s: s, m: s.m, order: s.m.order, src: src, stacks: stacks,
		out:        stage.Output{Names: stage.NewNames(&model.Strings{})},
		classes:    map[uint32]model.Class{},
		cpus:       make([]cpuState, len(s.cpus)),
		losses:     make([][]loss, len(s.cpus)),
		connecting: map[uint64]model.TID{}, clients: map[uint32]bool{},
		constants: map[string]model.StringID{}, metFacts: map[chainFacts]uint16{},
		numbers: map[int64]model.StringID{},

		readsChains:   len(s.m.kernel) > 0,
		switchRecords: s.countOf("sched:sched_switch") == 0,
		alone:         s.recordsTasks() && s.counts[recSwitch] > 0,
		counts:        !s.recordsTasks(),
		costs:         s.m.eventCost > 0,
	}
	d.arrivals = d.alone && !d.switchRecords
	d.idleLeaves = !d.alone && !d.switchRecords && s.counts[recSwitchCPUWide] > 0
	if s.foreign {
		d.ids = &namespace{of: map[uint32]uint32{}}
	}
	d.prepares = d.readsChains || d.ids != nil
	for i := range d.cpus {
		d.cpus[i].running = model.NoTID
	}
	for _, l := range s.losses {
		d.losses[l.cpu] = append(d.losses[l.cpu], l)
	}
	stacks.out = &d.out
	d.begin()
	return d
}

// begin emits the losses at the start of the trace.
func (d *decoder) begin() {
	for cpu, l := range d.losses {
		if len(l) > 0 && l[0].after < 0 {
			d.now, d.cpu = 0, model.CPU(cpu)
			d.lossAfter(-1)
		}
	}
}

// Output is where Fill puts the events.
func (d *decoder) Output() *stage.Output { return &d.out }

// Done is how many bytes of the file were read.
func (d *decoder) Done() int64 { return d.src.done() }

// Fill decodes records until a batch of events is full.
func (d *decoder) Fill(ctx context.Context) (settled model.Time, end bool, err error) {
	for n := 1; len(d.out.Events) < stage.BatchEvents; n++ {
		if !d.step() {
			return model.Forever, true, nil
		}
		if n%pieceRecords == 0 {
			if err := ctx.Err(); err != nil {
				return 0, false, err
			}
		}
	}
	if d.told < len(d.s.tasks.list) {
		return 0, false, nil
	}
	return d.s.timeOf(d.src.settled()), false, nil
}

// step decodes one record, after declaring all threads that exist at the start; false at the end.
func (d *decoder) step() bool {
	if d.told < len(d.s.tasks.list) {
		d.exists(&d.s.tasks.list[d.told])
		if d.told++; d.told == len(d.s.tasks.list) {
			d.open()
			d.starts()
		}
		return true
	}
	it, ok := d.src.next()
	if !ok {
		return false
	}
	d.now, d.cpu = d.s.timeOf(it.time), model.CPU(it.cpu)
	if d.costs {
		d.countIn(it)
	}
	switch ev := it.ev; {
	case ev == nil:
		if d.ids == nil { // otherwise its ids are those of another namespace
			d.taskRecord(it)
		}
	case ev.handle == nil, d.bare && !ev.early:
	case !ev.layout.decode(d.order, it.rec, &d.smp):
		damage(&d.diags, it.typ, it.pos)
	default:
		if d.prepares {
			d.met(ev)
		}
		ev.handle(d, &d.smp)
		if d.counts && ev.counting && !d.bare {
			d.readCounters(ev, d.smp.read)
		}
	}
	if d.endsAtLoss(it) {
		d.lossAfter(it.pos)
	}
	return true
}

// endsAtLoss reports whether a loss follows a record.
func (d *decoder) endsAtLoss(it *item) bool {
	l := d.losses[it.cpu]
	return len(l) > 0 && l[0].after == it.pos
}

// met prepares the current sample of an event: it translates its ids to the system's, and notes
// that its thread has its CPU.
func (d *decoder) met(ev *event) {
	if d.ids != nil && ev.name != "sched:sched_switch" {
		d.ids.translate(&d.smp)
	}
	if id := model.TID(d.smp.tid); d.readsChains && !d.bare {
		if t := d.threads.Get(id); t != nil {
			d.goesOn(id, t) // where the switch that gave it the CPU is missing
		}
	}
}

// lossesLeft reports whether losses are still to come.
func (d *decoder) lossesLeft() bool {
	return slices.ContainsFunc(d.losses, func(l []loss) bool { return len(l) > 0 })
}

// lossAfter emits the losses that follow the record at pos. They begin at that record's time, and
// so are in order, though the file reports a loss only at its end.
func (d *decoder) lossAfter(pos int64) {
	l := d.losses[d.cpu]
	for ; len(l) > 0 && l[0].after == pos; l = l[1:] {
		e := d.add(model.KindLoss)
		e.Time, e.End = d.s.timeOf(l[0].from), d.s.timeOf(l[0].to)
		e.Arg = l[0].count
		if l[0].ring {
			e.Flags = model.LossRing
		}
		d.cpus[d.cpu].running = model.NoTID
	}
	d.losses[d.cpu] = l
}

// add appends an event of the current record and returns it; the pointer is valid until the next
// add.
func (d *decoder) add(kind model.Kind) *model.Event { return d.out.Add(kind, d.now, d.cpu) }

// stack is the id of the sample's call chain.
func (d *decoder) stack(s *sample) model.StackID {
	if len(s.chain) == 0 || d.bare {
		return model.NoStack
	}
	return d.stacks.id(d.order, s, d.now)
}

// target converts a CPU number in a payload to a CPU.
func (d *decoder) target(n int64) model.CPU {
	if n < 0 || n >= int64(d.s.cpuMax) {
		return model.NoCPU
	}
	return model.CPU(n)
}

// name is the id of a name taken from the file or made by a handler.
func (d *decoder) name(b []byte) model.StringID { return d.out.Names.ID(b[:min(len(b), maxName)]) }
