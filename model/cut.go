package model

import (
	"fmt"
	"slices"
)

// A file that was cut holds the events of a window and, so that the states in it are exact, some
// events from before and after it: those that show what each thread and CPU did when the window
// began, and those that show what the waits were for that were under way when it ended. Nothing
// else is known about the time outside the window.

// Held is the part of the trace of which the file holds all events: the whole trace, unless it was
// cut.
func (t *Trace) Held() Range {
	if t.Info.Cut.Len() > 0 {
		return t.Info.Cut.Clip(t.Whole())
	}
	return t.Whole()
}

// cutting is where the Builder is in a file that was cut.
type cutting struct {
	next     Time // the next end of the window, Forever after both
	lead     bool // the window has not begun
	past     bool // the window is over
	counters Counters
}

// aftermath are the kinds of events that count after the window.
var aftermath = [NumKinds + 1]bool{
	KindSwitch: true, KindWake: true, KindBlocked: true, KindCallExit: true, KindFault: true, KindIO: true, KindIrqEnter: true, KindIrqExit: true,
	KindRan: true, KindSample: true, KindLoss: true, KindStart: true, KindExists: true, KindName: true, KindProcess: true,
	KindFrequency: true, KindIdle: true,
}

// planResume sets when resume has something to do next.
func (b *Builder) planResume() {
	g := &b.gaps
	g.next = b.cut.next
	if len(g.resumes) > 0 {
		g.next = min(g.next, g.resumes[0].at)
	}
}

// passCut begins or ends the window if it begins or ends before or at t.
func (b *Builder) passCut(t Time) {
	window := b.trace.Info.Cut
	if b.cut.next <= t && b.cut.next == window.From {
		b.resumeUntil(window.From)
		b.endLead(window.From)
		b.cut.next, b.cut.lead = window.To, false
	}
	if b.cut.next <= t {
		b.resumeUntil(window.To)
		b.cut = cutting{next: Forever, past: true, counters: b.trace.Counters}
	}
}

// endLead begins the window: of the time before, only the states that reach into the window are
// known, and what did not fit together there is not worth mentioning, since most events of that
// time are not in the file.
func (b *Builder) endLead(at Time) {
	t := b.trace
	for ix := range b.regs {
		b.forgetThread(ThreadIx(ix))
	}
	for c := range b.cpus {
		b.forgetCPU(CPU(c))
	}
	b.outs, t.Skews, t.Counters = nil, nil, Counters{}
	clear(b.skews)
	var losses []Loss
	for _, l := range t.Losses {
		if l.To < at {
			continue
		}
		losses = append(losses, l)
		if l.Ring {
			b.count(CountRing)
		} else {
			b.count(CountLoss)
			t.Counters[CountLossNS] += int64(l.Len())
		}
	}
	t.Losses = losses
}

// leadOut is the first segment that is kept of a thread that had no CPU when the window began, and
// the CPU that it had before.
type leadOut struct {
	row   int
	cpu   CPU
	known bool
}

// forgetThread leaves of a thread's past only the state that it is in, and what has happened since
// it last had a CPU.
func (b *Builder) forgetThread(ix ThreadIx) {
	r, th := &b.regs[ix], &b.trace.Threads[ix]
	th.notes = nil
	old, stacks := r.col, th.stacks
	n := old.len()
	if n == 0 {
		return
	}
	_, last := old.last()
	th.Elsewhere = n > 1 || last.sub != SubNotSeen || r.lastIn >= 0
	first := n - 1 // of what is kept
	for first > 0 && offCPURow(&old, first) && offCPURow(&old, first-1) {
		first--
	}
	if r.state == Dead {
		first = n // nothing
	}
	r.col, th.stacks = column[segRow]{}, nil
	from := th.Life.To
	if first < n {
		from, _ = old.at(first)
	}
	if from > th.Life.From {
		*r.col.extend(th.Life.From, &b.segments) = segRow{peer: NoThread, cpu: NoCPU, state: Unknown, sub: SubNotSeen, cat: UnknownCategory}
		for i := first - 1; i >= 0; i-- { // an earlier stack may reach back to the thread's start function
			b.setStack(ix, stackIn(stacks, i))
		}
	}
	if first < n && r.state != Running {
		th.lead = leadOut{r.col.len(), r.lastCPU, true}
	}
	for i := first; i < n; i++ {
		start, row := old.at(i)
		*r.col.extend(start, &b.segments) = *row
		b.setStack(ix, stackIn(stacks, i))
	}
}

// offCPURow reports whether a thread is known to be without a CPU in a segment.
func offCPURow(c *column[segRow], i int) bool {
	_, row := c.at(i)
	return row.state == Waiting || row.state.Queued()
}

