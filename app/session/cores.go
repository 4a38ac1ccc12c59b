package session

import (
	"slices"

	"threadlens/model"
	"threadlens/timeline"
)

// picture is the floor of what the current view shows as lanes: threads, CPUs, or the chart.
type picture struct {
	rowList
	cores coreState
}

// coreState is the state of the Cores view.
type coreState struct {
	by      timeline.ColourBy
	hues    map[timeline.ColourBy]timeline.Hues // assigned so far
	colours *timeline.CoreColours               // nil: to be chosen again
	of      []model.ProcIx                      // the targets for which colours were chosen
	rows    *timeline.Rows
	version int // of the rows of threads, with which rows were made
}

// openCores resets for the open trace; what slices are coloured by stays.
func (s *picture) openCores() {
	s.cores = coreState{by: s.cores.by, hues: map[timeline.ColourBy]timeline.Hues{}}
	for _, by := range timeline.ColourBys() {
		s.cores.hues[by] = timeline.Hues{}
	}
}

// ColourBy is what the colours of slices distinguish: what was chosen, or threads where the trace
// does not contain that.
func (s *picture) ColourBy() timeline.ColourBy {
	if !s.CanColour(s.cores.by) {
		return timeline.ColourThread
	}
	return s.cores.by
}

// CanColour reports whether the open trace contains what the colours would distinguish.
func (s *picture) CanColour(by timeline.ColourBy) bool {
	return by != timeline.ColourIPC || s.trace != nil && s.trace.HasIPC()
}

// SetColourBy makes colours distinguish something else.
func (s *picture) SetColourBy(by timeline.ColourBy) {
	if by == s.cores.by {
		return
	}
	s.cores.by, s.cores.colours, s.cores.rows = by, nil, nil
	if s.trace != nil {
		s.tell(ChangedRows)
	}
}

// CoreColours are the colours of slices, nil without a trace. As long as the trace
// is open a thread keeps its hue.
func (s *picture) CoreColours() *timeline.CoreColours {
	if s.trace == nil {
		return nil
	}
	if targets := s.Targets(); s.cores.colours == nil || !slices.Equal(s.cores.of, targets) {
		s.cores.of = targets
		s.cores.colours = timeline.NewCoreColours(s.trace, s.ColourBy(), s.cores.of, s.cores.hues[s.ColourBy()])
	}
	return s.cores.colours
}

// coreRows are the rows of the Cores view.
func (s *picture) coreRows() *timeline.Rows {
	if s.cores.rows == nil || s.cores.version != s.rows.version {
		s.cores.version = s.rows.version
		s.cores.rows = timeline.BuildCoreRows(s.trace, timeline.CoreOptions{
			Colours: s.CoreColours(), Expanded: s.rows.opts.Expanded,
		}, s.rows.metrics)
	}
	return s.cores.rows
}
