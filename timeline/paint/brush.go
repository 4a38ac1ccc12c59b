package paint

import (
	"encoding/binary"
	"image"
	"image/color"
)

// brush draws into a band of a picture.
type brush struct {
	pix    []byte
	stride int
	band   image.Rectangle
	block  block
	// blended is a row of a pattern as a backdrop; see patternedBackdrop.
	blended []pixel
}

func (b *brush) put(o int, p pixel) { binary.LittleEndian.PutUint32(b.pix[o:], uint32(p)) }

// over blends a colour over the pixel at o.
func (b *brush) over(o int, c color.RGBA, alpha uint32) {
	p := b.pix[o : o+4 : o+4]
	under := color.RGBA{p[0], p[1], p[2], 255}
	b.put(o, pixelOf(Blend(c, under, alpha)))
}

func (b *brush) fill(r image.Rectangle, c color.NRGBA) {
	if c.A == 255 {
		b.plain(r, pixelOf(color.RGBA(c)))
		return
	}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		o := y*b.stride + 4*r.Min.X
		for range r.Dx() {
			b.over(o, color.RGBA{c.R, c.G, c.B, 255}, uint32(c.A))
			o += 4
		}
	}
}

// plain fills a rectangle that is not empty with one colour.
func (b *brush) plain(r image.Rectangle, p pixel) {
	first := b.pix[r.Min.Y*b.stride+4*r.Min.X:][:4*r.Dx()]
	if r.Dx() < 4 {
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for o := y*b.stride + 4*r.Min.X; o < y*b.stride+4*r.Max.X; o += 4 {
				b.put(o, p)
			}
		}
		return
	}
	// Doubling copies is the fastest way to fill a row; the others are copies.
	binary.LittleEndian.PutUint32(first, uint32(p))
	for n := 4; n < len(first); n *= 2 {
		copy(first[n:], first[:n])
	}
	b.repeat(r)
}

// repeat copies the first row of r to its other rows.
func (b *brush) repeat(r image.Rectangle) {
	first := b.pix[r.Min.Y*b.stride+4*r.Min.X:][:4*r.Dx()]
	for y := r.Min.Y + 1; y < r.Max.Y; y++ {
		copy(b.pix[y*b.stride+4*r.Min.X:], first)
	}
}

// MaxWorkers bounds the goroutines of a frame; more give no visible gain.
const MaxWorkers = 4

// BackdropAlpha is the opacity of segments that fill the window, of 255: 30 %.
const BackdropAlpha = 77
