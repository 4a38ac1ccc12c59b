package findings

import (
	"context"
	"iter"
	"math"
	"slices"

	"threadlens/model"
	"threadlens/model/analysis"
)

// Options are what Find looks for, and where.
type Options struct {
	// Scope is the window, the threads shown and the target; the zero Scope is all
	// of the trace.
	Scope  analysis.Scope
	Limits Limits // the zero Limits are NewLimits
	// Only are the ids of the rules to ask, nil for all. Without are those that are
	// not asked.
	Only, Without []string
}

// ruleContext is what a rule sees: the trace, the window, and the threads that it is about.
type ruleContext struct {
	ctx context.Context
	t   *model.Trace
	// Scope has all its defaults filled in; its Threads are all that are shown.
	analysis.Scope
	Limits
	// target are the threads of the target among those shown, that live in the
	// window.
	target []model.ThreadIx
	isOurs []bool // by thread: it is one of the target
	known
	held     onceBy[heldUpLimits, []heldUp]
	occupied onceBy[struct{}, *occupation]
	tried    onceBy[struct{}, []trier]
	turns    onceBy[struct{}, []Finding]
	spun     onceBy[struct{}, []Finding]
}

// Find asks the rules. The findings come by severity, then cost, then rule; all of
// them are of the target's threads that are shown. It ends early, with the context's
// error, when that is cancelled.
func Find(ctx context.Context, t *model.Trace, o Options) ([]Finding, error) {
	t = t.Attested() // nothing rests on what is only likely
	s, err := o.Scope.In(t)
	if err != nil {
		return nil, err
	}
	if o.Limits.values == nil {
		o.Limits = NewLimits()
	}
	l := &ruleContext{ctx: ctx, t: t, Scope: s, Limits: o.Limits}
	for _, ix := range s.Threads {
		if slices.Contains(s.Target.Procs, t.Threads[ix].Proc) && t.Threads[ix].Life.Clip(s.Range).Len() > 0 {
			l.target = append(l.target, ix)
		}
	}
	slices.Sort(l.target)
	l.isOurs = make([]bool, len(t.Threads))
	for _, ix := range l.target {
		l.isOurs[ix] = true
	}
	l.findOut()
	list := l.ask(slices.DeleteFunc(Rules(), func(r *Rule) bool { return !o.asks(r) }))
	worst(list)
	return list, ctx.Err()
}

// ask asks the rules, several at a time; what they find comes in their order.
func (l *ruleContext) ask(rules []*Rule) []Finding {
	order := make([]int, len(rules))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return bit(rules[b].slow) - bit(rules[a].slow) })
	found := make([][]Finding, len(rules))
	l.each(len(rules), func(k int) { found[order[k]] = l.check(rules[order[k]]) })
	return slices.Concat(found...)
}

// each does the pieces of work 0 … n-1 on all processors, until the look is cancelled; do
// must write only what belongs to its piece.
func (l *ruleContext) each(n int, do func(i int)) {
	analysis.Each(n, func() func(int) {
		return func(i int) {
			if l.ctx.Err() == nil {
				do(i)
			}
		}
	})
}

// check asks one rule.
func (l *ruleContext) check(r *Rule) (list []Finding) {
	for _, f := range r.check(l) {
		f.Rule = r
		if f.keepInside(l.Range) {
			list = append(list, f)
		}
	}
	worst(list)
	return list[:min(len(list), maxFindings)]
}

// episodes yields the episodes of a thread that share time with the window, also the
// one that is not over when the window ends, without those that lost events cut.
func (l *ruleContext) episodes(ix model.ThreadIx) iter.Seq[model.Episode] {
	return func(yield func(model.Episode) bool) {
		for e := range l.t.Episodes(ix, model.Range{From: l.Range.From, To: math.MaxInt64}) {
			if e.Out >= l.Range.To || !e.Cut && !yield(e) {
				return
			}
		}
	}
}

// ours reports whether a thread is one of the target's that are looked at.
func (l *ruleContext) ours(ix model.ThreadIx) bool {
	return uint(ix) < uint(len(l.isOurs)) && l.isOurs[ix]
}

// keepInside leaves of a finding what is inside the window: waits may reach out of it,
// or be over when what follows from them begins. It reports whether anything is left.
func (f *Finding) keepInside(window model.Range) bool {
	f.Range = f.Range.Clip(window)
	f.Evidence = slices.Clone(f.Evidence[:min(len(f.Evidence), MaxEvidence)])
	for i := range f.Evidence {
		f.Evidence[i].Range = f.Evidence[i].Clip(window)
	}
	f.Evidence = slices.DeleteFunc(f.Evidence, func(e Evidence) bool { return e.Len() == 0 })
	return f.Range.Len() > 0
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
		if w, ok := analysis.LastWait(l.t, ix); ok && l.parked(ix, w.Range) {
			continue
		}
		sum += l.t.Threads[ix].Life.Clip(l.Range).Len()
	}
	return sum
}

// cpus is the number of known CPUs. In a recording of some threads only, a CPU
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

// quotient is a part of a whole, 0 of an empty one.
func quotient[A, B ~int | ~int64 | ~float64](part A, whole B) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
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
