package timeline

import (
	"image"
	"iter"
	"sort"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// lossBarHeight is the height of the bar of lost events below the ruler, dp.
const lossBarHeight = 3

// lossAlpha is the opacity of the tint of lost events, of 255: 10 %.
const lossAlpha = 26

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

// losses tints the time of lost events over all rows, down to bottom.
func (f *frame) losses(area image.Rectangle, bottom int) {
	ruler := f.RulerArea()
	for x0, x1 := range f.lossColumns(f.View) {
		x0, x1 = area.Min.X+x0, area.Min.X+x1
		if tint := image.Rect(x0, area.Min.Y, x1, bottom).Intersect(area); !tint.Empty() {
			f.add(paint.Item{Kind: paint.ItemRect, Rect: tint, Color: paint.Fade(f.Palette.WarnLine, lossAlpha), Row: -1})
		}
		f.rect(image.Rect(x0, ruler.Max.Y-f.px(lossBarHeight), x1, ruler.Max.Y).Intersect(ruler), f.Palette.WarnLine)
	}
}
