package timeline

import (
	"image"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Region is a part of the surface.
type Region uint8

// Regions.
const (
	RegionNone           Region = iota
	RegionOverviewGutter        // left of the overview
	RegionOverview
	RegionHeader // left of the ruler: "Threads 10 of 31"
	RegionSort   // the sort menu in it
	RegionRuler
	RegionGutter // name of a row
	RegionLane   // lane area, with or without a row
	RegionScroll // the scroll bar
)

// Place is what is at a point of the surface.
type Place struct {
	Region Region
	// Row is an index of Rows.List, -1 for none.
	Row int
	// Time is the time under the point: of the whole trace in the overview,
	// otherwise of the viewport. It is meaningful in RegionOverview, RegionRuler
	// and RegionLane.
	Time model.Time
	// Segment is the segment under the point, or NoSegment.
	Segment SegmentRef
	// Object is the object under the point, in rows that are not a thread's.
	Object Object
	// Hop is the time of the hop under the point in the row of the path, of length
	// 0 elsewhere; Segment is then what its thread did, if it was alive.
	Hop model.Range
	// Toggle is set on the triangle of a row, on the name of a fold and on "Show".
	Toggle bool
	// Sample is the sample whose tick on the lane of Segment is under or near the point,
	// if Sampled.
	Sample  model.Sample
	Sampled bool
	// Class is what the legend or the chart of the CPU use shows there, if Classed.
	Class   paint.Class
	Classed bool
}

// Hit returns what is at a point of the picture, in device pixels.
func (s *Scene) Hit(p image.Point) Place {
	at := Place{Row: -1, Segment: NoSegment}
	if !p.In(image.Rectangle{Max: s.Size}) {
		return at
	}
	gutter := p.X < s.gutter()
	x := p.X - s.gutter()
	switch {
	case p.Y < s.OverviewArea().Max.Y:
		if at.Region = RegionOverview; gutter {
			at.Region = RegionOverviewGutter
		}
		at.Time = s.Whole().TimeAt(x)
	case p.Y < s.RulerArea().Max.Y:
		switch at.Region = RegionRuler; {
		case gutter && !s.Rows.IsChart() && p.In(s.header().sort):
			at.Region = RegionSort
		case gutter:
			at.Region = RegionHeader
		}
		at.Time = s.View.TimeAt(x)
	case p.In(s.Thumb().Inset(-s.Metrics.Px(3))) || p.X >= s.right():
		at.Region = RegionScroll
	default:
		s.hitRow(&at, p, gutter)
	}
	return at
}

// hitRow finds the row and what is at the point in it.
func (s *Scene) hitRow(at *Place, p image.Point, gutter bool) {
	if at.Region = RegionLane; gutter {
		at.Region = RegionGutter
	}
	x := p.X - s.gutter()
	at.Time = s.View.TimeAt(x)
	if s.Rows.IsChart() {
		at.Class, at.Classed = s.classAt(p)
		return
	}
	at.Row = s.rowAt(p.Y)
	if at.Row < 0 {
		return
	}
	row := &s.Rows.List[at.Row]
	switch {
	case row.Kind == RowHidden:
		at.Toggle = true
	case row.Kind.isBands():
		s.hitBands(at, p, gutter)
	case row.Kind == RowPath:
		s.hitPath(at, p, gutter)
	case row.Kind.isCore():
		s.hitCore(at, p, gutter)
	case row.Kind == RowFold:
		at.Toggle = gutter
	case row.Kind.Heads():
		at.Toggle = gutter && p.X < s.Metrics.TextPx(groupIndent)
	case gutter:
		at.Toggle = row.HasSpans && p.X < s.Metrics.TextPx(threadIndent)
	default:
		if at.Segment = s.segmentIn(row.Thread, x, p.Y-s.rowY(at.Row)); at.Segment != NoSegment {
			at.Sample, at.Sampled = s.SampleAt(row.Thread, at.Time)
		}
	}
}

// rowAt is the index of the row at a height of the picture, -1 for none.
func (s *Scene) rowAt(y int) int {
	y -= s.LaneArea().Min.Y
	if _, height := s.fixed(); y >= height {
		y += s.scroll()
	}
	return s.Rows.At(y)
}

// hitSegments bounds the segments of a column that Hit examines.
const hitSegments = 256

// segmentIn is the segment of a thread that is drawn at column x, y pixels below
// the row's upper edge: the one that starts in the column, or the longest inside it
// if there are several.
func (s *Scene) segmentIn(ix model.ThreadIx, x, y int) SegmentRef {
	h := s.segmentHeight()
	if top := (s.Metrics.Px(s.Metrics.Pitch) - h) / 2; y < top || y >= top+h {
		return NoSegment
	}
	column := s.View.Column(x)
	var longest, last SegmentRef
	best, starts, n := model.Time(0), 0, 0
	for seg := range s.Trace.Segments(ix, column) {
		last = SegmentRef{ix, seg.Index}
		if seg.From >= column.From {
			starts++
		}
		if d := seg.Overlap(column); d > best {
			best, longest = d, last
		}
		if n++; n == hitSegments {
			break
		}
	}
	switch {
	case n == 0:
		return NoSegment
	case starts == 1:
		return last
	}
	return longest
}

// SegmentRect is where a segment is drawn, clipped to the lane area, at least 3 dp
// wide. ok is false if it is outside the window, scrolled out or hidden.
func (s *Scene) SegmentRect(ref SegmentRef) (r image.Rectangle, ok bool) {
	if ref.Index < 0 {
		return r, false
	}
	seg := s.Trace.Segment(ref.Thread, ref.Index)
	row, exact := s.rowOf(&seg)
	if !exact || seg.Overlap(s.View.Range) == 0 {
		return r, false
	}
	x0, x1 := s.wideRangeX(seg.Range)
	y, h := s.segmentPlace(row)
	r = image.Rect(x0, y, x1, y+h).Intersect(s.LaneArea()).Intersect(s.RowRect(row))
	return r, !r.Empty()
}
