package etl

import (
	"math/bits"

	"threadlens/model"
)

// clock converts the times of records to those of the model.
type clock struct {
	start uint64 // ticks at the trace's start
	freq  uint64 // ticks a second, not 0
	mul   uint64 // ns a tick where that is a whole number, else 0
}

const second = 1_000_000_000

// latest is the largest time that ns returns: far beyond any trace, and far from overflow.
const latest model.Time = 1 << 60

func newClock(start int64, freq uint64) clock {
	c := clock{start: uint64(start), freq: max(1, freq)}
	if second%c.freq == 0 {
		c.mul = second / c.freq
	}
	return c
}

// ns is the time of a tick, rounded down; times before the start become the start. Equal ticks give
// equal times and later ones no earlier times.
func (c *clock) ns(ticks int64) model.Time {
	if ticks < int64(c.start) {
		return 0
	}
	return c.span(uint64(ticks) - c.start)
}

// span is the length of a number of ticks, rounded down.
func (c *clock) span(ticks uint64) model.Time {
	if c.mul != 0 {
		if ticks > uint64(latest)/c.mul {
			return latest
		}
		return model.Time(ticks * c.mul)
	}
	hi, lo := bits.Mul64(ticks, second)
	if hi >= c.freq {
		return latest
	}
	ns, _ := bits.Div64(hi, lo, c.freq)
	return model.Time(min(ns, uint64(latest)))
}

// startNS is the clock at the trace's start, 0 where that is too large to be a time since the
// system started.
func (c *clock) startNS() int64 {
	if t := c.span(c.start); t < latest {
		return int64(t)
	}
	return 0
}
