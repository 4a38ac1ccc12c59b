package model

import "iter"

// EpisodeTimes holds the durations of an episode, without its peers and places. Its
// fields mean what they do in Episode.
type EpisodeTimes struct {
	Out, Ready, In Time
	Kind           EpisodeKind
	Queued         bool
	Cut, NoOut     bool
	Category       Category
	Flags          SegmentFlags
}

// Times are the times of the episode.
func (e *Episode) Times() EpisodeTimes {
	return EpisodeTimes{
		Out: e.Out, Ready: e.Ready, In: e.In, Kind: e.Kind, Queued: e.Queued, Cut: e.Cut, NoOut: e.NoOut,
		Category: e.Category, Flags: e.Flags,
	}
}

// EpisodeTimes yields the episodes of a thread that end (In) inside r, in order,
// without the one that is open at the end. The result is that of Episodes, several
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
		w := timesWalk{th: th, notes: th.notesFrom(i)}
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
	notes    notesAhead
	ep, done EpisodeTimes
	off      offCPU
	woken    bool
}

// step takes the next row; it is true when that completes an episode.
func (w *timesWalk) step(row *segRow, at Time, i int) (ok bool) {
	does := w.off.step(row)
	if w.woken && row.sub != SubInSwap {
		w.ep.Ready, w.ep.Queued = at, true
	}
	w.woken = false
	switch {
	case does&offEnds != 0:
		w.finish(at, does&offEndsIn != 0)
		ok = true
	case row.state == Running:
		ok = w.bare(at, i)
	}
	if does&offBegins != 0 {
		w.begin(row, at, i, does&offNoOut != 0)
	}
	if does&offJoins != 0 {
		w.add(row, at)
	}
	return ok
}

// bare makes the episode of length zero that ends with segment i, if any.
func (w *timesWalk) bare(at Time, i int) bool {
	n := w.notes.at(i)
	if n == nil || !n.bare {
		return false
	}
	w.done = EpisodeTimes{Out: at, Ready: at, In: at, Kind: n.kind, Queued: true, Category: n.cat}
	return true
}

// begin takes the first row of an episode.
func (w *timesWalk) begin(row *segRow, at Time, i int, noOut bool) {
	w.ep = EpisodeTimes{Out: at, Category: row.counted(), NoOut: noOut}
	switch {
	case row.state == Preempted, row.state == Unknown && row.cat == Preemption:
		w.ep.Kind, w.ep.Ready, w.ep.Queued = EpisodePreempt, at, true
		if row.sub == SubYield {
			w.ep.Kind = EpisodeYield
		}
	case row.sub == SubCreated || row.sub == SubNew,
		row.bornInGap(i, w.th):
		w.ep.Kind = EpisodeNew
	}
}

// add takes the next row of the episode.
func (w *timesWalk) add(row *segRow, at Time) {
	w.ep.Flags |= row.flags &^ evidenceBits
	w.ep.Cut = w.ep.Cut || row.state == Unknown
	if row.state == Waiting && w.ep.Category == UnknownCategory {
		w.ep.Category = row.counted()
	}
	if (row.state == Ready || row.state == Unknown && row.ctx != CtxNone) && !w.ep.Queued {
		w.ep.Ready, w.ep.Queued = at, true
	}
	w.woken = row.state == Waiting && row.ctx != CtxNone
}

// finish ends the episode under way; seen is set when the thread was switched in.
func (w *timesWalk) finish(at Time, seen bool) {
	w.ep.In, w.ep.Cut = at, w.ep.Cut || !seen
	if !w.ep.Queued {
		w.ep.Ready, w.ep.Queued = at, !w.ep.Cut && w.ep.Flags&WakeMissing == 0
	}
	w.done = w.ep
}
