package session

import (
	"slices"

	"threadlens/app/session/keep"
	"threadlens/model"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// restoreSlack is how far beyond the trace a window may be asked for before it
// is cut, in lengths of the trace: Fit does the rest.
const restoreSlack = 2

// Remember describes what is looked at. Scroll and Tab, which the session does
// not know, are left to the caller.
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

// Restore looks at the open trace as v describes it, as far as the trace has
// what v speaks of. Marks are added to those that there are: nobody's are lost.
func (s *Session) Restore(v keep.ViewFile) {
	if s.trace == nil {
		return
	}
	s.Update(func() {
		whole := s.trace.Whole()
		s.history = history{back: s.windows(v.Back), forward: s.windows(v.Forward)}
		if w := v.Window.Range(); w.Overlap(whole) > 0 {
			s.view = s.view.Fit(s.near(w), whole)
			s.tell(ChangedWindow)
		}
		// What cannot be read of it was written by another version, which may have
		// orders and groups that this one has not: the rest is followed.
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

// AddMarks adds the marks of a view to those that there are.
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

// near cuts a range so that it may be added to.
func (s *Session) near(r model.Range) model.Range {
	reach := restoreSlack * s.trace.End
	return r.Clip(model.Range{From: -reach, To: s.trace.End + reach})
}

// windows are the last windows of a history, those of them that show something
// of the trace.
func (s *Session) windows(spans []keep.Span) []model.Range {
	var list []model.Range
	for _, span := range spans[max(0, len(spans)-historySteps):] {
		if r := span.Range(); r.Overlap(s.trace.Whole()) > 0 {
			list = append(list, s.near(r))
		}
	}
	return list
}

// ScopeOf is what a view is about, for those without a window: the selected
// range or else the window, the threads that have a lane, in the order of
// the trace, and by what its figures are corrected.
func ScopeOf(t *model.Trace, v keep.ViewFile) (model.Range, []model.ThreadIx, measure.GuestFigures) {
	s := New()
	s.SetMetrics(timeline.NewMetrics(timeline.Comfortable, 1, 1))
	s.Open(Source{Name: v.Trace.Name}, t)
	s.Restore(v)
	return s.Scope(), slices.Sorted(slices.Values(s.VisibleThreads())), s.Figures()
}
