package session

import (
	"threadlens/app/session/keep"
	"threadlens/model"
	"threadlens/timeline"
)

// SelectedHead is the selected row that heads others; ok is false when none is.
func (s *Session) SelectedHead() (key timeline.RowKey, ok bool) { return s.rows.head, s.rows.headed }

// SelectHead selects a row that heads others, and no thread.
func (s *Session) SelectHead(key timeline.RowKey) {
	if s.trace == nil || s.rows.headed && key == s.rows.head {
		return
	}
	s.Update(func() {
		s.Select(timeline.NoSegment)
		s.rows.head, s.rows.headed = key, true
		s.tell(ChangedSelection)
	})
}

// SelectedRow is the index of the selected row, or of the collapsed one that contains the selected
// thread; -1 without one.
func (s *Session) SelectedRow() int {
	switch {
	case s.trace == nil:
		return -1
	case s.rows.headed:
		return s.Rows().OfKey(s.rows.head)
	case s.selected.Thread == model.NoThread:
		return -1
	}
	row, _ := s.Rows().OfThread(s.selected.Thread)
	return row
}

// StepRow selects the row dir rows further down (up, when negative). On a thread the instant stays
// the same: the middle of the visible part of the selected segment.
func (s *Session) StepRow(dir int) {
	if s.trace == nil {
		return
	}
	if s.viewing == keep.ViewCores {
		s.stepCore(dir)
		return
	}
	rows := s.Rows().List
	at := s.middle()
	if seg, ok := s.Segment(); ok {
		if c := seg.Clip(s.view.Range); c.Len() > 0 {
			at = c.From + c.Len()/2
		} else {
			at = seg.From
		}
	}
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
