package timeline

import (
	"image"

	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// NoFocus is the Scene.Focus of a frame that fades no category.
const NoFocus = model.Category(model.NumCategories)

// Parts are the parts of the picture that a frame has.
type Parts uint8

// Parts of the picture.
const (
	PartOverview Parts = 1 << iota
	PartRuler
	PartGutter
	PartScroll // the scroll bar

	AllParts = PartOverview | PartRuler | PartGutter | PartScroll
)

// Scene is everything that a frame depends on: Layout and Raster are functions
// of it and of nothing else. It is a value; copying it is cheap.
type Scene struct {
	Trace   *model.Trace
	Summary *lanes.Summary // nil: segments are walked, slow on large traces
	// Utilization is what the overview shows, nil while unknown.
	Utilization *Utilization
	// View.Width is the width of the lane area, see LaneWidth.
	View Viewport
	Rows *Rows
	// ScrollY is the first visible pixel of Rows, device pixels.
	ScrollY int
	// Size of the picture, device pixels.
	Size    image.Point
	Palette *paint.Palette
	Metrics Metrics
	Parts   Parts

	// Focus is the category in full colour; the others fade to 25 %. NoFocus: none.
	Focus model.Category
	// Row is the selected row (an index of Rows), -1 for none.
	Row int
	// Selected is drawn at least 3 dp wide and on top. Selected.Index < 0: none.
	Selected SegmentRef

	// Path is the path that lines mark on the lanes of threads, nil for none.
	Path *Path

	// Filtering leaves room for the field of a filter in the header of the gutter.
	Filtering bool

	QuietBackdrops bool // fade segments that cover the whole window
	Grid           bool // vertical lines at the major ticks of the ruler

	// Clock writes the axes.
	Clock Clock
	// Marks are the instants at which the overview shows ticks.
	Marks []model.Time
	// Covered are ranges of columns of the ruler, the end excluded, that are
	// covered: no label is placed there.
	Covered [][2]int

	// Chart is what the chart of the CPU use shows, if Rows are ChartRows.
	Chart Chart
}

// SegmentRef refers to a segment of the trace.
type SegmentRef struct {
	Thread model.ThreadIx
	Index  int // -1: no segment
}

// NoSegment refers to no segment.
var NoSegment = SegmentRef{model.NoThread, -1}

// LaneArea is where lanes are drawn: gutter on its left, ruler above, scroll bar
// on its right.
func (s *Scene) LaneArea() image.Rectangle {
	return image.Rect(s.gutter(), s.RulerArea().Max.Y, s.right(), s.Size.Y)
}

// OverviewArea is the overview without its gutter; empty without PartOverview.
func (s *Scene) OverviewArea() image.Rectangle {
	h := 0
	if s.Parts&PartOverview != 0 {
		h = min(s.Metrics.Px(s.Metrics.Overview), s.Size.Y)
	}
	return image.Rect(s.gutter(), 0, s.right(), h)
}

// RulerArea is the ruler without its gutter; empty without PartRuler.
func (s *Scene) RulerArea() image.Rectangle {
	y := s.OverviewArea().Max.Y
	h := 0
	if s.Parts&PartRuler != 0 {
		h = min(s.Metrics.Px(s.Metrics.Ruler), s.Size.Y-y)
	}
	return image.Rect(s.gutter(), y, s.right(), y+h)
}

// gutter is the width of the names column.
func (s *Scene) gutter() int {
	if s.Parts&PartGutter == 0 {
		return 0
	}
	return min(s.Metrics.Px(s.Metrics.Gutter), s.Size.X)
}

// right is where the columns of the viewport end.
func (s *Scene) right() int { return s.gutter() + s.View.Width }

// LaneWidth is the width of the lane area of a picture of the given width, in
// device pixels, at least 1: what Viewport.Width must be.
func LaneWidth(width int, parts Parts, m Metrics) int {
	if parts&PartGutter != 0 {
		width -= m.Px(m.Gutter)
	}
	if parts&PartScroll != 0 {
		width -= m.Px(m.Scroll)
	}
	return min(max(width, 1), MaxWidth)
}

// MaxScroll is the largest useful ScrollY.
func (s *Scene) MaxScroll() int { return max(0, s.Rows.Height()-s.LaneArea().Dy()) }

// Whole is the viewport of the whole trace at the width of the lane area: the
// viewport of the overview.
func (s *Scene) Whole() Viewport { return Viewport{s.Trace.Held(), s.View.Width} }

// tickGap is the least distance between major ticks, dp at 100 % text; wideTickGap is
// the same for clocks with longer numbers.
const (
	tickGap     = 90
	wideTickGap = 120
)

// axis is the axis of the ruler and the grid.
func (s *Scene) axis() Axis { return s.Clock.Axis(s.View, s.tickGap()) }

// tickGap is the least distance between major ticks in device pixels.
func (s *Scene) tickGap() int {
	if s.Clock.As == FromStart {
		return s.Metrics.TextPx(tickGap)
	}
	return s.Metrics.TextPx(wideTickGap)
}

// processors is the number of known CPUs.
func (s *Scene) processors() (n int) {
	for i := range s.Trace.Cores {
		if s.Trace.Cores[i].Known {
			n++
		}
	}
	return n
}
