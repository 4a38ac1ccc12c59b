package view

import (
	"image"
	"image/draw"
)

// gaugeBar is a number from −1 to 1 as a bar to the left or the right of the
// middle.
type gaugeBar struct {
	on    bool
	value float64
}

// setGauge shows a gauge in place of a mix, or the mix again.
func (b *mixBar) setGauge(on bool, value float64) {
	if !on {
		value = 0
	}
	if g := (gaugeBar{on, value}); b.gauge != g {
		b.gauge = g
		b.Refresh()
	}
}

// draw fills from the middle as far as the value says, at least a pixel of what
// is not zero. It stands for sampled values, and has their colour.
func (g gaugeBar) draw(img *image.RGBA) {
	r, mid := img.Rect, img.Rect.Dx()/2
	if by := int(g.value * float64(mid)); g.value < 0 {
		r.Min.X, r.Max.X = mid+min(by, -1), mid
	} else {
		r.Min.X, r.Max.X = mid, mid+max(by, 1)
	}
	if g.value != 0 {
		draw.Draw(img, r.Intersect(img.Rect), image.NewUniform(palette().Sampled), image.Point{}, draw.Src)
	}
}
