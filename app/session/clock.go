package session

import (
	"time"

	"threadlens/model"
	"threadlens/timeline"
)

// Clock writes the instants of the open trace in the way that was chosen.
func (s *Session) Clock() timeline.Clock { return s.clock }

// TimeAs is the chosen way to write instants; a trace that cannot tell it is
// written from its start.
func (s *Session) TimeAs() timeline.TimeAs { return s.timeAs }

// SetTimeAs chooses how instants are written.
func (s *Session) SetTimeAs(as timeline.TimeAs) {
	s.timeAs = as
	if s.resetClock(); s.trace != nil {
		s.tell(ChangedClock)
	}
}

// resetClock makes the clock for the open trace.
func (s *Session) resetClock() {
	s.clock = timeline.Clock{}
	if s.trace != nil {
		s.clock = timeline.NewClock(s.timeAs, s.trace.Info, s.zone)
	}
}

// ParseRange reads where to look as the package's ParseRange does, and instants
// as the session's clock writes them.
func (s *Session) ParseRange(text string) (model.Range, error) {
	return parseRange(text, s.view.Range, s.clock)
}

// timeOfDayLayouts are the ways to type a time of day; seconds may have decimals.
var timeOfDayLayouts = []string{"15:04:05", "15:04", "2006-01-02 15:04:05", "2006-01-02 15:04", "2006-01-02T15:04:05"}

// timeOfDay reads a time of day. Without a date it is that of the day which
// brings it nearest to an instant.
func timeOfDay(text string, c timeline.Clock, near model.Time) (model.Time, bool) {
	for i, layout := range timeOfDayLayouts {
		at, err := time.ParseInLocation(layout, text, c.Wall.Location())
		if err != nil {
			continue
		}
		if i >= 2 {
			return model.Time(at.Sub(c.Wall)), true
		}
		y, m, d := c.Wall.Date()
		at = at.AddDate(y, int(m)-1, d-1)
		const day = model.Time(24 * time.Hour)
		t := model.Time(at.Sub(c.Wall))
		for ; t < near-day/2; t += day { // the clock may pass midnight
		}
		return t, true
	}
	return 0, false
}
