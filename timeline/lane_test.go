package timeline

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/paint"
)

// lanesOf makes the columns of a thread with and without a summary.
func lanesOf(t testing.TB, s *Summary, ix model.ThreadIx, v Viewport, h int) (built, walked paint.Lane) {
	t.Helper()
	var c columns
	c.reset(v.Range, v.Width, v.TimeAt)
	for _, l := range []struct {
		lane *paint.Lane
		from *lane
	}{{&built, s.lane(ix)}, {&walked, nil}} {
		var w laneWriter
		w.reset(&c, h, nil, nil)
		w.lane(s.splitter(), l.from, ix)
		*l.lane = paint.Lane{Height: h, Main: w.main, Rest: w.rest}
	}
	return built, walked
}

func build(t testing.TB, tr *model.Trace) *Summary {
	t.Helper()
	s := NewSummary(tr)
	if err := s.Build(context.Background(), 2, nil); err != nil {
		t.Fatal(err)
	}
	return s
}

type testTrace struct {
	name string
	*model.Trace
}

// testTraces are small, some crowded in places.
func testTraces() []testTrace {
	return []testTrace{
		{"even", synthetic(3, 6000, 2*second, 1)},
		{"burst", synthetic(3, 6000, 20*second, 40)},
		{"few", synthetic(2, 30, second, 1)},
	}
}

func randomWindow(r *rand.Rand, end model.Time) Viewport {
	width := 50 + r.IntN(900)
	length := model.Time(float64(end) * math.Exp(-r.Float64()*9))
	length = max(length, model.Time(width))
	from := model.Time(r.Int64N(int64(end)))
	return Viewport{model.Range{From: from, To: from + length}, width}.Clamp(model.Range{To: end})
}

// TestColumnsOfPieces compares columns walked from segments with the rule: one
// start gives the column to the segment that starts, several give a mix.
func TestColumnsOfPieces(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for _, tr := range testTraces() {
		name := tr.name
		s := build(t, tr.Trace)
		for range 20 {
			v := randomWindow(r, tr.End)
			ix := model.ThreadIx(r.IntN(len(tr.Threads)))
			if tr.Threads[ix].Len() == 0 {
				continue
			}
			_, lane := lanesOf(t, s, ix, v, 20)
			for x := range v.Width {
				got, want, tolerance := lane.Heights(x), columnByRule(tr.Trace, ix, v, x, 20), 0
				if want.Main>>63 != 0 {
					t.Fatal("height of 128 or more")
				}
				starts := startsIn(tr.Trace, ix, v, x)
				if starts > 1 {
					tolerance = 2
				}
				for sl := range paint.Slot(paint.NumSlots) {
					if d := got.At(sl) - want.At(sl); d > tolerance || -d > tolerance {
						t.Fatalf("%s: thread %d, %v, column %d with %d starts: %v, want %v", name, ix, v, x, starts, got, want)
					}
				}
			}
		}
	}
}

func startsIn(tr *model.Trace, ix model.ThreadIx, v Viewport, x int) (n int) {
	c := v.Column(x)
	for seg := range tr.Segments(ix, c) {
		if seg.From >= c.From && seg.From > v.From {
			n++
		}
	}
	return n
}

func columnByRule(tr *model.Trace, ix model.ThreadIx, v Viewport, x, h int) paint.Mix {
	c := v.Column(x)
	var in paint.Sums
	var last model.Segment
	for seg := range tr.Segments(ix, c) {
		in.Add(paint.SlotOf[seg.Category], seg.Overlap(c))
		last = seg
	}
	switch startsIn(tr, ix, v, x) {
	case 0:
		if last.From > c.From || last.To < c.To {
			return paint.Mix{} // the end of a life
		}
		fallthrough
	case 1:
		return paint.Only(paint.SlotOf[last.Category], h)
	}
	return in.Shares(c.Len()).Heights(h)
}

