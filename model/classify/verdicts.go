package classify

import (
	"sort"

	"threadlens/model"
)

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

// CountLikely is Trace.CountLikely for a trace that a table may have classified: Of
// is the same for the result.
func CountLikely(t *model.Trace) *model.Trace {
	c := t.CountLikely()
	if v := Of(t); v != nil {
		c.Keep(verdictsKey{}, v)
	}
	return c
}

// sampleReach is how long before a wait a sample may be whose stack is used for the
// wait, ns.
const sampleReach = 1_000_000

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
