package session

import (
	"threadlens/app/grid"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/findings"
	"threadlens/model/measure/calltree"
	"threadlens/timeline"
)

// GoRow goes to what a row of a report is about: the segment of its thread at its time, its thread,
// its process, or its time. To a segment it goes without zooming: the report is about the window, and
// in a shorter one it would be another list, possibly without the row.
func (s *steps) GoRow(r *grid.Row) {
	if s.trace == nil || !r.Leads {
		return
	}
	timed := r.Span != (model.Range{})
	s.Update(func() {
		switch seg, ok := s.segmentAt(r.Thread, r.Span.From); {
		case timed && ok:
			s.Go(seg)
			s.Reveal(r.Span)
			return
		case r.Thread != model.NoThread:
			s.ShowThread(r.Thread)
			s.Select(timeline.SegmentRef{Thread: r.Thread, Index: -1})
		case r.Proc != model.NoProc:
			s.SelectHead(timeline.ProcessRow(r.Proc))
		}
		if timed && r.Span.Len() > 0 {
			s.Show(r.Span, MoveJump)
		}
	})
}

// segmentAt is the segment of a thread at an instant; ok is false where there is none.
func (s *steps) segmentAt(ix model.ThreadIx, at model.Time) (ref timeline.SegmentRef, ok bool) {
	if ix == model.NoThread {
		return timeline.NoSegment, false
	}
	seg, ok := s.trace.SegmentAt(ix, at)
	return timeline.SegmentRef{Thread: ix, Index: seg.Index}, ok
}

// GoInstance selects an instance of trees on its lane, and optionally shows its time alone. The
// trees stay as they are.
func (s *steps) GoInstance(q *query.Calls, i calltree.Instance, zoom bool) {
	if s.trace == nil || s.trace != q.Trace || i.Thread == model.NoThread {
		return
	}
	s.Update(func() {
		if seg, ok := s.trace.SegmentAt(i.Thread, i.From); ok {
			s.Go(timeline.SegmentRef{Thread: i.Thread, Index: seg.Index})
		}
		if zoom {
			s.Show(padded(i.Range), MoveJump)
		}
		s.calls.kept, s.calls.shown = q.Window, s.Scope()
	})
}

// GoContention selects the longest wait in a row of the table.
func (s *steps) GoContention(r *grid.Row) {
	if seg, ok := s.trace.SegmentAt(r.Thread, r.Span.From); ok {
		s.Go(timeline.SegmentRef{Thread: r.Thread, Index: seg.Index})
	}
}

// GoFinding shows where a finding is and selects its most significant piece.
func (s *steps) GoFinding(q *query.Findings, f *findings.Finding) {
	if s.trace == nil || s.opened != q.Opened {
		return
	}
	s.Update(func() {
		s.Show(whereShown(q, f).Clip(s.trace.Held()), MoveJump)
		ref := timeline.NoSegment
		if len(f.Threads) > 0 {
			ref = timeline.SegmentRef{Thread: f.Threads[0], Index: -1}
		}
		if len(f.Evidence) > 0 {
			e := f.Evidence[0]
			ref = timeline.SegmentRef{Thread: e.Thread, Index: s.mostOf(e.Thread, e.Range)}
		}
		if ref.Thread != model.NoThread {
			s.ShowThread(ref.Thread)
			s.Select(ref)
		}
	})
}

// mostOf is the segment of a thread that takes up most of r, and at an instant the one that begins
// there, -1 without one: a piece of evidence may begin with a moment that it is not about.
func (s *steps) mostOf(ix model.ThreadIx, r model.Range) int {
	at, most := -1, model.Time(-1)
	if seg, ok := s.trace.SegmentAt(ix, r.From); ok {
		at, most = seg.Index, seg.Overlap(r)
	}
	for seg := range s.trace.Segments(ix, r) {
		if n := seg.Overlap(r); n > most {
			at, most = seg.Index, n
		}
	}
	return at
}

// In a finding about all of a window, a piece that takes less than 1/seenPart of it is too small to
// see: then the window is aroundPiece times as long as the piece.
const (
	seenPart    = 100
	aroundPiece = 20
)

// whereShown is the window that shows a finding. If it is about all of the window examined, that
// stays if its most significant piece can be seen in it.
func whereShown(q *query.Findings, f *findings.Finding) model.Range {
	if f.Range != q.Window {
		return padded(f.Range)
	}
	if len(f.Evidence) == 0 || f.Evidence[0].Len() >= q.Window.Len()/seenPart {
		return q.Window
	}
	piece := f.Evidence[0].Range
	side := piece.Len() * (aroundPiece - 1) / 2
	return model.Range{From: piece.From - side, To: piece.To + side}.Clip(q.Window)
}

// SelectObject selects something in a row that is not a thread's: its time as the selected range,
// and its thread. A flag or a message has no length: it selects what its thread did then, and so
// does an object on a CPU.
func (s *steps) SelectObject(o timeline.Object) {
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
