package model

import (
	"container/heap"
	"sort"
)

// gaps is what the Builder knows about lost events. A CPU is blind from the
// beginning of a gap until its occupant is known again; while any CPU is blind, a
// thread that is not running may have been woken, have run there and be waiting
// again.
//
// The stretches in which a CPU is blind are kept once. They are applied to a thread
// at its own next event, so that memory grows with gaps and with events, never with
// their product.
type gaps struct {
	runs    []Range // in which a CPU was blind, in order and not touching; the last may be open
	blind   int     // CPUs that are blind now
	resumes resumes
	next    Time // of the first of resumes, or when the window of a file that was cut begins or ends; Forever if there is neither
}

// resume is when the occupant of a CPU is known again after a gap, and which thread
// that is.
type resume struct {
	at  Time
	cpu CPU
	id  TID
}

// resumes is a heap by time, then CPU.
type resumes []resume

func (h resumes) Len() int      { return len(h) }
func (h resumes) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *resumes) Push(x any)   { *h = append(*h, x.(resume)) }
func (h *resumes) Pop() any {
	n := len(*h) - 1
	x := (*h)[n]
	*h = (*h)[:n]
	return x
}

func (h resumes) Less(i, j int) bool {
	if h[i].at != h[j].at {
		return h[i].at < h[j].at
	}
	return h[i].cpu < h[j].cpu
}

// openGap makes a CPU blind from t on.
func (b *Builder) openGap(cpu CPU, t Time) {
	c, g := &b.cpus[cpu], &b.gaps
	if c.blind {
		return
	}
	c.blind, c.blindIn = true, Range{t, Forever}
	if g.blind++; g.blind > 1 {
		return
	}
	if n := len(g.runs) - 1; n >= 0 && g.runs[n].To >= t {
		g.runs[n].To = Forever
		return
	}
	g.runs = append(g.runs, Range{t, Forever})
}

// closeGap ends the blindness of a CPU.
func (b *Builder) closeGap(cpu CPU, t Time) {
	c, g := &b.cpus[cpu], &b.gaps
	if !c.blind {
		return
	}
	c.blind, c.blindIn.To = false, t
	if g.blind--; g.blind > 0 {
		return
	}
	n := len(g.runs) - 1
	g.runs[n].To = t
	if g.runs[n].From >= t {
		g.runs = g.runs[:n]
	}
}

// resumeAt schedules that id occupies a CPU from t on: the first switch on it after
// the gap shows it.
func (b *Builder) resumeAt(cpu CPU, t Time, id TID) {
	heap.Push(&b.gaps.resumes, resume{t, cpu, id})
	b.planResume()
}

// resume puts on their CPUs the threads known to occupy them at or before t, and begins and
// ends the window of a file that was cut.
func (b *Builder) resume(t Time) {
	b.passCut(t)
	b.resumeUntil(t)
	b.planResume()
}

func (b *Builder) resumeUntil(t Time) {
	g := &b.gaps
	for len(g.resumes) > 0 && g.resumes[0].at <= t {
		r := heap.Pop(&g.resumes).(resume)
		if c := &b.cpus[r.cpu]; c.blind && c.knownFrom == r.at {
			b.resumeOne(r)
		}
	}
}

// resumeOne ends the blindness of a CPU, unless its future occupant is known to run
// elsewhere: then its switch will show more.
func (b *Builder) resumeOne(r resume) {
	if r.id == IdleTID {
		b.occupyIdle(r.cpu, r.at, Inferred, false)
	} else if ix := b.living(r.id, r.at); b.regs[ix].state != Running {
		b.run(ix, r.cpu, r.at, Inferred, false)
	}
}

// blindSince is the first instant at or after from, and before to, at which a CPU
// was blind.
func (g *gaps) blindSince(from, to Time) (at Time, ok bool) {
	n := len(g.runs)
	if n == 0 || g.runs[n-1].To <= from {
		return 0, false
	}
	i := sort.Search(n, func(i int) bool { return g.runs[i].To > from })
	at = max(from, g.runs[i].From)
	return at, at < to
}

