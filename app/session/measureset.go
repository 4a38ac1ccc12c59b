package session

import (
	"fmt"
	"math"

	"threadlens/app/session/keep"
	"threadlens/app/session/query"
	"threadlens/model"
	"threadlens/model/measure"
)

// TickClock is the clock interrupt that is emulated.
func (s *choices) TickClock() measure.Clock {
	if s.measure.clock.Tick == 0 {
		return measure.Clock{Tick: measure.Tick}
	}
	return s.measure.clock
}

// TickGiven reports whether the clock was chosen.
func (s *choices) TickGiven() bool { return s.measure.clock.Tick != 0 }

// Limits of the period of a clock interrupt that can be emulated here, ns.
const (
	leastTick model.Time = 10_000
	mostTick  model.Time = 10e9
)

var errTick = fmt.Errorf("the period of the clock tick must be from %s to %s; the phase (the time of the first tick) must be at least 0 and less than the period",
	measure.Duration(leastTick), measure.Duration(mostTick))

// SetTickClock emulates another clock interrupt. It fails for one outside the limits.
func (s *choices) SetTickClock(c measure.Clock) error {
	if c.Tick < leastTick || c.Tick > mostTick || c.Phase < 0 || c.Phase >= c.Tick {
		return errTick
	}
	if c != s.measure.clock {
		s.measure.clock = c
		s.tell(ChangedMeasure)
	}
	return nil
}

// HostFigure is how much of its CPUs the host saw a virtual machine use, in percent; GuestFigure is
// what was measured inside it, where that is not taken from the trace.
func (s *choices) HostFigure() query.Figure { return s.measure.host }

// GuestFigure is the other of the two.
func (s *choices) GuestFigure() query.Figure { return s.measure.guest }

// SetFigures changes both.
func (s *choices) SetFigures(host, guest query.Figure) {
	if host != s.measure.host || guest != s.measure.guest {
		s.measure.host, s.measure.guest = host, guest
		s.tell(ChangedMeasure)
	}
}

// rememberMeasure is nil where nothing was entered.
func (s *choices) rememberMeasure() *keep.ViewMeasure {
	if s.measure == (measureState{}) {
		return nil
	}
	c := s.TickClock()
	v := &keep.ViewMeasure{Tick: c.Tick, Phase: c.Phase, Everywhere: s.measure.everywhere && s.measure.host.Known}
	for _, f := range []struct {
		from query.Figure
		to   **float64
	}{{s.measure.host, &v.Host}, {s.measure.guest, &v.Guest}} {
		if f.from.Known {
			*f.to = &f.from.Percent
		}
	}
	return v
}

// restoreMeasure applies what was stored, as far as possible.
func (s *choices) restoreMeasure(v *keep.ViewMeasure) {
	if v == nil {
		return
	}
	if c := (measure.Clock{Tick: v.Tick, Phase: v.Phase}); c != s.TickClock() {
		_ = s.SetTickClock(c) // or the default
	}
	figure := func(v *float64) query.Figure {
		if v == nil || math.IsNaN(*v) || *v < 0 || *v > 100 {
			return query.Figure{}
		}
		return query.Figure{Percent: *v, Known: true}
	}
	s.SetFigures(figure(v.Host), figure(v.Guest))
	s.SetCorrecting(v.Everywhere)
}
