package kit

import (
	"image"
	"image/draw"
)

// GaugeBar shows a number from −1 to 1 as a bar to the left or right of the middle.
type GaugeBar struct {
	On    bool
	Value float64
}

// setGauge shows a gauge instead of a mix, or the mix again.
func (b *MixBar) setGauge(on bool, value float64) {
	if !on {
		value = 0
	}
	if g := (GaugeBar{on, value}); b.gauge != g {
		b.gauge = g
		b.Refresh()
	}
}

// Draw fills from the middle in proportion to the value, at least one pixel if it is not zero. The
// bar shows sampled values and has their colour.
func (g GaugeBar) Draw(img *image.RGBA) {
	r, mid := img.Rect, img.Rect.Dx()/2
	if by := int(g.Value * float64(mid)); g.Value < 0 {
		r.Min.X, r.Max.X = mid+min(by, -1), mid
	} else {
		r.Min.X, r.Max.X = mid, mid+max(by, 1)
	}
	if g.Value != 0 {
		draw.Draw(img, r.Intersect(img.Rect), image.NewUniform(Palette().Sampled), image.Point{}, draw.Src)
	}
}