// clearSince is the time since which no CPU has been blind at t; t if one is.
func (g *gaps) clearSince(t Time) Time {
	i := sort.Search(len(g.runs), func(i int) bool { return g.runs[i].From >= t }) - 1
	if i < 0 {
		return 0
	}
	return min(g.runs[i].To, t)
}

// gapShortly reports whether a gap ended at most within before from, while a
// thread, switched in at in, was on its CPU: its early wake may have been lost.
func (g *gaps) gapShortly(in, from, within Time) bool {
	i := sort.Search(len(g.runs), func(i int) bool { return g.runs[i].To > from }) - 1
	return i >= 0 && from-g.runs[i].To <= within && g.runs[i].To >= in
}

// past reports whether all gaps ended so long before t that they do not affect what
// began then.
func (g *gaps) past(t, within Time) bool {
	n := len(g.runs)
	return n == 0 || g.blind == 0 && t-g.runs[n-1].To > within
}

// news is what becomes known about a thread that is not running.
type news uint8

const (
	newsLost     news = iota // nothing but that its state is unknown up to here
	newsRuns                 // it is switched in
	newsWoken                // it is woken, and so was waiting
	newsRunnable             // it is runnable: the second half of a wake
)

// afterGap makes the time of a thread that is not running unknown as far as lost
// events may have changed its state, up to t, when something becomes known about it.
// It leaves the thread in the state in which it was found at t.
func (b *Builder) afterGap(ix ThreadIx, t Time, what news) {
	if len(b.gaps.runs) > 0 {
		b.behindGaps(ix, t, what)
	}
}

func (b *Builder) behindGaps(ix ThreadIx, t Time, what news) {
	r := &b.regs[ix]
	if b.gaps.past(r.since, b.opt.RaceWindow) && r.state != Unknown {
		return
	}
	switch r.state {
	case Waiting, Ready, Preempted:
		if !b.enterGap(ix, t, what) {
			return
		}
	case Unknown:
		if r.sub != SubGap {
			return
		}
	default:
		return
	}
	b.attested(ix, t, what)
}

// enterGap makes the state of a thread that is not running unknown from when a CPU
// was blind. It returns false where none was, and where the gap changes nothing.
func (b *Builder) enterGap(ix ThreadIx, t Time, what news) bool {
	g, r := &b.gaps, &b.regs[ix]
	start, row := b.openRow(ix)
	if row.sub == SubStolen || r.state != Waiting && b.spared(r, start, t) {
		return false
	}
	undecided := r.state == Waiting && !r.ep.woken && row.sub != SubCreated &&
		(b.latchValid(r, start) || g.gapShortly(r.lastIn, start, b.opt.RaceWindow))
	at, ok := g.blindSince(start, t)
	if !ok {
		if undecided && what == newsRuns && !b.latchValid(r, start) {
			b.openUnknown(ix, start, SubGap, Dispatch)
		}
		return false
	}
	if undecided {
		at = start
	}
	row.flags |= LossOverlap
	b.openUnknown(ix, at, SubGap, gapLikely(row))
	return true
}

// wokenUnseen handles the wake of a thread never seen before: it is known to have
// waited only since no CPU was blind. It reports whether a CPU was.
func (b *Builder) wokenUnseen(ix ThreadIx, e *Event, ctx Context, peer ThreadIx) bool {
	r := &b.regs[ix]
	if _, ok := b.gaps.blindSince(r.since, e.Time); !ok || e.Wake == WakeNew {
		return false
	}
	if clear := b.gaps.clearSince(e.Time); clear < e.Time {
		b.open(ix, clear, Waiting, SubUnknown, UnknownCategory).flags = Inferred | LossOverlap
		r.ep.begin(clear, SubUnknown, UnknownCategory)
		b.endWait(ix, e, ctx, peer)
	} else {
		b.wakeInGap(ix, e, ctx, peer)
	}
	return true
}

