package model

// sumsBefore is the thread's time by category before t: the sums stored with the
// nearer end of the block that holds t, and a walk inside the block. Exact.
func (t *Trace) sumsBefore(ix ThreadIx, at Time) Sums {
	th := &t.Threads[ix]
	if at >= th.Life.To {
		return th.sums[len(th.col.blocks)]
	}
	i := th.col.find(at - 1)
	if i < 0 {
		return Sums{}
	}
	u := th.col.seek(i)
	b := &th.col.blocks[u.k]
	if u.i < len(b.cells)/2 {
		s := th.sums[u.k]
		part := t.sumsInside(b, 0, u.i+1, Range{b.start(0), at})
		s.Add(&part)
		return s
	}
	s := th.sums[u.k+1]
	part := t.sumsInside(b, u.i, len(b.cells), Range{at, th.col.endOf(u.k, len(b.cells)-1, th.Life.To)})
	s.Sub(&part)
	return s
}

// sumsInside is the time by category in the rows [i, j) of a block, of the first one from r.From on
// and of the last one up to r.To.
func (t *Trace) sumsInside(b *block[segRow], i, j int, r Range) (s Sums) {
	for ; i < j; i++ {
		part := r
		if i+1 < j {
			part.To = b.start(i + 1)
		}
		row := &b.cells[i].row
		irq := Time(0)
		if row.state == Running {
			irq = t.Cores[row.cpu].irqIn(part)
		}
		s.addRow(row, part, irq)
		r.From = part.To
	}
	return s
}

// addRow adds a row's time within r, splitting Running into execution and the
// interrupts inside it.
func (s *Sums) addRow(row *segRow, r Range, irq Time) {
	if row.state == Running {
		s[Interrupt] += irq
		s[Execution] += r.Len() - irq
		return
	}
	s[row.counted()] += r.Len()
}

// Sums is a thread's time by category inside r, exact.
func (t *Trace) Sums(ix ThreadIx, r Range) Sums {
	if r.Clip(t.Threads[ix].Life).Len() == 0 {
		return Sums{}
	}
	s := t.sumsBefore(ix, r.To)
	before := t.sumsBefore(ix, r.From)
	s.Sub(&before)
	return s
}

// Profile is the profile of the visible threads: the time by category of all the
// given threads inside r.
func (t *Trace) Profile(threads []ThreadIx, r Range) Sums {
	var total Sums
	for _, ix := range threads {
		s := t.Sums(ix, r)
		total.Add(&s)
	}
	return total
}

// CoreTime is how a CPU spent a window; the fields add up to its length.
type CoreTime struct {
	Run, Idle, ISR, DPC, Unknown, Offline, Stolen Time
}

// Busy is the time in which the CPU did something, and the time of which that is a
// share: that in which the system had the CPU, neither offline nor taken by the
// host. Busy is a lower bound if part of the latter is unknown.
func (c *CoreTime) Busy() (used, of Time, atLeast bool) {
	used = c.Run + c.ISR + c.DPC
	return used, used + c.Idle + c.Unknown, c.Unknown > 0
}

// CoreTime returns how a CPU spent r: run and idle net of interrupts.
func (t *Trace) CoreTime(cpu CPU, r Range) CoreTime {
	r = r.Clip(t.Whole())
	a, b := t.coreBefore(cpu, r.From), t.coreBefore(cpu, r.To)
	return CoreTime{
		b.Run - a.Run, b.Idle - a.Idle, b.ISR - a.ISR, b.DPC - a.DPC,
		b.Unknown - a.Unknown, b.Offline - a.Offline, b.Stolen - a.Stolen,
	}
}

func (t *Trace) coreBefore(cpu CPU, at Time) CoreTime {
	c := &t.Cores[cpu]
	i := c.sl.find(at - 1)
	if i < 0 {
		return CoreTime{}
	}
	u := c.sl.seek(i)
	b := &c.sl.blocks[u.k]
	s := c.sums[u.k]
	for j := 0; j < u.i; j++ {
		s.addRow(&b.cells[j].row, c.net(Range{b.start(j), b.start(j + 1)}))
	}
	s.addRow(&b.cells[u.i].row, c.net(Range{b.start(u.i), at}))
	isr, dpc := c.irqTime(at)
	return CoreTime{s.run, s.idle, isr, dpc, s.unknown, s.offline, s.stolen}
}

// InterruptsBefore is how long interrupts had a CPU before at, by level; NMIs count
// as hard interrupts. Exact, also inside an interrupt.
func (t *Trace) InterruptsBefore(cpu CPU, at Time) (isr, dpc Time) {
	return t.Cores[cpu].irqTime(min(at, t.End))
}

// net is the length of r less the interrupts in it.
func (c *Core) net(r Range) Time { return r.Len() - c.irqIn(r) }

// addRow adds a slice's time net of interrupts.
func (s *coreSums) addRow(row *sliceRow, net Time) {
	switch row.occ {
	case OccupantIdle:
		s.idle += net
	case OccupantUnknown:
		s.unknown += net
	case OccupantOffline:
		s.offline += net
	case OccupantStolen:
		s.stolen += net
	default:
		s.run += net
	}
}
