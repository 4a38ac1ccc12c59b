package model

import (
	"cmp"
	"slices"
	"sort"
)

// relate sorts spans and points by their correlation.
func (t *Trace) relate() {
	s := &t.Spans
	for i := range s.List {
		if t.Markers[s.List[i].Marker()].Correlation != 0 {
			s.related = append(s.related, int32(i))
		}
	}
	for i, m := range s.Points {
		if t.Markers[m].Correlation != 0 {
			s.related = append(s.related, -1-int32(i))
		}
	}
	slices.SortStableFunc(s.related, func(a, b int32) int {
		return cmp.Compare(t.correlation(a), t.correlation(b))
	})
}

// correlation is the correlation of an entry of Spans.related.
func (t *Trace) correlation(i int32) int64 {
	if i < 0 {
		return t.Markers[t.Spans.Points[-1-i]].Correlation
	}
	return t.Markers[t.Spans.List[i].Marker()].Correlation
}

// Related are the spans, and the markers that are flags or messages, that have a
// correlation, at most limit of each, in order of time. A correlation of 0 means
// none.
func (t *Trace) Related(correlation int64, limit int) (spans, points []int) {
	list := t.Spans.related
	i := sort.Search(len(list), func(i int) bool { return t.correlation(list[i]) >= correlation })
	for ; correlation != 0 && i < len(list) && t.correlation(list[i]) == correlation; i++ {
		switch {
		case list[i] >= 0 && len(spans) < limit:
			spans = append(spans, int(list[i]))
		case list[i] < 0 && len(points) < limit:
			points = append(points, int(t.Spans.Points[-1-list[i]]))
		}
		if len(spans) == limit && len(points) == limit {
			break
		}
	}
	return spans, points
}

// SpansIn yields the spans that overlap r, in order of start, as indexes of
// Spans.List.
func (t *Trace) SpansIn(r Range) func(yield func(int) bool) { return t.Spans.overlaps.In(r) }
