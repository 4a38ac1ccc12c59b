package paint

import (
	"image"
	"image/color"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
)

// bandRows is how many rows of the picture are drawn at a time: few enough to stay
// in the CPU's cache while items are drawn over each other.
const bandRows = 128

// Raster draws dl into img, covering all of it: img must have the size of the list,
// start at the origin, and have Stride = 4·width. Horizontal bands of the picture
// are drawn concurrently.
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

// inside reports whether a point of the unit square belongs to a shape.
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

// line draws a line with smooth edges: the coverage of a pixel is how far its
// centre lies inside.
func (b *brush) line(it *Item, r image.Rectangle) {
	from, to := it.ends()
	dx, dy := to.X-from.X, to.Y-from.Y
	length := max(math.Hypot(dx, dy), 1e-9)
	half := float64(it.Width)/2 + 0.5
	c := color.RGBA{it.Color.R, it.Color.G, it.Color.B, 255}
	top, bottom := min(from.Y, to.Y)-half, max(from.Y, to.Y)+half
	for y := max(r.Min.Y, int(top)); y < min(r.Max.Y, int(bottom)+1); y++ {
		left, right := min(from.X, to.X)-half, max(from.X, to.X)+half
		if dy != 0 { // where the line is at this height, with all of its width
			at := from.X + (float64(y)+0.5-from.Y)*dx/dy
			reach := half*length/math.Abs(dy) + math.Abs(dx/dy)
			left, right = max(left, at-reach), min(right, at+reach)
		}
		for x := max(r.Min.X, int(max(left, 0))); x < min(r.Max.X, int(max(right, 0))+1); x++ {
			u, v := float64(x)+0.5-from.X, float64(y)+0.5-from.Y
			along := (u*dx + v*dy) / length
			aside := math.Abs(u*dy-v*dx) / length
			cover := min(half-aside, along+0.5, length-along+0.5, 1)
			if cover > 0 {
				b.over(y*b.stride+4*x, c, uint32(cover*255+0.5))
			}
		}
	}
}

// chartArea draws a layer, clipped.
func (b *brush) chartArea(a *Area, clip image.Rectangle) {
	fill, side := pixelOf(a.Look.Fill), a.Look.hatch.side
	a.runs(func(r image.Rectangle) {
		if r = r.Intersect(clip); r.Empty() {
			return
		}
		if side == 0 {
			b.plain(r, fill)
			return
		}
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				b.put(y*b.stride+4*x, pixelOf(a.Look.hatch.at(x, y)))
			}
		}
	})
}
