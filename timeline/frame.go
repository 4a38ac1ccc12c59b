package timeline

import (
	"image"
	"image/color"

	"threadlens/timeline/paint"
)

// frame is a layout in progress.
type frame struct {
	*Scene
	p                   *Painter
	dl                  *paint.DisplayList
	body, bold, caption *paint.Face
	styles              *laneStyles
	queueTop            int // length of the run queue at the top of its strip, 0 while unknown
}

func (f *frame) add(it paint.Item) { f.dl.Items = append(f.dl.Items, it) }

// px converts dp to device pixels.
func (f *frame) px(dp float32) int { return f.Metrics.Px(dp) }

func (f *frame) rect(r image.Rectangle, c color.RGBA) {
	if !r.Empty() {
		f.add(paint.Item{Kind: paint.ItemRect, Rect: r, Color: paint.Opaque(c), Row: -1})
	}
}

// text writes s from x, its capitals centred on y, clipped to clip.
func (f *frame) text(s string, face *paint.Face, c color.RGBA, x, y int, clip image.Rectangle) {
	if s == "" || clip.Empty() {
		return
	}
	f.add(paint.Item{
		Kind: paint.ItemText, Rect: clip, Color: paint.Opaque(c), Row: -1,
		Text: s, Face: face, X: x, Y: face.Centre(y),
	})
}

// textRight is text that ends at x. It returns where it starts.
func (f *frame) textRight(s string, face *paint.Face, c color.RGBA, x, y int, clip image.Rectangle) int {
	x -= face.Width(s)
	f.text(s, face, c, x, y, clip)
	return x
}

// shape draws a triangle or an arrow into box.
func (f *frame) shape(k paint.ItemKind, box image.Rectangle, c color.RGBA, row int, clip image.Rectangle) {
	if r := box.Intersect(clip); !r.Empty() {
		f.add(paint.Item{Kind: k, Rect: r, Box: box, Color: paint.Opaque(c), Row: row})
	}
}

// line draws a horizontal line with its upper edge at y.
func (f *frame) line(x0, x1, y int, c color.RGBA, clip image.Rectangle) {
	f.rect(image.Rect(x0, y, x1, y+f.Metrics.Line()).Intersect(clip), c)
}

// vertical draws a vertical line with its left edge at x.
func (f *frame) vertical(x, y0, y1 int, c color.RGBA, clip image.Rectangle) {
	f.rect(image.Rect(x, y0, x+f.Metrics.Line(), y1).Intersect(clip), c)
}
