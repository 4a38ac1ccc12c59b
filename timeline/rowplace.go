package timeline

import (
	"image"
	"iter"
)

// Sizes of the thumb of the scroll bar, dp.
const (
	thumbWidth = 6
	thumbMin   = 24
)

// rowsInView are the indexes of the rows in view: the fixed ones, then the others
// that are scrolled into view.
func (s *Scene) rowsInView() iter.Seq[int] {
	fixed, height := s.fixed()
	y := s.scroll() + height
	last := s.Rows.At(y + s.LaneArea().Dy() - height - 1)
	if last < 0 {
		last = len(s.Rows.List) - 1
	}
	first := s.Rows.At(y)
	return func(yield func(int) bool) {
		for i := 0; i < fixed; i++ {
			if !yield(i) {
				return
			}
		}
		for i := first; first >= 0 && i <= last; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

// rowsBottom is the lower edge of the last row, or of the picture.
func (s *Scene) rowsBottom() int {
	return min(s.LaneArea().Max.Y, s.rowY(len(s.Rows.List)))
}

// fixed is the number of rows that stay in place while the others scroll, and their
// height: the pinned ones, as far as they leave half of the lane area free.
func (s *Scene) fixed() (rows, height int) {
	half := s.LaneArea().Dy() / 2
	for rows < s.Rows.Pinned && s.Rows.Top(rows+1) <= half {
		rows++
	}
	return rows, s.Rows.Top(rows)
}

// scroll is ScrollY limited to its valid range.
func (s *Scene) scroll() int { return max(s.ScrollY, 0) }

// rowY is the upper edge of a row in the picture.
func (s *Scene) rowY(i int) int {
	y := s.LaneArea().Min.Y + s.Rows.Top(i)
	if fixed, _ := s.fixed(); i >= fixed {
		y -= s.scroll()
	}
	return y
}

// RowRect is the rectangle of a row over the whole width, clipped to the part of
// the picture in which it may be visible.
func (s *Scene) RowRect(i int) image.Rectangle {
	y := s.rowY(i)
	area := image.Rect(0, s.LaneArea().Min.Y, s.Size.X, s.Size.Y)
	if fixed, height := s.fixed(); i >= fixed {
		area.Min.Y += height
	}
	return image.Rect(0, y, s.Size.X, y+s.Rows.Top(i+1)-s.Rows.Top(i)).Intersect(area)
}

// rowAt is the index of the row at a height of the picture, -1 for none.
func (s *Scene) rowAt(y int) int {
	y -= s.LaneArea().Min.Y
	if _, height := s.fixed(); y >= height {
		y += s.scroll()
	}
	return s.Rows.At(y)
}

// Seen is whether a row is in view.
type Seen uint8

// Visibility of a row.
const (
	SeenRow    Seen = iota // in view
	SeenAbove              // scrolled out at the top
	SeenBelow              // scrolled out at the bottom
	SeenHidden             // not among the rows
)

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

// rowMiddle is the middle of a row in the picture.
func (s *Scene) rowMiddle(i int) int {
	return s.rowY(i) + (s.Rows.Top(i+1)-s.Rows.Top(i))/2
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
