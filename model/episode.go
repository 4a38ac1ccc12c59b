package model

import (
	"iter"
	"sort"
)

// EpisodeKind is how a thread left its CPU.
type EpisodeKind uint8

// Kinds of episodes.
const (
	EpisodeWait EpisodeKind = iota
	EpisodePreempt
	EpisodeYield
	EpisodeNew // from creation to the first run
)

var episodeNames = [...]string{"Wait", "Preempt", "Yield", "New"}

// String is the kind's name in data output.
func (k EpisodeKind) String() string { return name(episodeNames[:], int(k)) }

// Episode is one off-CPU episode of a thread, from its switch-out to its next
// switch-in. Episodes keep the waits and ready times of length zero that segments
// drop: take counts and percentiles from episodes, durations from segments.
type Episode struct {
	Thread ThreadIx
	Kind   EpisodeKind
	// Out <= Ready <= In. For preemptions Ready equals Out. Ready is meaningless
	// when WakeMissing is in Flags, In when Open.
	Out, Ready, In Time
	// Open is set when the trace or the thread's life ends before the
	// switch-in.
	Open bool
	// Cut is set when it is not known what the thread did in a part of the episode, or
	// its switch-in was not recorded: then the episode has no length, only a part of
	// it is attested. Gap is how much of it lies where events were lost, or is
	// undecided. NoIn is set when its switch-in was not recorded, so that In is when
	// the thread is next known to run; NoOut when its switch-out was not, so that Out
	// is its first evidence.
	Cut         bool
	Gap         Time
	NoOut, NoIn bool
	// Queued is set for an episode that is known to have reached Ready.
	Queued bool

	Sub         Sub
	Category    Category // of the wait or preemption; Dispatch when none is stored
	Flags       SegmentFlags
	Evidence    Evidence // of the wait
	Unblocker   ThreadIx // NoThread unless Ctx is CtxThread
	Interrupted ThreadIx // thread that was running where an interrupt issued the wake
	Ctx         Context
	Displacer   ThreadIx // of a preemption
	FromCPU     CPU      // NoCPU when not seen
	ToCPU       CPU      // NoCPU when Open
	Stack       StackID  // of the wait
	WakeStack   StackID
	// Enqueued is when the thread was put on the run queue, where the source
	// records that apart from the wake (Linux sched_wakeup); else Ready.
	Enqueued Time
	// Spurious counts wakes of the thread while it was already runnable.
	Spurious int
	// First and Last are the segments of the episode, Last < First when it has
	// none.
	First, Last int
}

// Sender is the thread that sent the data which ended the wait to a socket of the
// same machine, NoThread if unknown.
func (e *Episode) Sender() ThreadIx {
	if e.Ctx == CtxNetRx && e.Flags&Sent != 0 {
		return e.Interrupted
	}
	return NoThread
}

// Wait is the time in which the thread was not runnable, 0 for preemptions.
func (e *Episode) Wait() Time { return e.Ready - e.Out }

// Dispatch is the time from Ready to In: the run-queue delay of the episode.
func (e *Episode) Dispatch() Time { return e.In - e.Ready }

// episodeNote keeps what segments cannot hold: it belongs to the episode that ends
// with the switch-in that opened segment row, or, for the last episode of a life,
// to row Len().
type episodeNote struct {
	row      uint32
	spurious uint32
	enqueued Time // 0: not recorded
	// For episodes without a segment of their own.
	bare      bool
	kind      EpisodeKind
	sub       Sub
	cat       Category
	ctx       Context
	peer      ThreadIx
	wakeStack StackID
}

func (t *Thread) note(row int) *episodeNote {
	if list := t.notesFrom(row); len(list) > 0 && int(list[0].row) == row {
		return &list[0]
	}
	return nil
}

// notesAhead are the notes that a walk over a thread's rows has not yet passed, in order.
type notesAhead []episodeNote

