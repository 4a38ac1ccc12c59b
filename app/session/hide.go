package session

import (
	"threadlens/model"
	"threadlens/model/filter"
	"threadlens/timeline"
)

// Filter is the text of the filter of the lanes.
func (s *rowList) Filter() string { return s.rows.opts.Filter.String() }

// SetFilter shows the lanes that a filter matches, all for "". An invalid filter is an error and
// changes nothing.
func (s *rowList) SetFilter(text string) error {
	f, err := filter.Parse(text)
	if err != nil || s.trace == nil || text == s.Filter() {
		return err
	}
	s.rows.opts.Filter = f
	clear(s.rows.opts.Guests)
	s.rows.opts.Window = s.view.Clip(s.trace.Held())
	s.rowsChanged()
	return nil
}

// HidesInactive reports whether threads that only wait in the window are hidden.
func (s *rowList) HidesInactive() bool { return s.rows.opts.HideInactive }

// HideInactive hides threads that only wait in the window, or shows them again.
func (s *rowList) HideInactive(hide bool) {
	if s.trace == nil || hide == s.rows.opts.HideInactive {
		return
	}
	s.rows.opts.HideInactive = hide
	clear(s.rows.opts.Guests)
	s.rows.opts.Window = s.view.Clip(s.trace.Held())
	s.rowsChanged()
}

// Hide hides the selected thread, or those below the selected row, and selects
// the next one.
func (s *rowList) Hide() {
	hide := s.SelectedThreads()
	if len(hide) == 0 {
		return
	}
	s.Update(func() {
		visible := s.VisibleThreads()
		last := indexOf(visible, hide[len(hide)-1])
		next := timeline.NoSegment
		switch {
		case last >= 0 && last+1 < len(visible):
			next = timeline.SegmentRef{Thread: visible[last+1], Index: -1}
		case last >= len(hide):
			next = timeline.SegmentRef{Thread: visible[last-len(hide)], Index: -1}
		}
		for _, ix := range hide {
			s.rows.opts.Hidden[ix] = true
			delete(s.rows.opts.Guests, ix)
		}
		s.Select(next)
		s.rowsChanged()
	})
}

// SelectedThreads is the selected thread, or those below the selected row.
func (s *rowList) SelectedThreads() []model.ThreadIx {
	if s.trace == nil {
		return nil
	}
	if key, ok := s.SelectedHead(); ok {
		if i := s.Rows().OfKey(key); i >= 0 {
			return s.Rows().List[i].Threads
		}
		return nil
	}
	if s.selected.Thread == model.NoThread {
		return nil
	}
	return []model.ThreadIx{s.selected.Thread}
}

// HideOthers hides all threads with a lane except the selected one, or those below the selected
// row.
func (s *rowList) HideOthers() {
	keep := map[model.ThreadIx]bool{}
	for _, ix := range s.SelectedThreads() {
		keep[ix] = true
	}
	s.hideExcept(func(ix model.ThreadIx) bool { return keep[ix] })
}

// HideOtherProcesses hides all threads with a lane except those of the selected one's process.
func (s *rowList) HideOtherProcesses() {
	ix := s.selected.Thread
	s.hideExcept(func(other model.ThreadIx) bool {
		return ix != model.NoThread && s.trace.Threads[other].Proc == s.trace.Threads[ix].Proc
	})
}

// hideExcept hides all threads with a lane except those to keep; nothing when there are none to
// keep.
func (s *rowList) hideExcept(keep func(model.ThreadIx) bool) {
	var hide []model.ThreadIx
	visible := s.VisibleThreads()
	for _, ix := range visible {
		if !keep(ix) {
			hide = append(hide, ix)
		}
	}
	if len(hide) == len(visible) {
		return
	}
	for _, ix := range hide {
		s.rows.opts.Hidden[ix] = true
		delete(s.rows.opts.Guests, ix)
	}
	s.rowsChanged()
}

// ShowAll undoes all hiding by hand.
func (s *rowList) ShowAll() {
	if len(s.rows.opts.Hidden) > 0 {
		s.rows.opts.Hidden = map[model.ThreadIx]bool{}
		s.rowsChanged()
	}
}

// ShowHidden undoes whatever hides threads: hiding by hand, of the inactive, and the filter.
func (s *rowList) ShowHidden() {
	s.Update(func() {
		s.ShowAll()
		s.HideInactive(false)
		_ = s.SetFilter("") // an empty filter is valid
	})
}

// Hidden is the number of threads hidden for any reason.
func (s *rowList) Hidden() int {
	if s.trace == nil {
		return 0
	}
	list := s.Rows().List
	if len(list) == 0 || list[len(list)-1].Kind != timeline.RowHidden {
		return 0
	}
	return list[len(list)-1].Shown
}
