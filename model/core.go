package model

import (
	"iter"
)

// Occupant is what occupies a CPU: a thread index, or one of the values below,
// which no thread index reaches.
type Occupant uint32

// Occupants that are not threads.
const (
	OccupantIdle    Occupant = 1<<32 - 2
	OccupantUnknown Occupant = 1<<32 - 3
	OccupantOffline Occupant = 1<<32 - 4
	// OccupantStolen is for time that the accounting shows the thread did not get: a
	// hypervisor, or interrupts that were not recorded, took the CPU.
	OccupantStolen Occupant = 1<<32 - 5
)

// Thread returns the occupying thread; ok is false for idle, unknown, offline, stolen.
func (o Occupant) Thread() (ix ThreadIx, ok bool) {
	return ThreadIx(o), o < OccupantStolen
}

// sliceRow is a stored CPU slice: 8 bytes plus its 4-byte start.
type sliceRow struct {
	occ   Occupant
	flags SegmentFlags
	// switched is set when a Switch event opened the slice.
	switched bool
}

// Slice is a piece of a CPU's time with one occupant; slices tile [t0, t1).
type Slice struct {
	CPU CPU
	Range
	Occupant Occupant
	Flags    SegmentFlags
	// Switched is set when a context switch opened the slice.
	Switched bool
}

// IrqSpan is one recorded interrupt, nested ones included.
type IrqSpan struct {
	Range
	Level Level
	Name  StringID
	Timer bool // the source says that it is from the clock or a timer
}

// irqPiece is a stretch of flattened interrupt time.
type irqPiece struct {
	start Time
	bits  uint64 // its length, and in the lowest two bits its level
}

func newPiece(start, end Time, level Level) irqPiece {
	return irqPiece{start, uint64(end-start)<<2 | uint64(level)}
}

func (p *irqPiece) length() Time { return Time(p.bits >> 2) }
func (p *irqPiece) end() Time    { return p.start + p.length() }
func (p *irqPiece) level() Level { return Level(p.bits & 3) }

// irqSum is an amount of interrupt time by level; an NMI counts as isr.
type irqSum struct{ isr, dpc Time }

// irqBlockLen is how many interrupts make one irqBlock.
const irqBlockLen = 32

// irqBlock is the flattened interrupt time from the start of one interrupt to the
// start of the one irqBlockLen further on. Interrupts rarely overlap: where none
// does, they are the pieces themselves and the block is plain. Only the other
// blocks store pieces, which are cut where the block ends.
type irqBlock struct {
	before  irqSum // the time before the block
	pieces  []irqPiece
	plain   bool
	entered bool // an interrupt of an earlier block reaches into it
}

// Core is one CPU.
type Core struct {
	// Known is false when nothing shows what the CPU did at any time: such a CPU
	// stays out of utilization denominators.
	Known    bool
	Switches int64 // context switches recorded on it
	Events   int64 // events recorded on it that the model uses

	sl        column[sliceRow]
	irqs      interrupts // by start, outer first
	irqBlocks []irqBlock
	sums      []coreSums // before each block of sl

	frequency, idleStates StepSeries
}

// coreSums are durations of a CPU's time by kind of occupant.
type coreSums struct{ run, idle, unknown, offline, stolen Time }

// Slices yields the slices of a CPU that overlap r, in order, unclipped.
func (t *Trace) Slices(cpu CPU, r Range) iter.Seq[Slice] {
	return func(yield func(Slice) bool) {
		c := &t.Cores[cpu]
		u := c.sl.seek(max(0, c.sl.find(r.From)))
		for {
			start, row := u.next()
			if row == nil || start >= r.To {
				return
			}
			s := Slice{cpu, Range{start, u.peek(t.End)}, row.occ, row.flags, row.switched}
			if s.To > r.From && !yield(s) {
				return
			}
		}
	}
}

// SliceAt returns the slice of a CPU at an instant of the trace.
func (t *Trace) SliceAt(cpu CPU, at Time) (s Slice, ok bool) {
	for s = range t.Slices(cpu, Range{at, at + 1}) {
		return s, true
	}
	return s, false
}

