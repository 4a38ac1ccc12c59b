package model

import (
	"container/heap"
	"iter"
	"slices"
	"sort"
)

// Prepass gathers what the Builder must know before the first event: which thread
// occupied each CPU at trace start, and the interrupts of sources that record them at
// their end. Feed it the events of each CPU in order with Add; a reader may stop
// feeding events other than interrupts once Complete is true and, if events have gaps
// (KindLoss), the last of those was fed and Searching is false.
type Prepass struct {
	cpus    []prepassCPU
	started map[TID]starts // of each thread
	placed  map[TID]placed // earliest switch that names each thread
	open    int            // CPUs not decided yet
	samples int            // that the trace will hold

	// Apart is set if the whole interrupts (KindIrq) were added only here: the
	// reader does not deliver them among its events again.
	Apart bool
}

type prepassCPU struct {
	done     bool // the first switch, or a loss before it, was seen
	switched bool // only the first switch
	old      TID
	at       Time
	ran      map[TID]Time // earliest start of execution attested by KindRan
	gap      bool         // no switch was seen since a gap
	gapEnd   Time
	gaps     []prepassGap
	irqs     interrupts
}

// prepassGap is a gap of a CPU after which its next switch shows which thread
// occupied it.
type prepassGap struct {
	end Time
	old TID
}

// starts are the first and the last known start of a thread id.
type starts struct{ first, last Time }

type placed struct {
	at  Time
	cpu CPU
}

// NewPrepass prepares for a trace of the given number of CPUs.
func NewPrepass(cpus int) *Prepass {
	n := max(0, min(cpus, MaxCPUs))
	return &Prepass{
		cpus: make([]prepassCPU, n), started: map[TID]starts{}, placed: map[TID]placed{}, open: n,
	}
}

// Complete reports whether every CPU's initial occupant can be decided: from
// then on Add needs KindIrq events only.
func (p *Prepass) Complete() bool { return p.open == 0 }

// Searching reports whether a CPU has had a gap without a switch since.
func (p *Prepass) Searching() bool {
	return slices.ContainsFunc(p.cpus, func(c prepassCPU) bool { return c.gap })
}

// Expect makes room for the given number of interrupts of a CPU.
func (p *Prepass) Expect(cpu CPU, interrupts int) {
	if int(cpu) < len(p.cpus) {
		irqs := &p.cpus[cpu].irqs
		irqs.rows = slices.Grow(irqs.rows, interrupts)
	}
}

// ExpectSamples makes room for the execution samples that the Builder will get.
func (p *Prepass) ExpectSamples(n int) { p.samples = n }

// Add takes the next event.
func (p *Prepass) Add(e *Event) {
	if e.Kind == KindLoss && e.CPU == AllCPUs {
		for c := range p.cpus {
			p.addGap(&p.cpus[c], e)
		}
		return
	}
	if int(e.CPU) >= len(p.cpus) {
		return
	}
	c := &p.cpus[e.CPU]
	switch e.Kind {
	case KindIrq:
		c.irqs.add(interrupt{start: e.Time, end: e.End, level: e.Level, name: e.Name, flags: e.Flags})
	case KindStart:
		at, ok := p.started[e.TID]
		if !ok {
			at.first = e.Time
		}
		p.started[e.TID] = starts{min(at.first, e.Time), max(at.last, e.Time)}
	case KindLoss:
		p.addGap(c, e)
	case KindCPU:
		c.gap = false
		p.settle(c)
	case KindRan:
		p.addRan(c, e)
	case KindSwitch:
		if !c.done {
			c.switched, c.old, c.at = true, e.TID, e.Time
			p.settle(c)
		}
		if c.gap {
			p.endGap(c, e)
		}
		p.place(e.TID, e)
		p.place(e.Other, e)
	}
}

// addGap starts looking for the first switch after a gap.
func (p *Prepass) addGap(c *prepassCPU, e *Event) {
	p.settle(c)
	end := max(e.Time, e.End)
	if c.gap {
		end = max(end, c.gapEnd)
	}
	c.gap, c.gapEnd = true, end
}

// endGap takes the first switch after a gap. The thread that it switches out has run
// there since the gap, unless it was created in the meantime.
func (p *Prepass) endGap(c *prepassCPU, e *Event) {
	c.gap = false
	if at, ok := p.started[e.TID]; e.TID == NoTID || ok && at.last > c.gapEnd && at.last < e.Time {
		return
	}
	c.gaps = append(c.gaps, prepassGap{c.gapEnd, e.TID})
}

