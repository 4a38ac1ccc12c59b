package findings

import (
	"context"
	"iter"
	"math"
	"sync"

	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/model/measure/blocking"
)

// ruleContext is what a rule sees: the trace, the window, and the threads that it is about.
type ruleContext struct {
	ctx context.Context
	t   *model.Trace
	// Scope has all its defaults filled in; its Threads are all those shown.
	measure.Scope
	Limits
	// target are the threads of the target among those shown, that live in the
	// window.
	target []model.ThreadIx
	isOurs []bool // by thread: it is one of the target
	known
	kept sync.Map // what several rules need, by key: see once
}

// once is the result of find for a key, computed once per run; concurrent callers wait for it.
func once[V any](l *ruleContext, key any, find func() V) V {
	f, _ := l.kept.LoadOrStore(key, sync.OnceValue(find))
	return f.(func() V)()
}

// each does the pieces of work 0 … n-1 on all CPUs, until the run is cancelled; do must
// write only to what belongs to its piece.
func (l *ruleContext) each(n int, do func(i int)) {
	measure.Each(n, func() func(int) {
		return func(i int) {
			if l.ctx.Err() == nil {
				do(i)
			}
		}
	})
}

// episodes yields the episodes of a thread that overlap the window, including one
// that is not over when the window ends, without those that lost events cut.
func (l *ruleContext) episodes(ix model.ThreadIx) iter.Seq[model.Episode] {
	return func(yield func(model.Episode) bool) {
		for e := range l.t.Episodes(ix, model.Range{From: l.Range.From, To: math.MaxInt64}) {
			if e.Out >= l.Range.To || !e.Cut && !yield(e) {
				return
			}
		}
	}
}

// ours reports whether a thread is one of the target's threads being examined.
func (l *ruleContext) ours(ix model.ThreadIx) bool {
	return uint(ix) < uint(len(l.isOurs)) && l.isOurs[ix]
}

// ownThreads are the target's threads, in a sentence.
func (l *ruleContext) ownThreads() string {
	if len(l.Target.Procs) > 1 {
		return "threads of the target itself"
	}
	return "the program's own threads"
}

// sums are the sums over the window of the target's threads.
func (l *ruleContext) sums() (sum model.Sums) {
	for _, ix := range l.target {
		s := l.t.Sums(ix, l.Range)
		sum.Add(&s)
	}
	return sum
}

// alive is how long the target's threads that are not parked lived in the window,
// together.
func (l *ruleContext) alive() (sum model.Time) {
	for _, ix := range l.target {
		if w, ok := blocking.LastWait(l.t, ix); ok && l.parked(ix, w.Range) {
			continue
		}
		sum += l.t.Threads[ix].Life.Clip(l.Range).Len()
	}
	return sum
}

// cpus is the number of known CPUs. In a recording of only some threads, a CPU
// without context switches is one on which none of them ran.
func (l *ruleContext) cpus() (n int) {
	if l.t.Info.PerTask {
		return len(l.t.Cores)
	}
	for i := range l.t.Cores {
		if l.t.Cores[i].Known {
			n++
		}
	}
	return n
}

// longest is the longest piece of a category in a thread inside the window.
func longest(l *ruleContext, ix model.ThreadIx, c model.Category) (e Evidence, ok bool) {
	for s := range l.t.Segments(ix, l.Range) {
		if r := s.Clip(l.Range); s.Category == c && r.Len() > e.Len() {
			e, ok = Evidence{ix, r}, true
		}
	}
	return e, ok
}