// Interrupts yields the recorded interrupts of a CPU that overlap r, by start.
func (t *Trace) Interrupts(cpu CPU, r Range) iter.Seq[IrqSpan] {
	return func(yield func(IrqSpan) bool) {
		c := &t.Cores[cpu]
		for k := c.firstIrq(r.From); k < c.irqs.len(); k++ {
			i := c.irqs.at(k)
			if i.start >= r.To {
				return
			}
			if i.end > r.From && !yield(IrqSpan{Range{i.start, i.end}, i.level, i.name, i.flags&IrqTimer != 0}) {
				return
			}
		}
	}
}

// firstIrq is an index shortly before the first interrupt that reaches beyond t.
func (c *Core) firstIrq(t Time) int {
	b := max(0, c.irqBlockAt(t))
	for b > 0 && c.irqBlocks[b].entered {
		b--
	}
	return b * irqBlockLen
}

// irqBlockAt is the last block that starts at or before t, -1 when all start
// later.
func (c *Core) irqBlockAt(t Time) int {
	lo, hi := 0, len(c.irqBlocks) // blocks before lo start at or before t, those from hi on later
	for lo < hi {
		if mid := int(uint(lo+hi) >> 1); c.irqs.rows[mid*irqBlockLen].start > t {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo - 1
}

// irqBlockAfter is irqBlockAt for an instant not before the start of block b, which it is usually
// in; b may be -1.
func (c *Core) irqBlockAfter(b int, t Time) int {
	if b+1 == len(c.irqBlocks) || c.irqs.rows[(b+1)*irqBlockLen].start > t {
		return b
	}
	return c.irqBlockAt(t)
}

// piece is piece k of block b; ok is false when the block has no more. Pieces of a
// plain block may be empty, and may touch although they have the same level.
func (c *Core) piece(b, k int) (p irqPiece, ok bool) {
	bl := &c.irqBlocks[b]
	if bl.plain {
		i := b*irqBlockLen + k
		if k >= irqBlockLen || i >= c.irqs.len() {
			return p, false
		}
		irq := c.irqs.at(i)
		return newPiece(irq.start, irq.end, irq.level), true
	}
	if k >= len(bl.pieces) {
		return p, false
	}
	return bl.pieces[k], true
}

// irqTime is the flattened interrupt time of a CPU before t, by level.
func (c *Core) irqTime(t Time) (isr, dpc Time) { return c.irqTimeIn(c.irqBlockAt(t), t) }

// irqTimeIn is irqTime for an instant in block b, or before all blocks if b is -1.
func (c *Core) irqTimeIn(b int, t Time) (isr, dpc Time) {
	if b < 0 {
		return 0, 0
	}
	s := c.irqBlocks[b].before
	for k := 0; ; k++ {
		p, ok := c.piece(b, k)
		if !ok || p.start >= t {
			return s.isr, s.dpc
		}
		s.add(p.level(), min(t, p.end())-p.start)
	}
}

func (s *irqSum) add(l Level, d Time) {
	if l == LevelDpc {
		s.dpc += d
	} else {
		s.isr += d
	}
}

// irqIn is the flattened interrupt time of a CPU inside r.
func (c *Core) irqIn(r Range) Time {
	if len(c.irqBlocks) == 0 {
		return 0
	}
	b := c.irqBlockAt(r.From)
	ai, ad := c.irqTimeIn(b, r.From)
	bi, bd := c.irqTimeIn(c.irqBlockAfter(b, r.To), r.To)
	return bi + bd - ai - ad
}

// irqCursor returns the interrupt time of a CPU before ever later instants, without
// searching for it.
type irqCursor struct {
	start, end   Time // the first piece that does not end before the last instant
	block, piece int  // the one after it
	sum          Time // of the pieces before
}

// before is the flattened interrupt time of c before t.
func (u *irqCursor) before(c *Core, t Time) Time {
	for u.end <= t && u.advance(c) {
	}
	return u.sum + max(0, t-u.start)
}

// advance goes to the next piece; ok is false when there is none.
func (u *irqCursor) advance(c *Core) (ok bool) {
	u.sum += u.end - u.start
	for ; u.block < len(c.irqBlocks); u.block, u.piece = u.block+1, 0 {
		if p, ok := c.piece(u.block, u.piece); ok {
			u.start, u.end = p.start, p.end()
			u.piece++
			return true
		}
	}
	u.start, u.end = Forever, Forever
	return false
}

// flatten gives each instant to the highest open level, and computes the sums . The
// interrupts are in order of start; those still open are few, and kept in a heap by
// their end.
func (c *Core) flatten() {
	f := flattening{blocks: make([]irqBlock, 0, (c.irqs.len()+irqBlockLen-1)/irqBlockLen)}
	for i := range c.irqs.rows {
		irq := c.irqs.at(i)
		f.closeUntil(irq.start)
		if i%irqBlockLen == 0 {
			f.beginBlock(irq.start)
		}
		if len(f.ends) > 0 || irq.end < irq.start || irq.level == LevelNone {
			f.plain = false
		}
		if irq.end <= irq.start {
			continue
		}
		f.goTo(irq.start)
		f.open[irq.level]++
		f.push(openIrq{irq.end, irq.level})
	}
	f.closeUntil(Forever)
	f.endBlock()
	c.irqBlocks = f.blocks
}

// flattening is the state of a walk over the interrupts of a CPU.
type flattening struct {
	blocks []irqBlock
	pieces []irqPiece // of the last block
	plain  bool       // no interrupt of the last block overlaps another so far
	sum    irqSum     // of the blocks that have ended
	stored slab[irqPiece]
	prev   Time // up to where pieces are made
	open   [LevelNmi + 1]int
	ends   []openIrq // a heap, earliest end first
}

type openIrq struct {
	end   Time
	level Level
}

// beginBlock ends the last block at t, where the next one starts.
func (f *flattening) beginBlock(t Time) {
	f.goTo(t)
	entered := len(f.ends) > 0
	f.plain = f.plain && !entered
	f.endBlock()
	f.plain = true
	f.blocks = append(f.blocks, irqBlock{before: f.sum, entered: entered})
}

// endBlock adds up the pieces of the last block, and stores them unless its
// interrupts hold the same. They fit in a piece of the slab: there are two for each
// interrupt, and some for the levels open before.
func (f *flattening) endBlock() {
	if len(f.blocks) == 0 {
		return
	}
	for k := range f.pieces {
		f.sum.add(f.pieces[k].level(), f.pieces[k].length())
	}
	last := &f.blocks[len(f.blocks)-1]
	last.plain = f.plain
	if !f.plain {
		last.pieces = append(f.stored.take(len(f.pieces)), f.pieces...)
	}
	f.pieces = f.pieces[:0]
}

// goTo makes the piece from the last instant to t.
func (f *flattening) goTo(t Time) {
	top := LevelNmi
	for top > LevelNone && f.open[top] == 0 {
		top--
	}
	if top != LevelNone && t > f.prev {
		f.piece(t, top)
	}
	f.prev = t
}

// closeUntil ends the interrupts that end at or before t.
func (f *flattening) closeUntil(t Time) {
	for len(f.ends) > 0 && f.ends[0].end <= t {
		f.goTo(f.ends[0].end)
		f.open[f.ends[0].level]--
		n := len(f.ends) - 1
		f.ends[0] = f.ends[n]
		f.ends = f.ends[:n]
		for i := 0; ; {
			k := 2*i + 1
			if k+1 < n && f.ends[k+1].end < f.ends[k].end {
				k++
			}
			if k >= n || f.ends[i].end <= f.ends[k].end {
				break
			}
			f.ends[i], f.ends[k] = f.ends[k], f.ends[i]
			i = k
		}
	}
}

func (f *flattening) push(o openIrq) {
	f.ends = append(f.ends, o)
	for i := len(f.ends) - 1; i > 0 && f.ends[i].end < f.ends[(i-1)/2].end; i = (i - 1) / 2 {
		f.ends[i], f.ends[(i-1)/2] = f.ends[(i-1)/2], f.ends[i]
	}
}

// piece appends a piece from the last instant to t, or extends the previous one if
// they touch at the same level within a block.
func (f *flattening) piece(t Time, level Level) {
	if n := len(f.pieces); n > 0 {
		if p := &f.pieces[n-1]; p.end() == f.prev && p.level() == level {
			*p = newPiece(p.start, t, level)
			return
		}
	}
	f.pieces = append(f.pieces, newPiece(f.prev, t, level))
}
