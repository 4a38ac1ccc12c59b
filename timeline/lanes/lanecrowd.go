package lanes

import (
	"threadlens/model"
	"threadlens/timeline/paint"
)

// crowdedColumns is how many columns a piece may have on average for crowd to be
// the faster way.
const crowdedColumns = 8

// crowd is like piece for the pieces from i on, as long as they start before limit
// and need no rest. It returns the first that it did not add.
//
// With about one piece per column, it is unpredictable whether the next one ends in
// this column, and how many it covers. Hence there are two passes without branches
// that depend on it: over the pieces, each of which takes the rest of its column
// from the previous one, and over the columns, each of which belongs to the last
// piece before it except for what its arrivals take.
func (w *Writer) crowd(base model.Time, dt []uint32, slots []paint.Slot, i int, limit model.Time) int {
	if w.seen>>paint.SlotUI != 0 || i+1 >= len(dt) || w.xc == w.width {
		return i
	}
	at, share, from, scale := w.At, w.share, w.span.From, w.scale
	grid := w.grid[:len(at)-1]
	slots = slots[:len(dt)]
	first, x, pos, before := i, w.xc, w.pos, w.last
	grid[x] = arrivals{shares: w.acc.Main - pos<<(8*before&63), n: int32(w.starts), seen: uint8(w.seen)}
	for ; i < len(dt); i++ {
		t, s := base+model.Time(dt[i]), slots[i]
		if t >= limit || s >= paint.SlotUI {
			break
		}
		x = min(int(float64(t-from)*scale), len(grid)-1)
		if at[x+1] <= t { // see Columns.X
			x++
		}
		if at[x] > t {
			x--
		}
		pos = uint64(t-at[x]) * share >> 48
		left := paint.FullShare - pos
		a := &grid[x]
		a.shares += left<<(8*s&63) - left<<(8*before&63)
		a.n++
		a.seen |= 1<<(s&7) | 1<<(before&7)&uint8((at[x]-t)>>63)
		a.last, before = s, s
	}
	if i == first {
		grid[w.xc] = arrivals{}
		return i
	}
	w.settle(x)
	// The last piece may end before the next column: it is left to piece.
	w.pos = pos
	w.acc.Main -= (paint.FullShare - pos) << (8 * before & 63)
	w.starts--
	return i - 1
}

// settle writes the columns from the current one up to x, which becomes the current
// one, and clears the grid.
func (w *Writer) settle(x int) {
	last, full := w.last, &w.full
	main := w.Main[w.xc:x]
	for i, a := range w.grid[w.xc:][:len(main)] {
		before := last
		starts := paint.Slot(-a.n >> 31) // all bits where something starts
		last = last&^starts | a.last&starts
		h := full[last&15]
		if a.n > 1 {
			h = paint.Stack(a.shares+paint.FullShare<<(8*before&63), uint64(a.seen&1), uint64(a.seen>>paint.SlotSync&1), w.Height)
		}
		main[i] = h
	}
	a := w.grid[x]
	clear(w.grid[w.xc : x+1])
	w.move(x)
	w.acc.Main = a.shares + paint.FullShare<<(8*last&63)
	w.starts, w.seen = int(a.n), uint16(a.seen)
}
