package model

// slab hands out the memory for the rows of columns, out of large pieces: there
// are as many blocks as whoever allocates would have to bother with each.
type slab[T any] struct {
	rest []T
	size int // of the last piece
}

// The bounds on the length of a piece.
const (
	leastSlab = 1 << 8
	mostSlab  = 1 << 14
)

// take returns room for n rows, at most leastSlab.
func (s *slab[T]) take(n int) []T {
	if len(s.rest) < n {
		s.size = min(max(leastSlab, 2*s.size), mostSlab)
		s.rest = make([]T, s.size)
	}
	room := s.rest[:0:n]
	s.rest = s.rest[n:]
	return room
}
