package session

import (
	"threadlens/app/session/keep"
	"threadlens/app/session/naming"
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
	if ref != s.selected || s.rows.headed {
		s.selected, s.rows.headed = ref, false
		s.hops, s.picked = nil, nil
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

// StepSegment selects the next (dir 1) or the previous (dir -1) segment of the lane; in the Cores view the slice of its
// thread, on any CPU. Without a selected segment it takes the one in the middle of the window.
func (s *Session) StepSegment(dir int) {
	if s.viewing == keep.ViewCores {
		s.stepSlice(dir)
		return
	}
	ref, ok := s.start()
	if !ok {
		return
	}
	if i := ref.Index + dir; i >= 0 && i < s.trace.Threads[ref.Thread].Len() {
		s.Go(timeline.SegmentRef{Thread: ref.Thread, Index: i})
	}
}

// StepSame selects the next or the previous segment of the lane that has the category of the
// selected one. Where there is none it reports that.
func (s *Session) StepSame(dir int) Outcome {
	seg, ok := s.Segment()
	if !ok {
		return Outcome{}
	}
	n := s.trace.Threads[seg.Thread].Len()
	for i := seg.Index + dir; i >= 0 && i < n; i += dir {
		if s.trace.Segment(seg.Thread, i).Category == seg.Category {
			s.Go(timeline.SegmentRef{Thread: seg.Thread, Index: i})
			return Outcome{}
		}
	}
	where := "after"
	if dir < 0 {
		where = "before"
	}
	return Outcome{Text: "No " + naming.InSentence(seg.Category) + " " + where + " the selected segment in this lane."}
}

// start is the selected segment; where only a thread is selected, it selects that thread's segment
// in the middle of the window, and ok is false.
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

func indexOf(threads []model.ThreadIx, ix model.ThreadIx) int {
	for i, t := range threads {
		if t == ix {
			return i
		}
	}
	return -1
}

// Picked are segments that are highlighted with the selected one, until another is selected.
func (s *Session) Picked() []timeline.SegmentRef { return s.picked }

// PickInherited selects the preemptions that the selected wait inherited: the only one, or all of
// them together with the wait.
func (s *Session) PickInherited() Outcome {
	f, ok := s.Facts()
	if !ok || f.Blocker == nil || len(f.Blocker.Preempted) == 0 {
		return Outcome{Text: "The selected segment is not a wait for a thread that was preempted meanwhile."}
	}
	refs := f.Blocker.Preempted
	if len(refs) == 1 {
		s.Go(refs[0])
		return Outcome{}
	}
	s.Update(func() {
		for _, ref := range refs {
			s.ShowThread(ref.Thread)
		}
		s.Reveal(f.Segment.Range)
		s.picked = refs
		s.tell(ChangedSelection)
	})
	text := timeline.FormatCount(int64(len(refs)))
	if n := f.Blocker.Preemptions; n > len(refs) {
		text = "The " + text + " longest of " + timeline.FormatCount(int64(n))
	}
	return Outcome{Text: text + " preemptions of the threads that the selected thread waited for are outlined."}
}

// SelectObject selects something in a row that is not a thread's: its time as the selected range,
// and its thread. A flag or a message has no length: it selects what its thread did then, and so
// does an object on a CPU.
func (s *Session) SelectObject(o timeline.Object) {
	if s.trace == nil || o.Kind == timeline.NoObject {
		return
	}
	if o.Kind == timeline.ObjectQueue {
		s.Select(timeline.NoSegment)
		return
	}
	s.Update(func() {
		ix := timeline.ObjectThread(s.trace, o)
		r := timeline.ObjectRange(s.trace, o)
		switch {
		case ix == model.NoThread:
			s.Select(timeline.NoSegment)
		case o.Kind == timeline.ObjectPoint || o.Kind == timeline.ObjectSlice:
			s.SelectAt(ix, r.From)
			return
		default:
			s.Select(timeline.SegmentRef{Thread: ix, Index: -1})
		}
		s.Mark(r)
	})
}
