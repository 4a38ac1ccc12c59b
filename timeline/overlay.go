package timeline

import (
	"image"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Seen is whether a row is in view.
type Seen uint8

// Visibility of a row.
const (
	SeenRow    Seen = iota // in view
	SeenAbove              // scrolled out at the top
	SeenBelow              // scrolled out at the bottom
	SeenHidden             // not among the rows
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

// seen reports whether the middle of a row is in view.
func (s *Scene) seen(row int) Seen {
	area := s.LaneArea()
	top := area.Min.Y
	if fixed, height := s.fixed(); row >= fixed {
		top += height
	}
	switch y := s.rowMiddle(row); {
	case y < top:
		return SeenAbove
	case y >= area.Max.Y:
		return SeenBelow
	}
	return SeenRow
}

func (s *Scene) rowMiddle(i int) int {
	return s.rowY(i) + (s.Rows.Top(i+1)-s.Rows.Top(i))/2
}

// segmentHeight is the height of the segments of thread rows.
func (s *Scene) segmentHeight() int {
	return min(max(s.Metrics.Px(s.Metrics.Segment), 1), paint.FullShare)
}

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

// Brush is the rectangle of the window on the overview.
func (s *Scene) Brush() image.Rectangle {
	c := s.chartArea()
	x0, x1 := s.windowInOverview()
	over := s.Metrics.Px(brushOver)
	return image.Rect(c.Min.X+x0, c.Min.Y-over, c.Min.X+x1, c.Max.Y+over)
}

// Thumb is the thumb of the scroll bar; empty if everything fits or the picture has
// none.
func (s *Scene) Thumb() image.Rectangle {
	area := s.LaneArea()
	all := s.Rows.Height()
	if s.Parts&PartScroll == 0 || area.Empty() || all <= area.Dy() {
		return image.Rectangle{}
	}
	length := min(max(area.Dy()*area.Dy()/all, s.Metrics.Px(thumbMin)), area.Dy())
	y := area.Min.Y + min(max(s.ScrollY, 0), s.MaxScroll())*(area.Dy()-length)/s.MaxScroll()
	x := area.Max.X + (s.Metrics.Px(s.Metrics.Scroll)-s.Metrics.Px(thumbWidth))/2
	return image.Rect(x, y, x+s.Metrics.Px(thumbWidth), y+length)
}

// ScrollTo is the ScrollY nearest to the current one that shows all of row i.
func (s *Scene) ScrollTo(i int) int {
	fixed, height := s.fixed()
	if i < fixed {
		return s.ScrollY
	}
	y := min(s.ScrollY, s.Rows.Top(i)-height)
	y = max(y, s.Rows.Top(i+1)-s.LaneArea().Dy())
	return min(max(y, 0), s.MaxScroll())
}

// SnapTime is the boundary of a segment of the thread row at p nearest to p, if
// one lies within reach pixels.
func (s *Scene) SnapTime(p image.Point, reach int) (t model.Time, ok bool) {
	hit := s.Hit(p)
	if hit.Region != RegionLane || hit.Row < 0 {
		return 0, false
	}
	at, ok := s.rangesOf(&s.Rows.List[hit.Row])
	if !ok {
		return 0, false
	}
	x := p.X - s.LaneArea().Min.X
	best := model.Time(-1)
	consider := func(at model.Time) {
		d := max(at-hit.Time, hit.Time-at)
		if best < 0 || d < best {
			best, t = d, at
		}
	}
	// Only the segments at the pixels within reach count, and of those only the
	// nearest: few look-ups are needed.
	for _, when := range []model.Time{s.View.TimeAt(x - reach), hit.Time, s.View.TimeAt(x + reach + 1)} {
		if r, ok := at(when); ok {
			consider(r.From)
			consider(r.To)
		}
	}
	r := model.Range{From: s.View.TimeAt(x - reach), To: s.View.TimeAt(x + reach + 1)}
	return t, best >= 0 && t >= r.From && t < r.To
}
