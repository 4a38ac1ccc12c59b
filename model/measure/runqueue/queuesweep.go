package runqueue

import (
	"math/bits"

	"threadlens/model"
	"threadlens/model/measure"
)

// QueueSweep finds the length of the run queue at each instant of a window: of the
// queue of the whole machine, of each CPU's own, and how many CPUs are idle. It is
// like the sweep of package measure (sweep.go), but for traces with ten million changes:
// the pieces are processed on all CPUs, and their changes sorted by radix.
type QueueSweep struct {
	Trace   *model.Trace
	Threads []model.ThreadIx
	// onlyQueues leaves out threads from which the host takes the CPU: as far as
	// their system knows, they are in no queue.
	onlyQueues bool
}

// changesPerPiece is how many changes a piece should hold: they and the scratch
// space for sorting fit in a CPU's own cache. With many threads it is
// changesAThread for each, so that finding the threads' rows costs little.
const (
	changesPerPiece = 1 << 14
	changesAThread  = 8
)

// A change is its distance from the piece's start, then the queue it belongs
// to, then 1 for an end.
const (
	queueBits  = 18 // of the queue: 1 + the CPU, 0 if unknown, or idleQueue
	changeBits = queueBits + 1
	idleQueue  = 1<<queueBits - 1
	longest    = model.Time(1) << (63 - changeBits) // of a piece
)

// sink takes what a worker of the sweep finds.
type sink interface {
	// steps are the stretches of a piece, in order; the last one ends at to. They
	// are only valid during the call.
	steps(list []queueStep, to model.Time)
}

// queueStep is a stretch, up to the next step, during which the queue has this
// length and this many CPUs are idle.
type queueStep struct {
	from         model.Time
	length, idle int32
}

// ownSink takes the queues of the CPUs too.
type ownSink interface {
	// queues are where to add how long the queue of each CPU had which length,
	// preceded by that of threads whose queue is unknown.
	queues() []*measure.Lengths
}

// piece is what a worker needs to sweep over pieces into a sink.
func (w *QueueSweep) piece(to sink) *queuePiece {
	n := len(w.Trace.Cores) + 1
	p := &queuePiece{QueueSweep: w, sink: to, lengths: make([]int, n), since: make([]model.Time, n)}
	if o, ok := to.(ownSink); ok {
		p.own = o.queues()
	}
	return p
}

// Cut divides the window into as many equal pieces as needed if the changes are
// evenly distributed in the trace. Pieces that turn out to hold too many are
// divided further.
func (w *QueueSweep) Cut(r model.Range) []model.Range {
	rows := 0
	for _, ix := range w.Threads {
		rows += w.Trace.Threads[ix].Len()
	}
	piece := max(changesPerPiece, changesAThread*len(w.Threads))
	n := model.Time(1 + float64(rows)*measure.Quotient(r.Len(), w.Trace.End)/float64(piece))
	n = max(1, min(n, r.Len()), r.Len()/longest+1)
	length := (r.Len() + n - 1) / n
	var list []model.Range
	for from := r.From; from < r.To; from += length {
		list = append(list, model.Range{From: from, To: min(r.To, from+length)})
	}
	return list
}

// queuePiece is what a worker keeps from piece to piece.
type queuePiece struct {
	*QueueSweep
	sink           sink
	own            []*measure.Lengths // nil if the CPUs' queues are not requested
	r              model.Range
	changes, spare []uint64
	sorter         measure.BucketSort
	list           []queueStep
	lengths        []int        // of each CPU's queue, at 0 the unplaced one
	since          []model.Time // when it last changed
	length, idle   int          // at the start of the piece
}

// do finds the changes of a piece, divided in halves if it holds too many, and
// calls a function for each.
func (p *queuePiece) do(r model.Range, then func()) {
	p.begin(r)
	if !p.fill() && r.Len() > 1 {
		half := r.From + r.Len()/2
		p.do(model.Range{From: r.From, To: half}, then)
		p.do(model.Range{From: half, To: r.To}, then)
		return
	}
	p.changes, p.spare = p.sorter.Sort(p.changes, p.spare, changeBits+bits.Len64(uint64(r.Len())))
	then()
}

// begin starts a piece about which nothing is known yet.
func (p *queuePiece) begin(r model.Range) {
	p.r, p.changes, p.length, p.idle = r, p.changes[:0], 0, 0
	for i := range p.lengths {
		p.lengths[i], p.since[i] = 0, r.From
	}
}

// fill gathers the changes; it is false when they are too many.
func (p *queuePiece) fill() bool {
	limit := 8 * max(changesPerPiece, changesAThread*len(p.Threads))
	for _, ix := range p.Threads {
		for q, s := range p.Trace.RunQueues(ix, p.r) {
			if p.onlyQueues && q.Sub == model.SubStolen {
				continue
			}
			queue := 0
			if int(q.CPU) < len(p.Trace.Cores) {
				queue = int(q.CPU) + 1
			}
			if s.From == p.r.From {
				p.length++
				p.lengths[queue]++
			}
			p.add(uint64(queue), s)
		}
		if len(p.changes) > limit {
			return false
		}
	}
	for c := range p.Trace.Cores {
		for s := range p.Trace.Idle(model.CPU(c), p.r) {
			if s.From == p.r.From {
				p.idle++
			}
			p.add(idleQueue, s)
		}
	}
	return len(p.changes) <= limit
}

func (p *queuePiece) add(queue uint64, s model.Range) {
	if s.From > p.r.From {
		p.changes = append(p.changes, uint64(s.From-p.r.From)<<changeBits|queue<<1)
	}
	if s.To < p.r.To {
		p.changes = append(p.changes, uint64(s.To-p.r.From)<<changeBits|queue<<1|1)
	}
}

// walk passes the steps on. Simultaneous changes are taken as one.
func (p *queuePiece) walk() {
	from, length, idle := p.r.From, p.length, p.idle
	list := p.list[:0]
	for _, c := range p.changes {
		at := p.r.From + model.Time(c>>changeBits)
		if at > from {
			list = append(list, queueStep{from, int32(length), int32(idle)})
			from = at
		}
		by, queue := 1-2*int(c&1), int(c>>1&idleQueue)
		if queue == idleQueue {
			idle += by
			continue
		}
		length += by
		if p.own != nil {
			p.leave(queue, at)
			p.lengths[queue] += by
		}
	}
	p.list = append(list, queueStep{from, int32(length), int32(idle)})
	p.sink.steps(p.list, p.r.To)
	for queue := range p.own {
		p.leave(queue, p.r.To)
	}
}

// leave ends the time at one length of a CPU's queue.
func (p *queuePiece) leave(queue int, at model.Time) {
	if since := p.since[queue]; at > since {
		measure.AddTo((*[]model.Time)(p.own[queue]), p.lengths[queue], at-since)
		p.since[queue] = at
	}
}
