package classify

import (
	"sort"

	"threadlens/model"
)

// sampleReach is how long before a wait a sample may be whose stack is used for the
// wait, ns.
const sampleReach = 1_000_000

// Verdicts are the verdicts of a table about the stacks of a trace.
type Verdicts struct {
	trace  *model.Trace
	table  *Table
	stacks []blocking // by StackID, nil if no rule applies to any
}

// Blocking is the function in which a thread waits.
type Blocking struct {
	Rule  *Rule
	Frame model.Frame // the function
	// Site is the innermost frame of the program's own code, if HasSite.
	Site    model.Frame
	HasSite bool
	// Sampled: the wait has no stack; the function is from a sample shortly before.
	Sampled bool
}

type verdictsKey struct{}

// Of is the verdicts of the table with which a trace was classified, nil if it was
// not.
func Of(t *model.Trace) *Verdicts {
	v, _ := t.Kept(verdictsKey{}).(*Verdicts)
	return v
}

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

// of is the verdict about the stack of a wait that started at from. Without a
// stack, that of the thread's last sample before is used.
func (v *Verdicts) of(ix model.ThreadIx, from model.Time, stack model.StackID) (b blocking, sampled bool) {
	if v.stacks == nil {
		return b, false
	}
	if stack == model.NoStack {
		stack, sampled = v.lastSample(ix, from), true
	}
	return v.stacks[stack], sampled
}

// lastSample is the stack of the last sample of a thread shortly before an instant.
func (v *Verdicts) lastSample(ix model.ThreadIx, at model.Time) model.StackID {
	list := v.trace.Samples
	for i := sort.Search(len(list), func(i int) bool { return list[i].Time > at }) - 1; i >= 0; i-- {
		if at-list[i].Time > sampleReach {
			break
		}
		if list[i].Thread == ix {
			return list[i].Stack
		}
	}
	return model.NoStack
}

// Wait is the function in which a thread waits that has waited since from with a
// stack; ok is false if no rule applies, and for a nil v.
func (v *Verdicts) Wait(ix model.ThreadIx, from model.Time, stack model.StackID) (b Blocking, ok bool) {
	if v == nil {
		return b, false
	}
	found, sampled := v.of(ix, from, stack)
	if found.rule == 0 {
		return b, false
	}
	stacks := &v.trace.Tables.Stacks
	b.Rule, b.Sampled = v.table.rules[found.rule-1], sampled
	_, b.Frame = stacks.Node(found.at)
	if found.site != model.NoStack {
		_, b.Site = stacks.Node(found.site)
		b.HasSite = true
	}
	return b, true
}
