package session

import (
	"bytes"
	"fmt"
	"path/filepath"
	"time"

	"threadlens/ingest/counters"
	"threadlens/ingest/given"
	"threadlens/model"
	"threadlens/model/measure"
)

// ReadCounters reads a file with counters that another tool sampled. It fails with the file's name.
func ReadCounters(path string) (*counters.File, error) {
	data, err := given.Text(path, counters.MaxFile)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return counters.Read(path, bytes.NewReader(data))
}

// PlaceCounters places counters, moved by an offset, on the time of a trace. Its notes say where that was
// uncertain, and end with a hint.
func PlaceCounters(f *counters.File, t *model.Trace, offset model.Time, hint string) measure.CounterInput {
	a := f.Align(t, offset)
	in := measure.CounterInput{Series: a.Series}
	switch {
	case !a.Placed:
		in.Notes = []string{t.Info.File + " does not record the time of day: the counters are assumed to start with the trace." + hint}
	case a.Clock == model.CounterLocal:
		in.Notes = []string{"The counters have no time zone: their times are read as UTC" + zoneName(a.Zone) + "." + hint}
	}
	return in
}

func zoneName(d time.Duration) string {
	if d == 0 {
		return ""
	}
	sign := "+"
	if d < 0 {
		sign, d = "\u2212", -d
	}
	return fmt.Sprintf("%s%02d:%02d", sign, int(d.Hours()), int(d.Minutes())%60)
}

// Counters are the counters of other tools that were loaded for the trace.
func (s *choices) Counters() measure.CounterInput { return s.counters }

// LoadCounters loads counters of other tools from a file; they replace those loaded before.
func (s *choices) LoadCounters(path string) error {
	if s.trace == nil {
		return errNoTrace
	}
	f, err := ReadCounters(path)
	if err != nil {
		return err
	}
	s.counters = PlaceCounters(f, s.trace, 0, "")
	s.counters.Notes = append([]string{"From " + model.CleanName(filepath.Base(path)) + "."}, s.counters.Notes...)
	s.tell(ChangedMeasure)
	return nil
}
