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

// irqPiece is a stretch of flattened interrupt time with the sums before it.
type irqPiece struct {
	start, end Time
	isr, dpc   Time // total of the level before start; nmi counts as isr
	level      Level
}

// Core is one processor.
type Core struct {
	// Known is false when nothing tells what the processor did at any time:
	// such a CPU stays out of utilization denominators.
	Known    bool
	Switches int64 // context switches recorded on it

	sl     column[sliceRow]
	irqs   []interrupt // by start, outer first
	pieces []irqPiece
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
	if k >= 0 && c.pieces[k].end > t {
		for k > 0 && c.pieces[k-1].end == c.pieces[k].start {
			k--
		}
		t = c.pieces[k].start
	}
	return sort.Search(len(c.irqs), func(i int) bool { return c.irqs[i].start >= t })
}

// irqTime is the flattened interrupt time of a CPU before t, by level.
func (c *Core) irqTime(t Time) (isr, dpc Time) {
	k := sort.Search(len(c.pieces), func(k int) bool { return c.pieces[k].start >= t }) - 1
	if k < 0 {
		return 0, 0
	}
	p := &c.pieces[k]
	isr, dpc = p.isr, p.dpc
	if d := min(t, p.end) - p.start; p.level == LevelDpc {
		dpc += d
	} else {
		isr += d
	}
	return isr, dpc
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
type irqCursor int // the first piece that starts at or after the last instant

// before is the flattened interrupt time of c before t.
func (u *irqCursor) before(c *Core, t Time) Time {
	i := int(*u)
	for i < len(c.pieces) && c.pieces[i].start < t {
		i++
	}
	*u = irqCursor(i)
	if i == 0 {
		return 0
	}
	p := &c.pieces[i-1]
	return p.isr + p.dpc + min(t, p.end) - p.start
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
}

// flattening is a walk over the interrupts of a CPU.
type flattening struct {
	pieces   []irqPiece
	prev     Time // up to which pieces are made
	isr, dpc Time // before prev
	open     [LevelNmi + 1]int
	ends     []openIrq // a heap, least end first
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
		f.pieces = appendPiece(f.pieces, irqPiece{f.prev, t, f.isr, f.dpc, top})
		if top == LevelDpc {
			f.dpc += t - f.prev
		} else {
			f.isr += t - f.prev
		}
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

// appendPiece merges p with the piece before it where they touch at one level.
func appendPiece(ps []irqPiece, p irqPiece) []irqPiece {
	if n := len(ps); n > 0 && ps[n-1].end == p.start && ps[n-1].level == p.level {
		ps[n-1].end = p.end
		return ps
	}
	return append(ps, p)
}
