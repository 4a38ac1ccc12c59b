package kit

import (
	"image"
	"image/draw"

	"threadlens/model"
	"threadlens/timeline/paint"
)

// classShare is a share of CPU time, shown in the colour of its class.
type classShare struct {
	class       paint.Class
	part, whole model.Time
}

// setShare shows a share instead of a mix, or the mix again.
func (b *MixBar) setShare(on bool, s classShare) {
	if !on {
		s = classShare{}
	}
	if b.share != s {
		b.share = s
		b.Refresh()
	}
}

// draw fills the part of the width that the share is, and at least one pixel if it is not zero.
func (s classShare) draw(img *image.RGBA) {
	p := Palette()
	draw.Draw(img, img.Rect, image.NewUniform(p.Hover), image.Point{}, draw.Src)
	if s.part <= 0 || s.class == paint.ClassIdle {
		return // idle time is the remainder
	}
	r := img.Rect
	r.Max.X = max(1, int(float64(s.part)/float64(s.whole)*float64(r.Dx())+0.5))
	draw.Draw(img, r.Intersect(img.Rect), image.NewUniform(p.Class(s.class)), image.Point{}, draw.Src)
}