// spared reports whether a thread that was in a run queue between two instants can
// run on one CPU only, which was not blind in between, so that none of its events
// were lost.
func (b *Builder) spared(r *reg, from, to Time) bool {
	if int(r.bound) >= len(b.cpus) {
		return false
	}
	blind := b.cpus[r.bound].blindIn
	return blind.To <= from || blind.From >= to
}

// gapLikely is the likely category of the gap in a row.
func gapLikely(row *segRow) Category {
	if row.state == Waiting && row.cat == UnknownCategory {
		return Unclassified
	}
	return row.cat
}

// openUnknown opens an unknown segment whose probable category is likely.
func (b *Builder) openUnknown(ix ThreadIx, t Time, sub Sub, likely Category) *segRow {
	r := &b.regs[ix]
	if start, _ := b.openRow(ix); start >= t && r.col.len() > 1 {
		b.dropLast(ix)
		if from, row := b.openRow(ix); row.state == Unknown && row.sub == sub && row.cat == likely {
			r.state, r.sub, r.since = Unknown, sub, from // its known state had no length
			return row
		}
	}
	return b.open(ix, t, Unknown, sub, likely)
}

// attested ends the gap of a thread by what its next event attests: since no CPU has
// been blind it waited for the wake, or was in the queue before the switch-in.
func (b *Builder) attested(ix ThreadIx, t Time, what news) {
	start, row := b.openRow(ix)
	clear := b.gaps.clearSince(t)
	if clear >= t {
		return
	}
	clear = max(clear, start)
	switch what {
	case newsRuns:
		if row.cat != Dispatch && row.cat != Preemption {
			b.openUnknown(ix, clear, SubGap, Dispatch)
		}
	case newsWoken:
		b.open(ix, clear, Waiting, SubUnknown, UnknownCategory).flags = Inferred | LossOverlap
		if ep := &b.regs[ix].ep; !ep.open {
			ep.begin(clear, SubUnknown, UnknownCategory)
		}
		b.regs[ix].ep.woken = false
	}
}

// wakeInGap handles the wake of a thread in a gap: while a CPU is blind, the thread
// is only probably ready from here on. Where none is, the wake is the second half of
// one that the gap may have hidden, and attests that the thread is ready.
func (b *Builder) wakeInGap(ix ThreadIx, e *Event, ctx Context, peer ThreadIx) {
	r := &b.regs[ix]
	if !r.ep.open {
		r.ep.begin(r.since, SubUnknown, UnknownCategory)
	}
	if again := r.ep.woken; again && b.gaps.blind > 0 {
		b.wakeAgain(r, e)
		return
	} else if !again {
		r.ep.woken, r.ep.ctx, r.ep.peer, r.ep.wakeStack = true, ctx, peer, e.Stack
	}
	var row *segRow
	if b.gaps.blind > 0 {
		row = b.openUnknown(ix, e.Time, SubGap, Dispatch)
	} else {
		row = b.open(ix, e.Time, Ready, SubDispatch, Dispatch)
	}
	row.ctx, row.peer, row.cpu = r.ep.ctx, r.ep.peer, e.Target
	b.setStack(ix, e.Stack)
}

// gapToEnd makes unknown what is no longer attested at the end of the trace.
func (b *Builder) gapToEnd(ix ThreadIx, t Time) {
	b.afterGap(ix, t, newsLost)
	r := &b.regs[ix]
	if r.state != Waiting || r.ep.woken || r.sub == SubCreated {
		return
	}
	start, row := b.openRow(ix)
	switch {
	case b.latchValid(r, start):
		b.openUnknown(ix, start, SubRace, gapLikely(row))
	case b.gaps.gapShortly(r.lastIn, start, b.opt.RaceWindow):
		b.openUnknown(ix, start, SubGap, gapLikely(row))
	}
}

// freezeGaps stores when a CPU was blind.
func (b *Builder) freezeGaps() {
	b.trace.Blind = b.gaps.runs
	if n := len(b.gaps.runs) - 1; n >= 0 {
		b.trace.Blind[n].To = min(b.trace.Blind[n].To, b.trace.End)
	}
	b.trace.blindBefore = sumBefore(b.trace.Blind)
}
