package lanes

import (
	"threadlens/model"
	"threadlens/timeline/paint"
)

// laneWriter makes the columns of a lane from pieces and buckets, which must be in
// order of time.
//
// A column in which one piece starts belongs to that piece, whatever remains of the
// previous one: both ends of a segment are rounded down, so that neighbours meet
// without overlap or gap. A column in which several start shows their mix.
type Writer struct {
	*Columns
	Height int          // of the lane, pixels
	simple bool         // Stack handles columns without rest
	Core   bool         // it is the lane of a CPU
	Stolen bool         // a host took time from it
	full   [16]uint64   // by slot, main of a column that is entirely of it
	Main   []uint64     // heights of slots 0 … 7 by column
	Rest   []uint64     // of the other slots, empty while no column has any
	Spare  []uint64     // memory for rest
	Wide   []paint.Span // wide pieces, for lanes that are too low for edges
	grid   []arrivals   // by column, all zero: scratch space of crowd

	// The current column: all before it have been written.
	xc         int
	begin, end model.Time
	pos        uint64     // shares filled so far, from its left edge
	acc        paint.Mix  // the slots of these
	seen       uint16     // bit s: slot s is in it
	starts     int        // number of pieces that start in it
	last       paint.Slot // slot of the last of them
	// Of a column with buckets in it.
	mixed bool
	sums  paint.Sums
	extra model.Time // length of the buckets, less their time in the column
}

// Reset starts a lane; main and spare are memory for its columns.
func (w *Writer) Reset(c *Columns, height int, main, spare []uint64) {
	if cap(main) < c.width {
		main = make([]uint64, c.width)
	}
	*w = Writer{
		Columns: c, Height: height, simple: height >= lowSimple && height <= highSimple,
		Main: main[:c.width], Spare: spare, Wide: w.Wide[:0], grid: w.grid, xc: -1, begin: c.span.From, end: c.span.From,
	}
	if len(w.grid) < c.width {
		w.grid = make([]arrivals, c.width)
	}
	for s := range paint.Slot(paint.NumSlots) {
		w.full[s] = paint.Only(s, height).Main
	}
}

// piece adds a piece, clipped to the window.
func (w *Writer) piece(from, to model.Time, s paint.Slot) {
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
		if w.Core && to-from < w.end-w.begin {
			w.starts++ // not enough to have the column to itself
		}
		w.finish()
	}
	x := w.xc
	w.move(w.X(to))
	if x < w.xc {
		w.fill(x, w.xc, s)
	}
	w.starts = 0
	if to > w.begin {
		w.upTo(uint64(to-w.begin)*w.share>>48, s)
	}
}

// upTo assigns the shares up to pos to a slot.
func (w *Writer) upTo(pos uint64, s paint.Slot) {
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
func (w *Writer) move(x int) {
	w.xc = x
	w.begin = w.At[x]
	w.end = w.At[min(x+1, w.width)]
}

// seek finishes the current column and goes to the one of t, leaving those in
// between empty.
func (w *Writer) seek(t model.Time) {
	w.finish()
	x := w.X(t)
	clear(w.Main[min(w.xc, x):x])
	w.move(x)
	w.pos = uint64(t-w.begin) * w.share >> 48
	if t == w.span.From {
		w.starts = -1 // a piece from before the window does not start in it
	}
}

// finish writes the current column and goes to the next.
func (w *Writer) finish() {
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
		h := paint.Stack(w.acc.Main, uint64(w.seen&1), uint64(w.seen>>paint.SlotSync&1), w.Height)
		if w.starts == 1 {
			h = w.full[w.last]
		}
		if w.starts < 1 {
			h = 0
		}
		w.Main[w.xc] = h
	}
	w.pos, w.acc, w.seen, w.starts = 0, paint.Mix{}, 0, 0
	w.move(w.xc + 1)
}

// finishAll writes a column with slots that Stack does not handle.
func (w *Writer) finishAll() {
	switch {
	case w.starts > 1:
		bit := func(s paint.Slot) uint64 { return uint64(w.seen >> s & 1) }
		w.set(w.xc, paint.StackAll(w.acc, bit(paint.SlotExecution), bit(paint.SlotSync), bit(paint.SlotUnknown), w.Height))
	case w.starts == 1:
		w.set(w.xc, paint.Only(w.last, w.Height))
	default:
		w.set(w.xc, paint.Mix{})
	}
}

