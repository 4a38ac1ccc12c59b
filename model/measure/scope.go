package measure

import (
	"fmt"

	"threadlens/model"
	"threadlens/model/filter"
)

// Scope is what a report looks at. The zero Scope is the whole trace, the
// threads shown by default, and the target that FindTarget picks.
type Scope struct {
	// Range is the window; the zero Range is the whole trace. It is clipped to
	// the trace.
	Range model.Range
	// Threads are the visible threads, without repetition. Nil: Visible(t).
	Threads []model.ThreadIx
	// Target is the processes whose point of view it is.
	Target Target
	// Percent is the denominator of CPU shares.
	Percent Denominator
	// Bucket is the length of a row of utilization in ns; 0 for automatic.
	Bucket model.Time
	// Tick and Phase are those of the emulated clock interrupt, ns; if Tick is 0,
	// it is 64 Hz.
	Tick, Phase model.Time
	// PhaseGiven is set if Phase, which may be 0, was requested: otherwise the queue
	// is read at the phase at which wakes clump.
	PhaseGiven bool
	// Counters are what other tools sampled, Guest what the user knows about the
	// virtual machine that was traced.
	Counters CounterInput
	Guest    GuestFigures
	// Metric and GroupBy are what the reports boxplot and histogram show.
	Metric  Metric
	GroupBy Grouping
	// FollowCauses makes critical paths go from cause to cause without returning.
	FollowCauses bool
	// Kind narrows lists and metrics of waits, and by category call trees.
	Kind WaitKind
	// Tree is what call trees show.
	Tree TreeChoice
	// Lasting narrows lists of ready times, waits, holds and spans to those that ended in
	// the window and whose length, ns, is known and in this range. The zero Range narrows
	// nothing.
	Lasting model.Range
}

// Lists reports whether Lasting keeps something that took r and ended at an instant;
// known is whether r is known.
func (s *Scope) Lists(t *model.Trace, r model.Range, known bool, end model.Time) bool {
	return s.Lasting == (model.Range{}) || known && s.Lasting.Contains(r.Len()) && EndsIn(t, s.Range, end)
}

// Listed is the part of the trace that contains everything that Lists accepts.
func (s *Scope) Listed() model.Range {
	if s.Lasting == (model.Range{}) {
		return s.Range
	}
	return model.Range{From: s.Range.From - 1, To: s.Range.To + 1}
}

// EndsIn reports whether something that ends at an instant ends in a window; the last
// instant of the trace is part of a window that reaches up to it.
func EndsIn(t *model.Trace, r model.Range, at model.Time) bool {
	return r.Contains(at) || at == t.End && r.To == t.End
}

// Visible returns the threads that are shown by default: all that can be.
func Visible(t *model.Trace) []model.ThreadIx {
	list := make([]model.ThreadIx, 0, len(t.Threads))
	for i := range t.Threads {
		if t.Seen(model.ThreadIx(i)) {
			list = append(list, model.ThreadIx(i))
		}
	}
	return list
}

// In fills in the scope's defaults from the trace and checks it.
func (s Scope) In(t *model.Trace) (Scope, error) {
	if s.Range == (model.Range{}) {
		s.Range = t.Held()
	}
	if s.Range.To < s.Range.From || s.Bucket < 0 || int(s.Percent) >= len(percentNames) {
		return s, fmt.Errorf("measure: the window, bucket length or unit of CPU shares is invalid: %+v", s)
	}
	if err := s.Clock().check(); err != nil {
		return s, err
	}
	if r := s.Range.Clip(t.Held()); r.Len() > 0 || t.End == 0 {
		s.Range = r
	} else {
		return s, fmt.Errorf("nothing to show in %s: the trace covers %s", Window(s.Range), Window(t.Held()))
	}
	if s.Threads == nil {
		s.Threads = Visible(t)
	}
	for _, ix := range s.Threads {
		if int(ix) >= len(t.Threads) {
			return s, fmt.Errorf("measure: the trace has no thread with index %d", ix)
		}
	}
	if s.Target.Procs == nil {
		var err error
		if s.Target, err = FindTarget(t, filter.Filter{}); err != nil {
			return s, err
		}
	}
	return s, nil
}

// Clock is the scope's clock with its default.
func (s Scope) Clock() Clock {
	if s.Tick == 0 {
		return Clock{Tick, s.Phase}
	}
	return Clock{s.Tick, s.Phase}
}

// KnownCores counts the known CPUs: the others stay out of denominators.
func KnownCores(t *model.Trace) int {
	n := 0
	for i := range t.Cores {
		if t.Cores[i].Known {
			n++
		}
	}
	return n
}

// Capacity is the time of all known CPUs in the window, ns.
func (s Scope) Capacity(t *model.Trace) model.Time {
	return s.Range.Len() * model.Time(KnownCores(t))
}

// Shown counts the threads of the scope, out of all that can be shown.
func (s Scope) Shown(t *model.Trace) string {
	n := len(Visible(t))
	if len(s.Threads) == n {
		return Plural(n, "thread", "threads")
	}
	return Count(int64(len(s.Threads))) + " of " + Plural(n, "thread", "threads")
}

// InSet is list as a set.
func InSet(t *model.Trace, list []model.ThreadIx) []bool {
	set := make([]bool, len(t.Threads))
	for _, ix := range list {
		set[ix] = true
	}
	return set
}
