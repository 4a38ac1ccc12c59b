package session

import (
	"cmp"
	"slices"

	"threadlens/model"
	"threadlens/model/analysis"
	"threadlens/timeline"
)

// hopAt is the place of the hop that begins with r on the critical path that is
// shown, -1 without one or where r has no length.
func (s *Session) hopAt(r model.Range) int {
	if s.path.path == nil || r.Len() == 0 {
		return -1
	}
	i, ok := slices.BinarySearchFunc(s.path.path.Hops, r.From, func(h analysis.Hop, at model.Time) int { return cmp.Compare(h.From, at) })
	if !ok {
		return -1
	}
	return i
}

// HopText says what part of the critical path that is shown the hop at a time is,
// "" where there is none.
func (s *Session) HopText(r model.Range) string {
	i := s.hopAt(r)
	if i < 0 {
		return ""
	}
	p := s.path.path
	length := p.Hops[i].Len()
	return "hop " + timeline.FormatCount(int64(i+1)) + " of " + timeline.FormatCount(int64(len(p.Hops))) + ": " +
		timeline.FormatDuration(length) + ", " + timeline.FormatPercent(length, p.Range.Len()) + " of the critical path"
}

// HopFacts is what is known of the hop at a time that lies in no segment of its
// thread; nothing where there is none.
func (s *Session) HopFacts(r model.Range) ObjectFacts {
	f := ObjectFacts{Category: timeline.NoFocus}
	i := s.hopAt(r)
	if i < 0 {
		return f
	}
	h, terms := &s.path.path.Hops[i], s.Terms()
	f.Title, f.Length, f.Category = hopWords(h), timeline.FormatDuration(h.Len()), h.Category
	f.Thread = terms.Thread(s.trace, h.Thread)
	f.add(terms.Clock.Range(h.Range))
	f.add("outside of the life of the thread")
	f.add(s.HopText(r))
	return f
}
