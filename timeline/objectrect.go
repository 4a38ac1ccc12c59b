package timeline

import (
	"image"
	"slices"

	"threadlens/model"
	"threadlens/timeline/lanes"
)

// ObjectRect is where a row shows an object, at least 3 dp wide and clipped to the
// lane area; ok is false if it does not show it.
func (s *Scene) ObjectRect(row int, o Object) (r image.Rectangle, ok bool) {
	if row < 0 || row >= len(s.Rows.List) {
		return r, false
	}
	if s.Rows.List[row].Kind.isCore() {
		return s.coreObjectRect(row, o)
	}
	line := s.objectLine(&s.Rows.List[row], o)
	at := ObjectRange(s.Trace, o)
	if line < 0 || at.From >= s.View.To || max(at.To, at.From+1) <= s.View.From {
		return r, false
	}
	area := s.LaneArea()
	x0, x1 := s.wideRangeX(at)
	y0, y1 := s.lineY(row, line)
	if o.Kind == ObjectPoint {
		x0, _ = s.RangeX(at)
		size := s.Metrics.Px(pennantSize)
		if x1 = x0 + size; s.Trace.Markers[o.Index].Kind == model.MarkStep {
			x0, x1 = x0-s.Metrics.Px(diamondSize), x0+s.Metrics.Px(diamondSize)
		}
	}
	r = image.Rect(x0, y0, x1, y1).Intersect(area)
	return r, !r.Empty()
}

// objectLine is the line of a row that shows an object, -1 if there is none.
func (s *Scene) objectLine(row *Row, o Object) int {
	all := row.Kind == RowMarkers
	if !all && row.Kind != RowSpans {
		return s.channelLine(row, o)
	}
	m := MarkerOf(s.Trace, o)
	switch {
	case m == nil || !all && row.Thread != ObjectThread(s.Trace, o):
		return -1
	case o.Kind == ObjectPoint && row.Bands.Points:
		return 0
	case o.Kind == ObjectPoint:
		return -1
	}
	span := &s.Trace.Spans.List[o.Index]
	line := int(span.Level)
	if !all {
		line = int(span.Depth)
	}
	line = min(line, row.Bands.Levels) // the last line has all levels above it
	if row.Bands.Points {
		line++
	}
	return line
}

// channelLine is objectLine for a channel, which has one line.
func (s *Scene) channelLine(row *Row, o Object) int {
	b := row.Bands.channel
	shown := false
	switch {
	case row.Kind != RowChannel:
	case o.Kind == ObjectTransfer && b.Kind == lanes.BandChannel:
		io := &s.Trace.IOs[o.Index]
		shown = io.Device == s.Trace.Disks[b.Ix/model.NumDirections].Device && int(io.Direction) == b.Ix%model.NumDirections
	case o.Kind == ObjectSlice || o.Kind == ObjectInterrupt:
		shown = b.Kind == lanes.BandProcessor && b.Ix == o.Index
	}
	if shown {
		return 0
	}
	return -1
}

// maxRelated bounds the spans and the points that Related finds.
const maxRelated = 64

// Related is where the markers with an object's correlation are in view, including
// itself; empty if it has none.
func (s *Scene) Related(o Object) (list []image.Rectangle) {
	m := MarkerOf(s.Trace, o)
	if m == nil || m.Correlation == 0 {
		return nil
	}
	spans, points := s.Trace.Related(m.Correlation, maxRelated)
	for row := range s.rowsInView() {
		if !s.Rows.List[row].Kind.isBands() {
			continue
		}
		for _, i := range spans {
			if r, ok := s.ObjectRect(row, Object{Kind: ObjectSpan, Index: i}); ok {
				list = append(list, r)
			}
		}
		for _, i := range points {
			if r, ok := s.ObjectRect(row, Object{Kind: ObjectPoint, Index: i, At: s.Trace.Markers[i].Time}); ok {
				list = append(list, r)
			}
		}
	}
	return list
}

// coreObjectRect is ObjectRect for the rows of the Cores view.
func (s *Scene) coreObjectRect(row int, o Object) (r image.Rectangle, ok bool) {
	lane := &s.Rows.List[row]
	span := ObjectRange(s.Trace, o)
	y, h := s.segmentPlace(row)
	switch {
	case o.Kind == ObjectQueue && lane.Kind == RowQueue:
		y, h = s.queueArea(row)
		span = s.View.Column(s.View.X(o.At))
	case lane.Kind == RowSteps && slices.Contains(lane.strips, o.Kind) && int(lane.CPUs[0]) == o.Index:
		y, h = s.stepsPlace(row, slices.Index(lane.strips, o.Kind))
	case lane.Kind != RowCore || o.Kind != ObjectSlice && o.Kind != ObjectInterrupt || int(lane.CPUs[0]) != o.Index:
		return r, false
	}
	if span.From >= s.View.To || max(span.To, span.From+1) <= s.View.From {
		return r, false
	}
	x0, x1 := s.wideRangeX(span)
	r = image.Rect(x0, y, x1, y+h).Intersect(s.LaneArea()).Intersect(s.RowRect(row))
	return r, !r.Empty()
}
