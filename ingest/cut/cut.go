package cut

import (
	"cmp"
	"slices"

	"threadlens/model"
)

// batch is the number of events that are passed on at a time.
const batch = 4096

// Cutter takes all events of a trace and passes on those that the window needs, in order of time.
type Cutter struct {
	window  model.Range
	emit    func([]model.Event) error
	order   order
	threads map[model.TID]*thread
	cpus    map[model.CPU]*cpu
	facts   []kept // what stays true: names, starts and ends, lost events
	spans   map[span][]kept
	seq     int64
	phase   phase
	after   []kept              // the events from after the window
	begun   map[model.TID]begun // threads that started after it
	out     []model.Event
	last    model.Time // the latest event passed on
}

// phase is where the last event was.
type phase uint8

const (
	before phase = iota
	inside
	past
)

// kept is an event that may be needed.
type kept struct {
	seq   int64 // its place among all events, from 1 on; 0 for none
	event model.Event
	irqs  []*interrupt // those that the CPU served then
}

// begun is the start of a thread and its last name, the start itself if it has no other.
type begun struct{ start, name kept }

// span is what a begin and an end of a marker have in common.
type span struct {
	name   model.StringID
	id     int64
	number model.TID
	thread model.TID // of markers without an id
}

// New prepares to cut a trace to a window. emit receives the events that the window needs, in order
// of time; it must not keep the slice.
func New(window model.Range, emit func([]model.Event) error) *Cutter {
	return &Cutter{
		window: window, emit: emit,
		threads: map[model.TID]*thread{}, cpus: map[model.CPU]*cpu{}, spans: map[span][]kept{}, begun: map[model.TID]begun{},
	}
}

// Events takes the next events: those of each CPU in their order, CPUs interleaved in any way. No
// later event is before settled.
func (c *Cutter) Events(events []model.Event, settled model.Time) error {
	for _, at := range c.order.sort(events, settled) {
		if err := c.take(at.time, &at.event); err != nil {
			return err
		}
	}
	return nil
}

// Close passes on the rest.
func (c *Cutter) Close() error {
	if err := c.Events(nil, model.Forever); err != nil {
		return err
	}
	if err := c.enter(); err != nil {
		return err
	}
	list := c.withStarts()
	for _, u := range c.cpus {
		if u.latePeak.seq > 0 {
			list = append(list, u.latePeak)
		}
		if !u.ended {
			list = u.occupant(list)
		}
	}
	return c.pass(list)
}

// Last is the time of the latest event passed on.
func (c *Cutter) Last() model.Time { return c.last }

// withStarts are the events from after the window, with the starts of the threads that they name.
func (c *Cutter) withStarts() []kept {
	list := c.after
	for i := range c.after {
		e := &c.after[i].event
		for _, id := range [...]model.TID{e.TID, e.Other} {
			if b, ok := c.begun[id]; ok {
				list = append(list, b.start, b.name)
			}
		}
	}
	return list
}

// take handles the next event. at is its time, or that of an earlier one of its CPU if that is
// later.
func (c *Cutter) take(at model.Time, e *model.Event) error {
	c.seq++
	if at < c.window.From {
		c.note(e)
		return nil
	}
	if err := c.enter(); err != nil {
		return err
	}
	if at < c.window.To {
		c.note(e)
		c.out = append(c.out, *e)
		if len(c.out) < batch {
			return nil
		}
		return c.flush()
	}
	c.phase = past
	c.noteAfter(e)
	return nil
}

// enter passes on what shows the states at the beginning of the window, once.
func (c *Cutter) enter() error {
	if c.phase != before {
		return nil
	}
	c.phase = inside
	list := c.facts
	for _, t := range c.threads {
		list = t.collect(list)
	}
	for _, u := range c.cpus {
		list = u.collect(list, c.window.From)
	}
	for _, open := range c.spans {
		list = append(list, open...)
	}
	return c.pass(list)
}

// pass passes on events, and the interrupts that were served then, in their order.
func (c *Cutter) pass(list []kept) error {
	for i := range list {
		for _, irq := range list[i].irqs {
			list = append(list, irq.enter)
			if irq.exit.seq > 0 {
				list = append(list, irq.exit)
			}
		}
	}
	slices.SortFunc(list, func(a, b kept) int { return cmp.Compare(a.seq, b.seq) })
	list = slices.CompactFunc(list, func(a, b kept) bool { return a.seq == b.seq })
	for i := range list {
		c.out = append(c.out, list[i].event)
	}
	return c.flush()
}

func (c *Cutter) flush() error {
	if len(c.out) == 0 {
		return nil
	}
	for i := range c.out {
		c.last = max(c.last, c.out[i].Time)
	}
	err := c.emit(c.out)
	c.out = c.out[:0]
	return err
}

