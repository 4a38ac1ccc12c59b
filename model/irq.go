package model

import "slices"

// interrupt is an interrupt interval.
type interrupt struct {
	start, end Time
	name       StringID
	level      Level
	flags      EventFlags
}

// interrupts are the interrupts of a CPU. A trace has millions of them, so each
// takes only 16 bytes; those that do not fit are odd, and kept apart.
type interrupts struct {
	rows []irqRow
	odd  []oddIrq
}

// irqRow is a stored interrupt.
type irqRow struct {
	start  Time
	length uint32 // ns; from oddIrqs on, the number of an odd one
	bits   uint32 // name, above it the level, above that the flags
}

// oddIrq is an interrupt that does not fit in a row: one that lasts seconds, begins
// or ends outside the trace, or has a name with a very high number.
type oddIrq struct {
	end  Time
	name StringID
}

// Limits of the fields of an irqRow.
const (
	oddIrqs     = 1 << 31
	irqNameBits = 22 // more names than a reader makes
	irqFlagsAt  = irqNameBits + 2
)

func (l *interrupts) len() int { return len(l.rows) }

func (l *interrupts) add(i interrupt) {
	x := irqRow{
		start: i.start, length: uint32(i.end - i.start),
		bits: uint32(i.name)&(1<<irqNameBits-1) | uint32(min(i.level, LevelNmi))<<irqNameBits | uint32(i.flags)<<irqFlagsAt,
	}
	if i.start < 0 || i.end < i.start || i.end-i.start >= oddIrqs || i.name >= 1<<irqNameBits {
		x.length = oddIrqs + uint32(len(l.odd))
		l.odd = append(l.odd, oddIrq{i.end, i.name})
	}
	l.rows = append(l.rows, x)
}

func (l *interrupts) at(k int) interrupt {
	x := &l.rows[k]
	i := interrupt{
		x.start, x.start + Time(x.length), StringID(x.bits & (1<<irqNameBits - 1)),
		Level(x.bits >> irqNameBits & 3), EventFlags(x.bits >> irqFlagsAt),
	}
	if x.length >= oddIrqs {
		o := &l.odd[x.length-oddIrqs]
		i.end, i.name = o.end, o.name
	}
	return i
}

func (l *interrupts) end(x irqRow) Time {
	if x.length >= oddIrqs {
		return l.odd[x.length-oddIrqs].end
	}
	return x.start + Time(x.length)
}

// clip cuts off what lies outside of [0, end). Only odd ones can start before it.
func (l *interrupts) clip(end Time) {
	for k := range l.rows {
		x := &l.rows[k]
		if x.length >= oddIrqs {
			o := &l.odd[x.length-oddIrqs]
			x.start, o.end = min(max(x.start, 0), end), min(o.end, end)
		} else if l.end(*x) > end {
			x.start = min(x.start, end)
			x.length = uint32(end - x.start)
		}
	}
}

// sort sorts by start, outer ones first. Sources report interrupts when they end,
// so that an inner one is a few places off: each is inserted where it belongs,
// unless that is too far too often.
func (l *interrupts) sort() {
	order := func(a, b irqRow) int {
		if a.start != b.start {
			return compareTime(a.start, b.start)
		}
		return compareTime(l.end(b), l.end(a))
	}
	rows := l.rows
	moves := 16 * len(rows)
	for i := 1; i < len(rows); i++ {
		if order(rows[i-1], rows[i]) <= 0 {
			continue
		}
		x, j := rows[i], i
		for ; j > 0 && order(rows[j-1], x) > 0; j-- {
			rows[j] = rows[j-1]
		}
		rows[j] = x
		if moves -= i - j; moves < 0 {
			slices.SortStableFunc(rows, order)
			return
		}
	}
}

// irqEnter opens an interrupt on a CPU whose source records entry and exit.
func (b *Builder) irqEnter(e *Event) {
	c := &b.cpus[e.CPU]
	if len(c.active) >= maxNesting {
		b.count(CountBadIrqNesting)
		return
	}
	c.active = append(c.active, interrupt{start: e.Time, end: Forever, level: e.Level, name: e.Name, flags: e.Flags})
}

// maxNesting bounds the interrupts open at once on one CPU; real interrupts nest
// four or five deep.
const maxNesting = 64

// irqExit closes the innermost open interrupt of its level; an exit without an
// entry is dropped.
func (b *Builder) irqExit(e *Event) {
	c := &b.cpus[e.CPU]
	for i := len(c.active) - 1; i >= 0; i-- {
		if c.active[i].end == Forever && c.active[i].level == e.Level {
			b.closeInterrupt(e.CPU, i, e.Time)
			return
		}
	}
	b.count(CountBadIrqNesting)
}

func (b *Builder) closeInterrupt(cpu CPU, i int, t Time) {
	c := &b.cpus[cpu]
	irq := c.active[i]
	irq.end = t
	c.active = append(c.active[:i], c.active[i+1:]...)
	if irq.level != LevelDpc {
		c.lastIsr = t
	}
	if irq.end > irq.start {
		b.trace.Cores[cpu].irqs.add(irq)
	}
}

// cutInterrupts ends the interrupts that are still open when the CPU switches: a
// hard one cannot be switched away from, so its exit is missing; a soft one that
// runs in a thread may be preempted.
func (b *Builder) cutInterrupts(cpu CPU, t Time) {
	c := &b.cpus[cpu]
	for i := len(c.active) - 1; i >= 0; i-- {
		if c.active[i].end != Forever {
			continue
		}
		if c.active[i].level == LevelDpc {
			b.count(CountSoftirqPreempted)
		} else {
			b.count(CountBadIrqNesting)
		}
		b.closeInterrupt(cpu, i, t)
	}
}

// innermost is the innermost interrupt interval that contains t, nil if none does.
// Calls for one CPU must have rising t.
func (b *Builder) innermost(c *cpuReg, t Time) *interrupt {
	for c.nextIrq < c.whole.len() && c.whole.rows[c.nextIrq].start <= t {
		if irq := c.whole.at(c.nextIrq); irq.end > t {
			c.active = append(c.active, irq)
		}
		c.nextIrq++
	}
	for i := range c.active {
		if c.active[i].end <= t {
			c.dropEnded(t)
			break
		}
	}
	if len(c.active) == 0 {
		return nil
	}
	return &c.active[len(c.active)-1]
}

// dropEnded forgets the interrupts that end at or before t.
func (c *cpuReg) dropEnded(t Time) {
	c.active = slices.DeleteFunc(c.active, func(i interrupt) bool { return i.end <= t })
}
