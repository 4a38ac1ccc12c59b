package timeline

import (
	"image"
	"iter"
	"sort"

	"threadlens/model"
)

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

// lossColumns yields the columns of v in which events were lost, as stretches in
// order. Its cost depends on the columns, not on the number of losses.
func (s *Scene) lossColumns(v Viewport) iter.Seq2[int, int] {
	losses := s.Trace.Lost(model.AllCPUs)
	return func(yield func(x0, x1 int) bool) {
		for x := 0; x < v.Width; {
			at := v.TimeAt(x)
			i := sort.Search(len(losses), func(i int) bool { return losses[i].To > at })
			if i == len(losses) || losses[i].From >= v.To {
				return
			}
			x0 := max(v.X(losses[i].From), x)
			x = max(min(v.X(losses[i].To-1)+1, v.Width), x0+1)
			if !yield(x0, x) {
				return
			}
		}
	}
}
