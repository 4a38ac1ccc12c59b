package timeline

import (
	"image"
	"image/color"
	"math"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
)

// plainPicture is a list drawn as the comments of its parts say, pixel by pixel: with
// nothing of what makes Raster quick.
type plainPicture struct {
	*image.RGBA
	ties map[image.Point]bool // pixels with a point that lies exactly on the edge of a shape
}

func plainly(dl *DisplayList) plainPicture {
	p := plainPicture{image.NewRGBA(image.Rectangle{Max: dl.Size}), map[image.Point]bool{}}
	for i := range dl.Items {
		it := &dl.Items[i]
		if it.Kind == ItemText {
			p.text(it)
			continue
		}
		r := it.Rect.Intersect(p.Rect)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				p.over(x, y, p.item(dl, it, x, y))
			}
		}
	}
	return p
}

// item is what an item lays over a pixel.
func (p plainPicture) item(dl *DisplayList, it *Item, x, y int) color.NRGBA {
	c := it.Color
	switch it.Kind {
	case ItemRect:
		return c
	case ItemLane:
		l := &dl.Lanes[it.Lane]
		return lanePixel(l, x-l.X, y-l.Y)
	case ItemArea:
		return areaPixel(&dl.Areas[it.Area], x, y)
	case ItemHatch:
		if (x+y-it.Rect.Min.Y)%6 >= 2 {
			return color.NRGBA{}
		}
		return c
	case ItemLine:
		c.A = lineCover(it, x, y)
		return c
	}
	in := 0
	for i := range 16 {
		u := (float64(x-it.Box.Min.X) + float64(2*(i%4)+1)/8) / float64(it.Box.Dx())
		v := (float64(y-it.Box.Min.Y) + float64(2*(i/4)+1)/8) / float64(it.Box.Dy())
		switch inner := shapeInner(it.Kind, 2*u-1, 2*v-1); {
		case math.Abs(inner) < 1e-6:
			p.ties[image.Pt(x, y)] = true
		case inner > 0:
			in++
		}
	}
	c.A = uint8(in * 255 / 16)
	return c
}

// over blends a colour over a pixel.
func (p plainPicture) over(x, y int, c color.NRGBA) {
	under, a := p.RGBAAt(x, y), int(c.A)
	mix := func(over, under uint8) uint8 { return uint8((int(over)*a + int(under)*(255-a) + 127) / 255) }
	if a > 0 {
		p.SetRGBA(x, y, color.RGBA{mix(c.R, under.R), mix(c.G, under.G), mix(c.B, under.B), 255})
	}
}

// shapeInner is how far inside a shape a point is, whose box goes from -1 to 1.
func shapeInner(k ItemKind, u, v float64) float64 {
	switch k {
	case ItemRight: // from the left edge to a point at the right
		return (1-u)/2 - math.Abs(v)
	case ItemLeft:
		return (1+u)/2 - math.Abs(v)
	case ItemDown:
		return (1-v)/2 - math.Abs(u)
	case ItemUp:
		return (1+v)/2 - math.Abs(u)
	case ItemDisc:
		return 1 - u*u - v*v
	case ItemDiamond:
		return 1 - math.Abs(u) - math.Abs(v)
	case ItemChevron: // its middle falls from a quarter to three quarters of the height
		return 0.22 - math.Abs(v-0.5+math.Abs(u))
	}
	panic("no shape")
}

// text is drawn as Raster does, into a picture of its own; see TestTextIsItsGlyphs.
func (p plainPicture) text(it *Item) {
	Raster(&DisplayList{Size: p.Rect.Max, Items: []Item{*it}}, p.RGBA)
}

