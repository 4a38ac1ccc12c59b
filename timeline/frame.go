package timeline

import (
	"image"
	"image/color"

	"threadlens/timeline/lanes"
	"threadlens/timeline/paint"
)

// frame is a layout in progress. Parts of the picture have types of their own, which
// embed it.
type frame struct {
	*Scene
	buf                 *buffers
	dl                  *paint.DisplayList
	body, bold, caption *paint.Face
	styles              *laneStyles
	queueTop            int // length of the run queue at the top of its strip, 0 while unknown
}

// buffers are kept from frame to frame.
type buffers struct {
	cols  lanes.Columns // of the viewport
	chart chartColumns  // of the overview
	use   useColumns    // of the chart of the CPU utilization view
	lanes []laneSlot
	tools []*laneTools // one for each goroutine that makes lanes
}

// add adds an item to the list.
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

// outline draws the border of r, inside it.
func (f *frame) outline(r image.Rectangle, w int, c color.RGBA, clip image.Rectangle) {
	f.rect(image.Rect(r.Min.X, r.Min.Y, r.Max.X, r.Min.Y+w).Intersect(clip), c)
	f.rect(image.Rect(r.Min.X, r.Max.Y-w, r.Max.X, r.Max.Y).Intersect(clip), c)
	f.rect(image.Rect(r.Min.X, r.Min.Y+w, r.Min.X+w, r.Max.Y-w).Intersect(clip), c)
	f.rect(image.Rect(r.Max.X-w, r.Min.Y+w, r.Max.X, r.Max.Y-w).Intersect(clip), c)
}
