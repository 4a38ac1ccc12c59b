package session

import "threadlens/model"

// LeftOut reports whether the visible timeline profile leaves a category out.
func (s *choices) LeftOut(c model.Category) bool { return s.leftOut[c] }

// LeaveOut removes a category from the visible timeline profile, or restores it. All other sums are
// unaffected.
func (s *choices) LeaveOut(c model.Category) {
	s.leftOut[c] = !s.leftOut[c]
	s.tell(ChangedFocus)
}

// LeavesOut are the categories that the visible timeline profile leaves out.
func (s *choices) LeavesOut() (list []model.Category) {
	for c, out := range s.leftOut {
		if out {
			list = append(list, model.Category(c))
		}
	}
	return list
}

// HidesIdle reports whether the visible timeline profile leaves out the waits of
// threads that have nothing to do.
func (s *choices) HidesIdle() bool { return s.noIdle }

// HideIdle leaves them out, or restores them. All other sums are unaffected.
func (s *choices) HideIdle(hide bool) {
	if s.trace != nil && hide != s.noIdle {
		s.noIdle = hide
		s.tell(ChangedFocus)
	}
}
