package model

import "slices"

// irqEnter opens an interrupt on a CPU whose source records entry and exit.
func (b *Builder) irqEnter(e *Event) {
	c := &b.cpus[e.CPU]
	if len(c.active) >= maxNesting {
		b.count(CountBadIrqNesting)
		return
	}
	c.active = append(c.active, interrupt{start: e.Time, end: Forever, level: e.Level, name: e.Name, flags: e.Flags})
}

// maxNesting bounds the interrupts open at once on one CPU; real ones nest
// four or five deep.
const maxNesting = 64

// irqExit closes the innermost open interrupt of its level; an exit without an
// entry is dropped (thread_model 2.10).
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
	if irq.end > irq.start {
		b.trace.Cores[cpu].irqs = append(b.trace.Cores[cpu].irqs, irq)
	}
}

// cutInterrupts ends the interrupts still open when the CPU switches: a hard
// one cannot be switched away from, so its exit is missing; a soft one may be
// preempted where it runs in a thread.
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

// innermost is the innermost interrupt interval that contains t, nil when none
// does. Calls for one CPU come with rising t.
func (b *Builder) innermost(c *cpuReg, t Time) *interrupt {
	for c.nextIrq < len(c.whole) && c.whole[c.nextIrq].start <= t {
		if irq := &c.whole[c.nextIrq]; irq.end > t {
			c.active = append(c.active, *irq)
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
