package session

import (
	"threadlens/model"
	"threadlens/timeline"
)

// View is the visible time and the width in device pixels that shows it.
func (s *Session) View() timeline.Viewport { return s.view }

// Window is the visible time.
func (s *Session) Window() model.Range { return s.view.Range }

// SetWidth sets the width of the lane area in device pixels.
func (s *Session) SetWidth(px int) {
	if px == s.view.Width || px <= 0 {
		return
	}
	s.view.Width = min(px, timeline.MaxWidth)
	if s.trace != nil {
		s.view = s.view.Clamp(s.trace.Whole())
		s.tell(ChangedWindow)
	}
}

// show moves the window and remembers the old one.
func (s *Session) show(v timeline.Viewport, m Move) {
	if s.trace == nil || v.Range == s.view.Range {
		return
	}
	s.history.leave(s.view.Range, m, s.now())
	s.view = v
	s.tell(ChangedWindow)
}

// Show makes r the window, as far as the limits of the view allow.
func (s *Session) Show(r model.Range, m Move) {
	if s.trace != nil && r.Len() > 0 {
		s.show(s.view.Fit(r, s.trace.Whole()), m)
	}
}

// Zoom narrows the window by factor (widens it below 1) around column x of the lane area, whose
// instant stays in place.
func (s *Session) Zoom(x int, factor float64) {
	if s.trace != nil {
		s.show(s.view.Zoom(x, factor, s.trace.Whole()), MoveZoom)
	}
}

// Pan moves the window by px pixels to later times.
func (s *Session) Pan(px int) {
	if s.trace != nil {
		s.show(s.view.Pan(px, s.trace.Whole()), MovePan)
	}
}

// ShowWhole shows the whole trace.
func (s *Session) ShowWhole() {
	if s.trace != nil {
		s.Show(s.trace.Whole(), MoveJump)
	}
}

// FitSelection shows the selected segment (or range, without one) with a margin or, when that is
// visible already, the previous window. Without any selection it shows the whole trace.
func (s *Session) FitSelection() {
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

func (s *Session) fit(r model.Range) {
	from := s.view.Range
	s.Show(r, MoveJump)
	s.fitFrom, s.fitTo = from, s.view.Range
}

// padded is r extended by a tenth of its length on either side.
func padded(r model.Range) model.Range {
	pad := r.Len() / 10
	return model.Range{From: r.From - pad, To: r.To + pad}
}

// ShowMarked zooms to the selected range.
func (s *Session) ShowMarked() {
	if s.marked.Len() > 0 {
		s.Show(s.marked, MoveJump)
	}
}

// Reveal moves the window, without changing its length, so that r or at least
// its beginning is inside.
func (s *Session) Reveal(r model.Range) {
	w := s.view.Range
	if s.trace == nil || w.Overlap(r) > 0 || r.Len() == 0 && w.Contains(r.From) {
		return
	}
	mid := r.From + min(r.Len(), w.Len())/2
	v := s.view
	v.From, v.To = mid-w.Len()/2, mid-w.Len()/2+w.Len()
	s.show(v.Clamp(s.trace.Whole()), MoveJump)
}

// CanUndo reports whether there is a window to return to.
func (s *Session) CanUndo() bool { return len(s.history.back) > 0 }

// CanRedo reports whether an undo can be undone.
func (s *Session) CanRedo() bool { return len(s.history.forward) > 0 }

// Undo returns to the window before the last move.
func (s *Session) Undo() { s.restore(s.history.undo) }

// Redo undoes an Undo.
func (s *Session) Redo() { s.restore(s.history.redo) }

func (s *Session) restore(step func(model.Range) (model.Range, bool)) {
	if s.trace == nil {
		return
	}
	if r, ok := step(s.view.Range); ok {
		s.view = s.view.Fit(r, s.trace.Whole())
		s.tell(ChangedWindow)
	}
}

// Gap is the interval in which the most events were lost, or the longest of them.
func (s *Session) Gap() (r model.Range, ok bool) {
	if s.trace == nil {
		return r, false
	}
	var count int64 = -1
	for _, l := range s.trace.Losses {
		if l.Ring {
			continue
		}
		if l.Count > count || l.Count == count && l.Len() > r.Len() {
			r, count, ok = l.Range, l.Count, true
		}
	}
	return r, ok
}
