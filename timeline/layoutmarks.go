package timeline

import "image"

// markTick is the width of a mark on the overview, dp.
const markTick = 2

// overviewMarks draws the marks as ticks above the chart of the overview.
func (f *frame) overviewMarks(chart, r image.Rectangle) {
	whole := f.Whole()
	top := r.Min.Y + f.px(overviewTick*f.Metrics.Overview/60)
	for _, at := range f.Marks {
		x := r.Min.X + min(max(whole.X(at), 0), whole.Width-1)
		f.rect(image.Rect(x, top, x+f.px(markTick), chart.Min.Y).Intersect(r), f.Palette.Ink)
	}
}
