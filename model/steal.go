package model

// StolenTitle is the name, everywhere, of time that by the accounting a thread did
// not get while it had its CPU (SubStolen, OccupantStolen).
const StolenTitle = "CPU taken by the host"

// StolenWords is StolenTitle inside a sentence.
const StolenWords = "taken by the host"

// stealMin is the shortest time that counts as stolen, ns. The kernel's clock and
// the tracer's are read a few µs apart, so small differences are meaningless.
const stealMin = 200_000

// deductStolen compares how long a running thread has had its CPU since its last
// accounting with how long it executed according to the kernel. The difference was
// taken by something that the trace does not show: a hypervisor that did not run
// the virtual CPU, or interrupts that were not recorded. It is cut out of the
// running time, which then equals the thread's own CPU clock.
//
// Where in that interval the time went is unknown. It is put at the end, since a
// CPU that runs again finds its timer due and accounts immediately, but not before
// the last sign of the thread.
func (b *Builder) deductStolen(ix ThreadIx, e *Event) {
	if b.trace.Info.PartialRan {
		return
	}
	r := &b.regs[ix]
	c := &b.cpus[r.cpu]
	from := max(r.lastIn, r.ranAt, c.since)
	stolen := e.Time - from - Time(max(0, e.Arg))
	if stolen < stealMin || c.occ != Occupant(ix) {
		c.sign(e.Time)
		return
	}
	stolen -= b.interrupted(r.cpu, Range{from, e.Time})
	at := max(e.Time-stolen, from, c.evidence)
	c.sign(e.Time)
	if e.Time-at < stealMin {
		return
	}
	cpu, in := r.cpu, r.lastIn
	dated, inferred := c.dated, c.inferred
	if _, gap := b.gaps.blindSince(from, e.Time); gap {
		b.doubtBooking(ix, at, e.Time)
		r.lastIn, c.dated, c.inferred = in, dated, inferred
		return
	}
	row := b.open(ix, at, Preempted, SubStolen, Preemption)
	row.cpu, row.flags = cpu, Inferred
	b.setSlice(cpu, at, OccupantStolen, Inferred, false)
	b.run(ix, cpu, e.Time, 0, false)
	r.lastIn = in // it was not switched
	c.dated, c.inferred = dated, inferred
	b.count(CountStolen)
	b.trace.Counters[CountStolenNS] += int64(e.Time - at)
}

// doubtBooking makes time unknown that a thread either executed or lost: its booking
// may have been recorded on another CPU, in a gap.
func (b *Builder) doubtBooking(ix ThreadIx, from, to Time) {
	cpu := b.regs[ix].cpu
	b.openUnknown(ix, from, SubGap, Execution)
	b.loseCPU(cpu, from)
	b.open(ix, to, Running, SubNone, Execution).cpu = cpu
	b.setSlice(cpu, to, Occupant(ix), 0, false)
}

// sign notes that the CPU's occupant was active at t.
func (c *cpuReg) sign(t Time) { c.evidence = max(c.evidence, t) }

// interrupted is the time that the recorded interrupts of a CPU took inside r.
func (b *Builder) interrupted(cpu CPU, r Range) Time {
	var sum Time
	irqs := &b.trace.Cores[cpu].irqs
	for i := irqs.len() - 1; i >= 0; i-- {
		irq := irqs.at(i)
		if irq.end <= r.From {
			break
		}
		sum += Range{irq.start, irq.end}.Overlap(r)
	}
	return sum
}
