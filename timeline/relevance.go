package timeline

import (
	"cmp"
	"math/bits"
	"slices"

	"threadlens/model"
)

// active is the time in which a thread is running or runnable.
func active(s *model.Sums) model.Time {
	return s[model.Execution] + s[model.Interrupt] + s[model.Preemption] + s[model.Dispatch]
}

// busyParts is the resolution of doublings in parts of the window.
const busyParts = 1000

// doublings grows by one each time that the share of the window doubles, so that
// threads that are about equally busy have the same.
func doublings(busy model.Time, window model.Range) int64 {
	if window.Len() <= 0 {
		return 0
	}
	return int64(bits.Len64(uint64(busyParts*busy) / uint64(window.Len())))
}

// mostDoublings is more than doublings returns.
const mostDoublings = 64

// peers are the threads of a process whose names differ only in a number.
type peers struct {
	proc model.ProcIx
	stem string
}

// activity returns how long a thread was active in SortWindow; peers that were active for at
// least half as long as the busiest one count like that one, so that a pool stays together.
func (opts *RowsOptions) activity(t *model.Trace) func(model.ThreadIx) model.Time {
	own := func(ix model.ThreadIx) model.Time {
		s := t.Sums(ix, opts.SortWindow)
		return active(&s)
	}
	of := func(ix model.ThreadIx) peers { return peers{t.Threads[ix].Proc, model.Stem(opts.name(t, ix))} }
	most, known := map[peers]model.Time{}, map[model.ProcIx]bool{}
	return func(ix model.ThreadIx) model.Time {
		if p := t.Threads[ix].Proc; !known[p] {
			known[p] = true
			for _, other := range t.Processes[p].Threads {
				most[of(other)] = max(most[of(other)], own(other))
			}
		}
		if busiest := most[of(ix)]; 2*own(ix) >= busiest {
			return busiest
		}
		return own(ix)
	}
}

// relevance is the key of SortRelevance: the threads of Relevant, in its order, then
// the busiest. Threads that are about equally busy keep the order of appearance.
func (opts *RowsOptions) relevance(t *model.Trace) func(model.ThreadIx) int64 {
	place := map[model.ThreadIx]int64{}
	for i, ix := range slices.Backward(opts.Relevant) {
		place[ix] = int64(i-len(opts.Relevant)) - mostDoublings
	}
	busy := opts.activity(t)
	return func(ix model.ThreadIx) int64 {
		if p, ok := place[ix]; ok {
			return p
		}
		return -doublings(busy(ix), opts.SortWindow)
	}
}

// relevantProcesses is a list of processes in the order of SortRelevance, if that is chosen: by
// their most relevant thread, then by the activity of all their threads.
func (opts *RowsOptions) relevantProcesses(t *model.Trace, procs []model.ProcIx) []model.ProcIx {
	if opts.Sort != SortRelevance {
		return procs
	}
	key := opts.relevance(t)
	keys := make(map[model.ProcIx]int64, len(procs))
	for _, p := range procs {
		var busy model.Time
		for _, ix := range t.Processes[p].Threads {
			s := t.Sums(ix, opts.SortWindow)
			busy += active(&s)
			keys[p] = min(keys[p], key(ix))
		}
		keys[p] = min(keys[p], -doublings(busy, opts.SortWindow))
	}
	procs = slices.Clone(procs)
	slices.SortStableFunc(procs, func(p, q model.ProcIx) int { return cmp.Compare(keys[p], keys[q]) })
	return procs
}
