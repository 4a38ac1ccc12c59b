package timeline

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"threadlens/model"
)

// randomShares are shares that add up to total, of up to n slots.
func randomShares(r *rand.Rand, total, n int) mix {
	var m mix
	for range n {
		if v := r.IntN(total + 1); v > 0 {
			m.add(slot(r.IntN(NumSlots)), v)
			total -= v
		}
	}
	m.add(slot(r.IntN(NumSlots)), total)
	return m
}

func TestSlots(t *testing.T) {
	for c := range model.Category(model.NumCategories) {
		if stackOrder[slotOf[c]] != c {
			t.Errorf("slot of %v is %d, which is %v", c, slotOf[c], stackOrder[slotOf[c]])
		}
	}
	for s, c := range map[slot]model.Category{
		SlotExecution: model.Execution, slotInterrupt: model.Interrupt, slotSync: model.Synchronization,
		slotSleep: model.Sleep, slotReady: model.Dispatch, slotUI: model.UIProcessing, slotUnknown: model.UnknownCategory,
	} {
		if stackOrder[s] != c {
			t.Errorf("slot %d is %v, want %v", s, stackOrder[s], c)
		}
	}
}

// TestHeights checks both ways to turn shares into heights: they fill the
// column, keep what is protected, and are within a pixel or two of exact.
func TestHeights(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	for range 50_000 {
		h := 3 + r.IntN(250)
		m := randomShares(r, fullShare, 1+r.IntN(6))
		check(t, "heights", m, m.heights(h), h)
		if m.rest == 0 && h <= 128 {
			fast := mix{main: stack(m.main, bit(m, SlotExecution), bit(m, slotSync), h)}
			check(t, "stack", m, fast, h)
		}
		if h <= 128 {
			check(t, "stackAll", m, stackAll(m, bit(m, SlotExecution), bit(m, slotSync), bit(m, slotUnknown), h), h)
		}
	}
}

func bit(m mix, s slot) uint64 {
	if m.at(s) > 0 {
		return 1
	}
	return 0
}

func check(t *testing.T, how string, shares, heights mix, h int) {
	t.Helper()
	sum := 0
	for s := range slot(NumSlots) {
		v := heights.at(s)
		sum += v
		exact := float64(shares.at(s)) * float64(h) / fullShare
		// Up to three pixels are set aside, one is rounded, and 1.5 % may be left out.
		if math.Abs(float64(v)-exact) > 4.01+0.016*float64(h) {
			t.Fatalf("%s of %v in %d: slot %d has %d, exact %.2f", how, shares, h, s, v, exact)
		}
		if protected := s == SlotExecution || s == slotSync || s == slotUnknown; protected && shares.at(s) > 0 && v == 0 {
			t.Fatalf("%s of %v in %d: slot %d vanished", how, shares, h, s)
		}
		if shares.at(s) == 0 && v != 0 {
			t.Fatalf("%s of %v in %d: slot %d has %d out of nothing", how, shares, h, s, v)
		}
	}
	if sum != h {
		t.Fatalf("%s of %v in %d: add up to %d", how, shares, h, sum)
	}
}

func TestHeightsOfPartOfALife(t *testing.T) {
	// The thread lives in a tenth of the column: nothing is stretched, and the
	// smallest thing is still seen.
	if got := (mix{main: 26}).heights(20); got != only(SlotExecution, 3) {
		t.Errorf("a tenth of execution in 20 pixels: %v", got)
	}
	if got := only(slotSleep, 1).heights(20); got != only(slotSleep, 1) {
		t.Errorf("a trace of sleep in 20 pixels: %v", got)
	}
	if got := stack(1<<(8*slotSleep), 0, 0, 20); got != 1<<(8*slotSleep) {
		t.Errorf("a trace of sleep in 20 pixels, fast: %#x", got)
	}
	for _, m := range []mix{{}, only(slotSleep, 1), only(slotUI, 1)} {
		if got := stackAll(m, 0, 0, 0, 20); got != m {
			t.Errorf("%v in 20 pixels: %v", m, got)
		}
	}
}

func TestSolidRule(t *testing.T) {
	almost := only(slotSleep, solidShare)
	almost.add(4, fullShare-solidShare)
	if got := almost.heights(200); got != only(slotSleep, 200) {
		t.Errorf("98.5%% sleep in 200 pixels: %v", got)
	}
	less := only(slotSleep, solidShare-1)
	less.add(4, fullShare-solidShare+1)
	if got := less.heights(200); got.at(4) == 0 {
		t.Errorf("98%% sleep in 200 pixels: %v", got)
	}
}

func TestShares(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for range 20_000 {
		span := model.Time(1 + r.Int64N(1<<uint(1+r.IntN(40))))
		var s sums
		left := span
		for left > 0 && r.IntN(8) > 0 {
			d := 1 + model.Time(r.Int64N(int64(left)))
			s.add(slot(r.IntN(NumSlots)), d)
			left -= d
		}
		if s.seen == 0 {
			continue
		}
		m := s.shares(span)
		sum := 0
		for sl := range slot(NumSlots) {
			sum += m.at(sl)
			exact := float64(s.ns[sl]) / float64(span) * fullShare
			if (m.at(sl) > 0) != (s.ns[sl] > 0) {
				t.Fatalf("%v of %d: slot %d has share %d of %d ns", s, span, sl, m.at(sl), s.ns[sl])
			}
			if math.Abs(float64(m.at(sl))-exact) > 11 {
				t.Fatalf("%v of %d: slot %d has share %d, exact %.2f", s, span, sl, m.at(sl), exact)
			}
		}
		if want := float64(span-left) / float64(span) * fullShare; sum > fullShare || math.Abs(float64(sum)-want) > 10 {
			t.Fatalf("%v of %d: shares add up to %d, want %.1f", s, span, sum, want)
		}
	}
}

// TestSharesAreRounded: what rounding takes goes to the largest share, of several the
// first. By hand: of 7 ns three are 109.3 of 255, one is 36.4.
func TestSharesAreRounded(t *testing.T) {
	for _, c := range []struct {
		ns   [3]model.Time // of slots 2, 4 and 9
		want [3]int
	}{{[3]model.Time{3, 3, 1}, [3]int{110, 109, 36}}, {[3]model.Time{1, 3, 3}, [3]int{36, 110, 109}}, {[3]model.Time{3, 1, 3}, [3]int{110, 36, 109}}, {[3]model.Time{2, 1, 4}, [3]int{72, 36, 147}}} {
		var s sums
		var want mix
		for i, sl := range []slot{2, 4, 9} {
			s.add(sl, c.ns[i])
			want.add(sl, c.want[i])
		}
		if got := s.shares(7); got != want {
			t.Errorf("%v: %v, want %v", c.ns, got, want)
		}
	}
}

// TestNoShares: where nothing is, nothing has a share, as in the columns of a tile
// behind the end of its thread.
func TestNoShares(t *testing.T) {
	if m := (&sums{}).shares(100); m != (mix{}) {
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
		if got := bits.OnesCount64(nonZero(v)); got != n || nonZero(v)&^0x8080808080808080 != 0 {
			t.Fatalf("%#x: %#x", v, nonZero(v))
		}
	}
}
