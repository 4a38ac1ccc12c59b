package model

import "math"

// Time is a count of nanoseconds since the start of the trace. Readers convert
// from their source clock once, monotonically: equal ticks give equal times.
type Time int64

// Forever is later than any event: a batch settled up to Forever is complete.
const Forever Time = math.MaxInt64

// Range is the half-open interval [From, To) of trace time.
type Range struct{ From, To Time }

// Len is the length of r in nanoseconds, never negative.
func (r Range) Len() Time { return max(0, r.To-r.From) }

// Contains reports whether t lies in [r.From, r.To).
func (r Range) Contains(t Time) bool { return r.From <= t && t < r.To }

// Clip returns the part of r inside o; an empty range if they do not overlap.
func (r Range) Clip(o Range) Range {
	c := Range{max(r.From, o.From), min(r.To, o.To)}
	if c.To < c.From {
		c.To = c.From
	}
	return c
}

// Overlap is the length of the common part of r and o.
func (r Range) Overlap(o Range) Time { return r.Clip(o).Len() }
