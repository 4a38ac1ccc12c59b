package session

import (
	"slices"

	"threadlens/app/session/keep"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// Remember describes the current state. The caller sets Scroll and Tab, which the session does not
// know.
func (s *Session) Remember() (v keep.ViewFile) {
	if s.trace == nil {
		return v
	}
	v = keep.ViewFile{
		Format: keep.ViewFormat, Version: keep.ViewVersion,
		Trace: s.source.ID, Window: keep.SpanOf(s.view.Range), Range: keep.SpanOf(s.marked), Rows: s.Arrangement(), View: s.viewing.Key(),
		Back: keep.SpansOf(s.history.back), Forward: keep.SpansOf(s.history.forward), Marks: []keep.ViewMark{}, Measure: s.rememberMeasure(),
	}
	if now := s.Suppressed(); !now.Empty() {
		v.Suppressed = &now
	}
	for _, c := range []struct {
		cursor Cursor
		to     **model.Time
	}{{CursorA, &v.CursorA}, {CursorB, &v.CursorB}} {
		if at := s.cursors[c.cursor]; at != NoTime {
			*c.to = &at
		}
	}
	for _, b := range s.bookmarks {
		if !b.Kept {
			continue
		}
		m := keep.ViewMark{Name: b.Name, Range: keep.SpanOf(b.Range)}
		if b.Thread != model.NoThread {
			m.Thread = s.trace.Threads[b.Thread].Key()
		}
		v.Marks = append(v.Marks, m)
	}
	return v
}

// Restore restores a view of the open trace, as far as the trace has what v refers to. Its marks
// are added to the existing ones: none are lost.
func (s *Session) Restore(v keep.ViewFile) {
	if s.trace == nil {
		return
	}
	s.Update(func() {
		whole := s.trace.Held()
		s.history = history{back: s.windows(v.Back), forward: s.windows(v.Forward)}
		if w := v.Window.Range(); w.Overlap(whole) > 0 {
			s.view = s.view.Fit(s.near(w), whole)
			s.tell(ChangedWindow)
		}
		// What cannot be read was written by another version, which may have orders and groups that
		// this one lacks: the rest is applied.
		_ = s.SetArrangement(v.Rows)
		s.Mark(v.Range.Range())
		s.ClearCursors()
		if v.CursorA != nil {
			s.SetCursor(CursorA, *v.CursorA)
		}
		if v.CursorB != nil {
			s.SetCursor(CursorB, *v.CursorB)
		}
		s.addMarks(v.Marks)
		s.restoreMeasure(v.Measure)
		s.restoreSuppressed(v.Suppressed)
		if k, ok := keep.ParseView(v.View); ok {
			s.SetViewing(k)
		}
	})
}

// AddMarks adds the marks of a view to the existing ones.
func (s *Session) AddMarks(marks []keep.ViewMark) {
	if s.trace != nil && len(marks) > 0 {
		s.Update(func() { s.addMarks(marks) })
	}
}

func (s *Session) addMarks(marks []keep.ViewMark) {
	threads, _ := s.named()
	for _, m := range marks {
		b := Bookmark{Name: markName(m.Name), Range: m.Range.Range(), Thread: model.NoThread, Kept: true}
		if ix, ok := threads[m.Thread]; ok && m.Thread != "" {
			b.Thread = ix
		}
		if b.Range.From <= s.trace.End && !slices.Contains(s.bookmarks, b) {
			s.AddBookmark(b)
		}
	}
}

// ScopeOf is the scope of a view, for use without a window: the selected range or else the window,
// the threads that have a lane, in the order of the trace, and the figures by which it is
// corrected.
func ScopeOf(t *model.Trace, v keep.ViewFile) (model.Range, []model.ThreadIx, measure.GuestFigures) {
	s := New()
	s.SetMetrics(timeline.NewMetrics(timeline.Comfortable, 1, 1))
	s.Open(Source{Name: v.Trace.Name}, t)
	s.Restore(v)
	return s.Scope(), slices.Sorted(slices.Values(s.VisibleThreads())), s.Figures()
}
