package session

import (
	"maps"
	"slices"

	"threadlens/model"
	"threadlens/timeline"
)

// Place is where the user is: the window and its history, the selection, and the lanes. A preview
// leaves it and returns to it without side effects.
type Place struct {
	opened         int
	window         model.Range
	history        history
	fitFrom, fitTo model.Range
	selected       timeline.SegmentRef
	hops           []timeline.SegmentRef
	marked         model.Range
	rows           rowState
	head           timeline.RowKey
	headed         bool
}

// Window is the visible time of the place.
func (p Place) Window() model.Range { return p.window }

// Here is the current place.
func (s *Session) Here() Place {
	s.Rows() // so that a change of them shows
	return Place{
		opened: s.opened, window: s.view.Range, history: s.history.clone(), fitFrom: s.fitFrom, fitTo: s.fitTo,
		selected: s.selected, hops: slices.Clone(s.hops), marked: s.marked, rows: s.rows.clone(),
		head: s.head, headed: s.headed,
	}
}

// Return goes back to a place, unless it is in another trace; the place may be used again.
func (s *Session) Return(p Place) {
	if s.trace == nil || s.opened != p.opened {
		return
	}
	s.Update(func() {
		if p.window != s.view.Range {
			s.view = s.view.Fit(p.window, s.trace.Held())
			s.tell(ChangedWindow)
		}
		s.history, s.fitFrom, s.fitTo = p.history.clone(), p.fitFrom, p.fitTo
		s.Mark(p.marked)
		if p.rows.rows != s.rows.rows {
			rows := p.rows.clone()
			if rows.metrics != s.rows.metrics {
				rows.rows, rows.metrics = nil, s.rows.metrics
			}
			rows.version = s.rows.version + 1
			s.rows = rows
			s.tell(ChangedRows)
		}
		s.Select(p.selected)
		if p.headed {
			s.SelectHead(p.head)
		}
		s.hops = slices.Clone(p.hops)
	})
}

// clone is a history that shares nothing with h.
func (h history) clone() history {
	h.back, h.forward = slices.Clone(h.back), slices.Clone(h.forward)
	return h
}

// clone is a choice of rows that shares nothing mutable with r.
func (r rowState) clone() rowState {
	o := &r.opts
	o.Expanded, o.Hidden, o.Guests = maps.Clone(o.Expanded), maps.Clone(o.Hidden), maps.Clone(o.Guests)
	o.Names, o.SpansOf = maps.Clone(o.Names), maps.Clone(o.SpansOf)
	o.Pinned, o.Order = slices.Clone(o.Pinned), slices.Clone(o.Order)
	return r
}
