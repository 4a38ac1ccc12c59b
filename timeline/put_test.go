package timeline

import (
	"image"
	"image/color"
	"testing"

	"threadlens/model/modeltest"
	"threadlens/timeline/paint"
)

// TestPut: frames that are added to a list look as they do alone, whatever the list
// already contains.
func TestPut(t *testing.T) {
	one := Layout(storyScene(t, 500, 200, NewMetrics(Comfortable, 1, 1)))
	two := Layout(chartScene(t, modeltest.Parse(t, "chart", chartTrace), 600, 300, NewMetrics(Comfortable, 1, 1)))
	dl := &paint.DisplayList{Size: image.Pt(700, 600)}
	dl.Items = append(dl.Items, paint.Item{Kind: paint.ItemRect, Rect: image.Rectangle{Max: dl.Size}, Color: color.NRGBA{1, 2, 3, 255}})
	at := map[*paint.DisplayList]image.Point{one: {24, 30}, two: {48, 260}}
	for _, part := range []*paint.DisplayList{one, two} {
		dl.Put(part, at[part])
	}
	all := image.NewRGBA(image.Rectangle{Max: dl.Size})
	paint.Raster(dl, all)
	if dl.Size != image.Pt(700, 600) || all.RGBAAt(5, 5) != (color.RGBA{1, 2, 3, 255}) {
		t.Error("what is around the frames has changed")
	}
	for part, off := range at {
		img := image.NewRGBA(image.Rectangle{Max: part.Size})
		paint.Raster(part, img)
		wrong := 0
		for y := range part.Size.Y {
			for x := range part.Size.X {
				if all.RGBAAt(x+off.X, y+off.Y) != img.RGBAAt(x, y) {
					wrong++
				}
			}
		}
		// Patterns of areas start at the picture, not at the frame; the hatch of losses repeats every
		// six columns.
		if wrong > 0 && len(part.Areas) == 0 || wrong*20 > part.Size.X*part.Size.Y {
			t.Errorf("%d pixels of the frame at %v are others", wrong, off)
		}
	}
}
