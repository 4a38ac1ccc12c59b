package timeline

import (
	"image"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// Painter turns scenes into pixels. It keeps its buffers from frame to frame; it
// serves one goroutine at a time.
type Painter struct {
	list   paint.DisplayList
	styles *laneStyles
	look   styleKey // key of the styles
	buf    buffers
}

// Layout lays out a frame. The list is valid until the next call.
func (p *Painter) Layout(s *Scene) *paint.DisplayList {
	p.list = paint.DisplayList{Size: s.Size, Items: p.list.Items[:0], Lanes: p.list.Lanes[:0], Areas: p.list.Areas[:0]}
	m := s.Metrics
	f := frame{
		Scene: s, buf: &p.buf, dl: &p.list,
		body: paint.NewFace(false, m.Body*m.Scale), bold: paint.NewFace(true, m.Body*m.Scale),
		caption: paint.NewFace(false, m.Caption*m.Scale),
		styles:  p.stylesFor(styleKey{s.Palette, s.Focus, m.Scale}),
	}
	f.rect(image.Rectangle{Max: s.Size}, s.Palette.Lane)
	if s.View.Len() <= 0 || s.View.Width <= 0 || s.View.Width > MaxWidth {
		return &p.list
	}
	p.buf.cols.Reset(s.View.Range, s.View.Width, s.View.TimeAt)
	overviewFrame{&f}.overview()
	f.ruler()
	f.rows()
	f.scrollBar()
	return &p.list
}

// styleKey is what laneStyles depend on.
type styleKey struct {
	palette *paint.Palette
	focus   model.Category
	scale   float32
}

// stylesFor are the styles for a key, reused from the previous frame if the key is
// the same.
func (p *Painter) stylesFor(key styleKey) *laneStyles {
	if p.styles == nil || p.look != key {
		p.styles, p.look = newLaneStyles(key.palette, key.focus, key.scale), key
	}
	return p.styles
}

// Frame lays out s and draws it into img, which must have the size of the scene
// and Stride = 4·width.
func (p *Painter) Frame(s *Scene, img *image.RGBA) { paint.Raster(p.Layout(s), img) }

// Layout lays out a frame into its own list.
func Layout(s *Scene) *paint.DisplayList { return new(Painter).Layout(s) }