// TestColumnsConserveTime adds up what the columns of a summarised lane show and
// compares it with the exact sums; within a life no column has a gap.
func TestColumnsConserveTime(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for _, tr := range testTraces() {
		name := tr.name
		s := build(t, tr.Trace)
		for range 30 {
			v := randomWindow(r, tr.End)
			ix := model.ThreadIx(r.IntN(len(tr.Threads)))
			life := tr.Threads[ix].Life
			lane, _ := lanesOf(t, s, ix, v, 200)
			var shown [paint.NumSlots]float64
			for x := range v.Width {
				h := lane.Heights(x)
				sum := 0
				for sl := range paint.Slot(paint.NumSlots) {
					sum += h.At(sl)
					shown[sl] += float64(h.At(sl)) / 200 * float64(v.Column(x).Len())
				}
				if c := v.Column(x); c.From >= life.From && c.To <= life.To && sum != 200 {
					t.Fatalf("%s: thread %d, %v: column %d is %d high", name, ix, v, x, sum)
				}
			}
			exact := tr.Sums(ix, v.Range)
			// A column in which one segment starts goes to it whole. That is fair
			// on the average, but where mixed columns are beside it, what began
			// before is seen a little longer than it was.
			bound := 0.04*float64(v.Len()) + 3*float64(v.Len())/float64(v.Width)
			for sl, c := range paint.StackOrder {
				if got, want := shown[sl], float64(exact[c]); math.Abs(got-want) > bound {
					t.Errorf("%s: thread %d, %v: %v shows %.0f ns of %.0f", name, ix, v, c, got, want)
				}
			}
		}
	}
}

// TestNothingIsDropped looks for every execution and lock wait in the columns, at
// every zoom: it must be there, or in the column beside.
func TestNothingIsDropped(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 10))
	for _, tr := range testTraces() {
		name := tr.name
		s := build(t, tr.Trace)
		for _, zoom := range []float64{1, 3, 10, 40, 200, 1000} {
			v := Viewport{tr.Whole(), 700}.Zoom(r.IntN(700), zoom, tr.Whole())
			ix := model.ThreadIx(r.IntN(len(tr.Threads)))
			lane, _ := lanesOf(t, s, ix, v, 20)
			for seg := range tr.Segments(ix, v.Range) {
				sl := paint.SlotOf[seg.Category]
				if sl != paint.SlotExecution && sl != paint.SlotSync || seg.From < v.From {
					continue
				}
				x := v.X((seg.From + min(seg.To, v.To)) / 2)
				found := false
				for near := max(x-1, 0); near <= min(x+1, v.Width-1); near++ {
					found = found || lane.Heights(near).At(sl) > 0
				}
				if !found {
					t.Fatalf("%s: zoom %v: thread %d: %v of %d ns is not in column %d", name, zoom, ix, seg.Category, seg.Len(), x)
				}
			}
		}
	}
}

// TestSummaryAgreesWithWalk compares the two ways to the same picture: they may
// differ by what a bucket blurs, a column to either side.
func TestSummaryAgreesWithWalk(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 11))
	for _, tr := range testTraces() {
		name := tr.name
		s := build(t, tr.Trace)
		for range 40 {
			v := randomWindow(r, tr.End)
			ix := model.ThreadIx(r.IntN(len(tr.Threads)))
			built, walked := lanesOf(t, s, ix, v, 20)
			for x := range v.Width {
				a, b := built.Heights(x), walked.Heights(x)
				if (a == paint.Mix{}) != (b == paint.Mix{}) && x > 0 && x < v.Width-1 && walked.Heights(x-1) == walked.Heights(x+1) {
					t.Fatalf("%s: thread %d, %v, column %d: %v with summary, %v without", name, ix, v, x, a, b)
				}
			}
		}
	}
}

// TestPyramidIsExact compares every bucket with the pieces under it.
func TestPyramidIsExact(t *testing.T) {
	for _, tr := range testTraces() {
		name := tr.name
		s := build(t, tr.Trace)
		tiles := 0
		for ix := range tr.Threads {
			l := s.lane(model.ThreadIx(ix))
			for i, lv := range l.levels {
				tiles += len(lv.tiles)
				checkLevel(t, fmt.Sprintf("%s: thread %d", name, ix), l, &lv, l.low+i)
			}
		}
		if (tiles == 0) != (name == "few") {
			t.Errorf("%s: %d tiles", name, tiles)
		}
	}
}

func checkLevel(t *testing.T, what string, l *lane, lv *level, exp int) {
	t.Helper()
	width := model.Time(1) << exp
	for i, tile := range lv.tiles {
		base := model.Time(tile.n) * tileBuckets * width
		if i > 0 && lv.tiles[i-1].n >= tile.n {
			t.Fatalf("%s: level %d: tile %d after %d", what, exp, tile.n, lv.tiles[i-1].n)
		}
		if n := l.starting(base+tileBuckets*width) - l.starting(base); n < tilePieces {
			t.Fatalf("%s: level %d: tile %d for %d pieces", what, exp, tile.n, n)
		}
		for j := range tileBuckets {
			from := base + model.Time(j)*width
			var want paint.Sums
			l.walk(model.Range{From: from, To: from + width}, func(a, b model.Time, s paint.Slot) { want.Add(s, b-a) })
			var m paint.Mix
			if want.Seen != 0 {
				m = want.Shares(width)
			}
			if got := lv.bucket(i, j); got != m {
				t.Fatalf("%s: level %d, tile %d, bucket %d: %v, want %v", what, exp, tile.n, j, got, m)
			}
		}
	}
}

