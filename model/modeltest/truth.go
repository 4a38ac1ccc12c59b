package modeltest

import (
	"fmt"

	"threadlens/model"
)

// CompareTruth checks that the trace of a complete recording shows what really
// happened: from a thread's first appearance in the recording on, each of its
// intervals, and before that nothing false.
func CompareTruth(m *Machine, t *model.Trace) []error { return compareTruth(m, t, false) }

// CompareLossy is CompareTruth for a recording with gaps: unknown time may have been
// anything, everything else is true at every instant.
func CompareLossy(m *Machine, t *model.Trace) []error { return compareTruth(m, t, true) }

func compareTruth(m *Machine, t *model.Trace, lossy bool) []error {
	var errs []error
	for ix := range t.Threads {
		th := &t.Threads[ix]
		life := Life{th.TID, th.Incarnation}
		truth, ok := m.Truth[life]
		if !ok && th.Life.Len() > 0 {
			errs = append(errs, fmt.Errorf("I21: thread %s never lived", th.Key()))
			continue
		}
		for s := range t.Segments(model.ThreadIx(ix), t.Whole()) {
			if lossy && s.State == model.Unknown {
				continue
			}
			if err := matches(truth, &s); err != nil {
				errs = append(errs, fmt.Errorf("I21: thread %s: %w", th.Key(), err))
			}
		}
	}
	return errs
}

// matches checks one segment against the truth: the same state throughout. An unknown
// prefix may cover anything, and so may a race that the end of the trace leaves
// undecided.
func matches(truth []Interval, s *model.Segment) error {
	if s.State == model.Unknown && (s.Sub == model.SubNotSeen || s.Sub == model.SubRace) {
		return nil
	}
	for _, i := range truth {
		if i.Overlap(s.Range) == 0 {
			continue
		}
		if i.State != s.State {
			return fmt.Errorf("[%d, %d) is %v, in truth %v in [%d, %d)", s.From, s.To, s.State, i.State, i.From, i.To)
		}
		if s.State == model.Running && i.CPU != s.CPU {
			return fmt.Errorf("[%d, %d) on CPU %d, in truth on %d", s.From, s.To, s.CPU, i.CPU)
		}
	}
	return nil
}
