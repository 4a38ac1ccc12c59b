package model

import (
	"cmp"
	"slices"
)

// MarkerSpan is a stretch of time that a pair of markers bounds. Where one of
// the two is missing the span is open there: it reaches as far as its thread
// lived.
type MarkerSpan struct {
	Range
	Thread ThreadIx // of the begin, or of the end where there is no begin
	// Begin and End are indexes of Trace.Markers, -1 for a marker that is
	// missing. At least one is there.
	Begin, End int32
	// Level is the lane that the span has among all spans, Depth the one among
	// those of its thread: of two that overlap, the one that begins later has the
	// higher. Both stop at MaxSpanLevels, where spans may overlap.
	Level, Depth uint8
}

// Marker is the index of the marker that names the span.
func (s *MarkerSpan) Marker() int {
	if s.Begin >= 0 {
		return int(s.Begin)
	}
	return int(s.End)
}

// PairMarkers finds the spans that begin and end markers bound, in the order of
// their beginnings, of equal ones the longer first. The markers must be in the
// order of time; life tells how long the thread of a marker lived.
//
// Markers that tell their span belong together by that alone. Of others, an end
// belongs to the open begin that has its correlation and its name, on its
// own thread or else on any; failing that, to one with its correlation; failing
// that, to one of its name on its thread; of several, to the latest. An end
// without a name ends the latest of its thread. A begin that meets no end is open
// to the end of the life, an end that meets no begin from its beginning.
func PairMarkers(markers []Marker, life func(ThreadIx) Range) []MarkerSpan {
	p := pairing{markers: markers, open: map[spanKey][]int32{}, closed: make([]bool, len(markers))}
	var spans []MarkerSpan
	for i := range markers {
		m := &markers[i]
		switch m.Kind {
		case MarkBegin:
			p.begin(int32(i))
		case MarkEnd:
			s := MarkerSpan{Range: Range{min(life(m.Thread).From, m.Time), m.Time}, Thread: m.Thread, Begin: -1, End: int32(i)}
			if k := p.end(m); k >= 0 {
				s.From, s.Thread, s.Begin = markers[k].Time, markers[k].Thread, k
			}
			spans = append(spans, s)
		}
	}
	for i := range markers {
		if m := &markers[i]; m.Kind == MarkBegin && !p.closed[i] {
			r := Range{m.Time, max(m.Time, life(m.Thread).To)}
			spans = append(spans, MarkerSpan{Range: r, Thread: m.Thread, Begin: int32(i), End: -1})
		}
	}
	slices.SortFunc(spans, func(a, b MarkerSpan) int {
		return cmp.Or(compareTime(a.From, b.From), compareTime(b.To, a.To), cmp.Compare(a.Marker(), b.Marker()))
	})
	return spans
}

// pairing finds the begin of each end.
type pairing struct {
	markers []Marker
	open    map[spanKey][]int32 // begins, the latest last; those closed are taken out when they come to stand there
	closed  []bool              // by marker
}

// spanKey is what a begin may be found by. What does not count is zero, the
// thread NoThread.
type spanKey struct {
	thread      ThreadIx
	name        StringID
	correlation int64
	span        uint32
}

// keys are those by which begin and end may find each other, the best first.
func (m *Marker) keys() []spanKey {
	if m.Span != 0 {
		return []spanKey{{NoThread, NoString, 0, m.Span}}
	}
	list := make([]spanKey, 0, 5)
	if m.Correlation != 0 {
		list = append(list,
			spanKey{m.Thread, m.Name, m.Correlation, 0},
			spanKey{NoThread, m.Name, m.Correlation, 0},
			spanKey{NoThread, NoString, m.Correlation, 0})
	}
	return append(list, spanKey{m.Thread, m.Name, 0, 0}, spanKey{m.Thread, NoString, 0, 0})
}

func (p *pairing) begin(i int32) {
	for _, k := range p.markers[i].keys() {
		p.open[k] = append(p.open[k], i)
	}
}

// end takes the begin of an end, -1 without.
func (p *pairing) end(m *Marker) int32 {
	for _, k := range m.keys() {
		if k.span == 0 && k.correlation == 0 && k.name != m.Name {
			continue // an end with a name ends nothing of another name
		}
		stack := p.trim(k)
		if len(stack) == 0 {
			continue
		}
		i := stack[len(stack)-1]
		if k.span == 0 && k.correlation == 0 && m.Correlation != 0 && p.markers[i].Correlation != 0 {
			continue // both say what they belong to, and it is not the other
		}
		p.closed[i] = true
		for _, k := range p.markers[i].keys() {
			p.trim(k)
		}
		return i
	}
	return -1
}

// trim takes closed begins off the end of a stack, and returns what is left.
func (p *pairing) trim(k spanKey) []int32 {
	stack, ok := p.open[k]
	if !ok {
		return nil
	}
	for len(stack) > 0 && p.closed[stack[len(stack)-1]] {
		stack = stack[:len(stack)-1]
	}
	if len(stack) == 0 {
		delete(p.open, k)
	} else {
		p.open[k] = stack
	}
	return stack
}
