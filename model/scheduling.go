package model

// Scheduling counts what the scheduler did to a thread in a window.
type Scheduling struct {
	// In counts how often it was given a CPU, including switch-ins that were not
	// recorded but must have happened; Known counts those of In for which the
	// previous CPU is known, Cross those of Known onto another CPU.
	In, Known, Cross int
	// The part of Cross onto an SMT sibling, another socket, another memory node.
	ToSibling, CrossSocket, CrossNode int
	// How it left a CPU.
	Voluntary, Involuntary, Yields int
	// Lost is set if lost events affect the thread in the window.
	Lost bool
}

// Scheduling counts a thread's switches inside r and appends to ready its dispatch
// latencies: the time from being made ready to running of every episode that ends
// in r, zeros included, without those whose ready time is unknown or that a loss
// may have cut. The result is that of a walk over Episodes and Segments, several
// times faster.
func (t *Trace) Scheduling(ix ThreadIx, r Range, ready []Time) (Scheduling, []Time) {
	w := t.schedWalk(ix, r, Delays{Ready: ready}, false)
	return w.Scheduling, w.Ready
}

// schedWalk walks over a thread's rows in r, and adds its delays to d, including
// those after preemptions if requested.
func (t *Trace) schedWalk(ix ThreadIx, r Range, d Delays, preempted bool) schedWalk {
	th := &t.Threads[ix]
	i := max(0, th.col.find(r.From-1))
	for i > 0 && i < th.col.len() && !th.onCPU(i) {
		i--
	}
	w := schedWalk{Delays: d, info: t.Info, r: r, th: th, notes: th.notesFrom(i), last: th.lastCPU(i), noWakes: t.NoWakeEvents, preempted: preempted}
	w.Lost = th.touched(r)
	for u := th.col.seek(i); u.k < len(th.col.blocks); u.k, u.i = u.k+1, 0 {
		b := &th.col.blocks[u.k]
		for j := u.i; j < len(b.cells); j++ {
			at := b.start(j)
			if at >= r.To {
				return w
			}
			w.step(&b.cells[j].row, at, b.first+j)
		}
	}
	return w
}

// lastCPU is where the thread ran last before segment i, NoCPU if unknown.
func (t *Thread) lastCPU(i int) CPU {
	for i--; i >= 0; i-- {
		if _, row := t.col.at(i); row.state == Running {
			return row.cpu
		}
	}
	return NoCPU
}

// schedWalk is the state of a walk over a thread's rows.
type schedWalk struct {
	Scheduling
	Delays
	info    *Info
	r       Range
	th      *Thread
	notes   notesAhead
	noWakes bool
	last    CPU
	// preempted requests the delays after preemptions too.
	preempted bool

	prev    State
	prevSub Sub
	off     offCPU

	// The current episode.
	queued, bad, cut bool
	readyAt          Time
}

func (w *schedWalk) step(row *segRow, at Time, i int) {
	if lead := w.th.lead; lead.known && lead.row == i {
		w.last = lead.cpu
	}
	in := at >= w.r.From
	preempt := w.off.preempt()
	does := w.off.step(row)
	if does&offEnds != 0 {
		w.finish(at, preempt, does&offEndsIn != 0)
	}
	if row.state == Running {
		w.switchIn(row, at, in)
		if does&offEnds == 0 && in {
			w.bare(at, i)
		}
	}
	if does&offBegins != 0 {
		w.begin(row, at, i, in, does&offNoOut != 0)
	}
	if does&offJoins != 0 {
		w.join(row, at)
	}
	w.prev, w.prevSub = row.state, row.sub
}

// begin takes the first row of an episode: the thread is switched out, unless that
// was not recorded.
func (w *schedWalk) begin(row *segRow, at Time, i int, in, noOut bool) {
	w.queued, w.bad, w.cut, w.readyAt = w.off.preempt(), false, false, at
	if !in || noOut || row.flags&OpenStart != 0 {
		return
	}
	switch {
	case w.off.preempt():
		w.leave(row.sub == SubYield)
	case row.state == Waiting:
		if row.sub != SubCreated {
			w.Voluntary++
		}
	case row.state == Unknown:
		if i > 0 || !w.th.Started {
			w.Voluntary++
		}
	case w.prev == Running && row.sub != SubNew:
		w.Voluntary++ // woken before, or at the instant when, it was switched out
	}
}

// join takes any row of an episode.
func (w *schedWalk) join(row *segRow, at Time) {
	switch row.state {
	case Ready:
		if !w.queued {
			w.queued, w.readyAt = true, at
		}
		w.bad = w.bad || row.flags&(WakeMissing|LossOverlap) != 0
	case Waiting:
		w.bad = w.bad || row.flags&(WakeMissing|LossOverlap) != 0
	case Unknown:
		w.cut = true
	}
}

func (w *schedWalk) leave(yield bool) {
	if yield {
		w.Yields++
	} else {
		w.Involuntary++
	}
}

// switchIn takes a running segment.
func (w *schedWalk) switchIn(row *segRow, at Time, in bool) {
	if in && w.prevSub != SubStolen && (row.flags&Inferred == 0 || w.prev != Unknown) {
		w.In++
		if w.last != NoCPU {
			w.Known++
			if w.last != row.cpu {
				w.cross(row.cpu)
			}
		}
	}
	w.last = row.cpu
}

// bare takes the episode of length zero that ends with segment i, if any.
func (w *schedWalk) bare(at Time, i int) {
	n := w.bareNote(i)
	if n == nil {
		return
	}
	switch n.kind {
	case EpisodePreempt, EpisodeYield:
		w.leave(n.kind == EpisodeYield)
		w.again(at, at)
	default:
		if n.kind == EpisodeWait {
			w.Voluntary++
		}
		w.sample(at, at)
	}
}

// cross counts a switch onto another CPU.
func (w *schedWalk) cross(cpu CPU) {
	w.Cross++
	if len(w.info.Topology) == 0 {
		return
	}
	from, to := w.info.Place(w.last), w.info.Place(cpu)
	if from.Siblings(to) {
		w.ToSibling++
	}
	if crosses(from.Socket, to.Socket) {
		w.CrossSocket++
	}
	if crosses(from.Node, to.Node) {
		w.CrossNode++
	}
}

// bareNote is the note of an episode of length zero that ends with segment i.
func (w *schedWalk) bareNote(i int) *episodeNote {
	if n := w.notes.at(i); n != nil && n.bare {
		return n
	}
	return nil
}

// finish ends the current episode with a switch-in at t, if that was seen. An episode
// affected by lost events has no length.
func (w *schedWalk) finish(t Time, preempt, seen bool) {
	switch {
	case w.cut || !seen:
	case preempt:
		w.again(w.readyAt, t)
	case !w.bad:
		from := t
		if w.queued {
			from = w.readyAt
		}
		w.sample(from, t)
	}
}

func (w *schedWalk) sample(ready, in Time) {
	if w.r.Contains(in) && !w.noWakes {
		w.Ready = append(w.Ready, in-ready)
		w.LongestReady.lengthen(ready, in)
	}
}

// again takes a switch-in after a preemption.
func (w *schedWalk) again(out, in Time) {
	if w.preempted && w.r.Contains(in) {
		w.Preempted = append(w.Preempted, in-out)
		w.LongestPreempted.lengthen(out, in)
	}
}
