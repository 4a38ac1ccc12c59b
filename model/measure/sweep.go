package measure

import (
	"math"

	"threadlens/model"
)

// A sweep finds how many of several things were in a state at each instant: how
// many threads were queued, how many CPUs idle. Threads and CPUs have their own
// columns, of millions of rows, so the sweep divides the window into pieces with
// few enough changes, sorts the changes of one piece, and continues with the next:
// memory stays small and the cost linear except for the sort of a piece. The pieces
// result from halving the window until a piece is small, which needs no knowledge
// of where the changes are.

// Kinds is the number of things that a sweep counts simultaneously.
const Kinds = 2

// pieceLimit is the number of changes that a piece may hold.
const pieceLimit = 1 << 15

// KindBits is the number of bits of a change besides its distance from the piece's
// start: the kind, and 1 for an end.
const KindBits = 2

// longestPiece is the longest piece, ns, in which distances fit into changes.
const longestPiece = math.MaxInt64 >> (KindBits + 1)

// level is how many of each kind there are during [From, To).
type level struct {
	model.Range
	n [Kinds]int
}

// sweeper walks the levels of a window.
type sweeper struct {
	// fill passes the spans of time that overlap a piece, clipped or not, to
	// piece.Span, until that returns false.
	fill func(p *SweepPiece)
	// visit is called for every stretch between two changes, in order; the
	// stretches tile the window.
	visit func(level)
	buf   []uint64
	spare []uint64
	runs  []int
}

// SweepPiece is a part of the window and the changes inside it.
type SweepPiece struct {
	model.Range
	Base    [Kinds]int // spans that cover its start
	Changes []uint64   // each is the distance from From, then kind, then 1 for an end
	limit   int
	spare   []uint64 // scratch space for merging
	runs    []int    // where the ascending runs of changes start
}

// Span adds a stretch of time during which there is one more of a kind. It returns
// false when the piece holds too many changes.
func (p *SweepPiece) Span(kind int, r model.Range) bool {
	r = r.Clip(p.Range)
	if r.Len() == 0 {
		return true
	}
	if r.From == p.From {
		p.Base[kind]++
	} else {
		p.Changes = append(p.Changes, uint64(r.From-p.From)<<KindBits|uint64(kind)<<1)
	}
	if r.To < p.To {
		p.Changes = append(p.Changes, uint64(r.To-p.From)<<KindBits|uint64(kind)<<1|1)
	}
	return len(p.Changes) <= p.limit
}

// run sweeps over r.
func (w *sweeper) run(r model.Range) {
	if r.Len() == 0 {
		return
	}
	p := SweepPiece{Range: r, Changes: w.buf[:0], limit: pieceLimit, spare: w.spare, runs: w.runs}
	long := r.Len() > longestPiece
	if !long {
		w.fill(&p)
		w.buf = p.Changes
	}
	if long || len(p.Changes) > p.limit {
		half := r.From + r.Len()/2 // there are no changes inside a nanosecond
		w.run(model.Range{From: r.From, To: half})
		w.run(model.Range{From: half, To: r.To})
		return
	}
	p.byTime()
	w.buf, w.spare, w.runs = p.Changes, p.spare, p.runs
	w.walk(&p)
}

// walk visits the levels of a piece. Simultaneous changes are taken as one.
func (w *sweeper) walk(p *SweepPiece) {
	l := level{Range: model.Range{From: p.From}, n: p.Base}
	for _, c := range p.Changes {
		if at := p.From + model.Time(c>>KindBits); at > l.From {
			l.To = at
			w.visit(l)
			l.From = at
		}
		l.n[c>>1&1] += 1 - 2*int(c&1)
	}
	l.To = p.To
	w.visit(l)
}

// AddTo adds d to h[k], extending h as needed.
func AddTo(h *[]model.Time, k int, d model.Time) {
	for len(*h) <= k {
		*h = append(*h, 0)
	}
	(*h)[k] += d
}
