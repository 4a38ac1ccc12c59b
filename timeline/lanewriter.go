package timeline

import (
	"threadlens/model"
	"threadlens/timeline/paint"
)

// laneWriter makes the columns of a lane from pieces and buckets that come in the
// order of time.
//
// A column in which one piece starts belongs to that piece, whatever is left of
// the one before: both ends of a segment are rounded down, so that neighbours
// meet without overlap or gap. A column in which several start shows their mix.
type laneWriter struct {
	*columns
	height int          // of the lane, pixels
	simple bool         // stack will do for columns without rest
	core   bool         // it is the lane of a processor
	stolen bool         // from which a host took time
	full   [16]uint64   // by slot, main of a column that is all of it
	main   []uint64     // heights of slots 0 … 7 by column
	rest   []uint64     // of the other slots, empty while no column has any
	spare  []uint64     // memory for rest
	wide   []paint.Span // wide pieces, for lanes that are too low for edges
	grid   []arrivals   // by column, all zero: scratch space of crowd

	// The column under construction: all before it are written.
	xc         int
	begin, end model.Time
	pos        uint64     // shares known so far, from its left edge
	acc        paint.Mix  // of which slots
	seen       uint16     // bit s: slot s is in it
	starts     int        // pieces that start in it
	last       paint.Slot // the last of them
	// Of a column that has buckets in it.
	mixed bool
	sums  paint.Sums
	extra model.Time // length of the buckets, less their time in the column
}

// reset begins a lane; main and spare are memory for its columns.
func (w *laneWriter) reset(c *columns, height int, main, spare []uint64) {
	if cap(main) < c.width {
		main = make([]uint64, c.width)
	}
	*w = laneWriter{
		columns: c, height: height, simple: height >= lowSimple && height <= highSimple,
		main: main[:c.width], spare: spare, wide: w.wide[:0], grid: w.grid, xc: -1, begin: c.span.From, end: c.span.From,
	}
	if len(w.grid) < c.width {
		w.grid = make([]arrivals, c.width)
	}
	for s := range paint.Slot(paint.NumSlots) {
		w.full[s] = paint.Only(s, height).Main
	}
}

// piece adds a piece, clipped to the window.
func (w *laneWriter) piece(from, to model.Time, s paint.Slot) {
	if from >= w.end {
		w.seek(from)
	}
	if to < w.end {
		w.upTo(uint64(to-w.begin)*w.share>>48, s)
		w.starts++
		return
	}
	if from > w.begin || w.seen != 0 || w.mixed {
		w.upTo(paint.FullShare, s)
		w.starts++
		if w.core && to-from < w.end-w.begin {
			w.starts++ // not enough to have the column to itself
		}
		w.finish()
	}
	x := w.xc
	w.move(w.x(to))
	if x < w.xc {
		w.fill(x, w.xc, s)
	}
	w.starts = 0
	if to > w.begin {
		w.upTo(uint64(to-w.begin)*w.share>>48, s)
	}
}

// upTo gives the shares up to pos to a slot.
func (w *laneWriter) upTo(pos uint64, s paint.Slot) {
	d := pos - w.pos
	w.pos = pos
	if s < paint.SlotUI {
		w.acc.Main += d << (8 * s & 63)
	} else {
		w.acc.Rest += d << (8 * (s - paint.SlotUI) & 63)
	}
	w.seen |= 1 << s
	w.last = s
}

// move goes to column x; those before must be written.
func (w *laneWriter) move(x int) {
	w.xc = x
	w.begin = w.at[x]
	w.end = w.at[min(x+1, w.width)]
}

// seek finishes the column under construction and goes to the one of t, leaving
// those between empty.
func (w *laneWriter) seek(t model.Time) {
	w.finish()
	x := w.x(t)
	clear(w.main[min(w.xc, x):x])
	w.move(x)
	w.pos = uint64(t-w.begin) * w.share >> 48
	if t == w.span.From {
		w.starts = -1 // what comes from before the window does not start in it
	}
}

