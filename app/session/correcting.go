package session

import (
	"threadlens/model/measure"
)

// Correction is the correction of the figures of a virtual machine in Scope; ok is
// false where the host's figure is not known, or the machine was idle.
func (s *Session) Correction() (c measure.Correction, ok bool) {
	if s.trace == nil || !s.measure.host.Known {
		return c, false
	}
	return measure.CorrectionOf(s.measure.host.Percent, s.inside(), s.Scope().Len())
}

// inside is how much the machine used of its processors in Scope in percent, as
// typed or as traced.
func (s *Session) inside() float64 {
	if g := s.measure.guest; g.Known {
		return g.Percent
	}
	return measure.Inside(s.trace, s.Scope())
}

// Correcting reports whether all views show corrected figures beside the raw ones:
// that is wanted, and there is a factor.
func (s *Session) Correcting() bool {
	_, ok := s.everywhere()
	return ok
}

// everywhere is Correction while all views are to be corrected. Every picture asks
// for it: nothing is computed while they are not.
func (s *Session) everywhere() (c measure.Correction, ok bool) {
	if !s.measure.everywhere {
		return c, false
	}
	return s.Correction()
}

// SetCorrecting has all views show corrected figures as long as there is a factor.
func (s *Session) SetCorrecting(on bool) {
	if on != s.measure.everywhere {
		s.measure.everywhere = on
		s.tell(ChangedMeasure)
	}
}

// Figures are the figures by which reports of Scope correct what they tell, none
// while that is not wanted.
func (s *Session) Figures() (f measure.GuestFigures) {
	if !s.Correcting() {
		return f
	}
	host, guest := s.measure.host, s.measure.guest
	return measure.GuestFigures{Host: host.Percent, HasHost: true, Guest: guest.Percent, HasGuest: guest.Known}
}

// FiguresElsewhere are Figures for reports of other times than Scope: they correct
// by the factor of Scope too.
func (s *Session) FiguresElsewhere() measure.GuestFigures {
	f := s.Figures()
	if f.HasHost && !f.HasGuest {
		f.Guest, f.HasGuest = s.inside(), true
	}
	return f
}
