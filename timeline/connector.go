package timeline

import (
	"image"

	"threadlens/model"
)

// Connector is the arrow from the lane of an unblocker (or of the thread that
// took the CPU) to the segment that it ended (or began), device pixels.
type Connector struct {
	From, To image.Point // the dot and the arrow head, both clipped to the lane area
	At       model.Time
	Other    model.ThreadIx // thread on whose lane From is
	Seen     Seen           // of From's lane
	// InWindow is false when At lies outside the viewport.
	InWindow bool
}

// Connector returns the arrow of a segment; ok is false if no thread is known to
// have ended it, or its own row is not in view.
func (s *Scene) Connector(ref SegmentRef) (c Connector, ok bool) {
	if ref.Index < 0 {
		return c, false
	}
	seg := s.Trace.Segment(ref.Thread, ref.Index)
	c.At, c.Other = seg.To, seg.Unblocker()
	if seg.State == model.Preempted || seg.State == model.Ready {
		c.At = seg.From
	}
	if seg.State == model.Preempted {
		c.Other = seg.Displacer()
	}
	row, exact := s.Rows.OfThread(ref.Thread)
	if c.Other == model.NoThread || !exact || s.seen(row) != SeenRow {
		return c, false
	}
	c.InWindow = c.At >= s.View.From && c.At <= s.View.To
	area := s.LaneArea()
	x := area.Min.X + min(max(s.View.X(c.At), 0), s.View.Width)
	c.To = image.Pt(x, s.rowMiddle(row))
	c.From = c.To
	other, _ := s.Rows.OfThread(c.Other)
	if other < 0 {
		c.Seen = SeenHidden
		return c, true
	}
	c.Seen = s.seen(other)
	c.From.Y = min(max(s.rowMiddle(other), area.Min.Y), area.Max.Y)
	half := s.segmentHeight() / 2
	if c.From.Y < c.To.Y {
		half = -half
	}
	c.To.Y += half
	return c, true
}
