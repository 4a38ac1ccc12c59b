package session

import (
	"slices"

	"threadlens/model"
	"threadlens/timeline"
)

// coreState is the state of the Cores view.
type coreState struct {
	by      timeline.ColourBy
	hues    map[timeline.ColourBy]timeline.Hues // assigned so far
	colours *timeline.CoreColours               // nil: to be chosen again
	of      []model.ProcIx                      // the targets for which colours were chosen
	rows    *timeline.Rows
}

// openCores resets for the open trace; what slices are coloured by stays.
func (s *Session) openCores() {
	s.cores = coreState{by: s.cores.by, hues: map[timeline.ColourBy]timeline.Hues{}}
	for _, by := range timeline.ColourBys() {
		s.cores.hues[by] = timeline.Hues{}
	}
}

// ColourBy is what the colours of slices distinguish: what was chosen, or threads where the trace
// does not contain that.
func (s *Session) ColourBy() timeline.ColourBy {
	if !s.CanColour(s.cores.by) {
		return timeline.ColourThread
	}
	return s.cores.by
}

// CanColour reports whether the open trace contains what the colours would distinguish.
func (s *Session) CanColour(by timeline.ColourBy) bool {
	return by != timeline.ColourIPC || s.trace != nil && s.trace.HasIPC()
}

// SetColourBy makes colours distinguish something else.
func (s *Session) SetColourBy(by timeline.ColourBy) {
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
func (s *Session) CoreColours() *timeline.CoreColours {
	if s.trace == nil {
		return nil
	}
	if s.cores.colours == nil {
		s.cores.of = s.Targets()
		s.cores.colours = timeline.NewCoreColours(s.trace, s.ColourBy(), s.cores.of, s.cores.hues[s.ColourBy()])
	}
	return s.cores.colours
}

// coreRows are the rows of the Cores view.
func (s *Session) coreRows() *timeline.Rows {
	if s.cores.rows == nil {
		s.cores.rows = timeline.BuildCoreRows(s.trace, timeline.CoreOptions{
			Colours: s.CoreColours(), Expanded: s.rows.opts.Expanded,
		}, s.rows.metrics)
	}
	return s.cores.rows
}

// coresChanged makes the rows be rebuilt, and the colours when the targets have changed.
func (s *Session) coresChanged() {
	s.cores.rows = nil
	if s.trace != nil && !slices.Equal(s.cores.of, s.Targets()) {
		s.cores.colours = nil
	}
}

// selectedCore is the lane of the CPU on which the selected segment ran, or the selected head; -1
// without one.
func (s *Session) selectedCore() int {
	if s.rows.headed {
		return s.Lanes().OfKey(s.rows.head)
	}
	if seg, ok := s.Segment(); ok && seg.State == model.Running {
		row, _ := s.Lanes().OfCPU(seg.CPU)
		return row
	}
	return -1
}

// stepSlice selects the next or the previous slice of the selected thread on any CPU. Without a
// selected segment it takes the one nearest to the middle of the window.
func (s *Session) stepSlice(dir int) {
	if s.trace == nil || s.selected.Thread == model.NoThread {
		return
	}
	ref := s.selected
	from := ref.Index + dir
	if ref.Index < 0 {
		seg, _ := s.trace.SegmentAt(ref.Thread, s.middle())
		from = seg.Index
	}
	for i := from; i >= 0 && i < s.trace.Threads[ref.Thread].Len(); i += dir {
		if s.trace.Segment(ref.Thread, i).State == model.Running {
			s.Go(timeline.SegmentRef{Thread: ref.Thread, Index: i})
			return
		}
	}
}

// stepCore selects what the next CPU that is not idle, dir rows further down, runs at the same
// time.
func (s *Session) stepCore(dir int) {
	at := s.middle()
	if seg, ok := s.Segment(); ok {
		if c := seg.Clip(s.view.Range); c.Len() > 0 {
			at = c.From + c.Len()/2
		} else {
			at = seg.From
		}
	}
	rows := s.Lanes().List
	from := s.selectedCore()
	if from < 0 && dir < 0 {
		from = len(rows)
	}
	for i := from + dir; i >= 0 && i < len(rows); i += dir {
		if rows[i].Kind == timeline.RowSocket {
			s.SelectHead(rows[i].Key())
			return
		}
		if rows[i].Kind != timeline.RowCore {
			continue
		}
		slice, _ := s.trace.SliceAt(rows[i].CPUs[0], at)
		if ix, ok := slice.Occupant.Thread(); ok {
			s.SelectAt(ix, at)
			return
		}
	}
}

// showCore expands the head of the CPU on which the selected segment ran.
func (s *Session) showCore() {
	seg, ok := s.Segment()
	if !ok || seg.State != model.Running {
		return
	}
	if row, exact := s.Lanes().OfCPU(seg.CPU); row >= 0 && !exact {
		s.Toggle(s.Lanes().List[row].Key())
	}
}
