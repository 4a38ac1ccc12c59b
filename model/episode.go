package model

import (
	"iter"
	"sort"
)

// EpisodeKind says how a thread left its CPU.
type EpisodeKind uint8

// Kinds of episodes.
const (
	EpisodeWait EpisodeKind = iota
	EpisodePreempt
	EpisodeYield
	EpisodeNew // from creation to the first run
)

var episodeNames = [...]string{"Wait", "Preempt", "Yield", "New"}

// String is the kind's name as thread_model 0.4 writes it.
func (k EpisodeKind) String() string { return name(episodeNames[:], int(k)) }

// Episode is one off-CPU episode of a thread, from its switch-out to its next
// switch-in (an edge in thread_model 0.4). Episodes keep the waits and ready
// times of length zero that segments drop: take counts and percentiles from
// episodes, durations from segments.
type Episode struct {
	Thread ThreadIx
	Kind   EpisodeKind
	// Out <= Ready <= In. For preemptions Ready is Out. Ready is meaningless
	// when WakeMissing is in Flags, In when Open.
	Out, Ready, In Time
	// Open is set when the trace or the thread's life ends before the
	// switch-in.
	Open bool
	// Cut is set when it is not known what the thread did in a part of the episode, or
	// its switch-in was not recorded: then it has no length, only a part of it is
	// attested (truth B9). Gap is how much of it lies where events were lost, or is
	// undecided. NoIn is set when its switch-in was not recorded, so that In is when
	// the thread is next known to run, NoOut when its switch-out was not, so that Out
	// is the first evidence of it.
	Cut         bool
	Gap         Time
	NoOut, NoIn bool
	// Queued is set for an episode that has reached Ready, as far as is known.
	Queued bool

	Sub         Sub
	Category    Category // of the wait or preemption; Dispatch when none is stored
	Flags       SegmentFlags
	Evidence    Evidence // of the wait
	Unblocker   ThreadIx // NoThread unless Ctx is CtxThread
	Interrupted ThreadIx // who ran where an interrupt issued the wake
	Ctx         Context
	Displacer   ThreadIx // of a preemption
	FromCPU     CPU      // NoCPU when not seen
	ToCPU       CPU      // NoCPU when Open
	Stack       StackID  // of the wait
	WakeStack   StackID
	// Enqueued is when the thread was put on the run queue, where the source
	// records that apart from the wake (Linux sched_wakeup); else Ready.
	Enqueued Time
	// Spurious counts wakes that found the thread runnable already.
	Spurious int
	// First and Last are the segments of the episode, Last < First when it has
	// none.
	First, Last int
}

// Sender is the thread that sent what ended the wait to a socket of the same machine,
// NoThread where that is not known.
func (e *Episode) Sender() ThreadIx {
	if e.Ctx == CtxNetRx && e.Flags&Sent != 0 {
		return e.Interrupted
	}
	return NoThread
}

// Wait is the time not runnable, 0 for preemptions.
func (e *Episode) Wait() Time { return e.Ready - e.Out }

// Dispatch is the time from Ready to In: the CPU queue time of the episode.
func (e *Episode) Dispatch() Time { return e.In - e.Ready }

// episodeNote keeps what segments cannot: it belongs to the episode that ends
// with the switch-in that opened segment row, or, for the last episode of a
// life, to row Len().
type episodeNote struct {
	row      uint32
	spurious uint32
	enqueued Time // 0: none
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
	i := sort.Search(len(t.notes), func(i int) bool { return int(t.notes[i].row) >= row })
	if i < len(t.notes) && int(t.notes[i].row) == row {
		return &t.notes[i]
	}
	return nil
}

// Episodes yields the episodes of a thread that end (In) inside r, in order,
// and last, if r reaches the end of the thread's life, the one open there.
func (t *Trace) Episodes(ix ThreadIx, r Range) iter.Seq[Episode] {
	return func(yield func(Episode) bool) {
		th := &t.Threads[ix]
		i := max(0, th.col.find(r.From-1))
		for i > 0 && i < th.col.len() && !th.onCPU(i) {
			i--
		}
		u := t.segCursor(ix, i)
		w := episodeWalk{th: th, ep: newEpisode(ix, NoCPU)}
		var s Segment
		for u.next(&s) {
			done, ok := w.step(&s)
			if !ok {
				continue
			}
			if done.In >= r.To {
				return
			}
			if done.In >= r.From && !yield(done) {
				return
			}
		}
		if w.off.on() && r.To >= th.Life.To {
			w.ep.leaveOpen(th)
			yield(w.ep)
		}
	}
}

// EpisodeOf is the episode that an off-CPU segment is part of; ok is false where it is
// part of none.
func (t *Trace) EpisodeOf(s *Segment) (e Episode, ok bool) {
	for e := range t.Episodes(s.Thread, Range{s.To, Forever}) {
		return e, e.First <= s.Index && s.Index <= e.Last
	}
	return e, false
}

