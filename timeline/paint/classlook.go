package paint

import (
	"image"
	"image/color"
	"image/draw"
)

// SwatchEdge is how much ink is in the edge of a swatch, of 255.
const SwatchEdge = 90

// ClassLook is the look of a class of CPU use in the chart with an opacity.
func (p *Palette) ClassLook(c Class, alpha uint32, scale float32) Look {
	fill, ink, pattern := p.Class(c), p.Line, Plain
	if hatch, ok := p.HatchInk(c); ok {
		ink, pattern = hatch, Diagonal
	}
	return NewLook(c.Title(), Blend(fill, p.Lane, alpha), color.RGBA{}, Blend(ink, p.Lane, alpha), pattern, scale)
}

// The share of the lane's colour in the dots of sampled use, and of the colour of lines
// in those of sampled idle time, of 255.
const SampledDots, idleDots = 165, 120

// SampledLook is the look of the sampled part of a class: the class with dots.
func (p *Palette) SampledLook(c Class, alpha uint32, scale float32) Look {
	fill := Blend(p.Class(c), p.Lane, alpha)
	return NewLook(c.Title()+", sampled", fill, color.RGBA{}, Blend(p.SampledInk(c), fill, alpha), Dots, scale)
}

// SampledInk is the colour of the dots on the sampled part of a class.
func (p *Palette) SampledInk(c Class) color.RGBA {
	if c == ClassIdle {
		return Blend(p.LineStrong, p.Class(c), idleDots)
	}
	return Blend(p.Lane, p.Class(c), SampledDots)
}

// PaintClass fills r with the look of a class, and an edge of line pixels around
// it.
func (p *Palette) PaintClass(img draw.Image, r image.Rectangle, c Class, line int) {
	look := p.ClassLook(c, 255, float32(line))
	draw.Draw(img, r, image.NewUniform(Blend(p.Ink, look.Fill, SwatchEdge)), image.Point{}, draw.Src)
	look.paint(img, r.Inset(line))
}

// FillClass fills the part of r inside img with the look of a class; line is that of PaintClass.
func (p *Palette) FillClass(img draw.Image, r image.Rectangle, c Class, line int) {
	look := p.ClassLook(c, 255, float32(line))
	look.paint(img, r.Intersect(img.Bounds()))
}

// paint fills r with the look.
func (l *Look) paint(img draw.Image, r image.Rectangle) {
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			img.Set(x, y, l.At(x, y))
		}
	}
}
