package timeline

import "threadlens/model"

// laneWriter makes the columns of a lane from pieces and buckets that come in the
// order of time.
//
// A column in which one piece starts belongs to that piece, whatever is left of
// the one before: both ends of a segment are rounded down, so that neighbours
// meet without overlap or gap. A column in which several start shows their mix.
type laneWriter struct {
	*columns
	height int              // of the lane, pixels
	simple bool             // stack will do for columns without rest
	full   [numSlots]uint64 // main of a column that is all of one slot
	main   []uint64         // heights of slots 0 … 7 by column
	rest   []uint16         // of slots 8 and 9, empty while no column has any
	spare  []uint16         // memory for rest
	wide   []span           // wide pieces, for lanes that are too low for edges

	// The column under construction: all before it are written.
	xc         int
	begin, end model.Time
	pos        uint64 // shares known so far, from its left edge
	acc        mix    // of which slots
	seen       uint16 // bit s: slot s is in it
	starts     int    // pieces that start in it
	last       slot   // the last of them
	// Of a column that has buckets in it.
	mixed bool
	sums  sums
	extra model.Time // length of the buckets, less their time in the column
}

// reset begins a lane; main and spare are memory for its columns.
func (w *laneWriter) reset(c *columns, height int, main []uint64, spare []uint16) {
	if cap(main) < c.view.Width {
		main = make([]uint64, c.view.Width)
	}
	*w = laneWriter{
		columns: c, height: height, simple: height >= lowSimple && height <= highSimple,
		main: main[:c.view.Width], spare: spare, wide: w.wide[:0], xc: -1, begin: c.view.From, end: c.view.From,
	}
	for s := range slot(numSlots) {
		w.full[s] = only(s, height).main
	}
}

