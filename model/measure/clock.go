package measure

import (
	"fmt"

	"threadlens/model"
)

// Tick is the period of the clock interrupt at which sampling counters read the
// CPUs and the run queue: 64 a second.
const Tick model.Time = 15_625_000

// Phases is the number of phases at which the clock is emulated simultaneously: the
// chosen one and those that follow it at equal distances through the period.
const Phases = 32

// Clock is the clock interrupt of a sampling tool: it ticks at Phase + k·Tick.
// Tick is positive, Phase in [0, Tick).
type Clock struct{ Tick, Phase model.Time }

// Shortest and longest periods that a scope may request.
const (
	minTick model.Time = 1_000
	maxTick model.Time = 3600e9
)

// check returns an error for a clock that cannot be emulated.
func (c Clock) check() error {
	switch {
	case c.Tick < minTick || c.Tick > maxTick:
		return fmt.Errorf("a tick period of %s is out of range: use %s to %s", Duration(c.Tick), Duration(minTick), Duration(maxTick))
	case c.Phase < 0 || c.Phase >= c.Tick:
		return fmt.Errorf("a phase of %s is out of range: it must be at least 0 and less than the tick period, %s", Duration(c.Phase), Duration(c.Tick))
	}
	return nil
}

// Ticks counts the ticks in (r.From, r.To]: those those for which the instant just
// before the tick lies in r.
func (c Clock) Ticks(r model.Range) int64 { return c.Number(r.To) - c.Number(r.From) }

// Number is the number of the last tick at or before an instant.
func (c Clock) Number(at model.Time) int64 {
	n := (at - c.Phase) / c.Tick
	if at < c.Phase && n*c.Tick != at-c.Phase {
		n--
	}
	return int64(n)
}

// At is the instant of tick k.
func (c Clock) At(k int64) model.Time { return c.Phase + model.Time(k)*c.Tick }

// The ticks of all phases are also numbered together: number 32·k + j is tick k of
// phase j, which comes ⌊j·Tick/32⌋ after tick k of phase 0.

// fine is the number of the last tick of any phase at or before an instant.
func (c Clock) fine(at model.Time) int64 {
	k := c.Number(at)
	rest := at - c.At(k)
	return k*Phases + int64((Phases*(rest+1)-1)/c.Tick)
}

// fineAt is the instant of a tick of any phase.
func (c Clock) fineAt(i int64) model.Time {
	return c.At(i>>5) + model.Time(i&(Phases-1))*c.Tick/Phases
}

// String is the clock for people.
func (c Clock) String() string {
	return "tick " + AllDigits(c.Tick) + ", phase " + AllDigits(c.Phase)
}

// AllDigits writes a period with all its digits: 15.625 ms.
func AllDigits(d model.Time) string {
	if d == 0 {
		return "0"
	}
	return fmt.Sprintf("%g ms", float64(d)/1e6)
}

// Limits below which a sampled share is not trustworthy.
const (
	LeastSamples  = 960 // 15 s of 64 Hz
	mostHalfWidth = 0.05
)

// TooFew reports whether n samples are too few for the share p that they yield:
// fewer than 15 s of the standard clock, or an interval wider than 10 points.
func TooFew(p float64, n int64) bool {
	low, high := Wilson(p*float64(n), float64(n))
	return n < LeastSamples || high-low > 2*mostHalfWidth
}
