package timeline

import (
	"image"

	"threadlens/model"
)

// Hit returns what is at a point of the picture, in device pixels.
func (s *Scene) Hit(p image.Point) Place {
	left := s.gutter()
	f := finder{Scene: s, p: p, x: p.X - left, inGutter: p.X < left, at: Place{Row: -1, Segment: NoSegment}}
	if !p.In(image.Rectangle{Max: s.Size}) {
		return f.at
	}
	switch {
	case p.Y < s.OverviewArea().Max.Y:
		if f.at.Region = RegionOverview; f.inGutter {
			f.at.Region = RegionOverviewGutter
		}
		f.at.Time = s.Whole().TimeAt(f.x)
	case p.Y < s.RulerArea().Max.Y:
		switch f.at.Region = RegionRuler; {
		case f.inGutter && !s.Rows.IsChart() && p.In(s.header().sort):
			f.at.Region = RegionSort
		case f.inGutter:
			f.at.Region = RegionHeader
		}
		f.at.Time = s.View.TimeAt(f.x)
	case p.In(s.Thumb().Inset(-s.Metrics.Px(3))) || p.X >= s.right():
		f.at.Region = RegionScroll
	default:
		f.inRow()
	}
	return f.at
}

// inRow finds the row and what is at the point in it.
func (f *finder) inRow() {
	if f.at.Region = RegionLane; f.inGutter {
		f.at.Region = RegionGutter
	}
	f.at.Time = f.View.TimeAt(f.x)
	if f.Rows.IsChart() {
		f.at.Class, f.at.Classed = f.classAt(f.p)
		return
	}
	f.at.Row = f.rowAt(f.p.Y)
	if f.at.Row < 0 {
		return
	}
	row := &f.Rows.List[f.at.Row]
	switch {
	case row.Kind == RowHidden:
		f.at.Toggle = true
	case row.Kind.isBands():
		f.inBands(row)
	case row.Kind == RowPath:
		f.inPath()
	case row.Kind.isCore():
		f.inCore(row)
	case row.Kind == RowFold:
		f.at.Toggle = f.inGutter
	case row.Kind.Heads():
		f.at.Toggle = f.inGutter && f.p.X < f.Metrics.TextPx(groupIndent)
	case f.inGutter:
		f.at.Toggle = row.HasSpans && f.p.X < f.Metrics.TextPx(threadIndent)
	default:
		if f.at.Segment = f.segmentIn(row.Thread, f.p.Y-f.rowY(f.at.Row)); f.at.Segment != NoSegment {
			f.at.Sample, f.at.Sampled = f.SampleAt(row.Thread, f.at.Time)
		}
	}
}

// segmentIn is the segment of a thread that is drawn at the point, y pixels below
// the row's upper edge: the one that starts in the column, or the longest inside it
// if there are several.
func (f *finder) segmentIn(ix model.ThreadIx, y int) SegmentRef {
	h := f.segmentHeight()
	if top := (f.Metrics.Px(f.Metrics.Pitch) - h) / 2; y < top || y >= top+h {
		return NoSegment
	}
	column := f.View.Column(f.x)
	var longest, last SegmentRef
	best, starts, n := model.Time(0), 0, 0
	for seg := range f.Trace.Segments(ix, column) {
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

// inPath finds the hop at the point in the row of the path, and the segment of its thread
// that it lies in.
func (f *finder) inPath() {
	y, h := f.hopPlace(f.at.Row)
	if f.inGutter || f.Path == nil || f.p.Y < y || f.p.Y >= y+h {
		return
	}
	i, ok := f.hop()
	if !ok {
		return
	}
	f.at.Hop = f.Path.hop(i)
	if hop := &f.Path.Hops[i]; hop.Segment >= 0 {
		f.at.Segment = SegmentRef{hop.Thread, int(hop.Segment)}
	}
}

// hop is the hop that the column shows: the one that starts in it, or the longest
// inside it if there are several.
func (f *finder) hop() (i int, ok bool) {
	c := candidates{column: f.View.Column(f.x)}
	if c.column.Overlap(f.Path.Range) == 0 {
		return 0, false
	}
	for i := max(f.Path.find(c.column.From), 0); i < len(f.Path.Hops) && f.Path.Hops[i].From < c.column.To; i++ {
		if !c.add(Object{Index: i}, f.Path.hop(i)) {
			break
		}
	}
	best, ok := c.best()
	return best.Index, ok
}
