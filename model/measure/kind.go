package measure

import (
	"errors"
	"slices"
	"strings"

	"threadlens/model"
)

// WaitKind narrows lists and metrics of waits. The zero WaitKind is every wait.
type WaitKind struct {
	// Categories are those of the waits, nil for all; call trees have them too.
	Categories []model.Category
	// Reasons are those of the waits, nil for all.
	Reasons []model.Sub
	// Function is one in which the threads waited, as FunctionName names it: it or a
	// function that it called blocked. "" for any.
	Function string
}

// Any reports whether every wait is of the kind.
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
	return []string{"Only waits of this kind: " + strings.Join(parts, ", ") + "."}
}

var errKind = errors.New("category, reason and function narrow metrics of waits: wait, sync, io, sleep, memory and ui")

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

// values passes the values of the scope's metric of a thread that end in the window, in
// order, with their ends.
func (s *Scope) values(t *model.Trace, kind *KindFilter, ix model.ThreadIx, f func(at, v model.Time)) {
	if kind.Any() {
		s.Metric.Each(t, ix, s.Range, f)
		return
	}
	category, one := waitMetrics[s.Metric]
	for e := range t.Episodes(ix, s.Range) {
		if e.Open || one && e.Category != category || !kind.Has(e.Category, e.Sub, e.Stack) {
			continue
		}
		times := e.Times()
		if r, ok := WaitOf(t, &times); ok {
			f(e.In, r.Len())
		}
	}
}
