package timeline

import (
	"image"

	"threadlens/model"
)

// LegendOrder is the order in which legends list the categories: what ran, what
// waited and for what, what stood in a queue, and the rest.
func LegendOrder() []model.Category {
	return []model.Category{
		model.Execution, model.Synchronization, model.Sleep, model.IO, model.MemoryManagement,
		model.Preemption, model.Dispatch, model.UIProcessing, model.WaitForWork,
		model.Unclassified, model.Interrupt, model.UnknownCategory,
	}
}

// Swatches adds to dl the look of a category as segments have it, one in each of
// the rectangles of its key; boxes are at most 255 pixels high.
func Swatches(dl *DisplayList, p *Palette, m Metrics, boxes map[model.Category]image.Rectangle) {
	style := newLaneStyles(p, NoFocus, m.Scale).segments
	for _, c := range LegendOrder() {
		r := boxes[c]
		if r.Empty() {
			continue
		}
		l := Lane{X: r.Min.X, Y: r.Min.Y, Height: min(r.Dy(), fullShare), Edge: m.Line(), EdgeFrom: 1, Style: style}
		l.main, l.rest = make([]uint64, r.Dx()), make([]uint64, r.Dx())
		for x := range l.main {
			h := only(slotOf[c], l.Height)
			l.main[x], l.rest[x] = h.main, h.rest
		}
		l.spans = []span{{x1: r.Dx(), slot: slotOf[c]}}
		dl.Items = append(dl.Items, Item{Kind: ItemLane, Rect: r, Row: -1, Lane: len(dl.Lanes)})
		dl.Lanes = append(dl.Lanes, l)
	}
}

// Put adds the items of a frame to dl, moved by at; the size of dl stays.
func (dl *DisplayList) Put(frame *DisplayList, at image.Point) {
	for _, it := range frame.Items {
		it.Rect, it.Box = it.Rect.Add(at), it.Box.Add(at)
		it.X += at.X
		it.Y += at.Y
		if it.Kind == ItemLane {
			it.Lane += len(dl.Lanes)
		}
		it.Area += len(dl.Areas)
		dl.Items = append(dl.Items, it)
	}
	for _, a := range frame.Areas {
		a.X, a.Bottom = a.X+at.X, a.Bottom+at.Y
		dl.Areas = append(dl.Areas, a)
	}
	for _, l := range frame.Lanes {
		l.X += at.X
		l.Y += at.Y
		dl.Lanes = append(dl.Lanes, l)
	}
}
