package session

import "threadlens/model"

// LeftOut reports whether the visible timeline profile leaves a category out.
func (s *Session) LeftOut(c model.Category) bool { return s.leftOut[c] }

// LeaveOut leaves a category out of the visible timeline profile, or takes it in
// again. All other sums stay as they are.
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

// Counted are the sums of Profile without the categories that are left out.
func (s *Session) Counted() (sums model.Sums, threads int, lossy bool) {
	sums, threads, lossy = s.Profile()
	for c, out := range s.leftOut {
		if out {
			sums[c] = 0
		}
	}
	return sums, threads, lossy
}
