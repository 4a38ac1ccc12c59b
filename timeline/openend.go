package timeline

import (
	"image"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// openNotch is the depth of the notch at the end of a segment that continues beyond
// the trace, dp.
const openNotch = 4

// flagsFrom is the width from which the flags of a running segment are looked up,
// dp. There are many such segments, and few have flags.
const flagsFrom = 40

// openEnds cuts notches into a span whose segment started before the trace, or was
// still continuing at its end.
func (f *frame) openEnds(s *laneSlot, sp *paint.Span, seg *model.Segment) {
	if s.lane.Edge == 0 {
		return
	}
	f.notches(s, sp.X0, sp.X1,
		seg.Flags&model.OpenStart != 0 && seg.From >= f.View.From && f.View.X(seg.From) >= sp.X0,
		seg.Flags&model.OpenEnd != 0 && seg.To <= f.View.To && f.View.X(seg.To) <= sp.X1)
}

// notches cuts notches into the ends of columns x0 … x1-1, if there is room.
func (f *frame) notches(s *laneSlot, x0, x1 int, begin, end bool) {
	depth := f.px(openNotch)
	if x1-x0 < 3*depth {
		return
	}
	left, right := s.lane.X+x0, s.lane.X+x1
	top, bottom := s.lane.Y, s.lane.Y+s.lane.Height
	notch := func(k paint.ItemKind, r image.Rectangle) {
		s.labels = append(s.labels, paint.Item{Kind: k, Rect: r, Box: r, Color: paint.Opaque(f.Palette.Lane), Row: s.row})
	}
	if begin {
		notch(paint.ItemRight, image.Rect(left, top, left+depth, bottom))
	}
	if end {
		notch(paint.ItemLeft, image.Rect(right-depth, top, right, bottom))
	}
}
