package timeline

import (
	"image"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// LegendOrder is the order in which legends list the categories: running, waiting
// by reason, queued, and the rest.
func LegendOrder() []model.Category {
	return []model.Category{
		model.Execution, model.Synchronization, model.Sleep, model.IO, model.MemoryManagement,
		model.Preemption, model.Dispatch, model.UIProcessing, model.WaitForWork,
		model.Unclassified, model.Interrupt, model.UnknownCategory,
	}
}

// Swatches adds to dl the look of categories as in segments, each in the rectangles
// of its key; boxes are at most 255 pixels high.
func Swatches(dl *paint.DisplayList, p *paint.Palette, m Metrics, boxes map[model.Category]image.Rectangle) {
	style := newLaneStyles(p, NoFocus, m.Scale).segments
	for _, c := range LegendOrder() {
		r := boxes[c]
		if r.Empty() {
			continue
		}
		l := paint.Lane{X: r.Min.X, Y: r.Min.Y, Height: min(r.Dy(), paint.FullShare), Edge: m.Line(), EdgeFrom: 1, Style: style}
		l.Main, l.Rest = make([]uint64, r.Dx()), make([]uint64, r.Dx())
		for x := range l.Main {
			h := paint.Only(paint.SlotOf[c], l.Height)
			l.Main[x], l.Rest[x] = h.Main, h.Rest
		}
		l.Spans = []paint.Span{{X1: r.Dx(), Slot: paint.SlotOf[c]}}
		dl.Items = append(dl.Items, paint.Item{Kind: paint.ItemLane, Rect: r, Row: -1, Lane: len(dl.Lanes)})
		dl.Lanes = append(dl.Lanes, l)
	}
}
