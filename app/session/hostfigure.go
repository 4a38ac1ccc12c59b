package session

import (
	"fmt"
	"math"
	"os"
	"path/filepath"

	"threadlens/ingest/counters"
	"threadlens/model/analysis"
	"threadlens/timeline"
)

// ReadHostFigure takes the figure of the host from a file of its counters: the mean
// over Scope. note says where it came from.
func (s *Session) ReadHostFigure(path string) (f Figure, note string, err error) {
	if s.trace == nil {
		return f, "", errNoTrace
	}
	file, err := os.Open(path)
	if err != nil {
		return f, "", err
	}
	defer file.Close()
	name := filepath.Base(path)
	read, err := counters.Read(name, file)
	if err != nil {
		return f, "", err
	}
	laid := read.Align(s.trace, 0)
	mean, covered, err := analysis.HostFigure(s.trace, laid.Series, s.Scope())
	if err != nil {
		return f, "", fmt.Errorf("%s: %w", name, err)
	}
	if mean < 0 || mean > 100 {
		return f, "", fmt.Errorf("%s: a mean of %s of its processors is impossible", name, analysis.Percent(mean, 1))
	}
	note = "Mean of " + timeline.Printable(name) + " over " + timeline.FormatDuration(covered.Len())
	if !laid.Placed {
		note += ", from the start of the trace"
	}
	return Figure{math.Round(mean*1e4) / 1e4, true}, note, nil
}
