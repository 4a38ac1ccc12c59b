package session

import (
	"cmp"
	"slices"

	"threadlens/app/session/find"
	"threadlens/model"
)

// GoTo shows a hit; spots are its Spots. It goes to the first of them in the window or later, else
// to the last one before, and returns its index: -1 for a hit that has none.
func (s *steps) GoTo(h find.Hit, spots []find.Spot) int {
	if s.trace == nil {
		return -1
	}
	switch h.Subject {
	case find.SubjectTime:
		s.Show(h.Range, MoveJump)
	case find.SubjectThread:
		s.GoToThread(model.ThreadIx(h.Ref))
	case find.SubjectProcess:
		s.GoToThread(s.trace.Processes[h.Ref].Threads[0])
	default:
		if len(spots) == 0 {
			return -1
		}
		i, _ := slices.BinarySearchFunc(spots, s.view.From, func(a find.Spot, at model.Time) int { return cmp.Compare(a.At, at) })
		i = min(i, len(spots)-1)
		s.GoToSpot(spots[i])
		return i
	}
	return -1
}

// GoToThread selects what a thread does in the middle of the window, which moves only if the thread
// does not exist in it.
func (s *steps) GoToThread(ix model.ThreadIx) {
	life := s.trace.Threads[ix].Life
	seen := life.Clip(s.view.Range)
	at := s.middle()
	switch {
	case seen.Len() == 0:
		at = life.From
	case !seen.Contains(at):
		at = seen.From + seen.Len()/2
	}
	s.GoToSpot(find.Spot{At: at, Thread: ix})
}

// GoToSpot brings a place into the window and selects what is there.
func (s *steps) GoToSpot(sp find.Spot) {
	s.Update(func() {
		s.Reveal(model.Range{From: sp.At, To: sp.At})
		if int(sp.Thread) < len(s.trace.Threads) {
			s.ShowThread(sp.Thread)
			s.SelectAt(sp.Thread, sp.At)
		}
	})
}
