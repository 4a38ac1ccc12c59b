package session

import (
	"threadlens/model"
	"threadlens/timeline"
)

// selection is the floor of what is selected.
type selection struct {
	choices
	selected timeline.SegmentRef
	hops     []timeline.SegmentRef // made by ToWaker, the first hop first
	picked   []timeline.SegmentRef // see Picked
	head     timeline.RowKey       // the selected row that heads others
	headed   bool                  // whether there is one
}

func (s *selection) reset() {
	s.choices.reset()
	s.selected, s.hops, s.picked = timeline.NoSegment, nil, nil
	s.head, s.headed = timeline.RowKey{}, false
}

// Selected names the selected segment, or only a thread (Index -1), or nothing
// (timeline.NoSegment).
func (s *selection) Selected() timeline.SegmentRef { return s.selected }

// Segment is the selected segment; ok is false without one.
func (s *selection) Segment() (seg model.Segment, ok bool) {
	if s.trace == nil || s.selected.Index < 0 {
		return seg, false
	}
	return s.trace.Segment(s.selected.Thread, s.selected.Index), true
}

// Select selects a segment, a thread (Index -1), or nothing.
func (s *selection) Select(ref timeline.SegmentRef) {
	if ref != s.selected || s.headed {
		s.selected, s.headed = ref, false
		s.hops, s.picked = nil, nil
		s.tell(ChangedSelection)
	}
}

// SelectAt selects what thread ix does at an instant; outside its life only the
// thread.
func (s *selection) SelectAt(ix model.ThreadIx, at model.Time) {
	ref := timeline.SegmentRef{Thread: ix, Index: -1}
	if seg, ok := s.trace.SegmentAt(ix, at); ok {
		ref.Index = seg.Index
	}
	s.Select(ref)
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
func (s *selection) Picked() []timeline.SegmentRef { return s.picked }

// FitSelection shows the selected segment (or range, without one) with a margin or, when that is
// visible already, the previous window. Without any selection it shows the whole trace.
func (s *selection) FitSelection() {
	if s.trace == nil {
		return
	}
	if s.view.Range == s.fitTo && s.fitFrom.Len() > 0 {
		s.Show(s.fitFrom, MoveJump)
		s.fitTo = model.Range{}
		return
	}
	seg, ok := s.Segment()
	switch {
	case ok:
		s.fit(padded(seg.Range))
	case s.marked.Len() > 0:
		s.fit(s.marked)
	default:
		s.ShowWhole()
	}
}

// SelectedHead is the selected row that heads others; ok is false when none is.
func (s *selection) SelectedHead() (key timeline.RowKey, ok bool) { return s.head, s.headed }

// SelectHead selects a row that heads others, and no thread.
func (s *selection) SelectHead(key timeline.RowKey) {
	if s.trace == nil || s.headed && key == s.head {
		return
	}
	s.Update(func() {
		s.Select(timeline.NoSegment)
		s.head, s.headed = key, true
		s.tell(ChangedSelection)
	})
}

// HasWait reports whether a wait is selected.
func (s *selection) HasWait() bool {
	seg, ok := s.Segment()
	return ok && seg.State == model.Waiting
}

// Hops is the number of hops that ToWoken can undo.
func (s *selection) Hops() int { return len(s.hops) }
