package session

import (
	"fmt"
	"math"
	"path/filepath"

	"threadlens/app/session/query"
	"threadlens/model/measure"
	"threadlens/timeline"
)

// ReadHostFigure takes the host's figure from a file of its counters: the mean of the intervals
// that overlap Scope. guest is what the trace shows for the same intervals, so that the two are
// about the same time even if Scope changes later. note describes where they came from.
func (s *choices) ReadHostFigure(path string) (host, guest query.Figure, note string, err error) {
	if s.trace == nil {
		return host, guest, "", errNoTrace
	}
	name := filepath.Base(path)
	read, err := ReadCounters(path)
	if err != nil {
		return host, guest, "", err
	}
	laid := read.Align(s.trace, 0)
	pair, err := measure.HostFigure(s.trace, laid.Series, s.Scope())
	if err != nil {
		return host, guest, "", fmt.Errorf("%s: %w", name, err)
	}
	if pair.Host < 0 || pair.Host > 100 {
		return host, guest, "", fmt.Errorf("%s: this counter cannot be the guest's CPU use: its mean is %s of the guest's CPUs, not 0 to 100%%", name, measure.Percent(pair.Host, 1))
	}
	note = "Mean of " + timeline.Printable(name) + " over " + timeline.FormatDuration(pair.Time)
	if !laid.Placed {
		note += ", counters assumed to start with the trace"
	}
	return typedFigure(pair.Host), typedFigure(pair.Guest), note, nil
}

// typedFigure is a figure with no more digits than a person types.
func typedFigure(percent float64) query.Figure {
	return query.Figure{Percent: math.Round(percent*1e6) / 1e6, Known: true}
}
