package model

import "iter"

// Run is a stretch during which a thread had a CPU, from its switch-in to its
// switch-out.
type Run struct {
	Range
	CPU CPU
	// Next is the state in which the thread left, with its sub-reason: Waiting,
	// Preempted, or Ready for one woken before it left; Dead when its life ended;
	// Running if it was switched in again at the same instant; Unknown if that was
	// lost.
	Next State
	Sub  Sub
}

// Runs yields the runs of a thread that end inside r, in order and whole. Those
// whose start or end the trace does not show are left out. Time stolen from a
// running thread is part of its run.
func (t *Trace) Runs(ix ThreadIx, r Range) iter.Seq[Run] {
	return func(yield func(Run) bool) {
		th := &t.Threads[ix]
		if r.Clip(Range{th.Life.From, th.Life.To + 1}).Len() == 0 {
			return
		}
		i := max(0, th.col.find(r.From-1))
		for i > 0 && th.inRun(i) {
			i--
		}
		w := runWalk{r: r, yield: yield}
		for u := th.col.seek(i); u.k < len(th.col.blocks); u.k, u.i = u.k+1, 0 {
			b := &th.col.blocks[u.k]
			for j := u.i; j < len(b.cells); j++ {
				if at := b.start(j); at >= r.To || !w.step(&b.cells[j].row, at) {
					return
				}
			}
		}
		if th.Ended && r.Contains(th.Life.To) {
			w.end(th.Life.To, Dead, SubNone)
		}
	}
}

// inRun reports whether segment i may continue a run.
func (t *Thread) inRun(i int) bool {
	_, row := t.col.at(i)
	return row.state == Running || row.sub == SubStolen
}

type runWalk struct {
	r     Range
	yield func(Run) bool
	run   Run
	open  bool
	// stolen is set while the CPU of the run is taken by the host.
	stolen bool
}

// step takes the next row; it returns false when the caller stops.
func (w *runWalk) step(row *segRow, at Time) bool {
	switch {
	case row.sub == SubStolen:
		w.stolen = true
		return true
	case row.state == Running && w.stolen:
		w.stolen = false
		return true
	}
	w.stolen = false
	more := w.end(at, row.state, row.sub)
	if row.state == Running {
		w.open = row.flags&(OpenStart|Inferred) == 0
		w.run = Run{Range: Range{From: at}, CPU: row.cpu}
	}
	return more
}

// end ends the current run.
func (w *runWalk) end(at Time, next State, sub Sub) bool {
	if !w.open {
		return true
	}
	w.open = false
	w.run.To, w.run.Next, w.run.Sub = at, next, sub
	return !w.r.Contains(at) || w.yield(w.run)
}
