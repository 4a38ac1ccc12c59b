package model

import "iter"

// EpisodeTimes is what an episode says of lengths of time, without who and where.
// Its fields mean what they do in Episode.
type EpisodeTimes struct {
	Out, Ready, In Time
	Kind           EpisodeKind
	Queued         bool
	Category       Category
	Flags          SegmentFlags
}

// EpisodeTimes yields the episodes of a thread that end (In) inside r, in order,
// without the one that is open at the end. It says the same as Episodes, several
// times faster.
func (t *Trace) EpisodeTimes(ix ThreadIx, r Range) iter.Seq[EpisodeTimes] {
	return func(yield func(EpisodeTimes) bool) {
		th := &t.Threads[ix]
		if r.Clip(Range{th.Life.From, th.Life.To + 1}).Len() == 0 {
			return
		}
		i := max(0, th.col.find(r.From-1))
		for i > 0 && i < th.col.len() && !th.onCPU(i) {
			i--
		}
		w := timesWalk{th: th}
		for u := th.col.seek(i); u.k < len(th.col.blocks); u.k, u.i = u.k+1, 0 {
			b := &th.col.blocks[u.k]
			for j := u.i; j < len(b.cells); j++ {
				at := b.start(j)
				if at >= r.To {
					return
				}
				if w.step(&b.cells[j].row, at, b.first+j) && at >= r.From && !yield(w.done) {
					return
				}
			}
		}
	}
}

// timesWalk is an episodeWalk that keeps times only.
type timesWalk struct {
	th       *Thread
	ep, done EpisodeTimes
	open     bool // the episode under way has a segment
}

// step takes the next row; it is true when an episode is done with it.
func (w *timesWalk) step(row *segRow, at Time, i int) (ok bool) {
	switch {
	case row.state == Running:
		ok = w.open || w.bare(at, i)
		if w.open {
			w.finish(at)
		}
	case row.state == Unknown:
		w.open = false
	case row.sub == SubStolen:
		// still on its CPU as far as the scheduler knows
	default:
		if w.open && w.ranBefore(row) {
			w.finish(at)
			ok = true
		}
		w.add(row, at)
	}
	return ok
}

// bare makes the episode of length zero that ends with segment i, if there is one.
func (w *timesWalk) bare(at Time, i int) bool {
	if len(w.th.notes) == 0 {
		return false
	}
	n := w.th.note(i)
	if n == nil || !n.bare {
		return false
	}
	w.done = EpisodeTimes{Out: at, Ready: at, In: at, Kind: n.kind, Queued: true, Category: n.cat}
	return true
}

// ranBefore reports whether the row cannot continue the episode: see Episode.
func (w *timesWalk) ranBefore(row *segRow) bool {
	switch row.state {
	case Waiting:
		return row.sub != SubInSwap
	case Preempted:
		return true
	}
	return w.ep.Queued
}

// add takes the next row of the episode.
func (w *timesWalk) add(row *segRow, at Time) {
	if !w.open {
		w.open = true
		w.ep = EpisodeTimes{Out: at, Category: row.counted()}
		switch {
		case row.state == Preempted:
			w.ep.Kind, w.ep.Ready, w.ep.Queued = EpisodePreempt, at, true
			if row.sub == SubYield {
				w.ep.Kind = EpisodeYield
			}
		case row.sub == SubCreated || row.sub == SubNew:
			w.ep.Kind = EpisodeNew
		}
	}
	w.ep.Flags |= row.flags &^ evidenceBits
	if row.state == Ready {
		w.ep.Ready, w.ep.Queued = at, true
	}
}

// finish ends the episode under way with a switch-in.
func (w *timesWalk) finish(at Time) {
	w.open = false
	w.ep.In = at
	if !w.ep.Queued {
		w.ep.Ready, w.ep.Queued = at, w.ep.Flags&WakeMissing == 0
	}
	w.done = w.ep
}