// episodeWalk collects the segments of a thread into episodes.
type episodeWalk struct {
	th  *Thread
	ep  Episode
	off offCPU
	// woken is set behind a wait that a wake ended.
	woken bool
	from  CPU // where the thread ran last, NoCPU when not known
}

// step takes the next segment. It returns the episode that ends with it, if one
// does.
func (w *episodeWalk) step(s *Segment) (done Episode, ok bool) {
	row := segRow{state: s.State, sub: s.Sub, cat: s.Likely, flags: s.Flags, ctx: s.Ctx}
	does := w.off.step(&row)
	if w.woken && s.Sub != SubInSwap {
		w.ep.Ready, w.ep.Queued = s.From, true
	}
	w.woken = false
	switch {
	case does&offEnds != 0:
		var n *episodeNote
		if s.State == Running {
			n = w.th.note(s.Index)
		}
		w.ep.end(s, does&offEndsIn != 0, n)
		done, ok = w.ep, true
		w.from = NoCPU // unless it runs
	case s.State == Running:
		done, ok = w.bare(s)
	case s.State == Unknown && does == 0:
		w.from = NoCPU
	}
	if s.State == Running {
		w.from = s.CPU
	}
	if does&offBegins != 0 {
		w.ep = newEpisode(s.Thread, w.from)
		w.ep.begin(s, does&offNoOut != 0, w.th)
	}
	if does&offJoins != 0 {
		w.ep.add(s)
		w.woken = s.State == Waiting && s.Ctx != CtxNone
	}
	return done, ok
}

// bare is the episode of length zero that a switch-in ended, if there is one.
func (w *episodeWalk) bare(in *Segment) (e Episode, ok bool) {
	n := w.th.note(in.Index)
	if n == nil || !n.bare {
		return e, false
	}
	e = newEpisode(in.Thread, w.from)
	e.Out, e.Ready, e.In, e.Queued, e.ToCPU = in.From, in.From, in.From, true, in.CPU
	e.Kind, e.Sub, e.Category = n.kind, n.sub, n.cat
	if n.kind == EpisodePreempt || n.kind == EpisodeYield {
		e.Displacer = n.peer
	} else {
		e.Evidence = n.sub.evidence()
		e.woken(n.ctx, n.peer)
	}
	e.noted(n)
	return e, true
}

// onCPU reports whether segment i is one of a thread that has its CPU.
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

// begin takes the first segment.
func (e *Episode) begin(s *Segment, noOut bool, th *Thread) {
	e.First, e.Out, e.NoOut = s.Index, s.From, noOut
	e.Sub, e.Category, e.Evidence = s.Sub, s.Category, s.Evidence
	switch {
	case s.LikelyState() == Preempted:
		e.Kind, e.Ready, e.Queued = EpisodePreempt, s.From, true
		e.Displacer = s.Displacer()
		if s.Sub == SubYield {
			e.Kind = EpisodeYield
		}
	case s.Sub == SubCreated || s.Sub == SubNew || s.bornInGap(th):
		e.Kind = EpisodeNew
	}
	if s.State != Ready {
		e.Stack = s.Stack
	}
}

// bornInGap reports whether a life begins with segment s while events were lost.
func (s *Segment) bornInGap(th *Thread) bool {
	return s.State == Unknown && s.Index == 0 && th.Started
}

// add takes the next off-CPU segment of the episode.
func (e *Episode) add(s *Segment) {
	e.Last = s.Index
	e.Flags |= s.Flags
	if s.State == Waiting && e.Category == UnknownCategory { // begun while events were lost
		e.Sub, e.Category, e.Evidence, e.Stack = s.Sub, s.Category, s.Evidence, s.Stack
	}
	if s.State == Unknown {
		e.Cut = true
		if s.Sub == SubGap || s.Sub == SubRace {
			e.Gap += s.Len()
		}
	}
	if s.State == Ready || s.State == Unknown && s.Ctx != CtxNone {
		e.WakeStack = s.Stack
		if !e.Queued {
			e.Ready, e.Queued = s.From, true
		}
	}
	if s.Ctx != CtxNone && e.Ctx == CtxNone {
		e.woken(s.Ctx, s.Peer)
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

// end closes the episode with the segment that shows that the thread ran; seen is set
// when it was switched in as that begins.
func (e *Episode) end(in *Segment, seen bool, n *episodeNote) {
	e.In, e.NoIn, e.Cut = in.From, !seen, e.Cut || !seen
	if in.State == Running {
		e.ToCPU = in.CPU
	}
	if !e.Queued {
		e.Ready, e.Queued = in.From, !e.Cut && e.Flags&WakeMissing == 0
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
