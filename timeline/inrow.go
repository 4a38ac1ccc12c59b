package timeline

import (
	"image"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// RangeX are the first column of r and the one after its last, as x of the
// picture, clipped to the lane area.
func (s *Scene) RangeX(r model.Range) (x0, x1 int) {
	left := s.LaneArea().Min.X
	x0 = left + min(max(s.View.X(r.From), 0), s.View.Width)
	x1 = left + min(max(s.View.X(r.To), 0), s.View.Width)
	return x0, x1
}

// wideRangeX is RangeX, but at least 3 dp wide.
func (s *Scene) wideRangeX(r model.Range) (x0, x1 int) {
	x0, x1 = s.RangeX(r)
	if least := s.Metrics.Px(selectedAtMin); x1-x0 < least {
		area := s.LaneArea()
		x0 = min(max(x0-(least-(x1-x0))/2, area.Min.X), area.Max.X-least)
		x1 = x0 + least
	}
	return x0, x1
}

// spanColumns are the columns x0 … x1-1 of a range, clipped to the window.
func (s *Scene) spanColumns(r model.Range) (x0, x1 int) {
	return min(max(s.View.X(r.From), 0), s.View.Width), min(max(s.View.X(r.To), 0), s.View.Width)
}

// rowOf is the row that shows a segment: that of its thread, or in the Cores view
// the lane of the CPU that it ran on. exact is false if a collapsed row represents
// it.
func (s *Scene) rowOf(seg *model.Segment) (row int, exact bool) {
	switch {
	case s.Rows.Cores == nil:
		return s.Rows.OfThread(seg.Thread)
	case seg.State == model.Running:
		return s.Rows.OfCPU(seg.CPU)
	}
	return -1, false
}

// segmentHeight is the height of the segments of thread rows.
func (s *Scene) segmentHeight() int {
	return min(max(s.Metrics.Px(s.Metrics.Segment), 1), paint.FullShare)
}

// coreLaneHeight is the height of the lane of a CPU.
func (s *Scene) coreLaneHeight() int {
	return min(max(s.Metrics.cored(s.Rows.corePitch-coreGap), 1), paint.FullShare)
}

// segmentPlace is where the segments of a row are drawn.
func (s *Scene) segmentPlace(row int) (y, height int) {
	pitch, h := s.Metrics.Px(s.Metrics.Pitch), s.segmentHeight()
	if s.Rows.List[row].Kind == RowCore {
		pitch, h = s.Rows.List[row].coreHeight(s.Metrics), s.coreLaneHeight()
	}
	return s.rowY(row) + (pitch-h)/2, h
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

// queueArea is the strip of the run queue in a row, over the whole width of the
// lane area and not clipped to the picture's height.
func (s *Scene) queueArea(row int) (y, height int) {
	return s.rowY(row) + s.Metrics.TextPx(queueTop), min(s.Metrics.TextPx(queueHeight), paint.FullShare)
}

// hopPlace is where hops are drawn in the row of the path.
func (s *Scene) hopPlace(row int) (y, height int) {
	h := min(max(s.Metrics.TextPx(hopHeight), 1), paint.FullShare)
	return s.rowY(row) + (s.Metrics.TextPx(pathPitch)-h)/2, h
}

// HopRect is where the row of the path shows a part of it, at least 3 dp wide and
// clipped to the lane area; ok is false if it does not.
func (s *Scene) HopRect(row int, hop model.Range) (r image.Rectangle, ok bool) {
	if row < 0 || row >= len(s.Rows.List) || s.Rows.List[row].Kind != RowPath || hop.Overlap(s.View.Range) == 0 {
		return r, false
	}
	y, h := s.hopPlace(row)
	x0, x1 := s.wideRangeX(hop)
	r = image.Rect(x0, y, x1, y+h).Intersect(s.LaneArea()).Intersect(s.RowRect(row))
	return r, !r.Empty()
}
