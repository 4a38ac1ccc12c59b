package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestIrqCursor compares the cursor over interrupts with a search from the
// beginning, over evenly spread and crowded interrupts.
func TestIrqCursor(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for round := range 300 {
		c, at := Core{}, Time(0)
		for range rng.IntN(200) {
			at += Time(rng.IntN(20))
			if rng.IntN(10) == 0 {
				at += Time(rng.IntN(5000))
			}
			end := at + Time(rng.IntN(30))
			c.irqs.add(interrupt{start: at, end: end, level: LevelDpc + Level(rng.IntN(3))})
			if round%2 == 0 && rng.IntN(20) != 0 {
				at = end // mostly apart from the next one
			}
		}
		c.flatten()
		var u irqCursor
		for now := Time(0); now < at+100; now += Time(rng.IntN(40)) {
			isr, dpc := c.irqTime(now)
			if got := u.before(&c, now); got != isr+dpc {
				t.Fatalf("%d ns of interrupts before %d, want %d, in %v", got, now, isr+dpc, c.irqs)
			}
			if rng.IntN(20) == 0 {
				now += Time(rng.IntN(3000))
			}
		}
	}
}

// crowd makes interrupts of one CPU, of which about one in overlap reaches into the
// next; overlap 0 means none.
func crowd(rng *rand.Rand, n, overlap int) *Core {
	c := &Core{}
	at := Time(rng.IntN(5))
	for range n {
		end := at + Time(rng.IntN(8))
		c.irqs.add(interrupt{start: at, end: end, level: Level(rng.IntN(4))})
		if overlap > 0 && rng.IntN(overlap) == 0 {
			c.irqs.add(interrupt{start: at + 1, end: at + Time(rng.IntN(100)), level: LevelDpc + Level(rng.IntN(3))})
		}
		at = end + Time(max(0, rng.IntN(6)-2)) // many touch
	}
	c.irqs.sort()
	c.flatten()
	return c
}

// TestFlatten compares the interrupt time before each instant with the highest
// interrupt open at each nanosecond.
func TestFlatten(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for round := range 300 {
		c := crowd(rng, rng.IntN(150), []int{0, 3, 60}[round%3])
		var level []Level // by nanosecond
		for k := range c.irqs.rows {
			i := c.irqs.at(k)
			for len(level) < int(i.end) {
				level = append(level, LevelNone)
			}
			for at := i.start; at < i.end; at++ {
				level[at] = max(level[at], i.level)
			}
		}
		var want irqSum
		for at := range len(level) + 2 {
			if isr, dpc := c.irqTime(Time(at)); (irqSum{isr, dpc}) != want {
				t.Fatalf("round %d: %d ns of isr, %d of dpc before %d, want %v", round, isr, dpc, at, want)
			}
			if at < len(level) && level[at] != LevelNone {
				want.add(level[at], 1)
			}
		}
	}
}

// TestPlainBlocks checks that pieces are stored only where interrupts overlap.
func TestPlainBlocks(t *testing.T) {
	stored := func(add ...interrupt) (list []bool) {
		c := &Core{}
		for k := range Time(4 * irqBlockLen) {
			c.irqs.add(interrupt{start: 100 * k, end: 100*k + 50, level: LevelDpc})
		}
		for _, i := range add {
			c.irqs.add(i)
		}
		c.irqs.sort()
		c.flatten()
		for b := range c.irqBlocks {
			if list = append(list, !c.irqBlocks[b].plain); list[b] != (len(c.irqBlocks[b].pieces) > 0) {
				t.Errorf("block %d has %d pieces", b, len(c.irqBlocks[b].pieces))
			}
		}
		return list
	}
	border := Time(100 * irqBlockLen)
	for _, tt := range []struct {
		name string
		add  []interrupt
		want []bool
	}{
		{"apart", nil, []bool{false, false, false, false}},
		{"touching", []interrupt{{start: 50, end: 100, level: LevelIsr}}, []bool{false, false, false, false, false}},
		{"empty", []interrupt{{start: 70, end: 70, level: LevelIsr}}, []bool{false, false, false, false, false}},
		{"empty inside", []interrupt{{start: 20, end: 20, level: LevelIsr}}, []bool{true, false, false, false, false}},
		{"backwards", []interrupt{{start: 70, end: 60, level: LevelIsr}}, []bool{true, false, false, false, false}},
		{"nested", []interrupt{{start: border + 10, end: border + 20, level: LevelIsr}}, []bool{false, true, false, false, false}},
		// The last one of the first block is pushed into the second.
		{"to the border", []interrupt{{start: 60, end: 70, level: LevelIsr}, {start: border - 40, end: border, level: LevelIsr}}, []bool{false, false, false, false, false}},
		{"over the border", []interrupt{{start: border - 110, end: border - 50, level: LevelIsr}}, []bool{true, true, false, false, false}},
	} {
		if got := stored(tt.add...); !slices.Equal(got, tt.want) {
			t.Errorf("%s: blocks with pieces %v, want %v", tt.name, got, tt.want)
		}
	}
}

// oddities are interrupts that fit in a row and some that do not.
func oddities(rng *rand.Rand) interrupt {
	times := []Time{
		0, 1, 5, 5, 1 << 31, 1<<31 + 4, 1<<31 + 5, 1 << 32, 1<<32 + 5, 1 << 50, Forever,
		-1, -1 << 31, -1 << 40, math.MinInt64,
	}
	names := []StringID{0, 7, 1<<18 - 1, 1<<irqNameBits - 1, 1 << irqNameBits, 1<<32 - 1}
	return interrupt{
		start: times[rng.IntN(len(times))], end: times[rng.IntN(len(times))], name: names[rng.IntN(len(names))],
		level: Level(rng.IntN(5)), flags: EventFlags(rng.IntN(256)),
	}
}

// TestInterruptRows checks that interrupts are stored, sorted and clipped exactly,
// whatever their times and names are.
func TestInterruptRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		var l interrupts
		var want []interrupt
		for range rng.IntN(60) {
			i := oddities(rng)
			l.add(i)
			i.level = min(i.level, LevelNmi) // there is no higher one
			want = append(want, i)
		}
		check := func(what string) {
			t.Helper()
			for k := range want {
				if got := l.at(k); got != want[k] {
					t.Fatalf("%s: %v at %d, want %v", what, got, k, want[k])
				}
			}
		}
		order := func(a, b interrupt) int {
			if a.start != b.start {
				return compareTime(a.start, b.start)
			}
			return compareTime(b.end, a.end)
		}
		check("stored")
		l.sort()
		slices.SortStableFunc(want, order)
		check("sorted")
		end := []Time{0, 4, 1 << 31, 1 << 40, Forever}[rng.IntN(5)]
		l.clip(end)
		for k := range want {
			want[k].start, want[k].end = min(max(want[k].start, 0), end), min(want[k].end, end)
		}
		check("clipped")
	}
}