// keep is an event to be remembered.
func (c *Cutter) keep(e *model.Event) kept { return kept{seq: c.seq, event: *e} }

// lasting remembers an event that may matter for ever.
func (c *Cutter) lasting(e *model.Event) {
	if c.phase == before {
		c.facts = append(c.facts, c.keep(e))
	}
}

// note remembers what an event shows about the state after it.
func (c *Cutter) note(e *model.Event) {
	switch e.Kind {
	case model.KindSwitch:
		c.noteSwitch(e)
	case model.KindIrq, model.KindIrqEnter, model.KindIrqExit:
		c.cpu(e.CPU).interrupt(c.keep(e))
	case model.KindStart, model.KindExit, model.KindExists, model.KindName, model.KindProcess, model.KindDescriptor, model.KindCPU:
		c.noteFact(e)
	case model.KindLoss:
		c.noteLoss(e)
	case model.KindMark:
		c.noteMark(e)
	case model.KindCount:
		c.cpu(e.CPU).count(c.keep(e))
	case model.KindFrequency:
		c.cpu(e.Target).runsAt(c.keep(e))
	case model.KindIdle:
		c.cpu(e.Target).idle = c.keep(e)
	default:
		if named(e.TID) {
			c.thread(e.TID).note(c.keepWake(e))
		}
	}
}

// keepWake is keep and, for a wake, what its CPU did then: the thread that ran, if the source does
// not name it, and the interrupts.
func (c *Cutter) keepWake(e *model.Event) kept {
	k := c.keep(e)
	if e.Kind == model.KindWake {
		u := c.cpu(e.CPU)
		k.irqs = u.serving(e.Time)
		if u.last.seq > 0 && !u.unnamed {
			u.names(&k)
		}
	}
	return k
}

func (c *Cutter) noteSwitch(e *model.Event) {
	u := c.cpu(e.CPU)
	k, was := c.keep(e), u.last
	u.last, u.unnamed = k, false
	if u.lost {
		u.lost = false
		c.lasting(e) // ends the time for which nothing is known
	}
	if named(was.event.Other) && was.seq > 0 && was.event.Other != e.TID {
		c.thread(was.event.Other).replaced(was, k)
	}
	if named(e.TID) {
		if t := c.thread(e.TID); t.late(e) && was.seq > 0 && was.event.Other == e.TID {
			t.lateOut = k
		} else {
			t.leaves(k)
		}
		if e.Out == model.OutDead {
			c.lasting(e)
		}
	}
	if named(e.Other) {
		t := c.thread(e.Other)
		if t.out.event.Out == model.OutDead && t.out.seq > 0 {
			c.lasting(e) // another thread with the same id, whose start is missing
		}
		t.arrives(k)
	}
}

// noteFact remembers what stays true. A thread that starts is not the one that had its id before.
func (c *Cutter) noteFact(e *model.Event) {
	c.lasting(e)
	if e.Kind == model.KindCPU {
		c.cpu(e.CPU).unnamed = true
	}
	if e.Kind != model.KindStart || !named(e.TID) {
		return
	}
	old := c.threads[e.TID]
	c.threads[e.TID] = &thread{}
	if old != nil && c.phase == before {
		for _, k := range []kept{old.in, old.out} {
			if k.seq > 0 {
				c.facts = append(c.facts, k)
			}
		}
	}
}

func (c *Cutter) noteLoss(e *model.Event) {
	c.lasting(e)
	if e.CPU != model.AllCPUs {
		c.cpu(e.CPU) // it may have no switch yet
	}
	for id, u := range c.cpus {
		if id != e.CPU && e.CPU != model.AllCPUs {
			continue
		}
		u.lost, u.unnamed = true, true
		if on := u.last.event.Other; u.last.seq > 0 && named(on) {
			c.thread(on).running = false // it may have left
		}
	}
}

// noteMark remembers the beginnings of spans that have not ended.
func (c *Cutter) noteMark(e *model.Event) {
	if c.phase != before {
		return
	}
	s := span{name: e.Name, id: e.Arg, number: e.Other}
	if e.Arg == 0 {
		s.thread = e.TID
	}
	switch open := c.spans[s]; e.Mark {
	case model.MarkBegin:
		c.spans[s] = append(open, c.keep(e))
	case model.MarkEnd:
		if n := len(open); n > 1 {
			c.spans[s] = open[:n-1]
		} else {
			delete(c.spans, s)
		}
	}
}

// named reports whether an id is that of a thread.
func named(id model.TID) bool { return id != model.IdleTID && id != model.NoTID }
