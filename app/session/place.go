package session

import (
	"maps"
	"slices"

	"threadlens/model"
	"threadlens/timeline"
)

// Place is where one is: the window and the way that led there, the selection,
// and the lanes. A preview leaves it and comes back to it without a trace.
type Place struct {
	window         model.Range
	history        history
	fitFrom, fitTo model.Range
	selected       timeline.SegmentRef
	cameFrom       timeline.SegmentRef
	marked         model.Range
	rows           rowState
	toggled        map[model.ProcIx]bool
	hidden         map[model.ThreadIx]bool
}

// Here is where one is now.
func (s *Session) Here() Place {
	p := Place{
		window: s.view.Range, history: s.history.clone(), fitFrom: s.fitFrom, fitTo: s.fitTo,
		selected: s.selected, cameFrom: s.cameFrom, marked: s.marked, rows: s.rows,
	}
	p.toggled, p.hidden = maps.Clone(s.rows.opts.Toggled), maps.Clone(s.rows.opts.Hidden)
	return p
}

// Return goes back to a place in the open trace; the place may be used again.
func (s *Session) Return(p Place) {
	if s.trace == nil {
		return
	}
	s.Update(func() {
		if p.window != s.view.Range {
			s.view = s.view.Fit(p.window, s.trace.Whole())
			s.tell(ChangedWindow)
		}
		s.history, s.fitFrom, s.fitTo = p.history.clone(), p.fitFrom, p.fitTo
		s.Mark(p.marked)
		if p.rows.rows != s.rows.rows {
			rows := p.rows
			if rows.metrics != s.rows.metrics {
				rows.rows, rows.metrics = nil, s.rows.metrics
			}
			s.rows = rows
			s.tell(ChangedRows)
		}
		s.rows.opts.Toggled, s.rows.opts.Hidden = maps.Clone(p.toggled), maps.Clone(p.hidden)
		s.Select(p.selected)
		s.cameFrom = p.cameFrom
	})
}

// clone is a history that shares nothing with h.
func (h history) clone() history {
	h.back, h.forward = slices.Clone(h.back), slices.Clone(h.forward)
	return h
}
