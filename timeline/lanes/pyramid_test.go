package lanes

import (
	"fmt"
	"slices"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/paint"
)

// TestPyramidIsExact compares every bucket with the pieces under it.
func TestPyramidIsExact(t *testing.T) {
	for name, tr := range map[string]*model.Trace{
		"even":  modeltest.Synthetic(3, 6000, 2_000_000_000, 1),
		"burst": modeltest.Synthetic(3, 6000, 20_000_000_000, 40),
		"few":   modeltest.Synthetic(2, 30, 1_000_000_000, 1),
	} {
		s := summed(t, tr)
		tiles := 0
		for ix := range tr.Threads {
			l := s.Lane(model.ThreadIx(ix))
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

func checkLevel(t *testing.T, what string, l *Lane, lv *level, exp int) {
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

// TestStretch: tiles are written together as long as they are adjacent, and all or none
// have the rare slots.
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

// TestTileFrom: the first tile at or after the one that contains an instant.
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

// TestPiecesHaveLength: no piece is empty, even if an interrupt ends when its CPU is
// switched, or a thread starts in one.
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
	ix := slices.IndexFunc(tr.Threads, func(th model.Thread) bool { return th.TID == 8 })
	summed(t, tr).Splitter(tr).Walk(model.ThreadIx(ix), model.Range{From: 10, To: 60}, func(from, to model.Time, s paint.Slot) {
		got = append(got, fmt.Sprint(from, to, s))
	})
	if want := []string{"10 20 1", "20 30 0", "30 40 1", "40 50 0", "50 60 1"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestRoundingIsMadeUp: in a column of 6400 ns made of buckets, up to a 64th that is
// missing was lost in rounding; more than that is really empty. Buckets may be longer
// than the column.
func TestRoundingIsMadeUp(t *testing.T) {
	c := grid{model.Range{To: 64_000}, 10}.columns()
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
		var w Writer
		w.Reset(c, 100, nil, nil)
		w.xc = 3
		w.move(3)
		w.mixed, w.extra = true, q.extra
		if q.ns > 0 {
			w.sums.Add(paint.SlotSleep, q.ns)
		}
		w.finish()
		if got := w.Main[3]; got != paint.Only(paint.SlotSleep, q.want).Main {
			t.Errorf("%d of %d ns: %v, want %d pixels", q.ns, 6400+q.extra, paint.Mix{Main: got}, q.want)
		}
		if w.mixed || w.extra != 0 || w.sums != (paint.Sums{}) || w.xc != 4 || w.begin != 25_600 || w.end != 32_000 {
			t.Errorf("the next column begins with %+v at %d", w.sums, w.begin)
		}
	}
}

func TestInterrupts(t *testing.T) {
	tr := modeltest.Parse(t, "interrupts", `threadlens-trace 1
cpus 1
span 0ns 100ns
os linux
process 7 "app" target
thread 8 pid=7
10ns cpu0 irq 20ns isr
20ns cpu0 irq 30ns dpc
31ns cpu0 irq 50ns dpc
35ns cpu0 irq 40ns isr
`)
	if got, want := NewInterrupts(tr, 0), (Interrupts{{From: 10, To: 30}, {From: 31, To: 50}}); !slices.Equal(got, want) {
		t.Errorf("touching and nested ones are %v, want %v", got, want)
	}
	list := Interrupts{{From: 10, To: 20}, {From: 30, To: 31}, {From: 40, To: 60}, {From: 70, To: 71}}
	for at := model.Time(0); at < 80; at++ {
		want := 0
		for want < len(list) && list[want].To <= at {
			want++
		}
		for hint := range len(list) + 1 {
			if got := list.From(at, hint); got != want {
				t.Fatalf("from(%d, hint %d) = %d, want %d", at, hint, got, want)
			}
		}
	}
}
