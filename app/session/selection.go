package session

import (
	"threadlens/model"
	"threadlens/timeline"
)

// Selected names the selected segment, or only a thread (Index -1), or nothing
// (timeline.NoSegment).
func (s *Session) Selected() timeline.SegmentRef { return s.selected }

// Segment is the selected segment; ok is false without one.
func (s *Session) Segment() (seg model.Segment, ok bool) {
	if s.trace == nil || s.selected.Index < 0 {
		return seg, false
	}
	return s.trace.Segment(s.selected.Thread, s.selected.Index), true
}

// Select selects a segment, a thread (Index -1), or nothing.
func (s *Session) Select(ref timeline.SegmentRef) {
	if ref != s.selected {
		s.selected = ref
		s.cameFrom = timeline.NoSegment
		s.tell(ChangedSelection)
	}
}

// SelectAt selects what thread ix does at an instant; outside its life only the
// thread.
func (s *Session) SelectAt(ix model.ThreadIx, at model.Time) {
	ref := timeline.SegmentRef{Thread: ix, Index: -1}
	if seg, ok := s.trace.SegmentAt(ix, at); ok {
		ref.Index = seg.Index
	}
	s.Select(ref)
}

// Go selects a segment and brings its time into the window.
func (s *Session) Go(ref timeline.SegmentRef) {
	s.Update(func() {
		s.Select(ref)
		if seg, ok := s.Segment(); ok {
			s.ShowThread(seg.Thread)
			s.Reveal(seg.Range)
		}
	})
}

// StepSegment selects the next (dir 1) or the previous (dir -1) segment of the
// lane. Without a selected segment it takes the one in the middle of the window.
func (s *Session) StepSegment(dir int) {
	ref, ok := s.start()
	if !ok {
		return
	}
	if i := ref.Index + dir; i >= 0 && i < s.trace.Threads[ref.Thread].Len() {
		s.Go(timeline.SegmentRef{Thread: ref.Thread, Index: i})
	}
}

// StepSame selects the next or the previous segment of the lane that has the
// category of the selected one.
func (s *Session) StepSame(dir int) {
	seg, ok := s.Segment()
	if !ok {
		return
	}
	n := s.trace.Threads[seg.Thread].Len()
	for i := seg.Index + dir; i >= 0 && i < n; i += dir {
		if s.trace.Segment(seg.Thread, i).Category == seg.Category {
			s.Go(timeline.SegmentRef{Thread: seg.Thread, Index: i})
			return
		}
	}
}

// start is the selected segment; where only a thread is selected it selects
// that thread's segment in the middle of the window, and ok is false.
func (s *Session) start() (ref timeline.SegmentRef, ok bool) {
	if s.trace == nil || s.selected.Thread == model.NoThread {
		return ref, false
	}
	if s.selected.Index < 0 {
		s.SelectAt(s.selected.Thread, s.middle())
		return ref, false
	}
	return s.selected, true
}

func (s *Session) middle() model.Time {
	w := s.view.Range
	return min(max(w.From+w.Len()/2, 0), s.trace.End-1)
}

// StepRow selects the thread dir rows further down (up, when negative), at the
// same time: the middle of the visible part of the selected segment.
func (s *Session) StepRow(dir int) {
	if s.trace == nil {
		return
	}
	threads := s.VisibleThreads()
	if len(threads) == 0 {
		return
	}
	at := s.middle()
	if seg, ok := s.Segment(); ok {
		if c := seg.Clip(s.view.Range); c.Len() > 0 {
			at = c.From + c.Len()/2
		} else {
			at = seg.From
		}
	}
	i := indexOf(threads, s.selected.Thread)
	switch {
	case i < 0 && dir > 0:
		i = 0
	case i < 0:
		i = len(threads) - 1
	default:
		i = min(max(i+dir, 0), len(threads)-1)
	}
	s.SelectAt(threads[i], at)
}

func indexOf(threads []model.ThreadIx, ix model.ThreadIx) int {
	for i, t := range threads {
		if t == ix {
			return i
		}
	}
	return -1
}

// Waker is the segment of the thread that ended the selected wait (for ready
// time: the wait before it), or that took the CPU from a preempted thread, at
// that instant. ok is false where no thread is known to have done it.
func (s *Session) Waker() (ref timeline.SegmentRef, ok bool) {
	seg, ok := s.Segment()
	if !ok {
		return ref, false
	}
	return WakerOf(s.trace, seg)
}

// WakerOf is Waker for any segment.
func WakerOf(t *model.Trace, seg model.Segment) (ref timeline.SegmentRef, ok bool) {
	peer, at := seg.Unblocker(), seg.To
	switch {
	case seg.State == model.Preempted:
		peer, at = seg.Displacer(), seg.From
	case seg.State == model.Ready && peer != model.NoThread:
		at = seg.From
	case seg.State == model.Ready && seg.Index > 0:
		wait := t.Segment(seg.Thread, seg.Index-1)
		if wait.State != model.Waiting {
			return ref, false
		}
		peer, at = wait.Unblocker(), wait.To
	}
	if peer == model.NoThread || int(peer) >= len(t.Threads) {
		return ref, false
	}
	by, ok := t.SegmentAt(peer, at)
	if !ok {
		by, ok = t.SegmentAt(peer, at-1)
	}
	return timeline.SegmentRef{Thread: peer, Index: by.Index}, ok
}

// ToWaker goes to the Waker's segment.
func (s *Session) ToWaker() {
	if ref, ok := s.Waker(); ok {
		from := s.selected
		s.Go(ref)
		s.cameFrom = from
	}
}

// ToWoken goes to a wait that the selected segment ended: the one that ToWaker
// came from, or else the first.
func (s *Session) ToWoken() {
	if ref, ok := s.Woken(); ok {
		s.Go(ref)
	}
}

// Woken is the segment that ToWoken goes to.
func (s *Session) Woken() (ref timeline.SegmentRef, ok bool) {
	seg, ok := s.Segment()
	if !ok {
		return ref, false
	}
	if s.cameFrom != timeline.NoSegment {
		return s.cameFrom, true
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

// CanReturn reports whether ToWoken would go back to where ToWaker came from.
func (s *Session) CanReturn() bool { return s.cameFrom != timeline.NoSegment }
