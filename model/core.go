package model

import (
	"iter"
	"sort"
)

// Occupant tells what occupies a CPU: a thread index, or one of the values
// below, which no thread index reaches.
type Occupant uint32

// Occupants that are not threads.
const (
	OccupantIdle    Occupant = 1<<32 - 2
	OccupantUnknown Occupant = 1<<32 - 3
	OccupantOffline Occupant = 1<<32 - 4
)

// Thread returns the occupying thread; ok is false for idle, unknown, offline.
func (o Occupant) Thread() (ix ThreadIx, ok bool) {
	return ThreadIx(o), o < OccupantOffline
}

// sliceRow is a stored CPU slice: 8 bytes beside its 4-byte start.
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
}

// interrupt is a stored interrupt interval.
type interrupt struct {
	start, end Time
	name       StringID
	level      Level
	flags      EventFlags
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

// irqSum is the interrupt time before a piece, by level; nmi counts as isr.
type irqSum struct{ isr, dpc Time }

// irqBlock is how many pieces have one irqSum.
const irqBlock = 32

// Core is one processor.
type Core struct {
	// Known is false when nothing tells what the processor did at any time:
	// such a CPU stays out of utilization denominators.
	Known    bool
	Switches int64 // context switches recorded on it

	sl     column[sliceRow]
	irqs   []interrupt // by start, outer first
	pieces []irqPiece
	before []irqSum   // before each irqBlock pieces
	sums   []coreSums // before each block of sl
}

// coreSums are lengths of a CPU's time by occupant kind.
type coreSums struct{ run, idle, unknown, offline Time }

// Slices yields the slices of a CPU that meet r, in order, unclipped.
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

// Interrupts yields the recorded interrupts of a CPU that meet r, by start.
func (t *Trace) Interrupts(cpu CPU, r Range) iter.Seq[IrqSpan] {
	return func(yield func(IrqSpan) bool) {
		c := &t.Cores[cpu]
		for _, i := range c.irqs[c.firstIrq(r.From):] {
			if i.start >= r.To {
				return
			}
			if i.end > r.From && !yield(IrqSpan{Range{i.start, i.end}, i.level, i.name}) {
				return
			}
		}
	}
}

// firstIrq is the index of the first interrupt that may reach beyond t: nested
// ones touch without a gap, so it begins where the busy time around t does.
func (c *Core) firstIrq(t Time) int {
	k := sort.Search(len(c.pieces), func(k int) bool { return c.pieces[k].start > t }) - 1
	if k >= 0 && c.pieces[k].end() > t {
		for k > 0 && c.pieces[k-1].end() == c.pieces[k].start {
			k--
		}
		t = c.pieces[k].start
	}
	return sort.Search(len(c.irqs), func(i int) bool { return c.irqs[i].start >= t })
}

// irqTime is the flattened interrupt time of a CPU before t, by level.
func (c *Core) irqTime(t Time) (isr, dpc Time) {
	n := sort.Search(len(c.pieces), func(k int) bool { return c.pieces[k].start >= t })
	if n == 0 {
		return 0, 0
	}
	first := (n - 1) / irqBlock
	s := c.before[first]
	for k := first * irqBlock; k < n; k++ {
		p := &c.pieces[k]
		s.add(p.level(), min(t, p.end())-p.start)
	}
	return s.isr, s.dpc
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
	if len(c.pieces) == 0 {
		return 0
	}
	ai, ad := c.irqTime(r.From)
	bi, bd := c.irqTime(r.To)
	return bi + bd - ai - ad
}

// irqCursor finds the interrupt time of a CPU before instants that only grow,
// without searching for it.
type irqCursor struct {
	next int  // the first piece that does not end before the last instant
	sum  Time // of those before
}

// before is the flattened interrupt time of c before t.
func (u *irqCursor) before(c *Core, t Time) Time {
	for u.next < len(c.pieces) && c.pieces[u.next].end() <= t {
		u.sum += c.pieces[u.next].length()
		u.next++
	}
	if u.next < len(c.pieces) && c.pieces[u.next].start < t {
		return u.sum + t - c.pieces[u.next].start
	}
	return u.sum
}

// flatten gives each instant to the highest open level, and computes the sums
// (thread_model 2.10). The interrupts come by their start; those still open are
// few, and wait in a heap for their end.
func (c *Core) flatten() {
	f := flattening{pieces: make([]irqPiece, 0, len(c.irqs)+len(c.irqs)/8)}
	for i := range c.irqs {
		irq := &c.irqs[i]
		if irq.end <= irq.start {
			continue
		}
		f.closeUntil(irq.start)
		f.goTo(irq.start)
		f.open[irq.level]++
		f.push(openIrq{irq.end, irq.level})
	}
	f.closeUntil(Forever)
	c.pieces = f.pieces
	c.before = make([]irqSum, 0, (len(c.pieces)+irqBlock-1)/irqBlock)
	var s irqSum
	for k := range c.pieces {
		if k%irqBlock == 0 {
			c.before = append(c.before, s)
		}
		s.add(c.pieces[k].level(), c.pieces[k].length())
	}
}

// flattening is a walk over the interrupts of a CPU.
type flattening struct {
	pieces []irqPiece
	prev   Time // up to which pieces are made
	open   [LevelNmi + 1]int
	ends   []openIrq // a heap, least end first
}

type openIrq struct {
	end   Time
	level Level
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

// piece appends what reaches from the last instant to t, to the piece before if
// they touch at one level.
func (f *flattening) piece(t Time, level Level) {
	if n := len(f.pieces); n > 0 {
		if p := &f.pieces[n-1]; p.end() == f.prev && p.level() == level {
			*p = newPiece(p.start, t, level)
			return
		}
	}
	f.pieces = append(f.pieces, newPiece(f.prev, t, level))
}
