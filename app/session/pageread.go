package session

import (
	"threadlens/model"
)

// PageRead is the disk read that the selected page fault waited for; ok is false
// where there is none, or none was recorded.
func (s *steps) PageRead() (r model.Range, ok bool) {
	seg, ok := s.Segment()
	if !ok {
		return r, false
	}
	i, ok := s.trace.PageRead(&seg)
	if !ok {
		return r, false
	}
	return s.trace.IOs[i].Range, true
}

// ToPageRead brings that read into the window and selects its time.
func (s *steps) ToPageRead() {
	if r, ok := s.PageRead(); ok {
		s.Update(func() {
			s.Reveal(r)
			s.Mark(r)
		})
	}
}
