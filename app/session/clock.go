package session

import (
	"threadlens/app/session/naming"
	"threadlens/model"
	"threadlens/timeline"
)

// Clock writes the instants of the open trace in the chosen way.
func (s *visibleTime) Clock() timeline.Clock { return s.clock }

// TimeAs is the chosen way to write instants; a trace that does not support it is written from its
// start.
func (s *visibleTime) TimeAs() timeline.TimeAs { return s.timeAs }

// SetTimeAs chooses how instants are written.
func (s *visibleTime) SetTimeAs(as timeline.TimeAs) {
	s.timeAs = as
	if s.resetClock(); s.trace != nil {
		s.tell(ChangedClock)
	}
}

// resetClock makes the clock for the open trace.
func (s *visibleTime) resetClock() {
	s.clock = timeline.Clock{}
	if s.trace != nil {
		s.clock = timeline.NewClock(s.timeAs, s.trace.Info, s.zone)
	}
}

// ParseRange parses a time or range like naming.ParseRange, with instants as the session's clock
// writes them.
func (s *visibleTime) ParseRange(text string) (model.Range, error) {
	return naming.ParseRange(text, s.view.Range, s.clock)
}
