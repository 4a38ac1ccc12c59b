package session

import (
	"time"

	"threadlens/app/session/keep"
	"threadlens/model"
	"threadlens/timeline"
)

// visibleTime is the floor of time: which is visible and was before, the selected range, the
// cursors, and how instants are written.
type visibleTime struct {
	openTrace
	view    timeline.Viewport
	reach   model.Range // where the window may be, empty for the time that the file holds
	history history
	fitFrom model.Range // the window before FitSelection
	fitTo   model.Range // the window it showed
	marked  model.Range // the selected time range
	cursors [numCursors]model.Time
	timeAs  timeline.TimeAs
	zone    *time.Location // of times of day
	clock   timeline.Clock
	now     func() time.Time
}

func (s *visibleTime) reset() {
	s.view.Range, s.reach = model.Range{}, model.Range{}
	s.history = history{}
	s.fitFrom, s.fitTo = model.Range{}, model.Range{}
	s.marked, s.cursors = model.Range{}, noCursors
}

// View is the visible time and the width in device pixels that shows it.
func (s *visibleTime) View() timeline.Viewport { return s.view }

// Window is the visible time.
func (s *visibleTime) Window() model.Range { return s.view.Range }

// limits is the time within which the window stays.
func (s *visibleTime) limits() model.Range {
	if s.reach.Len() > 0 {
		return s.reach
	}
	return s.trace.Held()
}

// SetReach lets the window move within a range, such as that of two traces; an empty one keeps it to
// the open trace.
func (s *visibleTime) SetReach(r model.Range) {
	if s.trace != nil && r != s.reach {
		s.reach = r
		if v := s.view.Clamp(s.limits()); v != s.view {
			s.view = v
			s.tell(ChangedWindow)
		}
	}
}

// Follow makes exactly r the window, which is that of another trace: it is no step of the history.
func (s *visibleTime) Follow(r model.Range) {
	if s.trace != nil && r.Len() > 0 && r != s.view.Range {
		s.view.Range = r
		s.tell(ChangedWindow)
	}
}

// SetWidth sets the width of the lane area in device pixels.
func (s *visibleTime) SetWidth(px int) {
	if px == s.view.Width || px <= 0 {
		return
	}
	s.view.Width = min(px, timeline.MaxWidth)
	if s.trace != nil {
		s.view = s.view.Clamp(s.limits())
		s.tell(ChangedWindow)
	}
}

// show moves the window and remembers the old one.
func (s *visibleTime) show(v timeline.Viewport, m Move) {
	if s.trace == nil || v.Range == s.view.Range {
		return
	}
	s.history.leave(s.view.Range, m, s.now())
	s.view = v
	s.tell(ChangedWindow)
}

// Show makes r the window, as far as the limits of the view allow.
func (s *visibleTime) Show(r model.Range, m Move) {
	if s.trace != nil && r.Len() > 0 {
		s.show(s.view.Fit(r, s.limits()), m)
	}
}

// Zoom narrows the window by factor (widens it below 1) around column x of the lane area, whose
// instant stays in place.
func (s *visibleTime) Zoom(x int, factor float64) {
	if s.trace != nil {
		s.show(s.view.Zoom(x, factor, s.limits()), MoveZoom)
	}
}

// Pan moves the window by px pixels to later times.
func (s *visibleTime) Pan(px int) {
	if s.trace != nil {
		s.show(s.view.Pan(px, s.limits()), MovePan)
	}
}

// ShowWhole shows the whole trace, or both that are compared.
func (s *visibleTime) ShowWhole() {
	if s.trace != nil {
		s.Show(s.limits(), MoveJump)
	}
}

func (s *visibleTime) fit(r model.Range) {
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
func (s *visibleTime) ShowMarked() {
	if s.marked.Len() > 0 {
		s.Show(s.marked, MoveJump)
	}
}

// Reveal moves the window, without changing its length, so that r or at least
// its beginning is inside.
func (s *visibleTime) Reveal(r model.Range) {
	w := s.view.Range
	if s.trace == nil || w.Overlap(r) > 0 || r.Len() == 0 && w.Contains(r.From) {
		return
	}
	mid := r.From + min(r.Len(), w.Len())/2
	v := s.view
	v.From, v.To = mid-w.Len()/2, mid-w.Len()/2+w.Len()
	s.show(v.Clamp(s.limits()), MoveJump)
}

// CanUndo reports whether there is a window to return to.
func (s *visibleTime) CanUndo() bool { return len(s.history.back) > 0 }

// CanRedo reports whether an undo can be undone.
func (s *visibleTime) CanRedo() bool { return len(s.history.forward) > 0 }

// Undo returns to the window before the last move.
func (s *visibleTime) Undo() { s.restore(s.history.undo) }

// Redo undoes an Undo.
func (s *visibleTime) Redo() { s.restore(s.history.redo) }

func (s *visibleTime) restore(step func(model.Range) (model.Range, bool)) {
	if s.trace == nil {
		return
	}
	if r, ok := step(s.view.Range); ok {
		s.view = s.view.Fit(r, s.limits())
		s.tell(ChangedWindow)
	}
}

// Gap is the interval in which the most events were lost, or the longest of them.
func (s *visibleTime) Gap() (r model.Range, ok bool) {
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

// Marked is the selected time range, of length 0 without one.
func (s *visibleTime) Marked() model.Range { return s.marked }

// Mark selects a time range, clipped to the trace; an empty one clears it.
func (s *visibleTime) Mark(r model.Range) {
	if s.trace == nil || r.Len() == 0 {
		r = model.Range{}
	} else {
		r = r.Clip(s.trace.Held())
	}
	if r != s.marked {
		s.marked = r
		s.tell(ChangedRange)
	}
}

// Scope is the time that sums and profiles are about: the selected range, or
// the visible part of the trace.
func (s *visibleTime) Scope() model.Range {
	switch {
	case s.trace == nil:
		return model.Range{}
	case s.marked.Len() > 0:
		return s.marked
	}
	return s.view.Clip(s.trace.Held())
}

func (s *visibleTime) middle() model.Time {
	w := s.view.Range
	return min(max(w.From+w.Len()/2, 0), s.trace.End-1)
}

// windows are the last windows of a history that show something of the trace.
func (s *visibleTime) windows(spans []keep.Span) []model.Range {
	var list []model.Range
	for _, span := range spans[max(0, len(spans)-historySteps):] {
		if r := span.Range(); r.Overlap(s.trace.Held()) > 0 {
			list = append(list, s.near(r))
		}
	}
	return list
}

// near clips a range so that sums with it do not overflow.
func (s *visibleTime) near(r model.Range) model.Range {
	reach := restoreSlack * s.trace.End
	return r.Clip(model.Range{From: -reach, To: s.trace.End + reach})
}

// restoreSlack is how far beyond the trace a window may be requested before it is clipped, in
// lengths of the trace: Fit does the rest.
const restoreSlack = 2
