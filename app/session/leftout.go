package session

import "threadlens/model"

// LeftOut reports whether the visible timeline profile leaves a category out.
func (s *Session) LeftOut(c model.Category) bool { return s.leftOut[c] }

// LeaveOut removes a category from the visible timeline profile, or restores it. All other sums are
// unaffected.
func (s *Session) LeaveOut(c model.Category) {
	s.leftOut[c] = !s.leftOut[c]
	s.tell(ChangedFocus)
}

// LeavesOut are the categories that the visible timeline profile leaves out.
func (s *Session) LeavesOut() (list []model.Category) {
	for c, out := range s.leftOut {
		if out {
			list = append(list, model.Category(c))
		}
	}
	return list
}

// HidesIdle reports whether the visible timeline profile leaves out the waits of
// threads that have nothing to do.
func (s *Session) HidesIdle() bool { return s.noIdle }

// HideIdle leaves them out, or restores them. All other sums are unaffected.
func (s *Session) HideIdle(hide bool) {
	if s.trace != nil && hide != s.noIdle {
		s.noIdle = hide
		s.tell(ChangedFocus)
	}
}

// Counted are the sums of Profile without what is left out.
func (s *Session) Counted() (sums model.Sums, threads int, lossy bool) {
	sums, threads, lossy = s.Profile()
	if s.noIdle {
		for _, ix := range s.VisibleThreads() {
			idle := s.trace.IdleSums(ix, s.Scope())
			sums.Sub(&idle)
		}
	}
	for c, out := range s.leftOut {
		if out {
			sums[c] = 0
		}
	}
	return sums, threads, lossy
}
