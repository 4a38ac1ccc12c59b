package lanes

import (
	"threadlens/model"
	"threadlens/timeline/paint"
)

// Lane makes the columns of a thread: from its summary, or from its segments
// while there is none.
func (w *Writer) Lane(sp *Splitter, l *Lane, ix model.ThreadIx) {
	r := w.span.Clip(sp.Trace.Threads[ix].Life)
	switch {
	case r.Len() == 0:
	case l == nil:
		sp.Walk(ix, r, w.piece)
	default:
		w.summarised(l, r)
	}
	w.finish()
	clear(w.Main[w.xc:])
}

// Part makes the columns of the part of a summary in r; outside r they are empty.
func (w *Writer) Part(l *Lane, r model.Range) {
	if r = w.span.Clip(r); r.Len() > 0 {
		w.summarised(l, r)
	}
	w.finish()
	clear(w.Main[w.xc:])
}

// summarised makes columns of the tiles of a lane, and of its pieces between
// them.
func (w *Writer) summarised(l *Lane, r model.Range) {
	at := r.From
	if lv, exp := l.level(w.span.Len() / model.Time(w.width)); lv != nil {
		length := model.Time(tileBuckets) << exp
		for i := lv.from(r.From, exp); i < len(lv.tiles); {
			start := model.Time(lv.tiles[i].n) * length
			if start >= r.To {
				break
			}
			if at < start {
				w.pieces(l.Pieces, model.Range{From: at, To: start})
			}
			n := lv.stretch(i, int64((r.To-start-1)/length)+1)
			w.tiles(lv, exp, i, n, max(at, start))
			at = start + length*model.Time(n)
			i += n
		}
	}
	if at < r.To {
		w.pieces(l.Pieces, model.Range{From: at, To: r.To})
	}
}

// tiles adds the buckets of a stretch of n tiles, the first being tile i, from t
// on. A bucket belongs to the column of its middle.
func (w *Writer) tiles(l *level, exp, i, n int, t model.Time) {
	width := model.Time(1) << exp
	base := model.Time(l.tiles[i].n) << (exp + tileBits)
	all := n * tileBuckets
	stop := base + model.Time(all)*width
	if t >= w.end {
		w.seek(t)
	}
	j := bucketsBefore(w.begin, base, exp, all)
	for w.xc < w.width && w.begin < stop {
		if j = w.quickly(l, i, j, all, base, exp); w.xc == w.width || w.begin >= stop {
			return
		}
		next := bucketsBefore(w.end, base, exp, all)
		w.mixed = true
		w.extra += model.Time(next-j)*width - (min(stop, w.end) - max(base, w.begin))
		for ; j < next; j++ {
			w.sums.AddShares(l.bucket(i+j/tileBuckets, j%tileBuckets), width)
		}
		if w.end > stop { // the column continues after the stretch
			w.addWalked()
			w.pos = uint64(stop-w.begin) * w.share >> 48
			return
		}
		w.finish()
	}
}

// quickly writes columns of a stretch of n buckets from tile i on for which no
// sums are needed, as far as there are any at its bucket j. It returns the next
// bucket.
func (w *Writer) quickly(l *level, i, j, n int, base model.Time, exp int) int {
	switch {
	case w.seen != 0 || w.mixed || w.begin < base:
	case w.Core:
		return w.averaged(l, i, j, n, base, exp)
	case !w.simple:
	case l.tiles[i].rest < 0:
		return w.inside(l.main[i*tileBuckets:][:n], j, base, exp)
	default:
		return w.insideAll(l.main[i*tileBuckets:][:n], l.rest[int(l.tiles[i].rest)*tileBuckets:][:n], j, base, exp)
	}
	return j
}

