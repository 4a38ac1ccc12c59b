package model

// slab hands out memory for the rows of columns from large pieces: there are as
// many blocks as the allocator would otherwise have to manage.
type slab[T any] struct {
	rest []T
	size int // of the last piece
}

// Limits on the length of a piece.
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