// after is the occupant of a CPU from the end of a gap on: the thread that its next
// switch, before the next gap, switches out.
func (p *Prepass) after(cpu CPU, end Time) (id TID, ok bool) {
	if p == nil || int(cpu) >= len(p.cpus) {
		return NoTID, false
	}
	list := p.cpus[cpu].gaps
	i := sort.Search(len(list), func(i int) bool { return list[i].end >= end })
	if i == len(list) || list[i].end != end {
		return NoTID, false
	}
	return list[i].old, true
}

func (p *Prepass) settle(c *prepassCPU) {
	if !c.done {
		c.done = true
		p.open--
	}
}

func (p *Prepass) addRan(c *prepassCPU, e *Event) {
	if c.done || e.Other != e.TID {
		return
	}
	if _, ok := c.ran[e.TID]; ok {
		return
	}
	if c.ran == nil {
		c.ran = map[TID]Time{}
	}
	c.ran[e.TID] = e.Time - Time(e.Arg)
}

func (p *Prepass) place(id TID, e *Event) {
	if at, ok := p.placed[id]; !ok || e.Time < at.at {
		p.placed[id] = placed{e.Time, e.CPU}
	}
}

// occupant is the thread that occupied a CPU from t0 on: the one that its first
// switch takes off, unless that thread was created in the meantime, ran elsewhere
// more than skew before, or by its own accounting started later. Then the switch
// into it is missing, and the CPU is unknown up to what is attested.
func (p *Prepass) occupant(cpu int, skew Time) (id TID, ok bool) {
	c := &p.cpus[cpu]
	if !c.switched || c.old == NoTID {
		return NoTID, false
	}
	if c.old == IdleTID {
		return c.old, true
	}
	if at, ok := p.started[c.old]; ok && at.first < c.at {
		return NoTID, false
	}
	if pl := p.placed[c.old]; pl.at < c.at-skew {
		return NoTID, false
	}
	if at, ok := c.ran[c.old]; ok && at > 0 {
		return NoTID, false
	}
	return c.old, true
}

// interrupts returns the CPU's whole intervals sorted by start, outer first. A
// caller that appends to them gets a copy.
func (p *Prepass) interrupts(c int) interrupts {
	if p == nil || c >= len(p.cpus) {
		return interrupts{}
	}
	irqs := &p.cpus[c].irqs
	irqs.sort()
	return interrupts{slices.Clip(irqs.rows), slices.Clip(irqs.odd)}
}

// Interrupts are the whole interrupts, KindIrq, by their start.
func (p *Prepass) Interrupts() iter.Seq[Event] {
	return func(yield func(Event) bool) {
		var next irqHeap
		for c := range p.cpus {
			if irqs := p.interrupts(c); irqs.len() > 0 {
				next = append(next, irqStream{irqs, 0, CPU(c)})
			}
		}
		heap.Init(&next)
		for len(next) > 0 {
			c := &next[0]
			i := c.irqs.at(c.at)
			if !yield(Event{
				Kind: KindIrq, Time: i.start, End: i.end, CPU: c.cpu, Level: i.level, Name: i.name, Flags: i.flags,
				TID: NoTID, Other: NoTID, PID: NoPID, Target: NoCPU, From: NoCPU, Prio: [2]int16{NoPrio, NoPrio},
			}) {
				return
			}
			if c.at++; c.at == c.irqs.len() {
				heap.Pop(&next)
			} else {
				heap.Fix(&next, 0)
			}
		}
	}
}

// irqStream is the next interrupt of a CPU.
type irqStream struct {
	irqs interrupts
	at   int
	cpu  CPU
}

// irqHeap has the CPU with the earliest next interrupt first.
type irqHeap []irqStream

func (h irqHeap) Len() int { return len(h) }

func (h irqHeap) Less(i, j int) bool {
	a, b := h[i].irqs.rows[h[i].at].start, h[j].irqs.rows[h[j].at].start
	return a < b || a == b && h[i].cpu < h[j].cpu
}

func (h irqHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

// Push implements heap.Interface.
func (h *irqHeap) Push(x any) { *h = append(*h, x.(irqStream)) }

// Pop implements heap.Interface.
func (h *irqHeap) Pop() any {
	last := len(*h) - 1
	x := (*h)[last]
	*h = (*h)[:last]
	return x
}

// whole is the number of whole interrupts.
func (p *Prepass) whole() (n int64) {
	if p != nil {
		for c := range p.cpus {
			n += int64(p.cpus[c].irqs.len())
		}
	}
	return n
}

func compareTime(a, b Time) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// PrepassOf runs the pre-pass over events held in memory.
func PrepassOf(cpus int, events []Event) *Prepass {
	p := NewPrepass(cpus)
	for i := range events {
		p.Add(&events[i])
	}
	return p
}
