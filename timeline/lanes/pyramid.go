package lanes

import (
	"math/bits"
	"slices"
	"sort"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// How a lane with millions of segments is drawn in microseconds.
//
// A pixel column shows the share of each category in its time. Walking the segments
// under a column is too expensive if there are many, so their shares are
// precomputed for buckets of time: level e has buckets of 2^e ns, each with one
// byte per category (Mix). A frame reads the level whose buckets are half a column
// to a column wide, so that a column is one bucket or the mean of two.
//
// Segments are unevenly distributed: a thread may sleep for minutes and then switch
// a hundred thousand times in one second. Buckets of one size for a whole lane
// would be too many for the sleep and too few for the second. So a level consists
// of tiles of 64 buckets, and a tile exists only where at least 40 pieces start
// inside its time. Everywhere else the pieces are walked, which is then cheap by
// construction: less than 5/8 per bucket, less than 1¼ per column. It is exact too,
// so that quiet lanes and close views have crisp boundaries, and only what no eye
// could distinguish is averaged.
//
// Memory: 8 bytes per bucket; half of all buckets are in the finest level, and
// those have 0.625 pieces or more, so at most 26 bytes per piece, 20 on average, to
// which the pieces themselves add 5. (Tiles of 64 pieces and more would save 9 of
// them, but where there is one segment per pixel a frame would walk them all and
// take a quarter longer. UI processing and Unknown, which few threads ever show,
// have 8 more bytes per bucket, only in the tiles where they occur.)
//
// A column costs no branch that depends on what is in it, neither here nor in Stack
// (mix.go) nor in full (rasterblock.go): the shares of all categories are in one
// register and are added up, scaled and compared simultaneously. Unpredictable
// branches would cost more than all the arithmetic.
//
// Alternatives that were tried: prefix sums of the categories are exact at any
// zoom, but a column then costs two searches and ten subtractions in cold memory,
// ten times as much. Averaged colours need 4 bytes a bucket, but are rebuilt for
// each theme, cannot be hidden or faded, and show a mixture as a colour that no
// legend has. Keeping every level everywhere doubles the memory and gains nothing
// where there is nothing to average.

const (
	tileBits    = 6
	tileBuckets = 1 << tileBits
	// tilePieces is how many pieces must start inside a tile.
	tilePieces = 5 * tileBuckets / 8
)

// pyramid holds the tiles of one lane. The zero value has none.
type pyramid struct {
	low    int     // exponent of levels[0]
	levels []level // up to the one with a single tile over the whole trace
}

// level holds the tiles with buckets of 2^e ns, in order of time.
type level struct {
	tiles []tile
	main  []uint64 // tileBuckets per tile
	rest  []uint64 // tileBuckets per tile that has any
}

// tile is the tile over [n, n+1)·tileBuckets·2^e ns.
type tile struct {
	n    int64
	rest int32 // index of its buckets in level.rest / tileBuckets, -1: all zero
}

// level returns the level for columns of the given length in ns: its buckets are
// the widest that are not wider. It is nil if everything is to be walked.
func (p *pyramid) level(column model.Time) (l *level, exp int) {
	exp = bits.Len64(uint64(column)) - 1
	if len(p.levels) == 0 || exp < p.low {
		return nil, 0
	}
	exp = min(exp, p.low+len(p.levels)-1)
	return &p.levels[exp-p.low], exp
}

// from is the index of the first tile that ends after t.
func (l *level) from(t model.Time, exp int) int {
	n := int64(t >> (exp + tileBits))
	return sort.Search(len(l.tiles), func(i int) bool { return l.tiles[i].n >= n })
}

// stretch is how many tiles from i on are adjacent, and all have a rest or all have
// none; at most limit.
func (l *level) stretch(i int, limit int64) int {
	first := l.tiles[i]
	n := 1
	for int64(n) < limit && i+n < len(l.tiles) {
		t := l.tiles[i+n]
		if t.n != first.n+int64(n) || (t.rest < 0) != (first.rest < 0) {
			break
		}
		n++
	}
	return n
}

// bucket is the mix of bucket j of tile i.
func (l *level) bucket(i, j int) paint.Mix {
	m := paint.Mix{Main: l.main[i*tileBuckets+j]}
	if r := l.tiles[i].rest; r >= 0 {
		m.Rest = l.rest[int(r)*tileBuckets+j]
	}
	return m
}

// tileSums are the exact sums of the buckets of a tile.
type tileSums [tileBuckets]paint.Sums

// pyramidBuilder builds the pyramids of lanes, one after the other.
type pyramidBuilder struct {
	p      *Pieces
	levels []level // by exponent
	// buckets is scratch space: the exact sums of a tile under construction.
	buckets [64]*tileSums
}

// build makes the pyramid of a lane in a trace that ends at end.
func (b *pyramidBuilder) build(p *Pieces, end model.Time) pyramid {
	if p.len() < tilePieces {
		return pyramid{}
	}
	top := max(0, bits.Len64(uint64(end-1))-tileBits)
	b.p = p
	b.levels = slices.Grow(b.levels[:0], top+1)[:top+1]
	for i := range b.levels {
		l := &b.levels[i]
		*l = level{l.tiles[:0], l.main[:0], l.rest[:0]}
	}
	b.tile(top, 0, 0, p.len())
	low := 0
	for low < top && len(b.levels[low].tiles) == 0 {
		low++
	}
	out := pyramid{low, make([]level, top+1-low)}
	for i := range out.levels {
		l := &b.levels[low+i]
		// Copies: the builder reuses the memory of b.levels.
		out.levels[i] = level{slices.Clone(l.tiles), slices.Clone(l.main), slices.Clone(l.rest)}
	}
	return out
}

// tile builds tile n of level exp and those below it, and returns its sums. The
// pieces that start inside are lo … hi-1, enough for the tile to exist. The
// depth of the recursion is at most 58, the bits of a time.
func (b *pyramidBuilder) tile(exp int, n int64, lo, hi int) *tileSums {
	t := b.scratch(exp)
	length := model.Time(tileBuckets) << exp
	start := model.Time(n) * length
	mid := lo
	if exp > 0 {
		mid = min(max(b.p.starting(start+length/2), lo), hi)
	}
	b.half(t[:tileBuckets/2], exp, 2*n, lo, mid)
	b.half(t[tileBuckets/2:], exp, 2*n+1, mid, hi)
	b.store(&b.levels[exp], tile{n, -1}, t, model.Time(1)<<exp)
	return t
}

// half fills the buckets of half a tile, the time of tile n of the level below:
// from that tile if it exists, otherwise from the pieces, of which lo … hi-1 start
// inside.
func (b *pyramidBuilder) half(t []paint.Sums, exp int, n int64, lo, hi int) {
	if exp > 0 && hi-lo >= tilePieces {
		below := b.tile(exp-1, n, lo, hi)
		for i := range t {
			t[i].Merge(&below[2*i], &below[2*i+1])
		}
		return
	}
	length := model.Time(len(t)) << exp
	start := model.Time(n) * length
	b.p.walk(model.Range{From: start, To: start + length}, func(from, to model.Time, s paint.Slot) {
		for from < to {
			i := (from - start) >> exp
			end := min(to, start+(i+1)<<exp)
			t[i].Add(s, end-from)
			from = end
		}
	})
}

func (b *pyramidBuilder) scratch(exp int) *tileSums {
	if b.buckets[exp] == nil {
		b.buckets[exp] = new(tileSums)
	}
	t := b.buckets[exp]
	*t = tileSums{}
	return t
}

// store appends a finished tile to its level.
func (b *pyramidBuilder) store(l *level, t tile, sums *tileSums, width model.Time) {
	var rest [tileBuckets]uint64
	some := false
	for i := range sums {
		var m paint.Mix
		if sums[i].Seen != 0 {
			m = sums[i].Shares(width)
		}
		l.main = append(l.main, m.Main)
		rest[i] = m.Rest
		some = some || m.Rest != 0
	}
	if some {
		t.rest = int32(len(l.rest) / tileBuckets)
		l.rest = append(l.rest, rest[:]...)
	}
	l.tiles = append(l.tiles, t)
}

// Lane is the summary of a thread.
type Lane struct {
	*Pieces
	pyramid
}

// NewLane is the summary of pieces that end at end.
func NewLane(p *Pieces, end model.Time) *Lane {
	var b pyramidBuilder
	return &Lane{p, b.build(p, end)}
}

func (l *Lane) size() int64 {
	bytes := 5*int64(cap(l.dt)) + 16*int64(cap(l.blocks))
	for _, lv := range l.levels {
		bytes += 16*int64(cap(lv.tiles)) + 8*int64(cap(lv.main)) + 8*int64(cap(lv.rest))
	}
	return bytes
}
