package model

// ClockSkew is how far the clocks of two CPUs are known to disagree: something was
// recorded in an impossible order.
type ClockSkew struct {
	A, B    CPU // A is the lower one
	Count   int64
	AtLeast Time // the largest skew that was seen
}

// noteSkew notes that ix was switched out of cpu later, by the given time, than it
// was switched in elsewhere.
func (b *Builder) noteSkew(cpu CPU, ix ThreadIx, by Time) {
	r := &b.regs[ix]
	other := r.lastCPU
	if r.state == Running {
		other = r.cpu
	}
	if other == NoCPU || other == cpu {
		return
	}
	key := [2]CPU{min(cpu, other), max(cpu, other)}
	i, ok := b.skews[key]
	if !ok {
		i = len(b.trace.Skews)
		b.skews[key] = i
		b.trace.Skews = append(b.trace.Skews, ClockSkew{A: key[0], B: key[1]})
	}
	s := &b.trace.Skews[i]
	s.Count++
	s.AtLeast = max(s.AtLeast, by)
}

// notAfter is the start of what an event ends, not later than the event.
func (b *Builder) notAfter(e *Event) Time {
	if e.End > e.Time {
		b.count(CountNegative)
		return e.Time
	}
	return e.End
}

// ClockStep is the shortest time other than 0 between two switches of a CPU: the
// apparent resolution of the trace's clock; 0 if there are none.
func (t *Trace) ClockStep() Time {
	steps := make([]Time, len(t.Cores))
	parallel(len(t.Cores), func(c int) {
		best, prev := Forever, Time(0)
		for k := range t.Cores[c].sl.blocks {
			b := &t.Cores[c].sl.blocks[k]
			for i := range b.cells {
				at := b.start(i)
				if d := at - prev; d > 0 && prev > 0 {
					best = min(best, d)
				}
				prev = at
			}
		}
		steps[c] = best
	})
	best := Forever
	for _, s := range steps {
		best = min(best, s)
	}
	if best == Forever {
		return 0
	}
	return best
}
