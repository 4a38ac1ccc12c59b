package paint

import (
	"encoding/binary"
	"image"
	"image/color"
	"runtime"
	"sync"
	"sync/atomic"
)

// bandRows is how many rows of the picture are drawn at a time: so few that they
// stay in the processor's cache while one item is drawn over the other.
const bandRows = 128

// Raster draws dl into img, covering all of it: img must be as large as the list
// says, start at the origin, and have Stride = 4·width. Horizontal bands of the
// picture are drawn at the same time.
func Raster(dl *DisplayList, img *image.RGBA) {
	size := img.Rect.Size()
	var next atomic.Int64
	work := func() {
		b := brush{pix: img.Pix, stride: img.Stride}
		for {
			y := int(next.Add(1)-1) * bandRows
			if y >= size.Y {
				return
			}
			b.band = image.Rect(0, y, size.X, min(y+bandRows, size.Y))
			b.draw(dl)
		}
	}
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), MaxWorkers, 1+size.Y/bandRows) - 1 {
		wg.Go(work)
	}
	work()
	wg.Wait()
}

// brush draws into a band of a picture.
type brush struct {
	pix    []byte
	stride int
	band   image.Rectangle
	block  block
	// blended is a row of a pattern as a backdrop; see patternedBackdrop.
	blended []pixel
}

func (b *brush) draw(dl *DisplayList) {
	for i := range dl.Items {
		it := &dl.Items[i]
		r := it.Rect.Intersect(b.band)
		if r.Empty() {
			continue
		}
		switch it.Kind {
		case ItemRect:
			b.fill(r, it.Color)
		case ItemText:
			b.text(it, r)
		case ItemLane:
			b.lane(&dl.Lanes[it.Lane], r)
		case ItemArea:
			b.chartArea(&dl.Areas[it.Area], r)
		case ItemHatch:
			b.hatch(it, r)
		case ItemLine:
			b.line(it, r)
		default:
			b.shape(it, r)
		}
	}
}

// pixel is a colour as it lies in memory, read little-endian.
type pixel uint32

func pixelOf(c color.RGBA) pixel {
	return pixel(c.R) | pixel(c.G)<<8 | pixel(c.B)<<16 | 255<<24
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

func (b *brush) text(it *Item, clip image.Rectangle) {
	c := color.RGBA{it.Color.R, it.Color.G, it.Color.B, 255}
	it.Face.walk(it.Text, it.X, func(m *glyphMask, x int) {
		box := m.box.Add(image.Pt(x, it.Y))
		r := box.Intersect(clip)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			alpha := m.alpha[(y-box.Min.Y)*box.Dx()+r.Min.X-box.Min.X:]
			o := y*b.stride + 4*r.Min.X
			for x := range r.Dx() {
				if a := alpha[x]; a != 0 {
					b.over(o, c, uint32(a))
				}
				o += 4
			}
		}
	})
}

// hatch draws the lines of a pattern that moves with its rectangle.
func (b *brush) hatch(it *Item, r image.Rectangle) {
	const gap = 6
	c := color.RGBA{it.Color.R, it.Color.G, it.Color.B, 255}
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if (x+y-it.Rect.Min.Y)%gap < 2 {
				b.put(y*b.stride+4*x, pixelOf(c))
			}
		}
	}
}

// shape draws triangles, discs and arrows with smooth edges: each pixel is sampled at
// 4×4 points of the unit square that the shape fills.
func (b *brush) shape(it *Item, r image.Rectangle) {
	const samples = 4
	c := color.RGBA{it.Color.R, it.Color.G, it.Color.B, 255}
	w, h := float32(it.Box.Dx()), float32(it.Box.Dy())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			in := 0
			for i := range samples * samples {
				u := (float32(x-it.Box.Min.X) + (float32(i%samples)+0.5)/samples) / w
				v := (float32(y-it.Box.Min.Y) + (float32(i/samples)+0.5)/samples) / h
				if inside(it.Kind, u, v) {
					in++
				}
			}
			if in > 0 {
				b.over(y*b.stride+4*x, c, uint32(in*255/(samples*samples)))
			}
		}
	}
}

// inside tells whether a point of the unit square belongs to a shape.
func inside(k ItemKind, u, v float32) bool {
	switch k {
	case ItemLeft:
		u, v = v, 1-u
		return abs(u-0.5) < (1-v)/2
	case ItemRight:
		u, v = v, u
		fallthrough
	case ItemDown:
		return abs(u-0.5) < (1-v)/2
	case ItemUp:
		return abs(u-0.5) < v/2
	case ItemDisc:
		return (u-0.5)*(u-0.5)+(v-0.5)*(v-0.5) < 0.25
	case ItemDiamond:
		return abs(u-0.5)+abs(v-0.5) < 0.5
	}
	d := v - (0.75 - abs(u-0.5)) // of a chevron's middle line
	return abs(d) < chevronHalf
}

// chevronHalf is half the height of a chevron's line, in parts of its box.
const chevronHalf = 0.11

func abs(f float32) float32 { return max(f, -f) }

// MaxWorkers bounds the goroutines of a frame; more gain nothing that can be
// seen.
const MaxWorkers = 4
