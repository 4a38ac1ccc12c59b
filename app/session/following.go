package session

import (
	"threadlens/model"
	"threadlens/timeline"
)

// chainLimit bounds the segments of a thread that are looked back over for the
// wake that made it run.
const chainLimit = 1000

// Waker is the segment of the thread that caused the selected one, at that
// instant: that ended the wait, or took the CPU from a preempted thread. For
// ready time it is the waker of the wait before it, and for execution that of
// the last wait before it, so that one can go on from hop to hop. ok is false
// where no thread is known to have done it.
func (s *Session) Waker() (ref timeline.SegmentRef, ok bool) {
	seg, ok := s.Segment()
	if !ok {
		return ref, false
	}
	return WakerOf(s.trace, seg)
}

// WakerOf is Waker for any segment.
func WakerOf(t *model.Trace, seg model.Segment) (ref timeline.SegmentRef, ok bool) {
	peer, at := cause(t, &seg)
	if peer == model.NoThread || int(peer) >= len(t.Threads) {
		return ref, false
	}
	by, ok := t.SegmentAt(peer, at)
	if !ok {
		by, ok = t.SegmentAt(peer, at-1)
	}
	return timeline.SegmentRef{Thread: peer, Index: by.Index}, ok
}

// cause is the thread that brought a segment about or ended it, and when.
func cause(t *model.Trace, seg *model.Segment) (model.ThreadIx, model.Time) {
	switch seg.State {
	case model.Preempted:
		return seg.Displacer(), seg.From
	case model.Waiting:
		return seg.Unblocker(), seg.To
	case model.Ready:
		if peer := seg.Unblocker(); peer != model.NoThread || seg.Index == 0 {
			return peer, seg.From
		}
		if wait := t.Segment(seg.Thread, seg.Index-1); wait.State == model.Waiting {
			return wait.Unblocker(), wait.To
		}
	case model.Running:
		for i := seg.Index - 1; i >= max(0, seg.Index-chainLimit); i-- {
			before := t.Segment(seg.Thread, i)
			switch before.State {
			case model.Waiting, model.Ready:
				return cause(t, &before)
			case model.Unknown:
				return model.NoThread, 0
			}
		}
	}
	return model.NoThread, 0
}

// ToWaker hops to the Waker's segment.
func (s *Session) ToWaker() {
	if ref, ok := s.Waker(); ok {
		hops := append(s.hops, s.selected)
		s.Go(ref)
		s.hops = hops
	}
}

// ToWoken takes the last hop of ToWaker back, and after all of them goes to the
// first wait that the selected segment ended.
func (s *Session) ToWoken() Outcome {
	ref, ok := s.Woken()
	if !ok {
		return Outcome{Text: "This segment woke no thread, as far as the trace tells."}
	}
	hops := s.hops[:max(0, len(s.hops)-1)]
	s.Go(ref)
	s.hops = hops
	return Outcome{}
}

// Hops is the number of hops that ToWoken takes back.
func (s *Session) Hops() int { return len(s.hops) }

// Woken is the segment that ToWoken goes to.
func (s *Session) Woken() (ref timeline.SegmentRef, ok bool) {
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