// piece adds a piece, clipped to the window.
func (w *laneWriter) piece(from, to model.Time, s slot) {
	if from >= w.end {
		w.seek(from)
	}
	if to < w.end {
		w.upTo(uint64(to-w.begin)*w.share>>48, s)
		w.starts++
		return
	}
	if from > w.begin || w.seen != 0 || w.mixed {
		w.upTo(fullShare, s)
		w.starts++
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
func (w *laneWriter) upTo(pos uint64, s slot) {
	d := pos - w.pos
	w.pos = pos
	if s < slotUI {
		w.acc.main += d << (8 * s & 63)
	} else {
		w.acc.rest += uint16(d << (8 * (s - slotUI)))
	}
	w.seen |= 1 << s
	w.last = s
}

// move goes to column x; those before must be written.
func (w *laneWriter) move(x int) {
	w.xc = x
	w.begin = w.at[x]
	w.end = w.at[min(x+1, w.view.Width)]
}

// seek finishes the column under construction and goes to the one of t, leaving
// those between empty.
func (w *laneWriter) seek(t model.Time) {
	w.finish()
	x := w.x(t)
	clear(w.main[min(w.xc, x):x])
	w.move(x)
	w.pos = uint64(t-w.begin) * w.share >> 48
	if t == w.view.From {
		w.starts = -1 // what comes from before the window does not start in it
	}
}

// finish writes the column under construction and goes to the next.
func (w *laneWriter) finish() {
	if w.xc < 0 {
		w.xc = 0
		return
	}
	if w.xc >= w.view.Width {
		return
	}
	if w.mixed || w.seen>>slotUI != 0 || !w.simple {
		w.finishSlowly()
	} else {
		h := stack(w.acc.main, uint64(w.seen&1), uint64(w.seen>>slotSync&1), w.height)
		if w.starts == 1 {
			h = w.full[w.last]
		}
		if w.starts < 1 {
			h = 0
		}
		w.main[w.xc] = h
	}
	w.pos, w.acc, w.seen, w.starts = 0, mix{}, 0, 0
	w.move(w.xc + 1)
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
		if all := w.sums.total(); all >= span-span/64 {
			span = all // what is missing was lost in rounding
		}
		w.set(w.xc, w.sums.shares(span).heights(w.height))
		w.mixed, w.sums, w.extra = false, sums{}, 0
	case w.starts > 1:
		// What rounded to nothing is there all the same.
		for s := range slot(numSlots) {
			if w.seen>>s&1 != 0 && w.acc.at(s) == 0 {
				w.acc.add(w.acc.largest(), -1)
				w.acc.add(s, 1)
			}
		}
		w.set(w.xc, w.acc.heights(w.height))
	case w.starts == 1:
		w.set(w.xc, only(w.last, w.height))
	default:
		w.set(w.xc, mix{})
	}
}

// addWalked adds the pieces of the column under construction to the sums of its
// buckets.
func (w *laneWriter) addWalked() {
	w.sums.addShares(w.acc, w.end-w.begin)
	w.acc = mix{}
}

// set writes the heights of a column.
func (w *laneWriter) set(x int, h mix) {
	w.main[x] = h.main
	if h.rest != 0 {
		w.needRest()
		w.rest[x] = h.rest
	}
}

// needRest provides rest, all zero.
func (w *laneWriter) needRest() {
	if len(w.rest) > 0 {
		return
	}
	if cap(w.spare) < w.view.Width {
		w.spare = make([]uint16, w.view.Width)
	}
	w.rest = w.spare[:w.view.Width]
	clear(w.rest)
}

// wideSpan is the width from which a piece is worth a span without edges.
const wideSpan = 16

// fill writes columns that belong to one slot.
func (w *laneWriter) fill(x0, x1 int, s slot) {
	if x1-x0 >= wideSpan {
		w.wide = append(w.wide, span{x0, x1, s, 0})
	}
	main := w.full[s]
	for x := x0; x < x1; x++ {
		w.main[x] = main
	}
	if s < slotUI {
		return
	}
	w.needRest()
	rest := only(s, w.height).rest
	for x := x0; x < x1; x++ {
		w.rest[x] = rest
	}
}

// tile adds the buckets of tile i of a level from r.From on. A bucket belongs to
// the column of its middle.
func (w *laneWriter) tile(l *level, exp, i int, r model.Range) {
	width := model.Time(1) << exp
	base := model.Time(l.tiles[i].n) << (exp + tileBits)
	stop := base + tileBuckets*width
	if t := max(r.From, base); t >= w.end {
		w.seek(t)
	}
	j := bucketsBefore(w.begin, base, exp)
	for w.xc < w.view.Width && w.begin < stop {
		if w.seen == 0 && !w.mixed && w.begin >= base && l.tiles[i].rest < 0 && w.simple {
			if j = w.inside(l.main[i*tileBuckets:][:tileBuckets], j, base, exp); w.xc == w.view.Width || w.begin >= stop {
				return
			}
		}
		next := bucketsBefore(w.end, base, exp)
		w.mixed = true
		w.extra += model.Time(next-j)*width - (min(stop, w.end) - max(base, w.begin))
		for ; j < next; j++ {
			w.sums.addShares(l.bucket(i, j), width)
		}
		if w.end > stop { // the column goes on after the tile
			w.addWalked()
			w.pos = uint64(stop-w.begin) * w.share >> 48
			return
		}
		w.finish()
	}
}

// inside writes columns that lie inside a tile, as long as each is one bucket or
// the mean of two, bucket j being the first. It returns the next bucket.
func (w *laneWriter) inside(buckets []uint64, j int, base model.Time, exp int) int {
	width := model.Time(1) << exp
	first := base + width/2 - width + 1 // see bucketsBefore
	stop := base + tileBuckets*width
	x := w.xc
	at, main := w.at[x+1:], w.main[x:]
	n := 0
	for ; n < len(main) && n < len(at) && at[n] <= stop; n++ {
		next := int((at[n] - first) >> exp)
		if next-j > 2 || j >= len(buckets) || next <= 0 || next > len(buckets) {
			break
		}
		a, b := buckets[j], buckets[next-1]
		some := nonZero(a|b) >> 7
		mean := a&b + (a^b)>>1&lowBits
		main[n] = stack(mean, some&1, some>>(8*slotSync)&1, w.height)
		j = next
	}
	w.starts, w.pos = 0, 0
	w.move(x + n)
	return j
}

// bucketsBefore is the number of buckets of a tile whose middle lies before t.
func bucketsBefore(t, base model.Time, exp int) int {
	width := model.Time(1) << exp
	return int(min(max((t-base-width/2+width-1)>>exp, 0), tileBuckets))
}

// lane makes the columns of a thread.
func (w *laneWriter) lane(sp *splitter, l *lane, ix model.ThreadIx) {
	r := w.view.Clip(sp.trace.Threads[ix].Life)
	switch {
	case r.Len() == 0:
	case l == nil:
		sp.walk(ix, r, w.piece)
	default:
		w.summarised(l, r)
	}
	w.finish()
	clear(w.main[w.xc:])
}

// summarised makes columns of the tiles of a lane, and of its pieces between
// them.
func (w *laneWriter) summarised(l *lane, r model.Range) {
	at := r.From
	if lv, exp := l.level(w.view.Len() / model.Time(w.view.Width)); lv != nil {
		length := model.Time(tileBuckets) << exp
		for i := lv.from(r.From, exp); i < len(lv.tiles); i++ {
			start := model.Time(lv.tiles[i].n) * length
			if start >= r.To {
				break
			}
			if at < start {
				w.pieces(l.pieces, model.Range{From: at, To: start})
			}
			w.tile(lv, exp, i, r)
			at = start + length
		}
	}
	if at < r.To {
		w.pieces(l.pieces, model.Range{From: at, To: r.To})
	}
}

// pieces adds the pieces that meet r.
func (w *laneWriter) pieces(p *pieces, r model.Range) {
	i := max(0, p.find(r.From))
	for k := p.block(i); k < len(p.blocks) && i < len(p.dt); k++ {
		base, dt, next := p.span(k)
		for i < len(dt) {
			from, to := base+model.Time(dt[i]), next
			if from >= r.To {
				return
			}
			if i+1 < len(dt) {
				to = base + model.Time(dt[i+1])
			}
			w.piece(max(from, r.From), min(to, r.To), p.slots[i])
			if i++; w.simple && !w.mixed {
				i = w.many(base, dt, p.slots, i, r.To)
			}
		}
	}
}

// cover gives the columns from x on that end by t to a slot, and returns the one
// of t. Most pieces cover few, which are then quicker stepped through than
// computed.
func (w *laneWriter) cover(x int, t model.Time, s slot) int {
	const few = 8
	full := w.full[s]
	ends, main := w.at[x+1:], w.main[x:]
	for i := range min(few, len(main), len(ends)) {
		if ends[i] > t {
			return x + i
		}
		main[i] = full
	}
	next := w.x(t)
	if x+few < next {
		w.fill(x+few, next, s)
	}
	return next
}

// many is piece for pieces i and on, up to the last but one of dt and to those
// that end by limit, and as long as they need no rest. It returns the first that
// it did not add. It exists because most of the time of a frame may be spent
// here: all it knows is in registers.
func (w *laneWriter) many(base model.Time, dt []uint32, slots []slot, i int, limit model.Time) int {
	x, begin, end := w.xc, w.begin, w.end
	pos, acc, seen, starts, last := w.pos, w.acc.main, w.seen, w.starts, w.last
	main, share := w.main, w.share
	slots = slots[:len(dt)]
	for ; i+1 < len(dt) && x < len(main); i++ {
		to, s := base+model.Time(dt[i+1]), slots[i]
		if to > limit || s >= slotUI {
			break
		}
		shift := 8 * s & 63
		if to >= end {
			if seen != 0 || base+model.Time(dt[i]) > begin {
				acc += (fullShare - pos) << shift
				seen |= 1 << s
				h := stack(acc, uint64(seen&1), uint64(seen>>slotSync&1), w.height)
				if starts == 0 {
					h = w.full[s]
				}
				main[x] = h
				x++
			}
			x = w.cover(x, to, s)
			begin, end = w.at[x], w.at[min(x+1, len(main))]
			pos, acc, seen, starts = 0, 0, 0, -1
			if to == begin {
				starts = 0
				continue
			}
		}
		p := uint64(to-begin) * share >> 48
		acc += (p - pos) << shift
		pos, seen, last = p, seen|1<<s, s
		starts++
	}
	w.xc, w.begin, w.end = x, begin, end
	w.pos, w.acc.main, w.seen, w.starts, w.last = pos, acc, seen, starts, last
	return i
}
