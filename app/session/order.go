package session

import (
	"slices"

	"threadlens/model"
	"threadlens/timeline"
)

// Sort is the order of the lanes.
func (s *rowList) Sort() timeline.SortBy { return s.rows.opts.Sort }

// SetSort sorts the lanes; an order that depends on the window uses the current one, that of relevance also the
// findings in it. The manual order is the last one made by hand, or at first the current one.
func (s *rowList) SetSort(by timeline.SortBy) {
	if s.trace == nil {
		return
	}
	if by == timeline.SortManual && s.rows.opts.Order == nil {
		s.rows.opts.Order = s.sorted()
	}
	s.rows.opts.Sort = by
	s.rows.opts.SortWindow = s.trace.Held()
	if follows(by) {
		s.sortByWindow()
	}
	s.rowsChanged()
}

// SetOrder puts the threads in an order, as if by hand.
func (s *rowList) SetOrder(order []model.ThreadIx) {
	if s.trace != nil && (s.rows.opts.Sort != timeline.SortManual || !slices.Equal(order, s.rows.opts.Order)) {
		s.rows.opts.Order, s.rows.opts.Sort = order, timeline.SortManual
		s.rowsChanged()
	}
}

// Sorted are all threads of the trace in the order of the lanes.
func (s *rowList) Sorted() []model.ThreadIx {
	if s.trace == nil {
		return nil
	}
	return s.sorted()
}

// follows reports whether an order depends on the window.
func follows(by timeline.SortBy) bool {
	_, share := by.Share()
	return share || by == timeline.SortRelevance
}

// sortByWindow uses the current window for the order and the fold.
func (s *rowList) sortByWindow() {
	s.rows.opts.SortWindow = s.view.Clip(s.trace.Held())
	s.rows.opts.Relevant = s.found.relevant
	for ix := range s.found.waiting {
		s.rows.opts.Named[ix] = true
	}
	s.found.waiting = nil
}

// sorted are all threads of the trace in the current order.
func (s *rowList) sorted() []model.ThreadIx {
	list := make([]model.ThreadIx, len(s.trace.Threads))
	for i := range list {
		list[i] = model.ThreadIx(i)
	}
	s.rows.opts.SortThreads(s.trace, list)
	return list
}

// KeepsSorted reports whether an order that depends on the window follows it.
func (s *rowList) KeepsSorted() bool { return s.rows.keep }

// KeepSorted makes such an order follow the window, see Settle, or stops that.
func (s *rowList) KeepSorted(keep bool) {
	if keep != s.rows.keep {
		s.rows.keep = keep
		s.tell(ChangedRows)
		s.Settle()
	}
}

// Settled reports whether the rows that depend on the window show the current one.
func (s *rowList) Settled() bool {
	sorts, hides := s.behind()
	return !sorts && !hides
}

// behind reports which of order and choice of the rows belong to an earlier window and should not.
func (s *rowList) behind() (sorts, hides bool) {
	if s.trace == nil {
		return false, false
	}
	opts := &s.rows.opts
	window := s.view.Clip(s.trace.Held())
	return follows(opts.Sort) && s.rows.keep && opts.SortWindow != window,
		(opts.HideInactive || opts.Filter.Timed()) && opts.Window != window
}

// Settle is to be called when the window has stopped moving: what the rows show about the window's
// time is updated. Lanes that moved at every step of a zoom could not be followed.
func (s *rowList) Settle() {
	sorts, hides := s.behind()
	if sorts {
		s.sortByWindow()
	}
	if hides {
		s.rows.opts.Window = s.view.Clip(s.trace.Held())
	}
	if sorts || hides {
		s.rowsChanged()
	}
}

// Pinned reports whether a thread is pinned above the others.
func (s *rowList) Pinned(ix model.ThreadIx) bool { return slices.Contains(s.rows.opts.Pinned, ix) }

// Pin pins the selected thread above the others, or unpins it.
func (s *rowList) Pin() {
	ix := s.selected.Thread
	if s.trace == nil || ix == model.NoThread {
		return
	}
	pinned := slices.Clone(s.rows.opts.Pinned)
	if i := slices.Index(pinned, ix); i >= 0 {
		pinned = slices.Delete(pinned, i, i+1)
	} else {
		pinned = append(pinned, ix)
	}
	s.rows.opts.Pinned = pinned
	s.rowsChanged()
}

// Move moves the selected lane one up (dir -1) or down among those of its process
// or group, or among the pinned ones. The order becomes manual.
func (s *rowList) Move(dir int) {
	if ix, ok := s.neighbour(dir); ok {
		s.MoveTo(s.selected.Thread, ix)
	}
}

// CanMove reports whether there is a lane to exchange the selected one with.
func (s *rowList) CanMove(dir int) bool {
	_, ok := s.neighbour(dir)
	return ok
}

// neighbour is the thread of the lane above or below the selected one.
func (s *rowList) neighbour(dir int) (ix model.ThreadIx, ok bool) {
	if s.trace == nil || s.selected.Thread == model.NoThread {
		return ix, false
	}
	rows := s.Rows()
	row, exact := rows.OfThread(s.selected.Thread)
	if !exact {
		return ix, false
	}
	for i := row + dir; i >= 0 && i < len(rows.List) && !rows.List[i].Kind.Heads(); i += dir {
		if rows.List[i].Kind == timeline.RowThread {
			return rows.List[i].Thread, s.together(s.selected.Thread, rows.List[i].Thread)
		}
	}
	return ix, false
}

// together reports whether two lanes belong to the same process or group, or are
// both pinned.
func (s *rowList) together(a, b model.ThreadIx) bool {
	rows := s.Rows()
	i, ok := rows.OfThread(a)
	j, too := rows.OfThread(b)
	return ok && too && rows.List[i].Pinned == rows.List[j].Pinned && rows.HeadOf(i) == rows.HeadOf(j)
}

// MoveTo moves the lane of a thread to that of another one, which makes room. They must belong to
// the same process or group, or both be pinned. The order becomes manual.
func (s *rowList) MoveTo(ix, place model.ThreadIx) {
	if s.trace == nil || ix == place || !s.together(ix, place) {
		return
	}
	opts := &s.rows.opts
	if s.Pinned(ix) {
		opts.Pinned = moved(opts.Pinned, ix, place)
	} else {
		order := opts.Order
		if opts.Sort != timeline.SortManual || order == nil {
			order = s.sorted()
		}
		opts.Order, opts.Sort = moved(order, ix, place), timeline.SortManual
	}
	s.rowsChanged()
}

// moved is a copy of list in which ix takes another one's place, which moves towards where ix was.
func moved(list []model.ThreadIx, ix, place model.ThreadIx) []model.ThreadIx {
	list = slices.Clone(list)
	from, to := slices.Index(list, ix), slices.Index(list, place)
	if from < 0 || to < 0 {
		return list
	}
	list = slices.Delete(list, from, from+1)
	return slices.Insert(list, to, ix)
}
