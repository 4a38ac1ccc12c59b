package measure

import (
	"errors"
	"slices"
	"strings"

	"threadlens/model"
)

// WaitKind narrows lists and metrics of waits and preempted times, and by function those
// of time slices. The zero WaitKind narrows nothing.
type WaitKind struct {
	// Categories are those of the waits, nil for all; call trees have them too.
	Categories []model.Category
	// Reasons are those of the waits, nil for all.
	Reasons []model.Sub
	// Function is one in which the threads waited, as FunctionName names it: it or a
	// function that it called blocked; of time slices, one that was sampled. "" for any.
	Function string
}

// Any reports whether the kind narrows nothing.
func (k *WaitKind) Any() bool { return k.Categories == nil && k.Reasons == nil && k.Function == "" }

// Note describes the kind in a sentence, nil if that is every wait.
func (k *WaitKind) Note() []string {
	var parts []string
	for _, c := range k.Categories {
		parts = append(parts, c.Title())
	}
	for _, r := range k.Reasons {
		parts = append(parts, r.String())
	}
	if k.Function != "" {
		parts = append(parts, "in "+k.Function)
	}
	if parts == nil {
		return nil
	}
	return []string{"Only waits and preemptions of this kind: " + strings.Join(parts, ", ") + "."}
}

// SliceNote describes what time slices are left by the kind, nil if that is all.
func (k *WaitKind) SliceNote() []string {
	if k.Function == "" {
		return nil
	}
	return []string{"Only time slices with a sample in " + k.Function + "."}
}

var errKind = errors.New("--category and --reason apply only to the metrics wait, sync, io, sleep, memory, ui and preempted; --function applies to the same metrics and to slice")

// KindFilter selects the waits of a kind in a trace. It serves one goroutine.
type KindFilter struct {
	WaitKind
	t  *model.Trace
	in map[model.StackID]bool // stacks that contain the function
}

// Filter selects the waits of the kind.
func (k *WaitKind) Filter(t *model.Trace) *KindFilter {
	return &KindFilter{*k, t, map[model.StackID]bool{model.NoStack: false}}
}

// Has reports whether a wait of a category and reason, with the stack where the thread
// waited, is of the kind.
func (f *KindFilter) Has(c model.Category, reason model.Sub, stack model.StackID) bool {
	return (f.Categories == nil || slices.Contains(f.Categories, c)) &&
		(f.Reasons == nil || slices.Contains(f.Reasons, reason)) &&
		(f.Function == "" || f.calls(stack))
}

// calls reports whether a stack contains the function.
func (f *KindFilter) calls(stack model.StackID) bool {
	has, known := f.in[stack]
	if !known {
		caller, frame := f.t.Tables.Stacks.Node(stack)
		has = FunctionName(f.t, frame) == f.Function || f.calls(caller)
		f.in[stack] = has
	}
	return has
}

// Ran reports whether a time slice of a thread has a sample in the function, if there is
// one.
func (f *KindFilter) Ran(ix model.ThreadIx, r model.Range) bool {
	if f.Function == "" {
		return true
	}
	samples := SamplesByThread(f.t).Of(ix)
	for i, _ := slices.BinarySearch(samples.Times, r.From); i < len(samples.Times) && samples.Times[i] < r.To; i++ {
		if f.calls(samples.Stacks[i]) {
			return true
		}
	}
	return false
}

// values passes the values of the scope's metric of a thread that end in the window, in
// order, with their ends.
func (s *Scope) values(t *model.Trace, kind *KindFilter, ix model.ThreadIx, f func(at, v model.Time)) {
	switch {
	case kind.Any():
		s.Metric.Each(t, ix, s.Range, f)
		return
	case s.Metric == MetricSlice:
		EachSlice(t, ix, s.Range, func(r model.Range) {
			if kind.Ran(ix, r) {
				f(r.To-1, r.Len())
			}
		})
		return
	}
	category, one := waitMetrics[s.Metric]
	for e := range t.Episodes(ix, s.Range) {
		if e.Open || one && e.Category != category || !kind.Has(e.Category, e.Sub, e.Stack) {
			continue
		}
		times := e.Times()
		r, ok := WaitOf(t, &times)
		if s.Metric == MetricPreempted {
			r, ok = PreemptedOf(&times)
		}
		if ok {
			f(e.In, r.Len())
		}
	}
}
