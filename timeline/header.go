package timeline

import (
	"fmt"
	"image"

	"threadlens/timeline/paint"
)

// Sizes in the header of the gutter, dp.
const (
	sortArrow   = 8  // size of the arrow of the sort menu
	filterRoom  = 22 // for the button of the filter
	filterLeft  = 6  // for the open filter
	headerInset = 2  // above and below the filter
)

// headerPlaces is where things are in the header of the gutter.
type headerPlaces struct {
	title, count int             // left edges
	filter, sort image.Rectangle // of the button or field of the filter, and of the sort menu
	counted      string          // "10 of 31"
	label        string          // of the sort menu, as long as fits
}

// header places the parts of the gutter next to the ruler.
func (s *Scene) header() (h headerPlaces) {
	r, m := s.RulerArea(), s.Metrics
	caption, bold := paint.NewFace(false, m.Caption*m.Scale), paint.NewFace(true, m.Body*m.Scale)
	h.counted = fmt.Sprintf("%s of %s", FormatCount(int64(s.Rows.Threads)), FormatCount(int64(s.Rows.Total)))
	end := s.gutter() - m.Px(gutterEnd+2)
	h.title = m.Px(gutterIndent)
	title, labels := s.Rows.headings()
	h.count = h.title + bold.Width(title) + m.Px(gutterGap)
	room := m.TextPx(sortArrow + 4)
	if s.Filtering {
		h.sort = image.Rect(end-room, r.Min.Y, end, r.Max.Y)
		h.count = h.sort.Min.X - m.Px(2) - caption.Width(h.counted)
		h.filter = image.Rect(m.Px(filterLeft), r.Min.Y+m.Px(headerInset), h.count-m.Px(gutterGap), r.Max.Y-m.Px(headerInset))
		return h
	}
	x := h.count + caption.Width(h.counted) + m.Px(gutterGap/2)
	h.filter = image.Rect(x, r.Min.Y+m.Px(headerInset), x+m.TextPx(filterRoom), r.Max.Y-m.Px(headerInset))
	for _, h.label = range labels {
		h.sort = image.Rect(end-room-caption.Width(h.label), r.Min.Y, end, r.Max.Y)
		if h.sort.Min.X >= h.filter.Max.X {
			break
		}
	}
	return h
}

// FilterRect is where the button is that opens the filter of the rows, or the
// filter itself if the scene is Filtering; empty without gutter or ruler, and
// outside the Threads view.
func (s *Scene) FilterRect() image.Rectangle {
	if s.gutter() == 0 || s.RulerArea().Empty() || s.Rows.IsChart() || s.Rows.Cores != nil {
		return image.Rectangle{}
	}
	return s.header().filter
}
