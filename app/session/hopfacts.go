package session

import (
	"cmp"
	"slices"

	"threadlens/app/session/explain"
	"threadlens/model"
	"threadlens/model/measure/blocking"
	"threadlens/timeline"
)

// hopAt is the index of the hop of the visible critical path that begins with r, -1 without one or
// where r has no length.
func (s *steps) hopAt(r model.Range) int {
	if s.path.path == nil || r.Len() == 0 {
		return -1
	}
	i, ok := slices.BinarySearchFunc(s.path.path.Hops, r.From, func(h blocking.Hop, at model.Time) int { return cmp.Compare(h.From, at) })
	if !ok {
		return -1
	}
	return i
}

// HopText describes which part of the visible critical path the hop at a time is, "" where there is
// none.
func (s *steps) HopText(r model.Range) string {
	i := s.hopAt(r)
	if i < 0 {
		return ""
	}
	p := s.path.path
	length := p.Hops[i].Len()
	return "hop " + timeline.FormatCount(int64(i+1)) + " of " + timeline.FormatCount(int64(len(p.Hops))) + ": " +
		timeline.FormatDuration(length) + ", " + timeline.FormatPercent(length, p.Range.Len()) + " of the critical path"
}

// HopFacts is what is known about a hop outside all segments of its thread; nothing where there is
// no hop.
func (s *steps) HopFacts(r model.Range) explain.ObjectFacts {
	f := explain.ObjectFacts{Category: timeline.NoFocus}
	i := s.hopAt(r)
	if i < 0 {
		return f
	}
	h, terms := &s.path.path.Hops[i], s.Terms()
	f.Title, f.Length, f.Category = h.Title(), timeline.FormatDuration(h.Len()), h.Category
	f.Thread = terms.Thread(s.trace, h.Thread)
	f.Lines = []string{terms.Clock.Range(h.Range), "outside the thread's lifetime", s.HopText(r)}
	return f
}

// StepHop goes to the next hop (dir 1) of the visible critical path, or to the one before (dir -1),
// from the selected one or else from the middle of the window. Hops outside of the life of their
// thread are skipped.
func (s *steps) StepHop(dir int) {
	p := s.path.path
	if p == nil {
		return
	}
	i, ok := s.selectedHop()
	if ok {
		i += dir
	}
	for ; i >= 0 && i < len(p.Hops); i += dir {
		if h := &p.Hops[i]; h.Index >= 0 {
			s.path.at = i
			s.Update(func() {
				s.Go(timeline.SegmentRef{Thread: h.Thread, Index: int(h.Index)})
				s.Reveal(h.Range)
			})
			return
		}
	}
}

// selectedHop is the hop whose segment is selected: among several the one visited. ok is false
// where none is; then it is the one in the middle of the window.
func (s *steps) selectedHop() (i int, ok bool) {
	hops := s.path.path.Hops
	is := func(i int) bool {
		return s.selected == timeline.SegmentRef{Thread: hops[i].Thread, Index: int(hops[i].Index)}
	}
	if s.path.at < len(hops) && is(s.path.at) {
		return s.path.at, true
	}
	// The hops tile the range: it is the one before the first that begins later.
	last := func(at model.Time) int {
		i, _ := slices.BinarySearchFunc(hops, at+1, func(h blocking.Hop, at model.Time) int { return cmp.Compare(h.From, at) })
		return max(i-1, 0)
	}
	if seg, ok := s.Segment(); ok {
		for i := last(seg.From); i < len(hops) && hops[i].From < seg.To; i++ {
			if is(i) {
				return i, true
			}
		}
	}
	return last(s.middle()), false
}
