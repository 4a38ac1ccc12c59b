package lanes

import (
	"sort"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Pieces are a thread's segments as the picture needs them: Running is split into
// execution and the interrupts inside it, and of everything else only the category
// is kept. They tile the thread's life, so each is defined by its start: 5 bytes
// per piece.
type Pieces struct {
	blocks []pieceBlock
	dt     []uint32 // start, ns from the block's base
	slots  []paint.Slot
	End    model.Time // of the last piece
}

// pieceBlock is a run of pieces that start within 2^32 ns after base.
type pieceBlock struct {
	base  model.Time // start of the first
	first int
}

// pieceBlockLen bounds the pieces of a block, for the search inside it.
const pieceBlockLen = 1024

func (p *Pieces) Push(start model.Time, s paint.Slot) {
	n := len(p.dt)
	if n > 0 && p.slots[n-1] == s {
		return // the previous piece continues
	}
	if k := len(p.blocks); k == 0 || n-p.blocks[k-1].first >= pieceBlockLen || start-p.blocks[k-1].base >= 1<<32 {
		p.blocks = append(p.blocks, pieceBlock{start, n})
	}
	p.dt = append(p.dt, uint32(start-p.blocks[len(p.blocks)-1].base))
	p.slots = append(p.slots, s)
}

func (p *Pieces) len() int { return len(p.dt) }

// block is the index of the block that holds piece i.
func (p *Pieces) block(i int) int {
	return sort.Search(len(p.blocks), func(k int) bool { return p.blocks[k].first > i }) - 1
}

// find is the index of the last piece that starts at or before t, -1 if all start
// later.
func (p *Pieces) find(t model.Time) int {
	k := sort.Search(len(p.blocks), func(k int) bool { return p.blocks[k].base > t }) - 1
	if k < 0 {
		return -1
	}
	b := p.blocks[k]
	last := len(p.dt)
	if k+1 < len(p.blocks) {
		last = p.blocks[k+1].first
	}
	d := uint64(t - b.base)
	return b.first + sort.Search(last-b.first, func(i int) bool { return uint64(p.dt[b.first+i]) > d }) - 1
}

// starting is the number of pieces that start before t.
func (p *Pieces) starting(t model.Time) int { return p.find(t-1) + 1 }

// span is the base of block k, the starts of all pieces up to its last, relative to
// the base for those in the block, and the start of the piece after it.
func (p *Pieces) span(k int) (base model.Time, dt []uint32, next model.Time) {
	if k+1 < len(p.blocks) {
		b := p.blocks[k+1]
		return p.blocks[k].base, p.dt[:b.first], b.base
	}
	return p.blocks[k].base, p.dt, p.End
}

// walk calls add for the pieces that overlap r, clipped to it, in order.
func (p *Pieces) walk(r model.Range, add func(from, to model.Time, s paint.Slot)) {
	i := max(0, p.find(r.From))
	if r.From >= p.End {
		return
	}
	for k := p.block(i); k < len(p.blocks) && i < len(p.dt); k++ {
		base, dt, next := p.span(k)
		for ; i < len(dt); i++ {
			from, to := base+model.Time(dt[i]), next
			if from >= r.To {
				return
			}
			if i+1 < len(dt) {
				to = base + model.Time(dt[i+1])
			}
			add(max(from, r.From), min(to, r.To), p.slots[i])
		}
	}
}

// Splitter makes pieces of a trace's segments.
type Splitter struct {
	Trace *model.Trace
	irqs  []Interrupts // by CPU
	hint  []int        // by CPU, see Interrupts.From
}

// Walk calls add for the pieces of a thread that overlap r, clipped to it, in
// order.
func (sp *Splitter) Walk(ix model.ThreadIx, r model.Range, add func(from, to model.Time, s paint.Slot)) {
	for seg := range sp.Trace.Segments(ix, r) {
		c := seg.Clip(r)
		if seg.State != model.Running {
			add(c.From, c.To, paint.SlotOf[seg.Category])
			continue
		}
		if int(seg.CPU) >= len(sp.irqs) || len(sp.irqs[seg.CPU]) == 0 {
			add(c.From, c.To, paint.SlotExecution)
			continue
		}
		sp.split(c, seg.CPU, add)
	}
}

// split cuts a running segment at the interrupts inside it.
func (sp *Splitter) split(r model.Range, cpu model.CPU, add func(from, to model.Time, s paint.Slot)) {
	list := sp.irqs[cpu]
	i := list.From(r.From, sp.hint[cpu])
	for ; i < len(list) && list[i].From < r.To; i++ {
		irq := list[i].Clip(r)
		if irq.From > r.From {
			add(r.From, irq.From, paint.SlotExecution)
		}
		add(irq.From, irq.To, paint.SlotInterrupt)
		r.From = irq.To
	}
	sp.hint[cpu] = max(0, i-1)
	if r.Len() > 0 {
		add(r.From, r.To, paint.SlotExecution)
	}
}

func newPieces(sp *Splitter, ix model.ThreadIx) *Pieces {
	th := &sp.Trace.Threads[ix]
	p := &Pieces{End: th.Life.To}
	p.dt = make([]uint32, 0, th.Len())
	p.slots = make([]paint.Slot, 0, th.Len())
	sp.Walk(ix, th.Life, func(from, _ model.Time, s paint.Slot) { p.Push(from, s) })
	return p
}

// Interrupts are the times a CPU spent in interrupts, nested ones merged, in order.
type Interrupts []model.Range

func NewInterrupts(t *model.Trace, cpu model.CPU) Interrupts {
	var list Interrupts
	for i := range t.Interrupts(cpu, t.Whole()) {
		if n := len(list); n > 0 && i.From <= list[n-1].To {
			list[n-1].To = max(list[n-1].To, i.To)
		} else {
			list = append(list, i.Range)
		}
	}
	return list
}

// From is the index of the first interrupt that ends after t, searched onwards
// from hint, which is usually right or nearly so.
func (l Interrupts) From(t model.Time, hint int) int {
	if hint > 0 && l[hint-1].To > t {
		hint = 0
	}
	step := 1
	for hint+step <= len(l) && l[hint+step-1].To <= t {
		hint += step
		step *= 2
	}
	n := min(step, len(l)-hint)
	return hint + sort.Search(n, func(i int) bool { return l[hint+i].To > t })
}
