package model

// MaxSpanLevels is the number of lanes into which overlapping spans are sorted;
// spans for which there is no lane left share the last one.
const MaxSpanLevels = 64

// Spans are the markers of a trace as spans, with the flags and messages between
// them.
type Spans struct {
	// List is in order of start, the longer first if equal.
	List []MarkerSpan
	// Levels are the indexes of the spans of each level. Spans of a level do not
	// overlap, except in level MaxSpanLevels, which exists only if that many
	// overlap.
	Levels [][]int32
	// Points are the indexes of the markers that are flags and messages (steps).
	Points []int32
	Flags  int // how many of Points are flags
	// Threads are the same by thread, for those that have any.
	Threads map[ThreadIx]*ThreadSpans

	overlaps Overlaps
	// related are spans (as they are) and points (-1 less their place in
	// Points), by their correlation.
	related []int32
}

// ThreadSpans are the spans and points of a thread.
type ThreadSpans struct {
	Levels [][]int32
	Points []int32
}

// freezeSpans makes spans of the markers.
func (t *Trace) freezeSpans() {
	if len(t.Markers) == 0 {
		return
	}
	s := &t.Spans
	s.List = PairMarkers(t.Markers, func(ix ThreadIx) Range {
		if int(ix) >= len(t.Threads) {
			return t.Whole()
		}
		return t.Threads[ix].Life
	})
	s.Threads = map[ThreadIx]*ThreadSpans{}
	all := levelling{}
	threads := map[ThreadIx]*levelling{}
	for i := range s.List {
		x := &s.List[i]
		x.Level = all.place(x.Range)
		if threads[x.Thread] == nil {
			threads[x.Thread] = &levelling{}
		}
		x.Depth = threads[x.Thread].place(x.Range)
		s.Levels = atLevel(s.Levels, x.Level, int32(i))
		th := s.thread(x.Thread)
		th.Levels = atLevel(th.Levels, x.Depth, int32(i))
	}
	for i := range t.Markers {
		if k := t.Markers[i].Kind; k == MarkFlag || k == MarkStep {
			s.Points = append(s.Points, int32(i))
			if k == MarkFlag {
				s.Flags++
			}
			th := s.thread(t.Markers[i].Thread)
			th.Points = append(th.Points, int32(i))
		}
	}
	delete(s.Threads, NoThread)
	s.overlaps = NewOverlaps(len(s.List), func(i int) Range { return s.List[i].Range })
	t.relate()
}

func (s *Spans) thread(ix ThreadIx) *ThreadSpans {
	th := s.Threads[ix]
	if th == nil {
		th = &ThreadSpans{}
		s.Threads[ix] = th
	}
	return th
}

func atLevel(levels [][]int32, level uint8, i int32) [][]int32 {
	for int(level) >= len(levels) {
		levels = append(levels, nil)
	}
	levels[level] = append(levels[level], i)
	return levels
}

// levelling gives each of the ranges, which must be in order of start, the lowest
// level that is free.
type levelling struct {
	ends []Time // of the last range of each level
}

func (l *levelling) place(r Range) uint8 {
	end := max(r.To, r.From+1) // a span without length takes up its place for an instant
	for level := range l.ends {
		if l.ends[level] <= r.From {
			l.ends[level] = end
			return uint8(level)
		}
	}
	if len(l.ends) < MaxSpanLevels {
		l.ends = append(l.ends, end)
		return uint8(len(l.ends) - 1)
	}
	return MaxSpanLevels
}
