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
		if w.ep.First >= 0 && r.To >= th.Life.To {
			w.ep.leaveOpen(th)
			yield(w.ep)
		}
	}
}

// episodeWalk collects the segments of a thread into episodes.
type episodeWalk struct {
	th *Thread
	ep Episode
}

// step takes the next segment. It returns the episode that ends with it, if one
// does.
func (w *episodeWalk) step(s *Segment) (done Episode, ok bool) {
	switch {
	case s.State == Running:
		ok = w.ep.end(s, w.th.note(s.Index))
		done = w.ep
		w.ep = newEpisode(s.Thread, s.CPU)
	case s.State == Unknown:
		w.ep = newEpisode(s.Thread, NoCPU)
	case s.Sub == SubStolen:
		// still on its CPU as far as the scheduler knows
	default:
		if w.ep.ranBefore(s) { // for no time: the running segment is not stored
			ok = w.ep.end(s, nil)
			done = w.ep
			w.ep = newEpisode(s.Thread, NoCPU)
		}
		w.ep.add(s)
	}
	return done, ok
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

// ranBefore reports whether s cannot continue the episode, so that a running
// segment of length zero must lie between them.
func (e *Episode) ranBefore(s *Segment) bool {
	if e.First < 0 {
		return false
	}
	switch s.State {
	case Waiting:
		return s.Sub != SubInSwap
	case Preempted:
		return true
	}
	return e.Queued // Ready after Ready or Preempted
}

// add takes the next off-CPU segment of the episode.
func (e *Episode) add(s *Segment) {
	if e.First < 0 {
		e.First, e.Out = s.Index, s.From
		e.Sub, e.Category, e.Evidence = s.Sub, s.Category, s.Evidence
		switch {
		case s.State == Preempted:
			e.Kind, e.Ready, e.Queued = EpisodePreempt, s.From, true
			e.Displacer = s.Peer
			if s.Sub == SubYield {
				e.Kind = EpisodeYield
			}
		case s.Sub == SubCreated || s.Sub == SubNew:
			e.Kind = EpisodeNew
		}
		if s.State != Ready {
			e.Stack = s.Stack
		}
	}
	e.Last = s.Index
	e.Flags |= s.Flags
	if s.State == Ready {
		e.Ready, e.Queued = s.From, true
		e.WakeStack = s.Stack
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

// end closes the episode with a switch-in; it is false when there is none to
// close, because the thread's state before was unknown.
func (e *Episode) end(in *Segment, n *episodeNote) bool {
	if e.First < 0 && (n == nil || !n.bare) {
		return false
	}
	e.In = in.From
	if in.State == Running {
		e.ToCPU = in.CPU
	}
	if e.First < 0 {
		e.Kind, e.Sub, e.Category = n.kind, n.sub, n.cat
		e.Out, e.Ready, e.Queued = in.From, in.From, true
		if n.kind == EpisodePreempt || n.kind == EpisodeYield {
			e.Displacer = n.peer
		} else {
			e.Evidence = n.sub.evidence()
			e.woken(n.ctx, n.peer)
		}
	}
	if !e.Queued {
		e.Ready, e.Queued = in.From, e.Flags&WakeMissing == 0
	}
	e.noted(n)
	return true
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