// inside writes columns that lie inside a stretch of tiles, as long as each is one
// bucket or the mean of two, bucket j being the first. It returns the next bucket.
func (w *Writer) inside(buckets []uint64, j int, base model.Time, exp int) int {
	width := model.Time(1) << exp
	first := base + width/2 - width + 1 // see bucketsBefore
	stop := base + model.Time(len(buckets))*width
	x := w.xc
	main := w.Main[x:]
	at := w.At[x+1:][:len(main)]
	n, height := 0, w.Height
	for ; n < len(main) && at[n] <= stop; n++ {
		next := int((at[n] - first) >> exp)
		if next-j > 2 || uint(j) >= uint(len(buckets)) || uint(next-1) >= uint(len(buckets)) {
			break
		}
		a, b := buckets[j], buckets[next-1]
		some := paint.NonZero(a|b) >> 7
		mean := a&b + (a^b)>>1&paint.LowBits
		main[n] = paint.Stack(mean, some&1, some>>(8*paint.SlotSync)&1, height)
		j = next
	}
	w.starts, w.pos = 0, 0
	w.move(x + n)
	return j
}

// insideAll is inside for buckets with slots that Stack does not handle.
func (w *Writer) insideAll(main, rest []uint64, j int, base model.Time, exp int) int {
	width := model.Time(1) << exp
	first := base + width/2 - width + 1 // see bucketsBefore
	stop := base + model.Time(len(main))*width
	rest = rest[:len(main)]
	w.needRest()
	x := w.xc
	for ; x < w.width && w.At[x+1] <= stop; x++ {
		next := int((w.At[x+1] - first) >> exp)
		if next-j > 2 || uint(j) >= uint(len(main)) || uint(next-1) >= uint(len(main)) {
			break
		}
		m := paint.Mix{Main: mean(main[j], main[next-1]), Rest: mean(rest[j], rest[next-1])}
		some, others := paint.NonZero(main[j]|main[next-1])>>7, paint.NonZero(rest[j]|rest[next-1])>>7
		h := paint.StackAll(m, some&1, some>>(8*paint.SlotSync)&1, others>>(8*(paint.SlotUnknown-paint.SlotUI))&1, w.Height)
		w.Main[x], w.Rest[x] = h.Main, h.Rest
		j = next
	}
	w.starts, w.pos = 0, 0
	w.move(x)
	return j
}

// mean is the mean of two shares in each byte, rounded down.
func mean(a, b uint64) uint64 { return a&b + (a^b)>>1&paint.LowBits }

// bucketsBefore is how many of the n buckets from base on have their middle before
// t.
func bucketsBefore(t, base model.Time, exp, n int) int {
	width := model.Time(1) << exp
	return int(min(max((t-base-width/2+width-1)>>exp, 0), model.Time(n)))
}

// pieces adds the pieces that overlap r.
func (w *Writer) pieces(p *Pieces, r model.Range) {
	i := max(0, p.find(r.From))
	crowded := w.simple && (p.starting(r.To)-i)*crowdedColumns >= w.X(r.To)-w.X(r.From)
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
			if i++; crowded && !w.mixed {
				i = w.crowd(base, dt, p.slots, i, r.To)
			}
		}
	}
}

// averaged is inside for the lanes of CPUs, whose buckets have more slots: it
// writes columns as long as each is one bucket or the mean of two of a stretch of n
// from tile i on, bucket j being the first. It returns the next bucket.
func (w *Writer) averaged(l *level, i, j, n int, base model.Time, exp int) int {
	width := model.Time(1) << exp
	stop := base + model.Time(n)*width
	x := w.xc
	for ; x < w.width && w.At[x+1] <= stop; x++ {
		next := bucketsBefore(w.At[x+1], base, exp, n)
		if next-j > 2 || next == j {
			break
		}
		a, b := l.bucket(i+j/tileBuckets, j%tileBuckets), l.bucket(i+(next-1)/tileBuckets, (next-1)%tileBuckets)
		w.set(x, w.Heights(a.Mean(b)))
		j = next
	}
	w.starts, w.pos = 0, 0
	w.move(x)
	return j
}
