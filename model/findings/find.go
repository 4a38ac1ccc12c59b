package findings

import (
	"context"
	"slices"

	"threadlens/model"
	"threadlens/model/measure"
)

// Options are what Find searches for, and where.
type Options struct {
	// Scope is the window, the threads shown and the target; the zero Scope is all
	// of the trace.
	Scope  measure.Scope
	Limits Limits // the zero Limits are NewLimits
	// Only are the ids of the rules to apply, nil for all. Without are those to
	// leave out.
	Only, Without []string
}

// Find applies the rules. The findings are sorted by severity, then cost, then rule;
// all are about threads of the target that are shown. It returns early, with the
// context's error, if that is cancelled.
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

// ask applies the rules, several at a time; the results are in their order.
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

// check applies one rule.
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

// keepInside keeps the part of a finding that is inside the window: waits may reach
// outside it, or be over when their consequences start. It reports whether anything is
// left.
func (f *Finding) keepInside(window model.Range) bool {
	f.Range = f.Range.Clip(window)
	f.Evidence = slices.Clone(f.Evidence[:min(len(f.Evidence), MaxEvidence)])
	for i := range f.Evidence {
		f.Evidence[i].Range = f.Evidence[i].Clip(window)
	}
	f.Evidence = slices.DeleteFunc(f.Evidence, func(e Evidence) bool { return e.Len() == 0 })
	return f.Range.Len() > 0
}

// asks reports whether a rule is to be applied.
func (o *Options) asks(r *Rule) bool {
	return (o.Only == nil || slices.Contains(o.Only, r.ID)) && !slices.Contains(o.Without, r.ID)
}

// Askable reports whether a trace has what all rules rest on: thread states, which only
// context switches show.
func Askable(t *model.Trace) bool { return t.SwitchCount() > 0 }

// NotAskable is the sentence about other traces.
const NotAskable = "Findings need context switches, but the trace has none; “threadlens record” records them"
