package analysis

import (
	"math/bits"
	"slices"

	"threadlens/model"
)

// A queueSweep finds the length of the run queue at each instant of a window:
// of the queue of the whole machine, of each processor's, and how many
// processors idle. It is the sweep of sweep.go for traces of ten million
// changes: the pieces are done on all processors, and their changes sorted by
// digits.
type queueSweep struct {
	t       *model.Trace
	threads []model.ThreadIx
}

// changesPerPiece is how many changes a piece should hold: they and the room to
// sort them fit in a processor's own cache.
const changesPerPiece = 1 << 15

// A change is its distance from the piece's start, then the queue it belongs
// to, then 1 for an end.
const (
	queueBits  = 18 // of the queue: 1 + the processor, 0 when unknown, or idleQueue
	changeBits = queueBits + 1
	idleQueue  = 1<<queueBits - 1
	longest    = model.Time(1) << (63 - changeBits) // of a piece
)

// sink takes what a worker of the sweep finds. Its steps tile the pieces that
// the worker does, in order within each.
type sink interface {
	// step is a stretch during which the queue is so long, and that many
	// processors idle.
	step(r model.Range, length, idle int)
}

// ownSink takes the queues of the processors too.
type ownSink interface {
	// own is a stretch during which the queue of a processor is so long; the
	// processor is NoCPU for threads of which it is not known.
	own(cpu model.CPU, r model.Range, length int)
}

// run sweeps over r; every worker gets a sink of its own.
func (w *queueSweep) run(r model.Range, worker func() sink) {
	pieces := w.cut(r)
	each(len(pieces), func() func(int) {
		p := queuePiece{queueSweep: w, sink: worker(), lengths: make([]int, len(w.t.Cores)+1), since: make([]model.Time, len(w.t.Cores)+1)}
		p.owner, _ = p.sink.(ownSink)
		return func(i int) { p.do(pieces[i]) }
	})
}

// cut divides the window into as many equal pieces as it takes if the changes
// lie evenly in the trace. Those that turn out to hold many are cut further.
func (w *queueSweep) cut(r model.Range) []model.Range {
	rows := 0
	for _, ix := range w.threads {
		rows += w.t.Threads[ix].Len()
	}
	n := model.Time(1 + float64(rows)*quotient(r.Len(), w.t.End)/changesPerPiece)
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
	*queueSweep
	sink           sink
	owner          ownSink // nil where nobody asks for the processors' queues
	r              model.Range
	changes, spare []uint64
	lengths        []int        // of each processor's queue, 0 that of none
	since          []model.Time // when it last changed
	length, idle   int          // at the start of the piece
}

// do sweeps over a piece, in halves if it holds too many changes.
func (p *queuePiece) do(r model.Range) {
	p.r, p.changes, p.length, p.idle = r, p.changes[:0], 0, 0
	for i := range p.lengths {
		p.lengths[i], p.since[i] = 0, r.From
	}
	if !p.fill() && r.Len() > 1 {
		half := r.From + r.Len()/2
		p.do(model.Range{From: r.From, To: half})
		p.do(model.Range{From: half, To: r.To})
		return
	}
	p.sort()
	p.walk()
}

// fill gathers the changes; it is false when they are too many.
func (p *queuePiece) fill() bool {
	for _, ix := range p.threads {
		for cpu, s := range p.t.Queued(ix, p.r) {
			queue := 0
			if int(cpu) < len(p.t.Cores) {
				queue = int(cpu) + 1
			}
			if s.From == p.r.From {
				p.length++
				p.lengths[queue]++
			}
			p.add(uint64(queue), s)
		}
		if len(p.changes) > 8*changesPerPiece {
			return false
		}
	}
	for c := range p.t.Cores {
		for s := range p.t.Idle(model.CPU(c), p.r) {
			if s.From == p.r.From {
				p.idle++
			}
			p.add(idleQueue, s)
		}
	}
	return len(p.changes) <= 8*changesPerPiece
}

func (p *queuePiece) add(queue uint64, s model.Range) {
	if s.From > p.r.From {
		p.changes = append(p.changes, uint64(s.From-p.r.From)<<changeBits|queue<<1)
	}
	if s.To < p.r.To {
		p.changes = append(p.changes, uint64(s.To-p.r.From)<<changeBits|queue<<1|1)
	}
}

// sort orders the changes by their instant.
func (p *queuePiece) sort() {
	p.changes, p.spare = sortDigits(p.changes, p.spare, changeBits, changeBits+bits.Len64(uint64(p.r.Len())))
}

// sortDigits sorts a list by the bits from one up to another, and perhaps by the
// others, with the room of a second list. It returns the sorted one first. Many numbers are sorted several times faster
// by their digits than by comparing them.
func sortDigits(list, spare []uint64, from, to int) (sorted, rest []uint64) {
	const digitBits = 13
	n := len(list)
	if n < 1<<digitBits {
		slices.Sort(list)
		return list, spare
	}
	spare = slices.Grow(spare[:0], n)[:n]
	var at [1 << digitBits]uint32
	for shift := from; shift < to; shift += digitBits {
		clear(at[:])
		for _, c := range list {
			at[c>>shift&(1<<digitBits-1)]++
		}
		sum := uint32(0)
		for d, k := range at {
			at[d], sum = sum, sum+k
		}
		for _, c := range list {
			d := c >> shift & (1<<digitBits - 1)
			spare[at[d]] = c
			at[d]++
		}
		list, spare = spare, list
	}
	return list, spare
}

// walk passes the steps on. What happens at one instant is taken as one change.
func (p *queuePiece) walk() {
	from, length, idle := p.r.From, p.length, p.idle
	for _, c := range p.changes {
		at := p.r.From + model.Time(c>>changeBits)
		if at > from {
			p.sink.step(model.Range{From: from, To: at}, length, idle)
			from = at
		}
		by, queue := 1-2*int(c&1), int(c>>1&idleQueue)
		if queue == idleQueue {
			idle += by
			continue
		}
		length += by
		if p.owner != nil {
			p.leave(queue, at)
			p.lengths[queue] += by
		}
	}
	p.sink.step(model.Range{From: from, To: p.r.To}, length, idle)
	if p.owner != nil {
		for queue := range p.lengths {
			p.leave(queue, p.r.To)
		}
	}
}

// leave ends the time at one length of a processor's queue.
func (p *queuePiece) leave(queue int, at model.Time) {
	if since := p.since[queue]; at > since {
		p.owner.own(model.CPU(queue-1), model.Range{From: since, To: at}, p.lengths[queue])
		p.since[queue] = at
	}
}
