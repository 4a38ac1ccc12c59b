package measure

import (
	"slices"
	"sort"

	"threadlens/model"
)

// SpanTree is which span of a trace is part of which.
type SpanTree struct {
	Trace *model.Trace
	// parent is the span around each one, -1 if there is none; depth is the number
	// of spans around it.
	parent []int32
	Depth  []int32
	// Exclusive is the length of each span less the time that its own parts
	// cover together.
	Exclusive []model.Time
	Steps     [][]int32         // markers of type step, for spans that have any
	byID      map[int64][]int32 // spans by their correlation
	bySpan    map[uint32]int32  // spans by their number
}

// NewSpanTree finds the parent of each span: the one that its marker names,
// otherwise the shortest one around it on its thread.
func NewSpanTree(t *model.Trace) *SpanTree {
	n := len(t.Spans.List)
	s := &SpanTree{
		Trace: t, parent: make([]int32, n), Depth: make([]int32, n),
		Exclusive: make([]model.Time, n), Steps: make([][]int32, n), byID: map[int64][]int32{},
		bySpan: map[uint32]int32{},
	}
	covered := make([]model.Time, n) // up to where its parts cover a span
	open := map[model.ThreadIx][]int32{}
	for i := range t.Spans.List {
		x := &t.Spans.List[i]
		s.Exclusive[i], covered[i] = x.Len(), x.From
		p := s.named(i)
		if p < 0 {
			p = s.around(open[x.Thread], x.Range)
		}
		open[x.Thread] = append(s.living(open[x.Thread], x.From), int32(i))
		if id := s.correlation(i); id != 0 {
			s.byID[id] = append(s.byID[id], int32(i))
		}
		if n := s.Trace.Markers[x.Marker()].Span; n != 0 {
			s.bySpan[n] = int32(i)
		}
		s.parent[i] = int32(p)
		if p < 0 {
			continue
		}
		s.Depth[i] = s.Depth[p] + 1
		part := model.Range{From: covered[p], To: x.To}.Clip(t.Spans.List[p].Range).Clip(x.Range)
		s.Exclusive[p] -= part.Len()
		covered[p] = max(covered[p], x.To)
	}
	s.findSteps()
	return s
}

// correlation is the correlation of a span, 0 if it has none.
func (s *SpanTree) correlation(i int) int64 {
	return s.Trace.Markers[s.Trace.Spans.List[i].Marker()].Correlation
}

// named is the span that the marker of span i gives as its parent, by its number or
// its correlation: the latest of those before it, -1 if there is none. A later one
// cannot be a parent, so that there are no cycles.
func (s *SpanTree) named(i int) int {
	m := &s.Trace.Markers[s.Trace.Spans.List[i].Marker()]
	id := m.Parent
	if m.Span != 0 {
		if p, ok := s.bySpan[uint32(id)]; ok && id == int64(uint32(id)) {
			return int(p)
		}
		return -1
	}
	list := s.byID[id]
	if id == 0 || len(list) == 0 {
		return -1
	}
	return int(list[len(list)-1])
}

// spansTried bounds how many spans are searched for the one around another.
const spansTried = model.MaxSpanLevels

// around is the innermost of some open spans that contains r, -1 if there is none.
func (s *SpanTree) around(open []int32, r model.Range) int {
	for _, i := range slices.Backward(open[max(0, len(open)-spansTried):]) {
		if o := s.Trace.Spans.List[i].Range; o.From <= r.From && o.To >= r.To {
			return int(i)
		}
	}
	return -1
}

// living drops the spans at the end of a list that are over at an instant.
func (s *SpanTree) living(open []int32, at model.Time) []int32 {
	for len(open) > 0 && s.Trace.Spans.List[open[len(open)-1]].To <= at {
		open = open[:len(open)-1]
	}
	return open
}

// findSteps assigns each step to a span: its own if it names one, otherwise one
// with its correlation that is open then, otherwise the innermost of its thread.
func (s *SpanTree) findSteps() {
	for _, m := range s.Trace.Spans.Points {
		mark := &s.Trace.Markers[m]
		if mark.Kind != model.MarkStep {
			continue
		}
		if i := s.spanOf(mark); i >= 0 {
			s.Steps[i] = append(s.Steps[i], m)
		}
	}
}

func (s *SpanTree) spanOf(m *model.Marker) int {
	if i, ok := s.bySpan[m.Span]; ok && m.Span != 0 {
		return int(i)
	}
	if m.Correlation != 0 {
		if i := s.holding(s.byID[m.Correlation], m.Time); i >= 0 {
			return i
		}
	}
	best := -1
	if th := s.Trace.Spans.Threads[m.Thread]; th != nil {
		for _, level := range th.Levels {
			best = max(best, s.holding(level, m.Time))
		}
	}
	return best
}

// holding is the last of some spans, in order, that contains an instant, -1 if
// there is none.
func (s *SpanTree) holding(list []int32, at model.Time) int {
	k := sort.Search(len(list), func(k int) bool { return s.Trace.Spans.List[list[k]].From > at })
	for _, i := range slices.Backward(list[max(0, k-spansTried):k]) {
		if s.Trace.Spans.List[i].To >= at {
			return int(i)
		}
	}
	return -1
}

// SpansShown reports which spans belong to the threads shown; if no thread was left
// out, this includes threads about which only markers are known.
func SpansShown(t *model.Trace, threads []model.ThreadIx) func(*model.MarkerSpan) bool {
	set := InSet(t, threads)
	all := len(threads) == len(Visible(t))
	return func(x *model.MarkerSpan) bool { return all || x.Thread == model.NoThread || set[x.Thread] }
}