// lineCover is how much of a pixel lies inside a line, of 255: as much as its middle is
// away from the edges.
func lineCover(it *Item, x, y int) uint8 {
	dx, dy := float64(it.Box.Dx()), float64(it.Box.Dy())
	length := max(math.Hypot(dx, dy), 1e-9)
	u, v := float64(x-it.Box.Min.X), float64(y-it.Box.Min.Y)
	along, aside := (u*dx+v*dy)/length, math.Abs(u*dy-v*dx)/length
	return uint8(max(0, min(float64(it.Width)/2+0.5-aside, along+0.5, length-along+0.5, 1))*255 + 0.5)
}

func areaPixel(a *Area, x, y int) color.NRGBA {
	i, h := x-a.X, int32(a.Bottom-1-y)
	if i < 0 || i >= len(a.Low) || h < a.Low[i] || h >= a.High[i] {
		return color.NRGBA{}
	}
	return opaque(a.look.At(x, y))
}

// lanePixel is what a lane has in a pixel of its own.
func lanePixel(l *Lane, x, y int) color.NRGBA {
	if x < 0 || x >= len(l.main) || y < 0 || y >= l.Height {
		return color.NRGBA{}
	}
	for i := range l.spans {
		if sp := &l.spans[i]; sp.x0 <= x && x < sp.x1 {
			return spanPixel(l, sp, x, y)
		}
	}
	if c := pixelByRule(l, x, y, color.RGBA{}); c.A > 0 {
		return opaque(c)
	}
	return color.NRGBA{}
}

// spanPixel is lanePixel in a span: edges above, below and at the left, dashed above and
// below what nothing attests.
func spanPixel(l *Lane, sp *span, x, y int) color.NRGBA {
	look := l.Style.of(*sp)
	if y < l.Edge || y >= l.Height-l.Edge {
		if dash := 4 * l.Edge; sp.look&lookInferred != 0 && sp.x1-sp.x0 > dash && (x+l.Phase)/dash%2 == 1 {
			return color.NRGBA{}
		}
		return opaque(look.Edge)
	}
	if x < sp.x0+l.Edge {
		return opaque(look.Edge)
	}
	c := opaque(look.At(x+l.Phase, y))
	if sp.look&lookBackdrop != 0 {
		c.A = backdropAlpha
	}
	return c
}

// TestEveryPixel compares pictures of all views with those that are drawn plainly, at
// their size and cut into another.
func TestEveryPixel(t *testing.T) {
	all := scenes(t)
	list := map[string]*DisplayList{}
	for _, name := range []string{"whole", "close", "lanes", "patterns", "lossy", "gaps", "path", "pathlane", "expanded", "margins", "unknown", "scale15", "loud", "text150"} {
		list[name] = Layout(all[name])
	}
	for name, s := range chartScenes(t) {
		list[name] = Layout(s)
	}
	for name, p := range plots() {
		list[name] = p.Layout()
	}
	bands := bandsScene(t, 900, 640, NewMetrics(Comfortable, 1, 1))
	list["bands"] = Layout(bands)
	bands.Palette = NewPalette(true, true).WithPatterns(true)
	bands.View = bands.View.Fit(model.Range{From: 14 * millisecond, To: 48 * millisecond}, bands.Trace.Whole())
	bands.ScrollY = 37
	list["bands with patterns"] = Layout(bands)
	list["cores"] = Layout(coresOf(t, storyTrace(t, "bands.tltxt"), ColourCategory, 800, 200, NewMetrics(Compact, 2, 1)))
	list["pinned"] = Layout(pinnedScene(t, 13))
	high := NewMetrics(Comfortable, 1, 1)
	high.Pitch, high.Segment = 170, 150 // lanes too high for what is quick
	list["high"] = Layout(sceneOf(t, modeltest.Parse(t, "high", sceneTraces(t)["gaps"]), 500, 700, high))
	list["shapes"] = shapesList()
	ties, pixels := 0, 0
	for name, dl := range list {
		img := image.NewRGBA(image.Rectangle{Max: dl.Size})
		Raster(dl, img)
		want := plainly(dl)
		ties += len(want.ties)
		pixels += len(img.Pix) / 4
		if n, at := different(img, want); n > 0 {
			t.Errorf("%s: %d pixels differ: at %v is %v, want %v", name, n, at, img.RGBAAt(at.X, at.Y), want.RGBAAt(at.X, at.Y))
		}
	}
	if ties*1000 > pixels {
		t.Errorf("of %d of %d pixels not known what they are", ties, pixels)
	}
}

