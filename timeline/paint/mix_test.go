package paint_test

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"threadlens/model"
	"threadlens/timeline/paint"
	"threadlens/timeline/paint/painttest"
)

func TestSlots(t *testing.T) {
	for c := range model.Category(model.NumCategories) {
		if paint.StackOrder[paint.SlotOf[c]] != c {
			t.Errorf("slot of %v is %d, which is %v", c, paint.SlotOf[c], paint.StackOrder[paint.SlotOf[c]])
		}
	}
	for s, c := range map[paint.Slot]model.Category{
		paint.SlotExecution: model.Execution, paint.SlotInterrupt: model.Interrupt, paint.SlotSync: model.Synchronization,
		paint.SlotSleep: model.Sleep, paint.SlotReady: model.Dispatch, paint.SlotUI: model.UIProcessing, paint.SlotUnknown: model.UnknownCategory,
	} {
		if paint.StackOrder[s] != c {
			t.Errorf("slot %d is %v, want %v", s, paint.StackOrder[s], c)
		}
	}
}

// TestHeights checks both ways to turn shares into heights: they fill the
// column, keep what is protected, and are within a pixel or two of exact.
func TestHeights(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 50_000 {
		h := 3 + r.IntN(250)
		m := painttest.RandomShares(r, paint.FullShare, 1+r.IntN(6))
		check(t, "heights", m, m.Heights(h), h)
		if m.Rest == 0 && h <= 128 {
			fast := paint.Mix{Main: paint.Stack(m.Main, bit(m, paint.SlotExecution), bit(m, paint.SlotSync), h)}
			check(t, "stack", m, fast, h)
		}
		if h <= 128 {
			check(t, "stackAll", m, paint.StackAll(m, bit(m, paint.SlotExecution), bit(m, paint.SlotSync), bit(m, paint.SlotUnknown), h), h)
		}
	}
}

func bit(m paint.Mix, s paint.Slot) uint64 {
	if m.At(s) > 0 {
		return 1
	}
	return 0
}

func check(t *testing.T, how string, shares, heights paint.Mix, h int) {
	t.Helper()
	sum := 0
	for s := range paint.Slot(paint.NumSlots) {
		v := heights.At(s)
		sum += v
		exact := float64(shares.At(s)) * float64(h) / paint.FullShare
		// Up to three pixels are set aside, one is rounded, and 1.5 % may be left out.
		if math.Abs(float64(v)-exact) > 4.01+0.016*float64(h) {
			t.Fatalf("%s of %v in %d: slot %d has %d, exact %.2f", how, shares, h, s, v, exact)
		}
		if protected := s == paint.SlotExecution || s == paint.SlotSync || s == paint.SlotUnknown; protected && shares.At(s) > 0 && v == 0 {
			t.Fatalf("%s of %v in %d: slot %d vanished", how, shares, h, s)
		}
		if shares.At(s) == 0 && v != 0 {
			t.Fatalf("%s of %v in %d: slot %d has %d out of nothing", how, shares, h, s, v)
		}
	}
	if sum != h {
		t.Fatalf("%s of %v in %d: add up to %d", how, shares, h, sum)
	}
}

func TestHeightsOfPartOfALife(t *testing.T) {
	// The thread is alive in a tenth of the column: nothing is stretched, and the
	// smallest thing is still visible.
	if got := (paint.Mix{Main: 26}).Heights(20); got != paint.Only(paint.SlotExecution, 3) {
		t.Errorf("a tenth of execution in 20 pixels: %v", got)
	}
	if got := paint.Only(paint.SlotSleep, 1).Heights(20); got != paint.Only(paint.SlotSleep, 1) {
		t.Errorf("a trace of sleep in 20 pixels: %v", got)
	}
	if got := paint.Stack(1<<(8*paint.SlotSleep), 0, 0, 20); got != 1<<(8*paint.SlotSleep) {
		t.Errorf("a trace of sleep in 20 pixels, fast: %#x", got)
	}
	for _, m := range []paint.Mix{{}, paint.Only(paint.SlotSleep, 1), paint.Only(paint.SlotUI, 1)} {
		if got := paint.StackAll(m, 0, 0, 0, 20); got != m {
			t.Errorf("%v in 20 pixels: %v", m, got)
		}
	}
}

