package export

import (
	"image"
	"image/color"

	"threadlens/timeline/paint"
)

// Sizes of what is drawn over the frame, dp, as in the window.
const (
	outlineWidth = 2
	markedEdge   = 1.5
	wireWidth    = 2
	wireHalo     = 5
	arrowSize    = 11
	arrowOver    = 2 // beyond the edge of the segment
)

// markedAlpha is the opacity of the tint of a selected time range, of 255.
const markedAlpha = 26

// frame puts the frame on the page, and over it the selection as in the window.
func (g *page) frame(frame *paint.DisplayList) {
	at := image.Pt(0, g.y)
	g.list.Put(frame, at)
	o := over{page: g, at: at, area: g.Scene.LaneArea()}
	o.marked()
	o.outline()
	o.connector()
}

// over draws over the lanes of the frame.
type over struct {
	*page
	at   image.Point     // of the frame
	area image.Rectangle // of the lanes, in the frame
}

func (o *over) fill(r image.Rectangle, c color.NRGBA) {
	if r = r.Intersect(o.area).Add(o.at); !r.Empty() {
		o.list.Items = append(o.list.Items, paint.Item{Kind: paint.ItemRect, Rect: r, Color: c, Row: -1})
	}
}

// marked tints the selected time range.
func (o *over) marked() {
	x0, x1 := o.Scene.RangeX(o.Marked)
	if o.Marked.Len() == 0 || x1 <= x0 {
		return
	}
	c, edge := color.NRGBA(o.Scene.Palette.Accent), max(1, o.px(markedEdge))
	o.fill(image.Rect(x0, o.area.Min.Y, x0+edge, o.area.Max.Y), c)
	o.fill(image.Rect(x1-edge, o.area.Min.Y, x1, o.area.Max.Y), c)
	c.A = markedAlpha
	o.fill(image.Rect(x0, o.area.Min.Y, x1, o.area.Max.Y), c)
}

// outline outlines the selected segment.
func (o *over) outline() {
	r, ok := o.Scene.SegmentRect(o.Scene.Selected)
	if !ok {
		return
	}
	width := o.px(outlineWidth)
	o.ring(r.Inset(-width), width, o.Scene.Palette.Lane)
	o.ring(r, width, o.Scene.Palette.Ink)
}

// ring draws a frame around r.
func (o *over) ring(r image.Rectangle, width int, c color.RGBA) {
	out := r.Inset(-width)
	o.fill(image.Rect(out.Min.X, out.Min.Y, out.Max.X, r.Min.Y), color.NRGBA(c))
	o.fill(image.Rect(out.Min.X, r.Max.Y, out.Max.X, out.Max.Y), color.NRGBA(c))
	o.fill(image.Rect(out.Min.X, r.Min.Y, r.Min.X, r.Max.Y), color.NRGBA(c))
	o.fill(image.Rect(r.Max.X, r.Min.Y, out.Max.X, r.Max.Y), color.NRGBA(c))
}

// connector draws the arrow from the thread that ended the selected segment.
func (o *over) connector() {
	c, ok := o.Scene.Connector(o.Scene.Selected)
	if !ok || !c.InWindow {
		return
	}
	p := o.Scene.Palette
	y0, y1 := min(c.From.Y, c.To.Y), max(c.From.Y, c.To.Y)
	for _, l := range []struct {
		width int
		color color.RGBA
	}{{o.px(wireHalo), p.Lane}, {o.px(wireWidth), p.Ink}} {
		x := c.To.X - l.width/2
		o.fill(image.Rect(x, y0, x+l.width, y1), color.NRGBA(l.color))
	}
	size, beyond := o.px(arrowSize), o.px(arrowOver)
	kind, y := paint.ItemDown, c.To.Y+beyond-size
	if c.From.Y > c.To.Y {
		kind, y = paint.ItemUp, c.To.Y-beyond
	}
	box := image.Rect(0, 0, size, size).Add(image.Pt(c.To.X-size/2, y))
	if r := box.Intersect(o.area); !r.Empty() {
		o.list.Items = append(o.list.Items, paint.Item{
			Kind: kind, Rect: r.Add(o.at), Box: box.Add(o.at), Color: color.NRGBA(p.Ink), Row: -1,
		})
	}
}