// different counts the pixels that differ, and names the first.
func different(img *image.RGBA, want plainPicture) (n int, first image.Point) {
	for y := range img.Rect.Max.Y {
		for x := range img.Rect.Max.X {
			if at := image.Pt(x, y); img.RGBAAt(x, y) != want.RGBAAt(x, y) && !want.ties[at] {
				if n++; n == 1 {
					first = at
				}
			}
		}
	}
	return n, first
}

// shapesList has all that is drawn with smooth edges: whole, cut, and across the rows
// that are drawn at a time.
func shapesList() *DisplayList {
	const width, height = 400, 300
	dl := &DisplayList{Size: image.Pt(width, height)}
	dl.Items = append(dl.Items, Item{Kind: ItemRect, Rect: image.Rect(0, 0, width, height), Color: color.NRGBA{10, 60, 110, 255}})
	ink := color.NRGBA{250, 200, 5, 255}
	for k, size := range map[ItemKind][]int{
		ItemRight: {3, 7, 20}, ItemDown: {4, 9, 21}, ItemUp: {5, 6, 30}, ItemLeft: {2, 11, 19}, ItemDisc: {1, 8, 23}, ItemDiamond: {5, 10, 25}, ItemChevron: {6, 12, 31},
	} {
		for i, n := range size {
			box := image.Rect(0, 0, n, n+i).Add(image.Pt(10+40*i, 30*int(k)-25))
			dl.Items = append(dl.Items, Item{Kind: k, Rect: box, Box: box, Color: ink})
			box = box.Add(image.Pt(130, 0))
			dl.Items = append(dl.Items, Item{Kind: k, Rect: image.Rect(box.Min.X+n/3, box.Min.Y, box.Max.X, box.Max.Y-n/4), Box: box, Color: ink})
		}
	}
	for i, end := range []image.Point{{390, 10}, {270, 290}, {390, 290}, {265, 20}, {300, 150}, {260, 200}, {500, -60}, {-40, 200}} {
		box := image.Rectangle{Min: image.Pt(260, 8), Max: end} // not in order: a line has a direction
		dl.Items = append(dl.Items, Item{
			Kind: ItemLine, Rect: image.Rect(130+20*i, 5, 395-10*i, 295), Box: box, Color: ink, Width: []float32{1, 1.5, 2, 5}[i%4],
		})
	}
	dl.Items = append(dl.Items, Item{Kind: ItemHatch, Rect: image.Rect(7, 250, 120, 299), Color: ink},
		Item{Kind: ItemRect, Rect: image.Rect(1, 120, 3, 140), Color: ink}, Item{Kind: ItemRect, Rect: image.Rect(5, 120, 90, 140), Color: color.NRGBA{255, 255, 255, 90}},
		Item{Kind: ItemText, Rect: image.Rect(20, 150, 60, 170), Text: "W‹é…x clipped", Face: NewFace(true, 17), X: 14, Y: 163, Color: ink})
	return dl
}

// TestPictureInBands: a picture is drawn in horizontal bands of 128 rows; each list
// looks the same in a higher picture.
func TestPictureInBands(t *testing.T) {
	for _, height := range []int{127, 128, 129, 256, 257} {
		dl := shapesList()
		dl.Size.Y = height
		img := image.NewRGBA(image.Rectangle{Max: dl.Size})
		Raster(dl, img)
		if n, at := different(img, plainly(dl)); n > 0 {
			t.Errorf("of %d rows %d pixels differ, the first at %v", height, n, at)
		}
	}
}