func TestSolidRule(t *testing.T) {
	almost := paint.Only(paint.SlotSleep, paint.SolidShare)
	almost.Add(4, paint.FullShare-paint.SolidShare)
	if got := almost.Heights(200); got != paint.Only(paint.SlotSleep, 200) {
		t.Errorf("98.5%% sleep in 200 pixels: %v", got)
	}
	less := paint.Only(paint.SlotSleep, paint.SolidShare-1)
	less.Add(4, paint.FullShare-paint.SolidShare+1)
	if got := less.Heights(200); got.At(4) == 0 {
		t.Errorf("98%% sleep in 200 pixels: %v", got)
	}
}

func TestShares(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for range 20_000 {
		span := model.Time(1 + r.Int64N(1<<uint(1+r.IntN(40))))
		var s paint.Sums
		left := span
		for left > 0 && r.IntN(8) > 0 {
			d := 1 + model.Time(r.Int64N(int64(left)))
			s.Add(paint.Slot(r.IntN(paint.NumSlots)), d)
			left -= d
		}
		if s.Seen == 0 {
			continue
		}
		m := s.Shares(span)
		sum := 0
		for sl := range paint.Slot(paint.NumSlots) {
			sum += m.At(sl)
			exact := float64(s.NS[sl]) / float64(span) * paint.FullShare
			if (m.At(sl) > 0) != (s.NS[sl] > 0) {
				t.Fatalf("%v of %d: slot %d has share %d of %d ns", s, span, sl, m.At(sl), s.NS[sl])
			}
			if math.Abs(float64(m.At(sl))-exact) > 11 {
				t.Fatalf("%v of %d: slot %d has share %d, exact %.2f", s, span, sl, m.At(sl), exact)
			}
		}
		if want := float64(span-left) / float64(span) * paint.FullShare; sum > paint.FullShare || math.Abs(float64(sum)-want) > 10 {
			t.Fatalf("%v of %d: shares add up to %d, want %.1f", s, span, sum, want)
		}
	}
}

// TestSharesAreRounded: what rounding loses goes to the largest share, the first if
// there are several. By hand: of 7 ns three are 109.3 of 255, one is 36.4.
func TestSharesAreRounded(t *testing.T) {
	for _, c := range []struct {
		ns   [3]model.Time // of slots 2, 4 and 9
		want [3]int
	}{{[3]model.Time{3, 3, 1}, [3]int{110, 109, 36}}, {[3]model.Time{1, 3, 3}, [3]int{36, 110, 109}}, {[3]model.Time{3, 1, 3}, [3]int{110, 36, 109}}, {[3]model.Time{2, 1, 4}, [3]int{72, 36, 147}}} {
		var s paint.Sums
		var want paint.Mix
		for i, sl := range []paint.Slot{2, 4, 9} {
			s.Add(sl, c.ns[i])
			want.Add(sl, c.want[i])
		}
		if got := s.Shares(7); got != want {
			t.Errorf("%v: %v, want %v", c.ns, got, want)
		}
	}
}

// TestNoShares: where there is nothing, nothing has a share, as in the columns of a
// tile after the end of its thread.
func TestNoShares(t *testing.T) {
	if m := (&paint.Sums{}).Shares(100); m != (paint.Mix{}) {
		t.Errorf("nothing has the shares %x", m)
	}
}

func TestNonZero(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 1000 {
		v := r.Uint64() & r.Uint64() & r.Uint64() & r.Uint64()
		n := 0
		for i := range 8 {
			if v>>(8*i)&0xFF != 0 {
				n++
			}
		}
		if got := bits.OnesCount64(paint.NonZero(v)); got != n || paint.NonZero(v)&^0x8080808080808080 != 0 {
			t.Fatalf("%#x: %#x", v, paint.NonZero(v))
		}
	}
}
