package paint

import (
	"iter"
	"math/bits"

	"threadlens/model"
)

// Lane is a lane as pixel columns, each a stack of slots.
type Lane struct {
	// X is column 0, Y the upper edge, Height at most 255; in device pixels.
	X, Y, Height int
	// Edge is the width of the lines above and below solid stretches, and on their
	// left if they are at least EdgeFrom columns wide; 0 for none, device pixels.
	Edge, EdgeFrom int
	// Phase is how far hatches are shifted to the left, so that they move with the
	// segments.
	Phase int
	Style *LaneStyle

	Main  []uint64 // heights of slots 0 … 7, by column
	Rest  []uint64 // of the other slots; empty if no column has any
	Spans []Span   // in order
}

// Span is a stretch of columns that are entirely of one slot, wide enough to have a
// left edge and a label.
type Span struct {
	X0, X1 int
	Slot   Slot
	Look   SpanLook
	Likely model.Category // with LookGap: the likely category
}

// SpanLook is what is special about a span.
type SpanLook uint8

// What can be special about a span.
const (
	LookBackdrop SpanLook = 1 << iota // one segment fills the window: faded
	LookLoss                          // Unknown because of lost events
	LookInferred                      // no event attests the segment
	LookGap                           // Unknown, but something is likely
)

// Any reports whether the lane has anything in it.
func (l *Lane) Any() bool {
	for _, v := range l.Main {
		if v != 0 {
			return true
		}
	}
	return len(l.Rest) > 0
}

// Heights are the heights of column x.
func (l *Lane) Heights(x int) Mix {
	m := Mix{Main: l.Main[x]}
	if len(l.Rest) > 0 {
		m.Rest = l.Rest[x]
	}
	return m
}

// solid reports whether a column of the given heights is entirely of one slot.
func (l *Lane) solid(h Mix) (s Slot, ok bool) {
	if h.Rest != 0 {
		s = h.Largest()
	} else {
		s = Slot(bits.TrailingZeros64(h.Main) / 8 & 7)
	}
	return s, h == Only(s, l.Height)
}

// FindSpans finds the spans that are at least the given number of columns wide.
func (l *Lane) FindSpans(least int) {
	l.Spans = l.Spans[:0]
	for x := 0; x < len(l.Main); {
		h := l.Heights(x)
		x0 := x
		for x++; x < len(l.Main) && l.Main[x] == h.Main && l.Heights(x) == h; x++ {
		}
		if x-x0 < least {
			continue
		}
		if s, ok := l.solid(h); ok {
			l.Spans = append(l.Spans, Span{X0: x0, X1: x, Slot: s})
		}
	}
}

// Run is a stretch of equal columns of a lane.
type Run struct {
	X0, X1 int // columns from the left edge of the lane
	// Solid is set if one category has all of the height.
	Solid bool
	// Backdrop is set if one segment fills the window and is therefore faded, Loss
	// if the time is unknown because events were lost.
	Backdrop, Loss bool
	// Inferred is set if no event attests the segment: its edges are dashed.
	Inferred bool
	// Gap is set if the time is unknown but was probably of the category Likely,
	// whose colour shows under the hatch.
	Gap     bool
	Likely  model.Category
	heights Mix
}

// Part is one category of a stack.
type Part struct {
	Category model.Category
	Height   int // device pixels
}

// Parts are the categories of a run of a thread's lane, bottom up. They are as high
// as the lane, or less if the thread was not alive all the time.
func (r Run) Parts() []Part {
	var p []Part
	for s, c := range StackOrder {
		if h := r.heights.At(Slot(s)); h > 0 {
			p = append(p, Part{c, h})
		}
	}
	return p
}

// Runs yields the stretches of equal columns, empty ones left out. Each is inside
// one span or outside all.
func (l *Lane) Runs() iter.Seq[Run] {
	return func(yield func(Run) bool) {
		next := 0
		for x := 0; x < len(l.Main); {
			r := Run{X0: x, heights: l.Heights(x)}
			for next < len(l.Spans) && l.Spans[next].X1 <= x {
				next++
			}
			end := len(l.Main)
			if next < len(l.Spans) {
				if sp := &l.Spans[next]; sp.X0 <= x {
					end = sp.X1
					r.special(sp)
				} else {
					end = sp.X0
				}
			}
			for x++; x < end && l.Heights(x) == r.heights; x++ {
			}
			r.X1 = x
			_, r.Solid = l.solid(r.heights)
			if r.heights != (Mix{}) && !yield(r) {
				return
			}
		}
	}
}

// special sets what is special about a run in a span.
func (r *Run) special(sp *Span) {
	r.Backdrop = sp.Look&LookBackdrop != 0
	r.Loss = sp.Look&LookLoss != 0
	r.Inferred = sp.Look&LookInferred != 0
	r.Gap, r.Likely = sp.Look&LookGap != 0, sp.Likely
}

// edgeDash is the length of the dashes of a segment that no event attests, and of
// the gaps between them, in widths of its edge.
const edgeDash = 4

// edgeParts are the parts of columns x0 … x1-1 of a span that have an edge.
func (sp *Span) edgeParts(l *Lane, x0, x1 int) iter.Seq[columnsPart] {
	dash := x1 - x0
	if sp.Look&LookInferred != 0 && l.Edge > 0 {
		dash = edgeDash * l.Edge
	}
	return dashes(x0, x1, dash, l.Phase)
}

// dashes are the parts of columns x0 … x1-1 that an edge covers: all of them if a
// dash is at least as long, otherwise every second stretch of its length, which
// keep their place in time when the lane moves by phase.
func dashes(x0, x1, dash, phase int) iter.Seq[columnsPart] {
	return func(yield func(columnsPart) bool) {
		if dash >= x1-x0 {
			yield(columnsPart{x0, x1})
			return
		}
		for x := x0 - (x0+phase)%(2*dash); x < x1; x += 2 * dash {
			p := columnsPart{max(x, x0), min(x+dash, x1)}
			if p.from < p.to && !yield(p) {
				return
			}
		}
	}
}

// columnsPart is a stretch of columns.
type columnsPart struct{ from, to int }

// Of is the look of a span.
func (st *LaneStyle) Of(sp Span) *Look {
	switch {
	case sp.Look&LookLoss != 0:
		return &st.looks[LossLook]
	case sp.Look&LookGap != 0:
		return &st.looks[GapLooks+sp.Likely]
	}
	return &st.looks[sp.Slot]
}
