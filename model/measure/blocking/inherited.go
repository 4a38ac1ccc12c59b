package blocking

import (
	"iter"
	"slices"

	"threadlens/model"
)

// Piece is a part of a wait and what it was for at that time: what the thread that
// ended the wait did or, while that one was itself waiting, what the thread that
// ended that wait did, and so on.
type Piece struct {
	model.Range
	// Segment is the whole segment that it waited for; that of the waiter itself if
	// no thread ended the wait.
	Segment model.Segment
	// Depth is 0 for the thread that ended the wait, 1 for the thread for which that
	// one waited, and so on; -1 if no thread ended it.
	Depth int
	// Known is false if the thread was not alive or the trace does not show it.
	Known bool
}

// Category is the category in which the piece counts.
func (p *Piece) Category() model.Category {
	switch {
	case !p.Known:
		return model.UnknownCategory
	case p.Segment.State == model.Running:
		return model.Execution
	}
	return p.Segment.Category
}

// deepest bounds the chain of threads behind one wait.
const deepest = 64

// Inherited splits the part of a wait in r by what the threads that it waited for
// did. The pieces are in order and tile that part exactly. Execution includes the
// interrupts served during it.
func Inherited(t *model.Trace, wait model.Segment, r model.Range) iter.Seq[Piece] {
	return func(yield func(Piece) bool) {
		w := inheritance{t: t, yield: yield}
		w.wait(&wait, wait.Clip(r))
	}
}

// inheritance follows a wait to the threads that it waited for.
type inheritance struct {
	t     *model.Trace
	path  []model.ThreadIx // chain of waiting threads
	yield func(Piece) bool
}

// wait splits the part of a wait in r; it returns false if the caller stops.
func (w *inheritance) wait(s *model.Segment, r model.Range) bool {
	by := s.Unblocker()
	if r.Len() == 0 {
		return true
	}
	if s.State != model.Waiting || by == model.NoThread || int(by) >= len(w.t.Threads) ||
		len(w.path) == deepest || slices.Contains(w.path, by) {
		return w.yield(Piece{Range: r, Segment: *s, Depth: len(w.path) - 1, Known: s.State != model.Unknown})
	}
	w.path = append(w.path, by)
	defer func() { w.path = w.path[:len(w.path)-1] }()
	at := r.From
	for other := range w.t.Segments(by, r) {
		part := other.Clip(r)
		if !w.gap(by, model.Range{From: at, To: part.From}) || !w.wait(&other, part) {
			return false
		}
		at = part.To
	}
	return w.gap(by, model.Range{From: at, To: r.To})
}

// gap is a time outside the life of a thread that was waited for.
func (w *inheritance) gap(ix model.ThreadIx, r model.Range) bool {
	if r.Len() == 0 {
		return true
	}
	return w.yield(Piece{Range: r, Segment: model.Segment{Thread: ix, Index: -1}, Depth: len(w.path) - 1})
}

// InheritedSums adds up the pieces of the part of a wait in r, by the category in
// which they count.
func InheritedSums(t *model.Trace, wait model.Segment, r model.Range) (sums model.Sums) {
	for p := range Inherited(t, wait, r) {
		sums[p.Category()] += p.Len()
	}
	return sums
}