// Heights that Stack handles: not so high that 1.5 % of it is half a pixel, so that
// a category with 98.5 % would need a check, nor so low that there are fewer than
// two pixels.
const lowSimple, highSimple = 2, 33

// finishSlowly writes columns that are not as simple as most.
func (w *Writer) finishSlowly() {
	switch {
	case w.mixed:
		w.addWalked()
		span := max(1, w.end-w.begin+w.extra)
		if all := w.sums.Total(); all >= span-span/64 {
			span = all // what is missing was lost in rounding
		}
		w.set(w.xc, w.Heights(w.sums.Shares(span)))
		w.mixed, w.sums, w.extra = false, paint.Sums{}, 0
	case w.starts > 1:
		// What rounded to zero is there all the same.
		for s := range paint.Slot(paint.NumSlots) {
			if w.seen>>s&1 != 0 && w.acc.At(s) == 0 {
				w.acc.Add(w.acc.Largest(), -1)
				w.acc.Add(s, 1)
			}
		}
		w.set(w.xc, w.Heights(w.acc))
	case w.starts == 1:
		w.set(w.xc, paint.Only(w.last, w.Height))
	default:
		w.set(w.xc, paint.Mix{})
	}
}

// addWalked adds the pieces of the current column to the sums of its buckets.
func (w *Writer) addWalked() {
	w.sums.AddShares(w.acc, w.end-w.begin)
	w.acc = paint.Mix{}
}

// set writes the heights of a column.
func (w *Writer) set(x int, h paint.Mix) {
	w.Main[x] = h.Main
	if h.Rest != 0 {
		w.needRest()
		w.Rest[x] = h.Rest
	}
}

// needRest provides rest, all zero.
func (w *Writer) needRest() {
	if len(w.Rest) > 0 {
		return
	}
	if cap(w.Spare) < w.width {
		w.Spare = make([]uint64, w.width)
	}
	w.Rest = w.Spare[:w.width]
	clear(w.Rest)
}

// wideSpan is the width from which a piece is worth a span without edges.
const wideSpan = 16

// fill writes columns that belong to one slot.
func (w *Writer) fill(x0, x1 int, s paint.Slot) {
	if x1-x0 >= wideSpan {
		w.Wide = append(w.Wide, paint.Span{X0: x0, X1: x1, Slot: s})
	}
	main := w.full[s]
	for x := x0; x < x1; x++ {
		w.Main[x] = main
	}
	if s < paint.SlotUI {
		return
	}
	w.needRest()
	rest := paint.Only(s, w.Height).Rest
	for x := x0; x < x1; x++ {
		w.Rest[x] = rest
	}
}

// arrivals are the pieces that start in a column.
type arrivals struct {
	shares uint64 // what slots gain and lose by them, as Mix.Main, modulo 2^64
	n      int32
	seen   uint8 // bit s: slot s has a part of the column
	last   paint.Slot
}

// Heights are the heights of shares in a column. On the lane of a CPU, threads that
// ran at all get a pixel, and so do unknown time and time taken by a host.
func (w *Writer) Heights(m paint.Mix) paint.Mix {
	if !w.Core {
		return m.Heights(w.Height)
	}
	threads := m
	threads.Rest &= 1<<(8*(CoreInterrupt-paint.SlotUI)) - 1
	if w.Stolen {
		threads.Add(CoreStolen, -m.At(CoreStolen))
		return m.Keeping(w.Height, threads.Largest(), CoreStolen, CoreUnknown)
	}
	return m.Keeping(w.Height, threads.Largest(), CoreUnknown)
}

// Slots of the lanes of CPUs, from the floor of a mixed column up: what runs, then
// interrupts, then unknown time, and idle time as the empty sky.
const (
	CoreHues      paint.Slot = 0 // and the nine after it, see Palette.ThreadHue
	CoreOther     paint.Slot = 10
	CoreSystem    paint.Slot = 11
	CoreInterrupt paint.Slot = 12
	CoreUnknown   paint.Slot = 13
	CoreOffline   paint.Slot = 14
	CoreIdle      paint.Slot = 15
	// CoreStolen is, in a trace from which a host took time, the slot of that time, in
	// place of the tenth hue: all sixteen slots are in use, and few machines need all ten
	// hues.
	CoreStolen paint.Slot = 9
)
