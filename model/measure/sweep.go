package measure

import (
	"math"

	"threadlens/model"
)

// A sweep finds how many of several things were so at each instant: how many
// threads queued, how many processors idle. Threads and processors keep their
// time in columns of their own, of millions of rows, so the sweep cuts the
// window into pieces of few enough changes, sorts the changes of one piece, and
// goes on to the next: memory stays small and the cost linear but for the sort
// of a piece. The pieces come from halving the window until a piece is small,
// which needs no knowledge of where the changes lie.

// Kinds is the number of things that a sweep counts at once.
const Kinds = 2

// pieceLimit is the number of changes that a piece may hold.
const pieceLimit = 1 << 15

// KindBits is what a change tells beside its distance from the piece's start: the
// kind, and 1 for an end.
const KindBits = 2

// longestPiece is the length of time, ns, that changes can tell distances in.
const longestPiece = math.MaxInt64 >> (KindBits + 1)

// level is how many of each kind are so during [From, To).
type level struct {
	model.Range
	n [Kinds]int
}

// sweeper walks the levels of a window.
type sweeper struct {
	// fill passes the spans of time that meet a piece, clipped or not, to
	// piece.span, until that says to stop.
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
	Base    [Kinds]int // of the spans that cover its start
	Changes []uint64   // distance from From, then kind, then 1 for an end
	limit   int
	spare   []uint64 // room to merge in
	runs    []int    // where the rising runs of changes begin
}

// Span adds a stretch of time during which one more of a kind is so. It
// returns false when the piece holds too many changes.
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
	if half := r.From + r.Len()/2; long || len(p.Changes) > p.limit && half > r.From {
		w.run(model.Range{From: r.From, To: half})
		w.run(model.Range{From: half, To: r.To})
		return
	}
	p.byTime()
	w.buf, w.spare, w.runs = p.Changes, p.spare, p.runs
	w.walk(&p)
}

// walk visits the levels of a piece. What happens at one instant is taken as
// one change.
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

// AddTo adds d to h[k], lengthening h as needed.
func AddTo(h *[]model.Time, k int, d model.Time) {
	for len(*h) <= k {
		*h = append(*h, 0)
	}
	(*h)[k] += d
}
