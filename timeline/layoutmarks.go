package timeline

import "image"

// markTick is the width of a mark on the overview, dp.
const markTick = 2

// markColumns are the columns of the overview that the ticks of the marks take.
func (f *frame) markColumns() [][2]int {
	whole := f.Whole()
	spans := make([][2]int, len(f.Marks))
	for i, at := range f.Marks {
		x := min(max(whole.X(at), 0), whole.Width-1)
		spans[i] = [2]int{x, x + f.px(markTick)}
	}
	return spans
}

// overviewMarks draws the marks as ticks above the chart of the overview.
func (f *frame) overviewMarks(marks [][2]int, chart, r image.Rectangle) {
	top := r.Min.Y + f.px(overviewTick*f.Metrics.Overview/60)
	for _, s := range marks {
		f.rect(image.Rect(r.Min.X+s[0], top, r.Min.X+s[1], chart.Min.Y).Intersect(r), f.Palette.Ink)
	}
}
