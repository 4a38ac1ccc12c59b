package cut

import "threadlens/model"

// mostOpen is the number of interrupts of a CPU that are remembered: they do not nest as deeply.
const mostOpen = 16

// cpu is what is remembered of a CPU.
type cpu struct {
	last   kept // its last switch
	open   []*interrupt
	counts map[model.StringID]kept // the last readings of its counters
	lost   bool                    // events were lost since its last switch
	// unnamed is set while it is not known what occupies it: events were lost since its last switch,
	// or it was taken offline or back.
	unnamed bool
	ended   bool // was switched after the window

	// frequency and idle are the last events of its frequency and idle state, before the window.
	frequency, idle kept
	// peak is the event with its highest frequency, before the window or in it, latePeak one after it
	// with a higher one.
	peak, latePeak kept

	witnessed kept // shows, after the window, that what occupied it then still does
	placed    kept // the first event after the window that names what occupies it
}

// witness notes an event after the window that may show what occupies its CPU.
func (c *Cutter) witness(e *model.Event) {
	switch e.Kind {
	case model.KindWake, model.KindCallExit, model.KindRan:
		u := c.cpu(e.CPU)
		if u.ended {
			return
		}
		u.witnessed = c.keep(e)
		if u.placed.seq == 0 && places(e) {
			u.placed = u.witnessed
		}
	}
}

// places reports whether an event names the thread that occupies its CPU.
func places(e *model.Event) bool {
	switch e.Kind {
	case model.KindWake:
		return e.Ctx != model.CtxNone && named(e.Other)
	case model.KindRan:
		return e.Other == e.TID // otherwise booked by another CPU
	}
	return false
}

// occupant appends what names, after the window, what occupied the CPU, if nothing before does.
func (u *cpu) occupant(list []kept) []kept {
	if u.placed.seq > 0 && (u.last.seq == 0 || u.lost) {
		list = append(list, u.placed)
	}
	return list
}

// interrupt is one of which the end is not past, or that was served during a wake.
type interrupt struct{ enter, exit kept }

func (c *Cutter) cpu(id model.CPU) *cpu {
	u := c.cpus[id]
	if u == nil {
		u = &cpu{}
		c.cpus[id] = u
	}
	return u
}

// interrupt notes an interrupt, or one of its ends.
func (u *cpu) interrupt(k kept) {
	if k.event.Kind != model.KindIrqExit {
		u.drop(k.event.Time)
		u.open = append(u.open, &interrupt{enter: k})
		u.open = u.open[max(0, len(u.open)-mostOpen):]
		return
	}
	for i := len(u.open) - 1; i >= 0; i-- {
		if e := &u.open[i].enter.event; e.Kind == model.KindIrqEnter && e.Level == k.event.Level {
			u.open[i].exit = k
			u.open = append(u.open[:i:i], u.open[i+1:]...)
			return
		}
	}
}

// drop forgets the whole interrupts that have ended at an instant.
func (u *cpu) drop(at model.Time) {
	n := 0
	for _, i := range u.open {
		if i.enter.event.Kind != model.KindIrq || i.enter.event.End > at {
			u.open[n] = i
			n++
		}
	}
	u.open = u.open[:n]
}

// serving are the interrupts that the CPU serves at an instant.
func (u *cpu) serving(at model.Time) []*interrupt {
	u.drop(at)
	return append([]*interrupt(nil), u.open...)
}

// names completes a wake by the thread that ran on the CPU then: in the whole trace the events
// before it show that.
func (u *cpu) names(k *kept) {
	e, runs := &k.event, u.last.event.Other
	if e.Other == model.NoTID {
		e.Other = runs
	}
	if e.Ctx != model.CtxNone || len(k.irqs) > 0 {
		return
	}
	if e.Ctx = model.CtxThread; runs == model.IdleTID {
		e.Ctx = model.CtxIdle
	}
}

// count notes the reading of a counter.
func (u *cpu) count(k kept) {
	if u.counts == nil {
		u.counts = map[model.StringID]kept{}
	}
	u.counts[k.event.Name] = k
}

// runsAt notes an event of the CPU's frequency.
func (u *cpu) runsAt(k kept) {
	if !model.IsFrequency(k.event.Arg) {
		return
	}
	u.frequency = k
	if u.peak.seq == 0 || k.event.Arg > u.peak.event.Arg {
		u.peak = k
	}
}

// runsLater is runsAt after the window.
func (u *cpu) runsLater(k kept) {
	if model.IsFrequency(k.event.Arg) && k.event.Arg > max(u.peak.event.Arg, u.latePeak.event.Arg) {
		u.latePeak = k
	}
}

// collect appends what shows the CPU's state at an instant.
func (u *cpu) collect(list []kept, at model.Time) []kept {
	if u.last.seq > 0 {
		list = append(list, u.last)
	}
	u.drop(at)
	for _, i := range u.open {
		list = append(list, i.enter)
	}
	for _, k := range u.counts {
		list = append(list, k)
	}
	for _, k := range []kept{u.frequency, u.idle, u.peak} {
		if k.seq > 0 {
			list = append(list, k)
		}
	}
	return list
}
