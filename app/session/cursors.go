package session

import (
	"strings"

	"threadlens/model"
	"threadlens/timeline"
)

// Cursor is the instant of a cursor, NoTime where it is not set.
func (s *visibleTime) Cursor(c Cursor) model.Time { return s.cursors[c] }

// SetCursor sets a cursor to an instant of the trace; NoTime removes it.
func (s *visibleTime) SetCursor(c Cursor, at model.Time) {
	if s.trace == nil || at < 0 {
		at = NoTime
	} else {
		at = min(at, s.trace.End)
	}
	if at != s.cursors[c] {
		s.cursors[c] = at
		s.tell(ChangedCursors)
	}
}

// HasCursors reports whether a cursor is set.
func (s *visibleTime) HasCursors() bool { return s.cursors != noCursors }

// ClearCursors removes both cursors.
func (s *visibleTime) ClearCursors() {
	s.Update(func() {
		s.SetCursor(CursorA, NoTime)
		s.SetCursor(CursorB, NoTime)
	})
}

// Between is the time from the earlier cursor to the later; ok is false unless
// both are set.
func (s *visibleTime) Between() (r model.Range, ok bool) {
	a, b := s.cursors[CursorA], s.cursors[CursorB]
	return model.Range{From: min(a, b), To: max(a, b)}, a != NoTime && b != NoTime
}

// rangeSteps is the number of steps of a range's end across the window.
const rangeSteps = 50

// GrowRange moves the end of the range that begins at cursor A by a step, to later times or with
// dir -1 to earlier ones, also past the cursor.
func (s *visibleTime) GrowRange(dir int) {
	a := s.cursors[CursorA]
	if a == NoTime {
		return
	}
	end := a
	switch {
	case s.marked.Len() > 0 && s.marked.From == a:
		end = s.marked.To
	case s.marked.Len() > 0 && s.marked.To == a:
		end = s.marked.From
	}
	end += s.rangeStep(dir)
	s.Mark(model.Range{From: min(a, end), To: max(a, end)})
}

func (s *visibleTime) rangeStep(dir int) model.Time {
	return model.Time(dir) * max(s.view.Len()/rangeSteps, 1)
}

// CursorText is the instants of the cursors and how far B is after A, "" without any.
func (s *visibleTime) CursorText() string {
	var parts []string
	for c, at := range s.cursors {
		if at != NoTime {
			parts = append(parts, Cursor(c).String()+" "+s.clock.Instant(at, s.view.Len()))
		}
	}
	if _, ok := s.Between(); ok {
		parts = append(parts, "Δ "+timeline.FormatDuration(s.cursors[CursorB]-s.cursors[CursorA]))
	}
	return strings.Join(parts, "  ")
}
