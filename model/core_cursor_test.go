package model

import (
	"math/rand/v2"
	"testing"
)

// TestIrqCursor compares the cursor over interrupts with a search from the
// beginning, over evenly spread and crowded interrupts.
func TestIrqCursor(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		c, at := Core{}, Time(0)
		for range rng.IntN(200) {
			at += Time(rng.IntN(20))
			if rng.IntN(10) == 0 {
				at += Time(rng.IntN(5000))
			}
			end := at + Time(rng.IntN(30))
			c.irqs = append(c.irqs, interrupt{start: at, end: end, level: LevelDpc + Level(rng.IntN(3))})
		}
		c.flatten()
		var u irqCursor
		for now := Time(0); now < at+100; now += Time(rng.IntN(40)) {
			isr, dpc := c.irqTime(now)
			if got := u.before(&c, now); got != isr+dpc {
				t.Fatalf("%d ns of interrupts before %d, want %d, in %v", got, now, isr+dpc, c.pieces)
			}
			if rng.IntN(20) == 0 {
				now += Time(rng.IntN(3000))
			}
		}
	}
}
