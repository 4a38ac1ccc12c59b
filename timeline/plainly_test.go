package timeline

import (
	"image"
	"image/color"
	"testing"

	"threadlens/model"
	"threadlens/model/modeltest"
	"threadlens/timeline/paint"
	"threadlens/timeline/paint/painttest"
)

// TestEveryPixel compares pictures of all views with those drawn in the simplest way,
// at their own size and clipped to another.
func TestEveryPixel(t *testing.T) {
	all := scenes(t)
	list := map[string]*paint.DisplayList{}
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
	bands.Palette = paint.NewPalette(true, true).WithPatterns(true)
	bands.View = bands.View.Fit(model.Range{From: 14 * millisecond, To: 48 * millisecond}, bands.Trace.Whole())
	bands.ScrollY = 37
	list["bands with patterns"] = Layout(bands)
	list["cores"] = Layout(coresOf(t, storyTrace(t, "bands.tltxt"), ColourCategory, 800, 200, NewMetrics(Compact, 2, 1)))
	list["pinned"] = Layout(pinnedScene(t, 13))
	high := NewMetrics(Comfortable, 1, 1)
	high.Pitch, high.Segment = 170, 150 // lanes too high for the fast code
	list["high"] = Layout(sceneOf(t, modeltest.Parse(t, "high", sceneTraces(t)["gaps"]), 500, 700, high))
	list["shapes"] = shapesList()
	ties, pixels := 0, 0
	for name, dl := range list {
		img := image.NewRGBA(image.Rectangle{Max: dl.Size})
		paint.Raster(dl, img)
		want := painttest.Plainly(dl)
		ties += len(want.Ties)
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
func different(img *image.RGBA, want painttest.Picture) (n int, first image.Point) {
	for y := range img.Rect.Max.Y {
		for x := range img.Rect.Max.X {
			if at := image.Pt(x, y); img.RGBAAt(x, y) != want.RGBAAt(x, y) && !want.Ties[at] {
				if n++; n == 1 {
					first = at
				}
			}
		}
	}
	return n, first
}

// shapesList has everything that is drawn with smooth edges: whole, clipped, and
// across the rows that are drawn together.
func shapesList() *paint.DisplayList {
	const width, height = 400, 300
	dl := &paint.DisplayList{Size: image.Pt(width, height)}
	dl.Items = append(dl.Items, paint.Item{Kind: paint.ItemRect, Rect: image.Rect(0, 0, width, height), Color: color.NRGBA{10, 60, 110, 255}})
	ink := color.NRGBA{250, 200, 5, 255}
	for k, size := range map[paint.ItemKind][]int{
		paint.ItemRight: {3, 7, 20}, paint.ItemDown: {4, 9, 21}, paint.ItemUp: {5, 6, 30}, paint.ItemLeft: {2, 11, 19}, paint.ItemDisc: {1, 8, 23}, paint.ItemDiamond: {5, 10, 25}, paint.ItemChevron: {6, 12, 31},
	} {
		for i, n := range size {
			box := image.Rect(0, 0, n, n+i).Add(image.Pt(10+40*i, 30*int(k)-25))
			dl.Items = append(dl.Items, paint.Item{Kind: k, Rect: box, Box: box, Color: ink})
			box = box.Add(image.Pt(130, 0))
			dl.Items = append(dl.Items, paint.Item{Kind: k, Rect: image.Rect(box.Min.X+n/3, box.Min.Y, box.Max.X, box.Max.Y-n/4), Box: box, Color: ink})
		}
	}
	for i, end := range []image.Point{{390, 10}, {270, 290}, {390, 290}, {265, 20}, {300, 150}, {260, 200}, {500, -60}, {-40, 200}} {
		box := image.Rectangle{Min: image.Pt(260, 8), Max: end} // not in canonical order: a line has a direction
		dl.Items = append(dl.Items, paint.Item{
			Kind: paint.ItemLine, Rect: image.Rect(130+20*i, 5, 395-10*i, 295), Box: box, Color: ink, Width: []float32{1, 1.5, 2, 5}[i%4],
		})
	}
	dl.Items = append(dl.Items, paint.Item{Kind: paint.ItemHatch, Rect: image.Rect(7, 250, 120, 299), Color: ink},
		paint.Item{Kind: paint.ItemRect, Rect: image.Rect(1, 120, 3, 140), Color: ink}, paint.Item{Kind: paint.ItemRect, Rect: image.Rect(5, 120, 90, 140), Color: color.NRGBA{255, 255, 255, 90}},
		paint.Item{Kind: paint.ItemText, Rect: image.Rect(20, 150, 60, 170), Text: "W‹é…x clipped", Face: paint.NewFace(true, 17), X: 14, Y: 163, Color: ink})
	return dl
}

// TestPictureInBands: a picture is drawn in horizontal bands of 128 rows; each list
// looks the same in a higher picture.
func TestPictureInBands(t *testing.T) {
	for _, height := range []int{127, 128, 129, 256, 257} {
		dl := shapesList()
		dl.Size.Y = height
		img := image.NewRGBA(image.Rectangle{Max: dl.Size})
		paint.Raster(dl, img)
		if n, at := different(img, painttest.Plainly(dl)); n > 0 {
			t.Errorf("of %d rows %d pixels differ, the first at %v", height, n, at)
		}
	}
}
