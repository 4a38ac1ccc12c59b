package model

import (
	"cmp"
	"slices"
)

// MarkerSpan is a stretch of time between a pair of markers. Where one of the two
// is missing the span is open at that end: it reaches to the end, or start, of its
// thread's life.
type MarkerSpan struct {
	Range
	Thread ThreadIx // of the begin marker, or of the end marker if there is no begin marker
	// Begin and End are indexes of Trace.Markers, -1 for a missing marker. At least
	// one is present.
	Begin, End int32
	// Level is the lane of the span among all spans, Depth the one among those of
	// its thread: of two that overlap, the later one has the higher number. Both
	// stop at MaxSpanLevels, where spans may overlap.
	Level, Depth uint8
}

// Marker is the index of the marker that names the span.
func (s *MarkerSpan) Marker() int {
	if s.Begin >= 0 {
		return int(s.Begin)
	}
	return int(s.End)
}

// PairMarkers finds the spans between begin and end markers, in order of start, the
// longer first if equal. The markers must be in order of time; life returns how
// long the thread of a marker lived.
//
// Markers that name their span belong together by that alone. Otherwise, an end
// belongs to the open begin that has its correlation and its name, on its own
// thread or else on any; failing that, to one with its correlation; failing that,
// to one with its name on its thread; of several, to the latest. An end without a
// name ends the latest of its thread. A begin without an end is open to the end of
// the life, an end without a begin from the start of the life.
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

// pairing finds the begin marker of each end marker.
type pairing struct {
	markers []Marker
	open    map[spanKey][]int32 // begins, the latest last; closed ones are removed when they reach the end
	closed  []bool              // by marker
}

// spanKey is what a begin may be found by. Fields that do not count are zero, or
// NoThread.
type spanKey struct {
	thread      ThreadIx
	name        StringID
	correlation int64
	span        uint32
}

// keys are those by which begin and end may find each other, best first.
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

// end takes the begin marker of an end marker, -1 if there is none.
func (p *pairing) end(m *Marker) int32 {
	for _, k := range m.keys() {
		if k.span == 0 && k.correlation == 0 && k.name != m.Name {
			continue // an end with a name does not end a span of another name
		}
		stack := p.trim(k)
		if len(stack) == 0 {
			continue
		}
		i := stack[len(stack)-1]
		if k.span == 0 && k.correlation == 0 && m.Correlation != 0 && p.markers[i].Correlation != 0 {
			continue // both name their span, and they differ
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
