package session

import (
	"threadlens/app/session/keep"
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/timeline"
)

// StepSegment selects the next (dir 1) or the previous (dir -1) segment of the lane; in the Cores view the slice of its
// thread, on any CPU. Without a selected segment it takes the one in the middle of the window.
func (s *picture) StepSegment(dir int) {
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
func (s *picture) StepSame(dir int) Outcome {
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
	return Outcome{Text: "No segment of the category " + naming.InSentence(seg.Category) + " " + where + " the selected segment in this lane."}
}

// stepAt is the instant at which a step to another row arrives: the middle of the visible part of the
// selected segment, its start if none is visible, and without one the middle of the window.
func (s *picture) stepAt() model.Time {
	seg, ok := s.Segment()
	if !ok {
		return s.middle()
	}
	if c := seg.Clip(s.view.Range); c.Len() > 0 {
		return c.From + c.Len()/2
	}
	return seg.From
}

// StepRow selects the row dir rows further down (up, when negative). On a thread the instant stays
// the same: the middle of the visible part of the selected segment.
func (s *picture) StepRow(dir int) {
	if s.trace == nil {
		return
	}
	if s.viewing == keep.ViewCores {
		s.stepCore(dir)
		return
	}
	rows := s.Rows().List
	at := s.stepAt()
	from := s.SelectedRow()
	if from < 0 && dir < 0 {
		from = len(rows)
	}
	for i := from + dir; i >= 0 && i < len(rows); i += dir {
		switch row := &rows[i]; {
		case row.Kind == timeline.RowThread:
			s.SelectAt(row.Thread, at)
			return
		case row.Kind.Heads():
			s.SelectHead(row.Key())
			return
		}
	}
}

// stepSlice selects the next or the previous slice of the selected thread on any CPU. Without a
// selected segment it takes the one nearest to the middle of the window.
func (s *picture) stepSlice(dir int) {
	if s.trace == nil || s.selected.Thread == model.NoThread {
		return
	}
	ref := s.selected
	from := ref.Index + dir
	if ref.Index < 0 {
		seg, _ := s.trace.SegmentAt(ref.Thread, s.middle())
		from = seg.Index
	}
	for i := from; i >= 0 && i < s.trace.Threads[ref.Thread].Len(); i += dir {
		if s.trace.Segment(ref.Thread, i).State == model.Running {
			s.Go(timeline.SegmentRef{Thread: ref.Thread, Index: i})
			return
		}
	}
}

// stepCore selects what the next CPU that is not idle, dir rows further down, runs at the same
// time.
func (s *picture) stepCore(dir int) {
	at := s.stepAt()
	rows := s.Lanes().List
	from := s.selectedCore()
	if from < 0 && dir < 0 {
		from = len(rows)
	}
	for i := from + dir; i >= 0 && i < len(rows); i += dir {
		if rows[i].Kind == timeline.RowSocket {
			s.SelectHead(rows[i].Key())
			return
		}
		if rows[i].Kind != timeline.RowCore {
			continue
		}
		slice, _ := s.trace.SliceAt(rows[i].CPUs[0], at)
		if ix, ok := slice.Occupant.Thread(); ok {
			s.SelectAt(ix, at)
			return
		}
	}
}
