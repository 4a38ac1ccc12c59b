package session

import (
	"threadlens/model/measure"
)

// Correction is the correction of the figures of a virtual machine in Scope; ok is false where the
// host's figure is unknown, or the machine was idle.
func (s *choices) Correction() (c measure.Correction, ok bool) {
	if s.trace == nil || !s.measure.host.Known {
		return c, false
	}
	return measure.CorrectionOf(s.measure.host.Percent, s.inside(), s.Scope().Len())
}

// inside is how much of its CPUs the machine used in Scope in percent, as typed or from the trace.
func (s *choices) inside() float64 {
	if g := s.measure.guest; g.Known {
		return g.Percent
	}
	return measure.Inside(s.trace, s.Scope())
}

// Correcting reports whether all views show corrected figures next to the raw ones: that is chosen,
// and there is a factor.
func (s *choices) Correcting() bool {
	_, ok := s.everywhere()
	return ok
}

// everywhere is Correction while all views are corrected. Every picture calls it: nothing is
// computed while they are not.
func (s *choices) everywhere() (c measure.Correction, ok bool) {
	if !s.measure.everywhere {
		return c, false
	}
	return s.Correction()
}

// SetCorrecting makes all views show corrected figures as long as there is a factor.
func (s *choices) SetCorrecting(on bool) {
	if on != s.measure.everywhere {
		s.measure.everywhere = on
		s.tell(ChangedMeasure)
	}
}

// Figures are the figures by which reports of Scope are corrected, none while correcting is off.
func (s *choices) Figures() (f measure.GuestFigures) {
	if !s.Correcting() {
		return f
	}
	host, guest := s.measure.host, s.measure.guest
	return measure.GuestFigures{Host: host.Percent, HasHost: true, Guest: guest.Percent, HasGuest: guest.Known}
}

// FiguresElsewhere are Figures for reports of times other than Scope: they are corrected by the
// factor of Scope too.
func (s *choices) FiguresElsewhere() measure.GuestFigures {
	f := s.Figures()
	if f.HasHost && !f.HasGuest {
		f.Guest, f.HasGuest = s.inside(), true
	}
	return f
}
