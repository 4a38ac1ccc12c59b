package measure

import (
	"math"

	"threadlens/model"
)

// Reading compares a sampled time with the exact one. The times are in ns; Low and
// High are the ends of the 95 % interval of the sampled one.
type Reading struct {
	Exact, Sampled model.Time
	Low, High      float64
	Words          string
}

// Error is the sampled time less the exact one.
func (r *Reading) Error() model.Time { return r.Sampled - r.Exact }

// Read judges what the ticks show of a charge that can be on at most the given
// number of CPUs simultaneously: one for a thread, all for a process.
func (e *Emulation) Read(c *Charge, cpus int) Reading {
	capacity := float64(e.Range.Len()) * float64(cpus)
	r := Reading{Exact: c.Exact, Sampled: e.Sampled(c)}
	r.Low, r.High = Wilson(float64(c.Hits[0]), float64(e.Ticks[0])*float64(cpus))
	r.Low, r.High = r.Low*capacity, r.High*capacity
	r.Words = emulationWords(e, c, &r)
	return r
}

// emulationWords describe a reading.
func emulationWords(e *Emulation, c *Charge, r *Reading) string {
	off := float64(r.Error())
	inside := r.Low <= float64(r.Exact) && float64(r.Exact) <= r.High
	locked, onTick := c.locked()
	switch {
	case c.Exact == 0 && c.Hits[0] == 0:
		return "did not run"
	case e.Ticks[0] == 0:
		return "no clock tick in the window"
	case inside && locked:
		return "inside the 95% interval, but its runs are in step with the clock tick"
	case inside:
		return "inside the 95% interval"
	case math.Abs(off) < float64(e.Tick):
		return "error of less than one clock tick"
	case locked:
		return inStep(off, onTick)
	case off < 0:
		return "undercounted, outside the 95% interval"
	}
	return "overcounted, outside the 95% interval"
}

// inStep describes the effect on a thread of keeping in step with the clock.
func inStep(off float64, onTick bool) string {
	switch {
	case off > 0:
		return "overcounted, because its runs are in step with the clock tick"
	case onTick:
		return "undercounted, because it wakes up on the clock tick"
	}
	return "undercounted, because its runs are in step with the clock tick"
}

// locked reports whether the starts of a charge are in step with the clock, and
// whether they closely follow its ticks.
func (c *Charge) locked() (locked, onTick bool) {
	var n int64
	var x, y float64
	for j, k := range c.starts {
		sin, cos := math.Sincos(2 * math.Pi * (float64(j) + 0.5) / Phases)
		x, y, n = x+float64(k)*cos, y+float64(k)*sin, n+k
	}
	if n < leastStarts || math.Hypot(x, y) < lockedLength*float64(n) {
		return false, false
	}
	angle := math.Atan2(y, x)
	return true, angle >= 0 && angle < 2*math.Pi*onTickPhases/Phases
}

// Limits for being in step with the clock.
const (
	leastStarts  = 20
	lockedLength = 0.8 // resultant length of the phases, as for clumps
	onTickPhases = Phases / 8
)