// finish writes the column under construction and goes to the next.
func (w *laneWriter) finish() {
	if w.xc < 0 {
		w.xc = 0
		return
	}
	if w.xc >= w.width {
		return
	}
	switch {
	case w.mixed || !w.simple:
		w.finishSlowly()
	case w.seen>>paint.SlotUI != 0:
		w.finishAll()
	default:
		h := paint.Stack(w.acc.Main, uint64(w.seen&1), uint64(w.seen>>paint.SlotSync&1), w.height)
		if w.starts == 1 {
			h = w.full[w.last]
		}
		if w.starts < 1 {
			h = 0
		}
		w.main[w.xc] = h
	}
	w.pos, w.acc, w.seen, w.starts = 0, paint.Mix{}, 0, 0
	w.move(w.xc + 1)
}

// finishAll writes a column with slots that stack does not know.
func (w *laneWriter) finishAll() {
	switch {
	case w.starts > 1:
		bit := func(s paint.Slot) uint64 { return uint64(w.seen >> s & 1) }
		w.set(w.xc, paint.StackAll(w.acc, bit(paint.SlotExecution), bit(paint.SlotSync), bit(paint.SlotUnknown), w.height))
	case w.starts == 1:
		w.set(w.xc, paint.Only(w.last, w.height))
	default:
		w.set(w.xc, paint.Mix{})
	}
}

// Heights for which stack does: not so high that 1.5 % of it is half a pixel and
// a category with 98.5 % has to be looked for, nor so low that two pixels are
// more than there are.
const lowSimple, highSimple = 2, 33

// finishSlowly writes columns that are not as simple as most.
func (w *laneWriter) finishSlowly() {
	switch {
	case w.mixed:
		w.addWalked()
		span := max(1, w.end-w.begin+w.extra)
		if all := w.sums.Total(); all >= span-span/64 {
			span = all // what is missing was lost in rounding
		}
		w.set(w.xc, w.heights(w.sums.Shares(span)))
		w.mixed, w.sums, w.extra = false, paint.Sums{}, 0
	case w.starts > 1:
		// What rounded to nothing is there all the same.
		for s := range paint.Slot(paint.NumSlots) {
			if w.seen>>s&1 != 0 && w.acc.At(s) == 0 {
				w.acc.Add(w.acc.Largest(), -1)
				w.acc.Add(s, 1)
			}
		}
		w.set(w.xc, w.heights(w.acc))
	case w.starts == 1:
		w.set(w.xc, paint.Only(w.last, w.height))
	default:
		w.set(w.xc, paint.Mix{})
	}
}

// addWalked adds the pieces of the column under construction to the sums of its
// buckets.
func (w *laneWriter) addWalked() {
	w.sums.AddShares(w.acc, w.end-w.begin)
	w.acc = paint.Mix{}
}

// set writes the heights of a column.
func (w *laneWriter) set(x int, h paint.Mix) {
	w.main[x] = h.Main
	if h.Rest != 0 {
		w.needRest()
		w.rest[x] = h.Rest
	}
}

// needRest provides rest, all zero.
func (w *laneWriter) needRest() {
	if len(w.rest) > 0 {
		return
	}
	if cap(w.spare) < w.width {
		w.spare = make([]uint64, w.width)
	}
	w.rest = w.spare[:w.width]
	clear(w.rest)
}

// wideSpan is the width from which a piece is worth a span without edges.
const wideSpan = 16

// fill writes columns that belong to one slot.
func (w *laneWriter) fill(x0, x1 int, s paint.Slot) {
	if x1-x0 >= wideSpan {
		w.wide = append(w.wide, paint.Span{X0: x0, X1: x1, Slot: s})
	}
	main := w.full[s]
	for x := x0; x < x1; x++ {
		w.main[x] = main
	}
	if s < paint.SlotUI {
		return
	}
	w.needRest()
	rest := paint.Only(s, w.height).Rest
	for x := x0; x < x1; x++ {
		w.rest[x] = rest
	}
}
