package model

// Scheduling counts what the scheduler did to a thread in a window
// (thread_model 6.7).
type Scheduling struct {
	// In counts the times it was given a CPU, also those that were not
	// recorded but must have happened; Known those of them before which it is
	// known where it ran last, Cross those of Known onto another CPU.
	In, Known, Cross int
	// Of Cross: onto an SMT sibling, another socket, another memory node.
	ToSibling, CrossSocket, CrossNode int
	// How it left a CPU.
	Voluntary, Involuntary, Yields int
	// Lost is set when lost events touch the thread in the window.
	Lost bool
}

// Scheduling counts a thread's switches inside r and appends to ready its
// dispatch latencies: the time from being made ready to running of every
// episode that ends in r, zeros included, without those whose ready time is not
// known or that a loss may have cut (thread_model 6.8). It says the same as a
// walk over Episodes and Segments, several times faster.
func (t *Trace) Scheduling(ix ThreadIx, r Range, ready []Time) (Scheduling, []Time) {
	w := t.schedWalk(ix, r, Delays{Ready: ready}, false)
	return w.Scheduling, w.Ready
}

// schedWalk walks over a thread's rows in r, and adds its delays to d, those
// after preemptions if wanted.
func (t *Trace) schedWalk(ix ThreadIx, r Range, d Delays, preempted bool) schedWalk {
	th := &t.Threads[ix]
	i := max(0, th.col.find(r.From-1))
	for i > 0 && i < th.col.len() && !th.onCPU(i) {
		i--
	}
	w := schedWalk{Delays: d, info: t.Info, r: r, th: th, last: th.lastCPU(i), noWakes: t.NoWakeEvents, preempted: preempted}
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

// lastCPU is where the thread ran last before segment i, NoCPU when unknown.
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
	noWakes bool
	last    CPU
	// preempted asks for the delays after preemptions too.
	preempted bool

	prev    State
	prevSub Sub

	// The episode under way.
	open, queued, preempt, bad bool
	readyAt                    Time
}

func (w *schedWalk) step(row *segRow, at Time, i int) {
	in := at >= w.r.From
	switch row.state {
	case Running:
		w.switchIn(row, at, i, in)
	case Waiting:
		w.wait(row, at, in)
	case Ready:
		w.enqueue(row, at, in)
	case Preempted:
		if row.sub == SubStolen {
			break // it keeps its CPU as far as the scheduler knows
		}
		w.finish(at)
		w.open, w.queued, w.preempt, w.readyAt = true, true, true, at
		if in && row.flags&OpenStart == 0 {
			w.leave(row.sub == SubYield)
		}
	default:
		w.open = false
	}
	w.prev, w.prevSub = row.state, row.sub
}

func (w *schedWalk) leave(yield bool) {
	if yield {
		w.Yields++
	} else {
		w.Involuntary++
	}
}

// switchIn takes a running segment.
func (w *schedWalk) switchIn(row *segRow, at Time, i int, in bool) {
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
	if w.open {
		w.finish(at)
	} else if n := w.bareNote(i); n != nil && in {
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
}

// cross counts a switch onto another processor.
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
	if len(w.th.notes) == 0 {
		return nil
	}
	if n := w.th.note(i); n != nil && n.bare {
		return n
	}
	return nil
}

// wait takes a waiting segment.
func (w *schedWalk) wait(row *segRow, at Time, in bool) {
	if row.sub == SubInSwap && w.open {
		w.bad = w.bad || row.flags&(WakeMissing|LossOverlap) != 0
		return
	}
	w.finish(at)
	w.open, w.queued, w.preempt = true, false, false
	w.bad = row.flags&(WakeMissing|LossOverlap) != 0
	if in && row.sub != SubCreated && row.flags&OpenStart == 0 {
		w.Voluntary++
	}
}

// enqueue takes a ready segment.
func (w *schedWalk) enqueue(row *segRow, at Time, in bool) {
	if w.open && w.queued {
		w.finish(at)
	}
	if !w.open {
		w.open, w.preempt, w.bad = true, false, false
		if in && w.prev == Running && row.sub != SubNew {
			w.Voluntary++ // woken before, or the instant, it left
		}
	}
	w.queued, w.readyAt = true, at
	w.bad = w.bad || row.flags&(WakeMissing|LossOverlap) != 0
}

// finish ends the episode under way with a switch-in at t.
func (w *schedWalk) finish(t Time) {
	switch {
	case w.open && w.preempt:
		w.again(w.readyAt, t)
	case w.open && !w.bad:
		from := t
		if w.queued {
			from = w.readyAt
		}
		w.sample(from, t)
	}
	w.open = false
}

func (w *schedWalk) sample(ready, in Time) {
	if w.r.Contains(in) && !w.noWakes {
		w.Ready = append(w.Ready, in-ready)
		w.LongestReady.lengthen(ready, in)
	}
}

// again takes a redispatch.
func (w *schedWalk) again(out, in Time) {
	if w.preempted && w.r.Contains(in) {
		w.Preempted = append(w.Preempted, in-out)
		w.LongestPreempted.lengthen(out, in)
	}
}
