package timeline

import (
	"image"
	"image/color"

	"threadlens/model"
	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// laneWorker makes the lanes of a frame; each goroutine has one.
type laneWorker struct {
	*laneTools
	frame *frame
	sp    *lanes.Splitter
}

// text adds a label from x, clipped at right.
func (w *laneWorker) text(s *laneSlot, text string, c color.RGBA, x, right int) {
	if text == "" {
		return
	}
	f := w.frame
	s.labels = append(s.labels, paint.Item{
		Kind: paint.ItemText, Rect: image.Rect(x, s.lane.Y, right, s.lane.Y+s.lane.Height), Color: paint.Opaque(c), Row: s.row,
		Text: text, Face: f.caption, X: x, Y: f.caption.Centre(s.lane.Y + s.lane.Height/2),
	})
}

// labelPad is the space on either side of a label, dp.
const labelPad = 7

// labelSpan writes a text into the span of something of a category.
func (w *laneWorker) labelSpan(s *laneSlot, sp *paint.Span, category model.Category, text string) {
	f := w.frame
	x := s.lane.X + sp.X0 + f.px(labelPad)
	y := s.lane.Y + s.lane.Height/2
	look := s.lane.Style.Of(*sp)
	ink := f.Palette.Category(category).Label
	if sp.Look&^paint.LookInferred != 0 || f.Focus != NoFocus && f.Focus != category {
		ink = f.Palette.Text
	}
	if look.Pattern != paint.Plain { // a plate under the text, so that it is readable
		under := look.Fill
		if sp.Look&paint.LookBackdrop != 0 {
			under = paint.Blend(under, f.Palette.Lane, paint.BackdropAlpha)
		}
		pad := f.px(3)
		plate := image.Rect(x-pad, s.lane.Y+f.px(2), x+f.caption.Width(text)+pad, s.lane.Y+s.lane.Height-f.px(2))
		s.labels = append(s.labels, paint.Item{Kind: paint.ItemRect, Rect: plate, Color: paint.Opaque(under), Row: s.row})
	}
	s.labels = append(s.labels, paint.Item{
		Kind: paint.ItemText, Rect: image.Rect(x, s.lane.Y, s.lane.X+sp.X1, s.lane.Y+s.lane.Height),
		Color: paint.Opaque(ink), Row: s.row, Text: text, Face: f.caption, X: x, Y: f.caption.Centre(y),
	})
}
