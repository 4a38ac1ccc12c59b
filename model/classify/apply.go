package classify

import "threadlens/model"

// Apply returns the trace with the verdicts of the table about its waits, in place
// of those of an earlier call. It starts from what the Builder had settled, and
// observes the priorities of evidence.
func (t *Table) Apply(tr *model.Trace) *model.Trace {
	tr = tr.Plain()
	m := newMatcher(t, tr.Info.OS.Family, &tr.Tables.Strings)
	v := &Verdicts{trace: tr, table: t, stacks: m.walk(&tr.Tables.Stacks)}
	c := tr.Amended(func(ix model.ThreadIx) func(*model.Segment) {
		if tr.Threads[ix].Len() == 0 {
			return nil
		}
		w := v.worker(ix)
		if w == (worker{}) && !v.tells(ix) {
			return nil
		}
		return func(s *model.Segment) {
			v.judge(s)
			w.mark(s)
		}
	})
	c.Keep(verdictsKey{}, v)
	return c
}

// tells reports whether the table may have verdicts about a thread's waits.
func (v *Verdicts) tells(ix model.ThreadIx) bool {
	return v.stacks != nil && (len(v.trace.Samples) > 0 || v.trace.Threads[ix].HasStacks())
}

// judge gives a wait the verdict of its stack, if nothing stronger is known.
func (v *Verdicts) judge(s *model.Segment) {
	b, sampled := v.of(s.Thread, s.From, s.Stack)
	if b.rule == 0 {
		return
	}
	if r := v.table.rules[b.rule-1]; v.replaces(r, s, sampled) {
		v.settle(s, r, sampled)
	}
}

// replaces reports whether the verdict of a rule is better than that of a wait.
func (v *Verdicts) replaces(r *Rule, s *model.Segment, sampled bool) bool {
	family := v.trace.Info.OS.Family
	unknown := s.Flags&model.LowConfidence != 0 || s.Evidence >= model.ByWake
	switch {
	case unknown && sampled:
		return silent[s.Sub]
	case unknown && s.Evidence <= model.ByCall:
		return !r.Weak(family) // otherwise the call that it waits in shows as much
	case unknown:
		return true
	case sampled:
		return false
	case r.Weak(family):
		// The stack shows a call about which the context of the wake shows nothing.
		return s.Evidence == model.ByContext && s.Sub == model.SubNetwork && r.polls()
	case r.Class == ClassMemory:
		return s.Evidence > model.ByMemory
	case r.intent(family):
		return s.Evidence >= model.ByResult
	}
	return s.Evidence > model.ByStack
}

// polls reports whether the rule is for functions that wait for several
// descriptors.
func (r *Rule) polls() bool { return r.Result && r.Class == ClassWork }

// silent are the sub-reasons that show nothing about what is waited for. Any other
// one is more reliable than a sample from before the wait.
var silent = map[model.Sub]bool{
	model.SubUnknown: true, model.SubKernelGeneric: true, model.SubUserWait: true,
	model.SubInterruptible: true, model.SubUninterruptible: true,
}

// settle gives a wait the verdict of a rule.
func (v *Verdicts) settle(s *model.Segment, r *Rule, sampled bool) {
	idle := s.Flags&model.IdleWorker != 0 && r.Sub == model.SubCompletion || r.Idle
	by, cat := model.ByStack, r.Category()
	if r.Class == ClassMemory {
		by = model.ByMemory
	}
	weak := sampled || r.Weak(v.trace.Info.OS.Family)
	switch {
	case !weak:
	case r.Class == ClassGeneric && s.Likely != model.UnknownCategory:
		cat = s.Likely // what ended it, or the system, is more specific
	case r.Result && s.Ctx == model.CtxTimer:
		cat = model.Sleep
	}
	s.Flags &^= model.IdleWorker
	s.Judge(cat, r.Sub, by, weak)
	if idle {
		s.Flags |= model.IdleWorker
	}
}
