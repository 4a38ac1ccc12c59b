package session

import (
	"threadlens/app/session/find"
	"threadlens/model"
	"threadlens/timeline"
)

// Waker is the segment of the thread that caused the selected one, at that instant: the one that
// ended the wait, or took the CPU from a preempted thread. For ready time it is the waker of the
// wait before it, and for execution that of the last wait before it, so that one can continue from
// hop to hop. ok is false where no thread is known to have done it.
func (s *steps) Waker() (ref timeline.SegmentRef, ok bool) {
	seg, ok := s.Segment()
	if !ok {
		return ref, false
	}
	return find.WakerOf(s.trace, seg)
}

// ToWaker hops to the Waker's segment.
func (s *steps) ToWaker() {
	if ref, ok := s.Waker(); ok {
		hops := append(s.hops, s.selected)
		s.Go(ref)
		s.hops = hops
	}
}

// ToWoken undoes the last hop of ToWaker, and after all of them goes to the first wait that the
// selected segment ended.
func (s *steps) ToWoken() Outcome {
	ref, ok := s.Woken()
	if !ok {
		return Outcome{Text: "The trace does not show that the selected thread woke another thread during this segment."}
	}
	hops := s.hops[:max(0, len(s.hops)-1)]
	s.Go(ref)
	s.hops = hops
	return Outcome{}
}

// Woken is the segment to which ToWoken goes.
func (s *steps) Woken() (ref timeline.SegmentRef, ok bool) {
	seg, ok := s.Segment()
	if !ok {
		return ref, false
	}
	if n := len(s.hops); n > 0 {
		return s.hops[n-1], true
	}
	if seg.State != model.Running {
		return ref, false
	}
	ref = timeline.NoSegment
	var first model.Time
	for ix := range s.trace.Threads {
		for w := range s.trace.Segments(model.ThreadIx(ix), seg.Range) {
			if w.Unblocker() != seg.Thread || w.State != model.Waiting || !seg.Contains(w.To) {
				continue
			}
			if ref == timeline.NoSegment || w.To < first {
				ref, first = timeline.SegmentRef{Thread: w.Thread, Index: w.Index}, w.To
			}
			break
		}
	}
	return ref, ref != timeline.NoSegment
}

// Around are the segments of the selected one's lane around it, at most n on either side, in order.
func (s *steps) Around(n int) []model.Segment {
	seg, ok := s.Segment()
	if !ok {
		return nil
	}
	last := s.trace.Threads[seg.Thread].Len() - 1
	var list []model.Segment
	for i := max(0, seg.Index-n); i <= min(last, seg.Index+n); i++ {
		list = append(list, s.trace.Segment(seg.Thread, i))
	}
	return list
}