// at is the note of a row, nil if it has none, and drops those before it.
func (n *notesAhead) at(row int) *episodeNote {
	for len(*n) > 0 && int((*n)[0].row) < row {
		*n = (*n)[1:]
	}
	if len(*n) > 0 && int((*n)[0].row) == row {
		return &(*n)[0]
	}
	return nil
}

// notesFrom are the notes of row and later ones.
func (t *Thread) notesFrom(row int) notesAhead {
	return t.notes[sort.Search(len(t.notes), func(i int) bool { return int(t.notes[i].row) >= row }):]
}

// Episodes yields the episodes of a thread that end (In) inside r, in order and, if
// r reaches the end of the thread's life, finally the one that is open there.
func (t *Trace) Episodes(ix ThreadIx, r Range) iter.Seq[Episode] {
	return func(yield func(Episode) bool) {
		th := &t.Threads[ix]
		i := max(0, th.col.find(r.From-1))
		for i > 0 && i < th.col.len() && !th.onCPU(i) {
			i--
		}
		u := th.col.seek(i)
		w := episodeWalk{th: th, ep: newEpisode(ix, NoCPU), notes: th.notesFrom(i)}
		for ; ; i++ {
			at, row := u.next()
			if row == nil {
				break
			}
			if !w.step(row, Range{at, u.peek(th.Life.To)}, i) {
				continue
			}
			if w.done.In >= r.To {
				return
			}
			if w.done.In >= r.From && !yield(w.done) {
				return
			}
		}
		if w.off.on() && r.To >= th.Life.To {
			w.ep.leaveOpen(th)
			yield(w.ep)
		}
	}
}

// EpisodeOf is the episode that an off-CPU segment is part of; ok is false if it is
// part of none.
func (t *Trace) EpisodeOf(s *Segment) (e Episode, ok bool) {
	for e := range t.Episodes(s.Thread, Range{s.To, Forever}) {
		return e, e.First <= s.Index && s.Index <= e.Last
	}
	return e, false
}

// episodeWalk groups the rows of a thread into episodes.
type episodeWalk struct {
	th    *Thread
	notes notesAhead
	ep    Episode // under way
	done  Episode
	off   offCPU
	// woken is set after a wait that a wake ended.
	woken bool
	from  CPU // where the thread ran last, NoCPU if unknown
}

// step takes the next row, that of a segment; it is true when an episode is complete.
func (w *episodeWalk) step(row *segRow, at Range, i int) (ok bool) {
	does := w.off.step(row)
	if w.woken && row.sub != SubInSwap {
		w.ep.Ready, w.ep.Queued = at.From, true
	}
	w.woken = false
	switch {
	case does&offEnds != 0:
		var n *episodeNote
		if row.state == Running {
			n = w.notes.at(i)
		}
		w.ep.end(row, at.From, does&offEndsIn != 0, n)
		w.done, ok = w.ep, true
		w.from = NoCPU // unless the thread runs
	case row.state == Running:
		ok = w.bare(row, at.From, i)
	case row.state == Unknown && does == 0:
		w.from = NoCPU
	}
	if row.state == Running {
		w.from = row.cpu
	}
	if does&offBegins != 0 {
		if lead := w.th.lead; lead.known && lead.row == i && row.state != Unknown {
			w.from = lead.cpu
		}
		w.ep = newEpisode(w.ep.Thread, w.from)
		w.ep.begin(row, at.From, i, w.th)
		w.ep.NoOut = does&offNoOut != 0
	}
	if does&offJoins != 0 {
		w.ep.add(row, at, i, w.th)
		w.woken = row.state == Waiting && row.ctx != CtxNone
	}
	return ok
}

// bare makes the episode of length zero that ended with the switch-in of row i, if any.
func (w *episodeWalk) bare(in *segRow, at Time, i int) bool {
	n := w.notes.at(i)
	if n == nil || !n.bare {
		return false
	}
	e := newEpisode(w.ep.Thread, w.from)
	e.Out, e.Ready, e.In, e.Queued, e.ToCPU = at, at, at, true, in.cpu
	e.Kind, e.Sub, e.Category = n.kind, n.sub, n.cat
	if n.kind == EpisodePreempt || n.kind == EpisodeYield {
		e.Displacer = n.peer
	} else {
		e.Evidence = n.sub.evidence()
		e.woken(n.ctx, n.peer)
	}
	e.noted(n)
	w.done = e
	return true
}