// forgetCPU leaves of a CPU's past only what occupies it.
func (b *Builder) forgetCPU(cpu CPU) {
	c, core := &b.cpus[cpu], &b.trace.Cores[cpu]
	c.pending, c.idleOuts, c.idleLacks, c.idleArrivals = NoThread, 0, 0, 0
	b.doubtFrequency(&core.frequency)
	core.frequency.forget()
	core.idleStates.forget()
	start, row := core.sl.last()
	keep := *row
	core.sl = column[sliceRow]{}
	if start > 0 {
		*core.sl.extend(0, &b.slices) = sliceRow{occ: OccupantUnknown}
	}
	if start == 0 || keep.occ != OccupantUnknown {
		*core.sl.extend(start, &b.slices) = keep
	}
}

// dropTail takes back what events after the window have shown about the time after it.
func (b *Builder) dropTail() {
	t := b.trace
	if t.Info.Cut.Len() == 0 {
		return
	}
	b.passCut(t.Info.Cut.To)
	b.planResume()
	t.End, t.Counters = t.Info.Cut.To, b.cut.counters
	for ix := range t.Threads {
		th, r := &t.Threads[ix], &b.regs[ix]
		switch {
		case th.Life.From >= t.End:
			r.state, r.col, th.notes, th.stacks = Dead, column[segRow]{}, nil, nil
			th.Life = Range{t.End, t.End}
		case r.state == Dead && th.Life.To > t.End:
			r.state, th.Ended = Unknown, false
		}
	}
	t.Losses = slices.DeleteFunc(t.Losses, func(l Loss) bool { return l.From >= t.End })
	for i := range t.Losses {
		t.Losses[i].To = min(t.Losses[i].To, t.End)
	}
	for i := range t.Faults {
		t.Faults[i].From, t.Faults[i].To = min(t.Faults[i].From, t.End), min(t.Faults[i].To, t.End)
	}
	for i := range t.IOs {
		t.IOs[i].From, t.IOs[i].To = min(t.IOs[i].From, t.End), min(t.IOs[i].To, t.End)
	}
}

// dropsLater drops the segments of a thread that begin at the end of the trace or later, and reports
// whether there are any. If they are from after the window of a file that was cut, what the first of
// them shows about the wait that it ended stays.
func (b *Builder) dropsLater(ix ThreadIx) (dropped bool) {
	th, r := &b.trace.Threads[ix], &b.regs[ix]
	woken := NoStack
	for ; r.col.len() > 0 && r.col.startOfLast() >= b.trace.End; dropped = true {
		woken = NoStack
		if _, row := r.col.last(); row.state == Ready {
			woken = stackIn(th.stacks, r.col.len()-1)
		}
		b.dropLast(ix)
	}
	th.Elsewhere = th.Elsewhere || dropped
	if b.cut.past && woken != NoStack {
		th.notes = append(th.notes, episodeNote{row: uint32(r.col.len()), wakeStack: woken, peer: NoThread})
	}
	return dropped
}

// WokenLater is the stack of the thread that ended the last wait of a thread after the window of a
// file that was cut, NoStack if that is not known.
func (t *Trace) WokenLater(ix ThreadIx) StackID { return t.Threads[ix].wokenLater() }

func (t *Thread) wokenLater() StackID {
	if n := t.note(t.Len()); n != nil {
		return n.wakeStack
	}
	return NoStack
}

// sampledElsewhere notes that a thread was sampled after the window.
func (b *Builder) sampledElsewhere(e *Event) {
	if ix := b.ids.get(e.TID); ix != NoThread && e.TID != IdleTID {
		b.trace.Threads[ix].Sampled = true
	}
}

// ranAfter books execution that ended after the window, by the share in which the thread had its CPU
// in the window.
func (b *Builder) ranAfter(e *Event) {
	if e.Other == e.TID && b.cpus[e.CPU].occ == OccupantUnknown {
		b.placeRan(e) // it has not run there since the window
	}
	r := b.regOf(e.TID)
	end := b.trace.Info.Cut.To
	if r == nil || r.state != Running {
		return
	}
	from := max(r.ranAt, r.lastIn)
	share := *e
	share.Time, share.Arg = end, int64(Time(max(0, e.Arg)).part(end-from, e.Time-from))
	b.book(r, &share)
	r.ranAt = e.Time
}

// cutDiagnostic is the sentence about a file that was cut.
func cutDiagnostic(t *Trace) Diagnostic {
	r := t.Held()
	return Diagnostic{
		Severity: SeverityInfo, Code: "cut", Count: 1, Range: r,
		Text: fmt.Sprintf("the file contains only the part of a recording from %.3f ms to %.3f ms: findings, likely wait reasons, lock owners and other results may differ from those of the whole recording, because nothing is known about the time before and after this part", ms(r.From), ms(r.To)),
	}
}
