package timeline

import (
	"threadlens/model"
)

// columns is the grid of a frame: the instants at which its columns begin.
type columns struct {
	view  Viewport
	at    []model.Time // of columns 0 … Width
	scale float64      // columns a ns
}

func (c *columns) reset(v Viewport) {
	if c.view == v && len(c.at) == v.Width+1 {
		return
	}
	c.view = v
	c.scale = float64(v.Width) / float64(v.Len())
	c.at = c.at[:0]
	for x := range v.Width + 1 {
		c.at = append(c.at, v.TimeAt(x))
	}
}

// x is view.X for an instant of the window (its end included), without division:
// the estimate is off by one at most, and the grid knows better.
func (c *columns) x(t model.Time) int {
	x := min(int(float64(t-c.view.From)*c.scale), c.view.Width)
	for x < c.view.Width && c.at[x+1] <= t {
		x++
	}
	for c.at[x] > t {
		x--
	}
	return x
}

// laneWriter makes the runs of a lane from pieces and buckets that come in the
// order of time.
//
// A column in which one piece starts belongs to that piece, whatever is left of
// the one before: both ends of a segment are rounded down, so that neighbours
// meet without overlap or gap. A column in which several start shows their mix.
type laneWriter struct {
	*columns
	height int // of a segment, pixels
	runs   []Run

	xc     int        // the column under construction
	end    model.Time // of it
	acc    sums       // what is known of it
	starts int        // pieces that start in it
	last   slot       // the last of them
	mixed  bool       // it has buckets in it
	extra  model.Time // the length of those buckets, less their time in it
}

func (w *laneWriter) reset(c *columns, height int, runs []Run) {
	*w = laneWriter{columns: c, height: min(height, fullShare), runs: runs[:0], xc: -1, end: c.view.From}
}

// piece adds a piece, clipped to the window.
func (w *laneWriter) piece(from, to model.Time, s slot) {
	if from >= w.end {
		w.seek(from)
	}
	if to < w.end {
		w.acc.add(s, to-from)
		w.start(from, s)
		return
	}
	if from > w.at[w.xc] || w.acc.seen != 0 {
		w.acc.add(s, w.end-from)
		w.start(from, s)
		w.flush()
		w.xc++
	}
	x := w.xc
	w.xc = w.x(to)
	if x < w.xc {
		w.solid(x, w.xc, s)
	}
	w.end = w.at[min(w.xc+1, w.view.Width)]
	if begin := w.at[w.xc]; to > begin {
		w.acc.add(s, to-begin)
		w.last = s
	}
}

// start notes that a piece starts at t. What comes from before the window does
// not start in it.
func (w *laneWriter) start(t model.Time, s slot) {
	w.last = s
	if t > w.view.From {
		w.starts++
	}
}

// seek finishes the column under construction and goes to the one of t.
func (w *laneWriter) seek(t model.Time) {
	w.flush()
	w.move(w.x(t))
}

// flush writes the column under construction.
func (w *laneWriter) flush() {
	switch {
	case w.acc.seen == 0:
	case w.mixed || w.starts > 1:
		w.emit(w.xc, w.acc.shares(max(1, w.end-w.at[w.xc]+w.extra)))
	case w.starts == 1:
		w.solid(w.xc, w.xc+1, w.last)
	}
	w.acc, w.starts, w.mixed, w.extra = sums{}, 0, false, 0
}

// solid writes columns that belong to one slot.
func (w *laneWriter) solid(x0, x1 int, s slot) {
	if n := len(w.runs) - 1; n >= 0 {
		if r := &w.runs[n]; r.look == lookSolid && r.slot == s && int(r.X1) == x0 {
			r.X1 = uint16(x1)
			return
		}
	}
	w.runs = append(w.runs, Run{only(s, w.height), uint16(x0), uint16(x1), s, lookSolid})
}

// emit writes column x with the shares m.
func (w *laneWriter) emit(x int, m mix) {
	if m == (mix{}) {
		return
	}
	h := m.heights(w.height)
	if s, ok := m.solid(h); ok {
		w.solid(x, x+1, s)
		return
	}
	if n := len(w.runs) - 1; n >= 0 {
		if r := &w.runs[n]; r.look == 0 && r.heights == h && int(r.X1) == x {
			r.X1++
			return
		}
	}
	w.runs = append(w.runs, Run{h, uint16(x), uint16(x + 1), 0, 0})
}

// tile adds the buckets of tile i of a level that meet r. A bucket belongs to
// the column of its middle.
func (w *laneWriter) tile(l *level, exp, i int, r model.Range) {
	width := model.Time(1) << exp
	base := model.Time(l.tiles[i].n) << (exp + tileBits)
	stop := base + tileBuckets*width
	t := max(r.From, base)
	if t >= w.end {
		w.seek(t)
	}
	j := w.bucketsBefore(w.at[w.xc], base, exp)
	for x := w.xc; x < w.view.Width && w.at[x] < stop; x++ {
		if w.acc.seen == 0 && w.at[x] >= base && l.tiles[i].rest < 0 {
			x, j = w.inside(l.main[i*tileBuckets:(i+1)*tileBuckets], x, j, base, exp)
			if w.move(x); x == w.view.Width || w.at[x] >= stop {
				return
			}
		}
		next := w.bucketsBefore(w.at[x+1], base, exp)
		w.extra += model.Time(next-j)*width - (min(stop, w.at[x+1]) - max(base, w.at[x]))
		for ; j < next; j++ {
			w.acc.addShares(l.bucket(i, j), width)
		}
		w.mixed = true
		if w.at[x+1] > stop {
			return // the column goes on after the tile
		}
		w.flush()
		w.move(x + 1)
	}
}

// move goes to column x.
func (w *laneWriter) move(x int) {
	w.xc = x
	w.end = w.at[min(x+1, w.view.Width)]
}

// inside writes columns from x on that lie inside a tile, as long as each is one
// bucket or the mean of two, bucket j being the first. It returns where it
// stopped.
func (w *laneWriter) inside(buckets []uint64, x, j int, base model.Time, exp int) (int, int) {
	width := model.Time(1) << exp
	first := base + width/2 - width + 1 // see bucketsBefore
	stop := base + tileBuckets*width
	for x < w.view.Width && w.at[x+1] <= stop {
		next := int((w.at[x+1] - first) >> exp)
		if next-j > 2 || next == j {
			break
		}
		m, ok := average(mix{main: buckets[j]}, mix{main: buckets[next-1]})
		if !ok {
			break
		}
		w.emit(x, m)
		x, j = x+1, next
	}
	return x, j
}

// bucketsBefore is the number of buckets of a tile whose middle lies before t.
func (w *laneWriter) bucketsBefore(t, base model.Time, exp int) int {
	width := model.Time(1) << exp
	return int(min(max((t-base-width/2+width-1)>>exp, 0), tileBuckets))
}

// lane makes the runs of a thread.
func (w *laneWriter) lane(sp *splitter, l *lane, ix model.ThreadIx) {
	r := w.view.Clip(sp.trace.Threads[ix].Life)
	if r.Len() == 0 {
		return
	}
	if l == nil {
		sp.walk(ix, r, w.piece)
	} else {
		w.summarised(l, r)
	}
	w.flush()
}

// summarised makes runs of the tiles of a lane, and of its pieces between them.
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
				l.walk(model.Range{From: at, To: start}, w.piece)
			}
			w.tile(lv, exp, i, r)
			at = start + length
		}
	}
	if at < r.To {
		l.walk(model.Range{From: at, To: r.To}, w.piece)
	}
}
