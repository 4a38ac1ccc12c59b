package blocking

import (
	"iter"
	"slices"

	"threadlens/model"
)

// Piece is a part of a wait and what it waited for then: what the thread did that
// ended the wait, or, while that one was waiting itself, the thread that ended that
// wait, and so on.
type Piece struct {
	model.Range
	// Segment is what it waited for, whole: of the one who waited itself where no
	// thread ended the wait.
	Segment model.Segment
	// Depth is 0 for the thread that ended the wait, 1 for whom that one waited for,
	// and so on; -1 where no thread did.
	Depth int
	// Known is false where the thread did not live or the trace does not tell.
	Known bool
}

// Category is what the piece counts as.
func (p *Piece) Category() model.Category {
	switch {
	case !p.Known:
		return model.UnknownCategory
	case p.Segment.State == model.Running:
		return model.Execution
	}
	return p.Segment.Category
}

// deepest bounds the threads that wait for each other behind one wait.
const deepest = 64

// Inherited splits the part of a wait in r by what those did for whom it waited
// (measures S32). The pieces come in order and tile that part exactly. Execution
// includes the interrupts served meanwhile.
func Inherited(t *model.Trace, wait model.Segment, r model.Range) iter.Seq[Piece] {
	return func(yield func(Piece) bool) {
		w := inheritance{t: t, yield: yield}
		w.wait(&wait, wait.Clip(r))
	}
}

// inheritance follows a wait to those whom it waited for.
type inheritance struct {
	t     *model.Trace
	path  []model.ThreadIx // who waits for whom
	yield func(Piece) bool
}

// wait splits the part of a wait in r; it is false where the caller has enough.
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

// InheritedSums adds up the pieces of the part of a wait in r, by what they count
// as.
func InheritedSums(t *model.Trace, wait model.Segment, r model.Range) (sums model.Sums) {
	for p := range Inherited(t, wait, r) {
		sums[p.Category()] += p.Len()
	}
	return sums
}