// TestStretch: tiles are written together as long as they follow each other, and all have
// slots that few threads show, or none has.
func TestStretch(t *testing.T) {
	for _, c := range []struct {
		n, rest []int
		limit   int64
		want    int
	}{
		{[]int{5, 6, 7}, []int{-1, -1, -1}, 9, 3},
		{[]int{5, 6, 7}, []int{-1, -1, -1}, 2, 2},
		{[]int{5, 7}, []int{-1, -1}, 9, 1},
		{[]int{5, 6}, []int{-1, 0}, 9, 1},
		{[]int{5, 6}, []int{0, -1}, 9, 1},
		{[]int{5, 6, 7}, []int{0, 1, 2}, 9, 3},
	} {
		var l level
		for i := range c.n {
			l.tiles = append(l.tiles, tile{int64(c.n[i]), int32(c.rest[i])})
		}
		if got := l.stretch(0, c.limit); got != c.want {
			t.Errorf("%v with %v: %d, want %d", c.n, c.rest, got, c.want)
		}
	}
}

// TestTileFrom: the first tile at or after the one that an instant is in.
func TestTileFrom(t *testing.T) {
	l := level{tiles: []tile{{3, -1}, {5, -1}}}
	for n, want := range map[model.Time]int{0: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 2} {
		for _, at := range []model.Time{n * tileBuckets * 8, (n+1)*tileBuckets*8 - 1} {
			if got := l.from(at, 3); got != want {
				t.Errorf("from %d in tile %d on: %d, want %d", at, n, got, want)
			}
		}
	}
}

// TestPiecesHaveLength: also where an interrupt ends when its processor is switched, and
// where a thread begins in one.
func TestPiecesHaveLength(t *testing.T) {
	tr := modeltest.Parse(t, "interrupts", `threadlens-trace 1
cpus 1
span 0ns 100ns
os linux
process 7 "app" target
thread 8 pid=7
10ns cpu0 switch idle 8 preempt
10ns cpu0 irq 20ns isr
30ns cpu0 irq 40ns isr
50ns cpu0 irq 60ns isr
60ns cpu0 switch 8 idle wait
`)
	var got []string
	build(t, tr).splitter().walk(thread(t, tr, 8), model.Range{From: 10, To: 60}, func(from, to model.Time, s paint.Slot) {
		got = append(got, fmt.Sprint(from, to, s))
	})
	if want := []string{"10 20 1", "20 30 0", "30 40 1", "40 50 0", "50 60 1"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestRoundingIsMadeUp: of a column of 6400 ns made of buckets, what is missing up to a
// 64th was lost in rounding; what is more is not there. Buckets may be longer than the
// column.
func TestRoundingIsMadeUp(t *testing.T) {
	var c columns
	v := Viewport{model.Range{To: 64_000}, 10}
	c.reset(v.Range, v.Width, v.TimeAt)
	for _, q := range []struct {
		ns, extra model.Time
		want      int // of 100 pixels
	}{
		{6400, 0, 100},
		{6300, 0, 100},
		{6299, 0, 98},
		{3200, 0, 50},
		{0, 0, 0},
		{7000, 600, 100},
		{6891, 600, 100},
		{6890, 600, 98},
		{6400, 600, 91},
	} {
		var w laneWriter
		w.reset(&c, 100, nil, nil)
		w.xc = 3
		w.move(3)
		w.mixed, w.extra = true, q.extra
		if q.ns > 0 {
			w.sums.Add(paint.SlotSleep, q.ns)
		}
		w.finish()
		if got := w.main[3]; got != paint.Only(paint.SlotSleep, q.want).Main {
			t.Errorf("%d of %d ns: %v, want %d pixels", q.ns, 6400+q.extra, paint.Mix{Main: got}, q.want)
		}
		if w.mixed || w.extra != 0 || w.sums != (paint.Sums{}) || w.xc != 4 || w.begin != 25_600 || w.end != 32_000 {
			t.Errorf("the next column begins with %+v at %d", w.sums, w.begin)
		}
	}
}