// onCPU reports whether the thread has its CPU in segment i.
func (t *Thread) onCPU(i int) bool {
	_, row := t.col.at(i)
	return row.state == Running
}

func newEpisode(ix ThreadIx, from CPU) Episode {
	return Episode{
		Thread: ix, FromCPU: from, ToCPU: NoCPU, First: -1, Last: -2,
		Unblocker: NoThread, Interrupted: NoThread, Displacer: NoThread, Category: Dispatch,
	}
}

// begin takes the first row, i.
func (e *Episode) begin(row *segRow, at Time, i int, th *Thread) {
	e.First, e.Out = i, at
	e.Sub, e.Category, e.Evidence = row.sub, row.counted(), row.flags.evidence()
	switch {
	case row.state == Preempted, row.state == Unknown && row.cat == Preemption:
		e.Kind, e.Ready, e.Queued = EpisodePreempt, at, true
		if row.state == Preempted {
			e.Displacer = row.peer
		}
		if row.sub == SubYield {
			e.Kind = EpisodeYield
		}
	case row.sub == SubCreated || row.sub == SubNew, row.bornInGap(i, th):
		e.Kind = EpisodeNew
	}
	if row.state != Ready {
		e.Stack = th.stack(i)
	}
}

// bornInGap reports whether a life begins with row i while events were being lost.
func (r *segRow) bornInGap(i int, th *Thread) bool {
	return r.state == Unknown && i == 0 && th.Started
}

// add takes the next off-CPU row of the episode.
func (e *Episode) add(row *segRow, at Range, i int, th *Thread) {
	e.Last = i
	e.Flags |= row.flags &^ evidenceBits
	if row.state == Waiting && e.Category == UnknownCategory { // it began while events were being lost
		e.Sub, e.Category, e.Evidence, e.Stack = row.sub, row.counted(), row.flags.evidence(), th.stack(i)
	}
	if row.state == Unknown {
		e.Cut = true
		if row.sub == SubGap || row.sub == SubRace {
			e.Gap += at.Len()
		}
	}
	if row.state == Ready || row.state == Unknown && row.ctx != CtxNone {
		e.WakeStack = th.stack(i)
		if !e.Queued {
			e.Ready, e.Queued = at.From, true
		}
	}
	if row.ctx != CtxNone && e.Ctx == CtxNone {
		e.woken(row.ctx, row.peer)
	}
}

func (e *Episode) woken(ctx Context, peer ThreadIx) {
	e.Ctx = ctx
	if ctx == CtxThread {
		e.Unblocker = peer
	} else {
		e.Interrupted = peer
	}
}

// end closes the episode at the row that shows that the thread ran; seen is set if
// the row begins with a switch-in.
func (e *Episode) end(in *segRow, at Time, seen bool, n *episodeNote) {
	e.In, e.NoIn, e.Cut = at, !seen, e.Cut || !seen
	if in.state == Running {
		e.ToCPU = in.cpu
	}
	if !e.Queued {
		e.Ready, e.Queued = at, !e.Cut && e.Flags&WakeMissing == 0
	}
	e.noted(n)
}

// leaveOpen finishes the last episode of a life.
func (e *Episode) leaveOpen(th *Thread) {
	e.Open, e.In = true, th.Life.To
	if !e.Queued {
		e.Ready = e.In
	}
	e.noted(th.note(th.Len()))
}

func (e *Episode) noted(n *episodeNote) {
	e.Enqueued = e.Ready
	if n == nil {
		return
	}
	e.Spurious = int(n.spurious)
	if n.enqueued > e.Ready {
		e.Enqueued = n.enqueued
	}
	if n.wakeStack != NoStack {
		e.WakeStack = n.wakeStack
	}
}
